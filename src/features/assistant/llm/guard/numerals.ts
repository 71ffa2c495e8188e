// Figures of all scripts as ASCII, and the numbers that hours and small counts are said with in words.

const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** Of the same length, so that places stay what they were. */
export const withPlainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROS.findLast((zero) => zero <= code)!);
  });

const HAN = new Map(
  [...'零一二三四五六七八九']
    .map((sign, value) => [sign, value] as const)
    .concat([
      ['两', 2],
      ['〇', 0],
    ]),
);

const HAN_UNITS: readonly (readonly [sign: string, value: number])[] = [
  ['万', 10_000],
  ['千', 1_000],
  ['百', 100],
  ['十', 10],
];

/** "十二" is 12, "二十三" is 23, "一万二千" is 12,000. */
export function readHan(text: string): number | undefined {
  if (!/^[零〇一二两三四五六七八九十百千万]+$/.test(text)) return undefined;
  const unit = HAN_UNITS.find(([sign]) => text.includes(sign));
  if (!unit) return HAN.get(text.replace(/^[零〇](?=.)/, ''));
  const [before, ...after] = text.split(unit[0]);
  const rest = after.join(unit[0]);
  return (before ? (readHan(before) ?? 0) : 1) * unit[1] + (rest ? (readHan(rest) ?? 0) : 0);
}

/** One to nineteen, a stroke between several forms. */
const COUNTS = {
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  es: 'uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  fr: 'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  de: 'eins/ein/eine zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  pt: 'um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
  it: 'uno/un/una due tre/tré quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  nl: 'één/een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
  pl: 'jeden/jedna dwa/dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
  ar: 'واحد/واحدة اثنين/اثنان/اثنتين ثلاثة/ثلاث أربعة/أربع خمسة/خمس ستة/ست سبعة/سبع ثمانية/ثماني تسعة/تسع عشرة/عشر',
} as const;
/** As hours are counted where that is different. */
const HOURS = [
  'pierwszej drugiej trzeciej czwartej piątej szóstej siódmej ósmej dziewiątej dziesiątej jedenastej dwunastej',
  'pierwsza druga trzecia czwarta piąta szósta siódma ósma dziewiąta dziesiąta jedenasta dwunasta',
  'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
];
/** Each number of Hindi up to a hundred has a word of its own. */
const HINDI = [
  'एक दो तीन चार पाँच/पांच छह/छः सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस',
  'इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस',
  'इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ',
  'इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी',
  'इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे सौ',
].join(' ');
/** One hundred to nine hundred; what is less stands after it, some write it together. */
const HUNDREDS = [
  'one-hundred/hundred two-hundred three-hundred four-hundred five-hundred six-hundred seven-hundred eight-hundred nine-hundred',
  'ciento/cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  'cent deux-cent trois-cent quatre-cent cinq-cent six-cent sept-cent huit-cent neuf-cent',
  'hundert/einhundert zweihundert dreihundert vierhundert fünfhundert sechshundert siebenhundert achthundert neunhundert',
  'cento/cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
  'cento/cent duecento/duecent trecento/trecent quattrocento/quattrocent cinquecento/cinquecent seicento settecento ottocento novecento',
  'honderd tweehonderd driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
  'sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset',
  'مئة/مائة مئتين/مئتان/مائتين/مائتان ثلاثمئة/ثلاثمائة أربعمئة/أربعمائة خمسمئة/خمسمائة ستمئة/ستمائة سبعمئة/سبعمائة ثمانمئة/ثمانمائة تسعمئة/تسعمائة',
  'एक-सौ दो-सौ तीन-सौ चार-सौ पाँच-सौ छह-सौ सात-सौ आठ-सौ नौ-सौ',
];
/** Twenty to ninety, and how what is less is put to them. */
const TENS: readonly { in: keyof typeof COUNTS; tens: string; join: (ten: string, one: string) => string }[] = [
  { in: 'en', tens: 'twenty thirty forty fifty sixty seventy eighty ninety', join: (ten, one) => `${ten}-${one}` },
  { in: 'en', tens: 'twenty thirty forty fifty sixty seventy eighty ninety', join: (ten, one) => `${ten} ${one}` },
  {
    in: 'es',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    join: (ten, one) => (ten === 'veinte' ? `veinti${one.replace(/^un$/, 'ún')}` : `${ten} y ${one}`),
  },
  {
    in: 'fr',
    tens: 'vingt trente quarante cinquante soixante - quatre-vingt/quatre-vingts -',
    join: (ten, one) => (/^(?:une?|onze)$/.test(one) && !/^q.*-/.test(ten) ? `${ten} et ${one}` : `${ten}-${one}`),
  },
  {
    in: 'de',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    join: (ten, one) => `${one}und${ten}`,
  },
  {
    in: 'pt',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    join: (ten, one) => `${ten} e ${one}`,
  },
  {
    in: 'it',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    join: (ten, one) => `${/^[ou]/.test(one) ? ten.slice(0, -1) : ten}${one}`,
  },
  {
    in: 'nl',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    join: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
  },
  {
    in: 'pl',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    join: (ten, one) => `${ten} ${one}`,
  },
  {
    in: 'ar',
    tens: 'عشرون/عشرين ثلاثون/ثلاثين أربعون/أربعين خمسون/خمسين ستون/ستين سبعون/سبعين ثمانون/ثمانين تسعون/تسعين',
    join: (ten, one) => `${one} و${ten}`,
  },
];

