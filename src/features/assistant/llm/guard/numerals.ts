// Digits of all scripts as ASCII, and number words up to the hundreds.
import { must } from '../../../../kernel/must.ts';

const ZERO_CODES = [0x0660, 0x06f0, 0x0966, 0xff10];

/** Keeps the length, so that positions stay valid. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZERO_CODES.findLast((zeroCode) => zeroCode <= code);
    return String(code - must(zero, 'the zero of a script'));
  });

const HAN_DIGITS = new Map(
  [...'零一二三四五六七八九']
    .map((character, value) => [character, value] as const)
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
export function parseHanNumber(text: string): number | undefined {
  if (!/^[零〇一二两三四五六七八九十百千万]+$/.test(text)) return undefined;
  const unit = HAN_UNITS.find(([character]) => text.includes(character));
  if (!unit) return HAN_DIGITS.get(text.replace(/^[零〇](?=.)/, ''));
  const [multiplier, ...remainder] = text.split(unit[0]);
  const lowerDigits = remainder.join(unit[0]);
  return (
    (multiplier ? (parseHanNumber(multiplier) ?? 0) : 1) * unit[1] +
    (lowerDigits ? (parseHanNumber(lowerDigits) ?? 0) : 0)
  );
}

/** One to nineteen; a slash separates variants. */
const ONE_TO_NINETEEN = {
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
/** Hour words in languages where they differ from the counts. */
const HOUR_ORDINALS = [
  'pierwszej drugiej trzeciej czwartej piątej szóstej siódmej ósmej dziewiątej dziesiątej jedenastej dwunastej',
  'pierwsza druga trzecia czwarta piąta szósta siódma ósma dziewiąta dziesiąta jedenasta dwunasta',
  'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
];
/** Hindi has a separate word for every number up to a hundred. */
const HINDI_NUMBERS = [
  'एक दो तीन चार पाँच/पांच छह/छः सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस',
  'इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस',
  'इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ',
  'इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी',
  'इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे सौ',
].join(' ');
/** One hundred to nine hundred; the rest follows, in some languages without a space. */
const HUNDRED_WORDS = [
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
/** Twenty to ninety, and how each language joins the ones to them. */
const TENS: readonly {
  language: keyof typeof ONE_TO_NINETEEN;
  tens: string;
  join: (ten: string, one: string) => string;
}[] = [
  {
    language: 'en',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    join: (ten, one) => `${ten}-${one}`,
  },
  {
    language: 'en',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    join: (ten, one) => `${ten} ${one}`,
  },
  {
    language: 'es',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    join: (ten, one) => (ten === 'veinte' ? `veinti${one.replace(/^un$/, 'ún')}` : `${ten} y ${one}`),
  },
  {
    language: 'fr',
    tens: 'vingt trente quarante cinquante soixante - quatre-vingt/quatre-vingts -',
    join: (ten, one) => (/^(?:une?|onze)$/.test(one) && !/^q.*-/.test(ten) ? `${ten} et ${one}` : `${ten}-${one}`),
  },
  {
    language: 'de',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    join: (ten, one) => `${one}und${ten}`,
  },
  {
    language: 'pt',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    join: (ten, one) => `${ten} e ${one}`,
  },
  {
    language: 'it',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    join: (ten, one) => `${/^[ou]/.test(one) ? ten.slice(0, -1) : ten}${one}`,
  },
  {
    language: 'nl',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    join: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
  },
  {
    language: 'pl',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    join: (ten, one) => `${ten} ${one}`,
  },
  {
    language: 'ar',
    tens: 'عشرون/عشرين ثلاثون/ثلاثين أربعون/أربعين خمسون/خمسين ستون/ستين سبعون/سبعين ثمانون/ثمانين تسعون/تسعين',
    join: (ten, one) => `${one} و${ten}`,
  },
];

type NumberWord = readonly [word: string, value: number];

const parseWordList = (list: string, valueAt = (index: number) => index + 1): NumberWord[] =>
  list.split(' ').flatMap((forms, index) => forms.split('/').map((word) => [word, valueAt(index)] as const));

/** French counts on to nineteen after sixty and eighty. */
const FRENCH_TENS_BEFORE_TEENS = ['soixante', 'quatre-vingt'];

const twentyToNinetyNine = TENS.flatMap(({ language, tens, join }) => {
  const ones = parseWordList(ONE_TO_NINETEEN[language]);
  return parseWordList(tens, (index) => (index + 2) * 10).flatMap(([ten, value]): NumberWord[] =>
    ten === '-'
      ? []
      : [
          [ten, value],
          ...ones
            .filter(([, one]) => one < 10 || FRENCH_TENS_BEFORE_TEENS.includes(ten))
            .map(([word, one]) => [join(ten, word), value + one] as const),
        ],
  );
});

/** Arabic puts the ones before ten for eleven to nineteen. */
const arabicTeens = parseWordList(ONE_TO_NINETEEN.ar).flatMap(([word, one]): NumberWord[] =>
  one < 10 ? ['عشر', 'عشرة'].map((ten) => [`${word} ${ten}`, 10 + one] as const) : [],
);

/** Each also with a space instead of the hyphen. */
const hundredValues = new Map(
  HUNDRED_WORDS.flatMap((row) => parseWordList(row, (index) => (index + 1) * 100)).flatMap(([word, value]) => [
    [word, value] as const,
    [word.replace('-', ' '), value] as const,
  ]),
);

const UP_TO_HUNDRED: ReadonlyMap<string, number> = new Map([
  ...twentyToNinetyNine,
  ...arabicTeens,
  ...Object.values(ONE_TO_NINETEEN).flatMap((row) => parseWordList(row)),
  ...parseWordList(HINDI_NUMBERS),
  ['half a dozen', 6],
]);

const joinLongestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const HUNDREDS_PATTERN = joinLongestFirst(hundredValues.keys());
const AND_PATTERN = `(?:and |und|e |y |et |en |i |و)?`;
/** The start of a word; Arabic attaches prepositions to it. */
export const WORD_START_PATTERN = String.raw`(?:(?<![\p{L}\p{M}])|(?<=(?<!\p{L})[بلو]))`;
/** A number in words: "nineteen", "two hundred and five", "centonovantanove". */
export const NUMBER_WORDS_PATTERN = String.raw`(?:a )?(?:${HUNDREDS_PATTERN})s?(?:[\s-]?${AND_PATTERN}(?:${joinLongestFirst(UP_TO_HUNDRED.keys())}))?|${joinLongestFirst(UP_TO_HUNDRED.keys())}`;

export function parseNumberWords(text: string): number {
  const words = text.toLowerCase().replace(/^a /, '');
  const value = UP_TO_HUNDRED.get(words);
  if (value !== undefined) return value;
  for (const [hundred, value] of hundredValues) {
    if (!words.startsWith(hundred)) continue;
    const remainingWords = words.slice(hundred.length).replace(HUNDREDS_JOINER_PATTERN, '');
    if (remainingWords === '' || UP_TO_HUNDRED.has(remainingWords))
      return value + (UP_TO_HUNDRED.get(remainingWords) ?? 0);
  }
  return 0;
}
const HUNDREDS_JOINER_PATTERN = new RegExp(String.raw`^s?[\s-]?${AND_PATTERN}`, 'iu');

const MAX_HOUR = 24;
/** Hours in words. Some have other meanings where the context does not say that they are hours. */
export const HOUR_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UP_TO_HUNDRED].filter(([, value]) => value <= MAX_HOUR),
  ...HOUR_ORDINALS.flatMap((row) => parseWordList(row)),
  ['الحادية عشرة', 11],
  ['الثانية عشرة', 12],
]);

/** Dutch uses "half" too, but counts back from the hour. */
export const isEnglishNumberWord = (word: string): boolean =>
  ONE_TO_NINETEEN.en.split(' ').includes(word.toLowerCase());
