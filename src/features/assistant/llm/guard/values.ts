// What in a sentence can be checked, whatever its language: amounts, times, days, spans, shares and other numbers.
import { clockTimesIn } from './clock-times.ts';
import { type Day, daysIn } from './days.ts';
import { readHan, readWords, WORD_NUMBER, WORD_START, withPlainDigits } from './numerals.ts';
import type { ClockTime, TextSpan } from './text-span.ts';

export type Amount = TextSpan & { amount: number };
/** `unit` is one of what it is counted in: an hour is 60. */
type Span = TextSpan & { minutes: number; unit: number };
type Count = TextSpan & { value: number };
export type Values = {
  money: Amount[];
  times: ClockTime[];
  days: (TextSpan & Day)[];
  spans: Span[];
  percents: Count[];
  numbers: Count[];
};

const NUMBER = String.raw`\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
const SIGNS = String.raw`US\$|CA\$|A\$|R\$|[$€£¥￥₹₺₩₽]|zł|(?<!\p{L})kr\.?(?!\p{L})|(?<!\p{L})Rs\.?|JP¥|HK\$|S\$|NZ\$|MX\$|(?<!\p{L})R(?=\s?\d)|Kč|(?<!\p{L})Ft(?!\p{L})|(?<!\p{L})lei(?!\p{L})|د\.إ|\bCHF|\bZAR|\bSGD|\bSEK|\bNOK|\bDKK|\bCZK|\bAUD|\bCAD|\bNZD|\bTRY|\bEUR|\bUSD|\bGBP|\bPLN|\bINR|\bAED|\bSAR|\bJPY|\bCNY|\bBRL|\bMXN`;
const UNITS = String.raw`dollars?|bucks|euros?|pounds?|quid|rupees?|rupi[ae]\p{L}*|roupies?|rúpias?|yen|yuan|d[óo]lar(?:es)?|libras?|reais|real|pesos?|francs?|dollari|sterline|złot\p{L}*|dolar\p{L}*|funt\p{L}*|Pfund|Franken|pond|元|块|卢比|加元|英镑|澳元|日元|镑|ルピー|カナダドル|人民币|美元|欧元|円|ドル|ユーロ|ポンド|ريال\p{L}*|روبية|روبيات|درهم|دولار\p{L}*|يورو|جنيه|रुपये|रुपए|रुपया|डॉलर|यूरो|पाउंड`;
/** Of notes and coins, as people call them. */
const NOTES = new Map([
  ['fiver', 5],
  ['tenner', 10],
]);
const CENTS = String.raw`cents?|pence|c[ée]nti\p{L}+|cêntimos?|centesimi|centavos?|cent[óy]\p{L}*|groszy`;
const IN_WORDS = `${WORD_START}(?:${WORD_NUMBER})`;
/** What is said of cents after whole ones: "12€50", "19 euros 50", "twenty euros and fifty cents". */
const AND_CENTS = String.raw`(?:(?<cents>\d\d)(?!\d)|\s(?:(?<cents>\d\d)(?=$|[.,;!?)]\s|[.!?]$)|(?:\p{L}{1,3}\s)?(?<cents>\d\d?|${IN_WORDS})\s(?:${CENTS})(?!\p{L})))?`;
const MONEY = new RegExp(
  [
    String.raw`(?:${SIGNS})\s?(?<before>${NUMBER})`,
    // "Under 14 $18": the sign is of what follows it.
    String.raw`(?:(?<after>${NUMBER})(?:\s?(?:${UNITS})(?!\p{Script=Latin})|\s?(?:${SIGNS})(?!\s?\d)|(?:${SIGNS})(?=\d\d(?!\d)))|${WORD_START}(?<word>${WORD_NUMBER})[\s-](?:${UNITS})(?!\p{Script=Latin}))${AND_CENTS}`,
    String.raw`(?<han>[零〇一二两三四五六七八九十百千万]+)\s?(?:${UNITS})`,
    String.raw`(?<![\d.,])(?<cents>\d+)\s?(?:${CENTS}|p)(?![\p{L}.])|(?<cents>${IN_WORDS})[\s-](?:${CENTS})(?!\p{L})`,
    String.raw`(?<!\p{L})(?<note>${[...NOTES.keys()].join('|')})(?!\p{L})`,
  ].join('|'),
  'giu',
);
const PERCENT = new RegExp(
  String.raw`(?<n>\d)(?<tenths>割)|(?:(?<n>${NUMBER})|${WORD_START}(?<word>${WORD_NUMBER}))\s?(?:%|٪|percent|per cent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento|procent\p{L}*|प्रतिशत|في المئة|بالمئة)`,
  'giu',
);
/** Twelve months, so that one is the other. */
export const YEAR = 12 * 43_200;
/** "Half price" is a share like another; a rule may say "half the service". */
const HALF = String.raw`(?<!\p{L})(?:half|halb\p{L}*|hälfte|mitad|moitié|metade|metà|helft|halve|połow\p{L}*|pół)`;
const HALF_PRICE = new RegExp(
  String.raw`${HALF}(?: \p{L}{1,4}){0,2}[- ]?(?:price|off|cost|fee|rate|precio|prix|tarif|preis\p{L}*|preço|prezzo|prij\p{L}+|cen[ayę])(?!\p{L})|半[价額]|نصف ال(?:سعر|ثمن)|आध\p{L}* (?:दाम|क़?ीमत)`,
  'giu',
);
const HALF_WRITTEN = new RegExp(String.raw`${HALF}(?!\p{L})`, 'giu');
const SPANS: readonly (readonly [RegExp, number])[] = [
  [/^(?:min(?:ute|uto|uut|uta|uty|uten|uti)?[a-zéñ]*|мин|分钟|分間|分|دقيقة|دقائق|मिनट)/iu, 1],
  [
    /^(?:h(?:ou)?rs?\b|heures?|horas?|ore\b|ora\b|stunden?|uur\b|uren|godzin\p{L}*|小时|時間|ساعة|ساعات|घंट\p{L}*)/iu,
    60,
  ],
  [
    /^(?:(?:working |business |calendar )?days?\b|jours?|d[íi]as?\b|dias?|tagen?\b|tage\b|werktag\p{L}*|giorn\p{L}*|dagen|werkdagen|dni\b|dzień|天|日間|أيام|يوم|दिन|giorni)/iu,
    1440,
  ],
  [
    /^(?:weeks?\b|semaines?|semanas?|wochen?\b|settiman\p{L}*|weken|tygodni\p{L}*|周|週間|أسابيع|أسبوع|हफ़्त\p{L}*|सप्ताह)/iu,
    10_080,
  ],
  [
    /^(?:months?\b|mois\b|mes(?:es)?\b|monate?n?\b|mes[ie]\b|maand(?:en)?\b|miesi\p{L}*|个月|か月|ヶ月|أشهر|شهر|महीन\p{L}*)/iu,
    43_200,
  ],
  [/^(?:years?\b|ans?\b|années?|años?|anos?\b|jahren?\b|jahre\b|ann[io]\b|jaar\b|lat\b|年間|سنوات|سنة|साल)/iu, YEAR],
];
const COUNTED = new RegExp(
  // Chinese and Japanese set no space before a figure.
  String.raw`(?<![\p{Script=Latin}\p{M}\d.,])(?<n>${NUMBER})|(?<![\p{L}\p{M}\d.,])(?<word>${WORD_NUMBER})(?![\p{L}\p{M}])`,
  'giu',
);

const readFigure = (text: string): number => {
  const plain = text.replace(/[' \u00a0\u202f]/g, '');
  const [, whole = plain, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`);
};