type Numbered = readonly [word: string, value: number];

const listed = (row: string, worth = (at: number) => at + 1): Numbered[] =>
  row.split(' ').flatMap((forms, at) => forms.split('/').map((word) => [word, worth(at)] as const));

/** After these French counts on to nineteen. */
const FRENCH_SCORES = ['soixante', 'quatre-vingt'];

const composed = TENS.flatMap(({ in: language, tens, join }) => {
  const ones = listed(COUNTS[language]);
  return listed(tens, (at) => (at + 2) * 10).flatMap(([ten, value]): Numbered[] =>
    ten === '-'
      ? []
      : [
          [ten, value],
          // French counts to nineteen after sixty and eighty.
          ...ones
            .filter(([, one]) => one < 10 || FRENCH_SCORES.includes(ten))
            .map(([word, one]) => [join(ten, word), value + one] as const),
        ],
  );
});

/** Arabic says five, ten for fifteen. */
const arabicTeens = listed(COUNTS.ar).flatMap(([word, one]): Numbered[] =>
  one < 10 ? ['عشر', 'عشرة'].map((ten) => [`${word} ${ten}`, 10 + one] as const) : [],
);

/** With a space or a hyphen. */
const hundreds = new Map(
  HUNDREDS.flatMap((row) => listed(row, (at) => (at + 1) * 100)).flatMap(([word, value]) => [
    [word, value] as const,
    [word.replace('-', ' '), value] as const,
  ]),
);

const UP_TO_HUNDRED: ReadonlyMap<string, number> = new Map([
  ...composed,
  ...arabicTeens,
  ...Object.values(COUNTS).flatMap((row) => listed(row)),
  ...listed(HINDI),
  ['half a dozen', 6],
]);

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const HUNDRED = longestFirst(hundreds.keys());
const AND = `(?:and |und|e |y |et |en |i |و)?`;
/** Before a word; Arabic writes prepositions to it. */
export const WORD_START = String.raw`(?:(?<![\p{L}\p{M}])|(?<=(?<!\p{L})[بلو]))`;
/** A number in words: "nineteen", "two hundred and five", "centonovantanove". */
export const WORD_NUMBER = String.raw`(?:a )?(?:${HUNDRED})s?(?:[\s-]?${AND}(?:${longestFirst(UP_TO_HUNDRED.keys())}))?|${longestFirst(UP_TO_HUNDRED.keys())}`;

export function readWords(said: string): number {
  const words = said.toLowerCase().replace(/^a /, '');
  const plain = UP_TO_HUNDRED.get(words);
  if (plain !== undefined) return plain;
  for (const [hundred, value] of hundreds) {
    if (!words.startsWith(hundred)) continue;
    const rest = words.slice(hundred.length).replace(REST, '');
    if (rest === '' || UP_TO_HUNDRED.has(rest)) return value + (UP_TO_HUNDRED.get(rest) ?? 0);
  }
  return 0;
}
const REST = new RegExp(String.raw`^s?[\s-]?${AND}`, 'iu');

const MOST_HOURS = 24;
/** Hours in words; some stand for other things where nothing says that they are hours. */
export const HOUR_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UP_TO_HUNDRED].filter(([, value]) => value <= MOST_HOURS),
  ...HOURS.flatMap((row) => listed(row)),
  ['الحادية عشرة', 11],
  ['الثانية عشرة', 12],
]);

/** Dutch has the same word for a half, and another meaning. */
export const isEnglishHour = (word: string): boolean => COUNTS.en.split(' ').includes(word.toLowerCase());
