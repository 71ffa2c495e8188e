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

/** "十二" is 12, "二十三" is 23. */
export function readHan(text: string): number | undefined {
  if (!/^[零〇一二两三四五六七八九十]+$/.test(text)) return undefined;
  const [tens, ones] = text.split('十') as [string, string | undefined];
  if (ones === undefined) return HAN.get(text);
  return (tens ? HAN.get(tens)! : 1) * 10 + (ones ? HAN.get(ones)! : 0);
}

/** One to twelve, and the round ones, as counts. */
const COUNTS = [
  'one two three four five six seven eight nine ten eleven twelve',
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'une deux trois quatre cinq six sept huit neuf dix onze douze',
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'uma duas três quatro cinco seis sete oito nove dez onze doze',
  'una due tre quattro cinque sei sette otto nove dieci undici dodici',
  'één twee drie vier vijf zes zeven acht negen tien elf twaalf',
  'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście',
  'واحد اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة',
  'एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह',
];
/** As hours are counted where that is different. */
const HOURS = [
  'pierwszej drugiej trzeciej czwartej piątej szóstej siódmej ósmej dziewiątej dziesiątej jedenastej dwunastej',
  'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
];
/** Thirteen to nineteen. */
const TEENS = [
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  'treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  'dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  'treze catorze quinze dezesseis dezessete dezoito dezenove',
  'treze quatorze quinze dezasseis dezassete dezoito dezanove',
  'tredici quattordici quindici sedici diciassette diciotto diciannove',
  'dertien veertien vijftien zestien zeventien achttien negentien',
  'trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
  'तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
];
/** Twenty to ninety and a hundred, and how ones are put to them: after a word between, or before one. */
const TENS: readonly { tens: string; ones: number; join: (ten: string, one: string) => string }[] = [
  {
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety hundred',
    ones: 0,
    join: (ten, one) => `${ten}-${one}`,
  },
  {
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien',
    ones: 1,
    join: (ten, one) => (ten === 'veinte' ? `veinti${one}` : `${ten} y ${one}`),
  },
  {
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent',
    ones: 2,
    join: (ten, one) => `${ten.replace(/ts$/, 't')}-${one}`,
  },
  {
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert',
    ones: 3,
    join: (ten, one) => `${one.replace('eins', 'ein')}und${ten}`,
  },
  {
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem',
    ones: 4,
    join: (ten, one) => `${ten} e ${one}`,
  },
  {
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
    ones: 5,
    join: (ten, one) => `${/^[ou]/.test(one) ? ten.slice(0, -1) : ten}${one}`,
  },
  {
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
    ones: 6,
    join: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
  },
  {
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt sto',
    ones: 7,
    join: (ten, one) => `${ten} ${one}`,
  },
  { tens: 'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون مئة', ones: 8, join: (ten, one) => `${one} و${ten}` },
  { tens: 'عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين مائة', ones: 8, join: (ten, one) => `${one} و${ten}` },
  { tens: 'बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे सौ', ones: 9, join: (ten) => ten },
];

const listed = (rows: readonly string[], first = 1) =>
  rows.flatMap((row) => row.split(' ').map((word, at) => [word, at + first] as const));

const tens = TENS.flatMap(({ tens, ones, join }) =>
  tens.split(' ').flatMap((ten, at) => {
    const value = (at + 2) * 10;
    const joined = at > 7 ? [] : COUNTS[ones]!.split(' ').slice(0, 9);
    return [[ten, value] as const, ...joined.map((one, index) => [join(ten, one), value + index + 1] as const)];
  }),
);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...tens.reverse(),
  ...listed(TEENS, 13),
  ...listed(COUNTS),
  ['zwo', 2],
  ['dois', 2],
  ['um', 1],
  ['half a dozen', 6],
]);
export const HOUR_WORDS: ReadonlyMap<string, number> = new Map([...listed(COUNTS), ...listed(HOURS), ['dois', 2]]);