/** A copy in which what was read already cannot be read again, with all places as they were. */
const blank = (text: string, { at, said }: TextSpan): string =>
  text.slice(0, at) + ' '.repeat(said.length) + text.slice(at + said.length);

type Groups = Record<string, string | undefined>;

function numberOf({ han, word, before, after, n }: Groups): number {
  if (han) return readHan(han) ?? 0;
  return word ? readWords(word) : readFigure((before ?? after ?? n)!);
}

function amountOf(groups: Groups): number {
  const { note, cents, ...whole } = groups;
  if (note) return NOTES.get(note.toLowerCase())!;
  const isWhole = whole.han ?? whole.word ?? whole.before ?? whole.after;
  const hundredths = cents ? (/\d/.test(cents) ? Number(cents) : readWords(cents)) / HUNDRED : 0;
  return (isWhole ? numberOf(groups) : 0) + hundredths;
}
const HUNDRED = 100;

/** Two of them are one word in Arabic. */
const DUALS: Readonly<Record<string, number>> = {
  ...{ دقيقتين: 2, ساعتين: 120, يومين: 2_880, أسبوعين: 20_160, شهرين: 86_400, سنتين: 2 * YEAR },
};
const DUAL = new RegExp(`(?<!\\p{L})(?:${Object.keys(DUALS).join('|')})(?!\\p{L})`, 'gu');

/** By the month, and no count of months; the first letters of a word may be its article. */
export const saysMonthly = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).some(
    (word, at, words) =>
      (MONTHS.test(word) || MONTHS.test(word.slice(2))) && countsIn(words[at - 1] ?? '').length === 0,
  );
const [MONTHS] = SPANS[4]!;

/** `isWritten`: by the business, which may put a share in fewer words. */
export function valuesIn(sentence: string, isWritten = false): Values {
  let text = withPlainDigits(sentence);
  const take = <T extends TextSpan>(found: T[]): T[] => {
    for (const each of found) text = blank(text, each);
    return found;
  };
  const money = take(
    [...text.matchAll(MONEY)].map(({ 0: said, index: at, groups = {} }) => ({ at, said, amount: amountOf(groups) })),
  );
  const half = isWritten ? HALF_WRITTEN : HALF_PRICE;
  const halves = [...text.matchAll(half)].map(({ 0: said, index: at }) => ({ at, said, value: 50 }));
  if (!isWritten) take(halves);
  const shares = take(
    [...text.matchAll(PERCENT)].map(({ 0: said, index: at, groups = {} }) => ({
      ...{ at, said },
      value: numberOf(groups) * (groups.tenths ? 10 : 1),
    })),
  );
  const percents = [...halves, ...shares];
  const days = take(daysIn(text));
  const times = take(clockTimesIn(text));
  const spans: Span[] = [...text.matchAll(DUAL)].map(({ 0: said, index: at }) => ({
    ...{ at, said, minutes: DUALS[said]!, unit: DUALS[said]! / 2 },
  }));
  const numbers: Count[] = [];
  for (const { 0: said, index: at, groups = {} } of text.matchAll(COUNTED)) {
    const value = numberOf(groups);
    const after = text.slice(at + said.length).replace(/^(?:\s*[-–]\s*|\s+)/, '');
    const span = SPANS.find(([unit]) => unit.test(after));
    if (span) spans.push({ at, said: `${said} ${span[0].exec(after)![0]}`, minutes: value * span[1], unit: span[1] });
    else if (groups.n) numbers.push({ at, said, value });
  }
  return { money, times, days, spans, percents, numbers };
}

/** Counts of people and things, in figures or words: what an amount may be a multiple of. */
export const countsIn = (text: string): number[] =>
  [...withPlainDigits(text).matchAll(COUNTED)]
    .map(({ groups = {} }) => numberOf(groups))
    .filter((value) => Number.isInteger(value));
