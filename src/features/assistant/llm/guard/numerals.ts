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
  'एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह',
];
/** As hours are counted where that is different. */
const HOURS = [
  'pierwszej drugiej trzeciej czwartej piątej szóstej siódmej ósmej dziewiątej dziesiątej jedenastej dwunastej',
  'الواحدة الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
];
const ROUND: readonly (readonly [string, number])[] = [
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['forty-five', 45],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
  ['hundred', 100],
  ['half a dozen', 6],
];

const listed = (rows: readonly string[]) =>
  rows.flatMap((row) => row.split(' ').map((word, at) => [word, at + 1] as const));

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...listed(COUNTS),
  ['zwo', 2],
  ['dois', 2],
  ['um', 1],
  ...ROUND,
]);
export const HOUR_WORDS: ReadonlyMap<string, number> = new Map([...listed(COUNTS), ...listed(HOURS), ['dois', 2]]);
