// Values in a sentence that can be checked in any language: amounts, times, days, durations, percentages and other
// numbers.
import { memoize } from '../../../../kernel/memoize.ts';
import { must } from '../../../../kernel/must.ts';
import { extractClockTimes } from './clock-times.ts';
import { type Day, extractDays } from './days.ts';
import {
  NUMBER_WORDS_PATTERN,
  parseHanNumber,
  parseNumberWords,
  WORD_START_PATTERN,
  withAsciiDigits,
} from './numerals.ts';
import type { ClockTime, TextSpan } from './text-span.ts';

export type Amount = TextSpan & { amount: number };
/** `unit` is the length of one unit in minutes: 60 for hours. */
type Duration = TextSpan & { minutes: number; unit: number };
type Count = TextSpan & { value: number };
/** The property names are features of the claim model, so renaming them means training it again. */
export type Values = {
  money: Amount[];
  times: ClockTime[];
  days: (TextSpan & Day)[];
  spans: Duration[];
  percents: Count[];
  numbers: Count[];
};

const DIGITS_PATTERN = String.raw`\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
const CURRENCY_SIGN_PATTERN = String.raw`US\$|CA\$|A\$|R\$|[$€£¥￥₹₺₩₽]|zł|(?<!\p{L})kr\.?(?!\p{L})|(?<!\p{L})Rs\.?|JP¥|HK\$|S\$|NZ\$|MX\$|(?<!\p{L})R(?=\s?\d)|Kč|(?<!\p{L})Ft(?!\p{L})|(?<!\p{L})lei(?!\p{L})|د\.إ|\bCHF|\bZAR|\bSGD|\bSEK|\bNOK|\bDKK|\bCZK|\bAUD|\bCAD|\bNZD|\bTRY|\bEUR|\bUSD|\bGBP|\bPLN|\bINR|\bAED|\bSAR|\bJPY|\bCNY|\bBRL|\bMXN`;
const CURRENCY_WORD_PATTERN = String.raw`dollars?|bucks|euros?|pounds?|quid|rupees?|rupi[ae]\p{L}*|roupies?|rúpias?|yen|yuan|d[óo]lar(?:es)?|libras?|reais|real|pesos?|francs?|dollari|sterline|złot\p{L}*|dolar\p{L}*|funt\p{L}*|Pfund|Franken|pond|元|块|卢比|加元|英镑|澳元|日元|镑|ルピー|カナダドル|人民币|美元|欧元|円|ドル|ユーロ|ポンド|ريال\p{L}*|روبية|روبيات|درهم|دولار\p{L}*|يورو|جنيه|रुपये|रुपए|रुपया|डॉलर|यूरो|पाउंड`;
/** Slang names of notes. */
const NOTE_VALUES = new Map([
  ['fiver', 5],
  ['tenner', 10],
]);
const CENT_WORD_PATTERN = String.raw`cents?|pence|c[ée]nti\p{L}+|cêntimos?|centesimi|centavos?|cent[óy]\p{L}*|groszy`;
const NUMBER_IN_WORDS_PATTERN = `${WORD_START_PATTERN}(?:${NUMBER_WORDS_PATTERN})`;
/** Cents after whole units: "12€50", "19 euros 50", "twenty euros and fifty cents". */
const AND_CENTS_PATTERN = String.raw`(?:(?<cents>\d\d)(?!\d)|\s(?:(?<cents>\d\d)(?=$|[.,;!?)]\s|[.!?]$)|(?:\p{L}{1,3}\s)?(?<cents>\d\d?|${NUMBER_IN_WORDS_PATTERN})\s(?:${CENT_WORD_PATTERN})(?!\p{L})))?`;
const MONEY_PATTERN = new RegExp(
  [
    String.raw`(?:${CURRENCY_SIGN_PATTERN})\s?(?<before>${DIGITS_PATTERN})`,
    // In "under 14 $18" the sign belongs to the amount after it.
    String.raw`(?:(?<after>${DIGITS_PATTERN})(?:\s?(?:${CURRENCY_WORD_PATTERN})(?!\p{Script=Latin})|\s?(?:${CURRENCY_SIGN_PATTERN})(?!\s?\d)|(?:${CURRENCY_SIGN_PATTERN})(?=\d\d(?!\d)))|${WORD_START_PATTERN}(?<word>${NUMBER_WORDS_PATTERN})[\s-](?:${CURRENCY_WORD_PATTERN})(?!\p{Script=Latin}))${AND_CENTS_PATTERN}`,
    String.raw`(?<han>[零〇一二两三四五六七八九十百千万]+)\s?(?:${CURRENCY_WORD_PATTERN})`,
    String.raw`(?<![\d.,])(?<cents>\d+)\s?(?:${CENT_WORD_PATTERN}|p)(?![\p{L}.])|(?<cents>${NUMBER_IN_WORDS_PATTERN})[\s-](?:${CENT_WORD_PATTERN})(?!\p{L})`,
    String.raw`(?<!\p{L})(?<note>${[...NOTE_VALUES.keys()].join('|')})(?!\p{L})`,
  ].join('|'),
  'giu',
);
const PERCENT_PATTERN = new RegExp(
  String.raw`(?<n>\d)(?<tenths>割)|(?:(?<n>${DIGITS_PATTERN})|${WORD_START_PATTERN}(?<word>${NUMBER_WORDS_PATTERN}))\s?(?:%|٪|percent|per cent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento|procent\p{L}*|प्रतिशत|في المئة|بالمئة)`,
  'giu',
);
/** Twelve months of thirty days, so that "a year" equals "12 months". */
export const MINUTES_PER_YEAR = 12 * 43_200;
/** "Half price" is 50%. A record may put it more loosely: "half the service". */
const HALF_PATTERN = String.raw`(?<!\p{L})(?:half|halb\p{L}*|hälfte|mitad|moitié|metade|metà|helft|halve|połow\p{L}*|pół)`;
const HALF_PRICE_PATTERN = new RegExp(
  String.raw`${HALF_PATTERN}(?: \p{L}{1,4}){0,2}[- ]?(?:price|off|cost|fee|rate|precio|prix|tarif|preis\p{L}*|preço|prezzo|prij\p{L}+|cen[ayę])(?!\p{L})|半[价額]|نصف ال(?:سعر|ثمن)|आध\p{L}* (?:दाम|क़?ीमत)`,
  'giu',
);
const HALF_IN_RECORDS_PATTERN = new RegExp(String.raw`${HALF_PATTERN}(?!\p{L})`, 'giu');
const MONTH_UNIT_PATTERN =
  /^(?:months?\b|mois\b|mes(?:es)?\b|monate?n?\b|mes[ie]\b|maand(?:en)?\b|miesi\p{L}*|个月|か月|ヶ月|أشهر|شهر|महीन\p{L}*)/iu;
const DURATION_UNITS: readonly (readonly [RegExp, number])[] = [
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
  [MONTH_UNIT_PATTERN, 43_200],
  [
    /^(?:years?\b|ans?\b|années?|años?|anos?\b|jahren?\b|jahre\b|ann[io]\b|jaar\b|lat\b|年間|سنوات|سنة|साल)/iu,
    MINUTES_PER_YEAR,
  ],
];
const COUNT_PATTERN = new RegExp(
  // Chinese and Japanese put no space before a digit.
  String.raw`(?<![\p{Script=Latin}\p{M}\d.,])(?<n>${DIGITS_PATTERN})|(?<![\p{L}\p{M}\d.,])(?<word>${NUMBER_WORDS_PATTERN})(?![\p{L}\p{M}])`,
  'giu',
);

const parseDigits = (text: string): number => {
  const compact = text.replace(/[' \u00a0\u202f]/g, '');
  const [, whole = compact, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(compact) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`);
};

/** Blanks out a match so that it is not read twice; all positions stay the same. */
const blankOut = (text: string, { start, matchedText }: TextSpan): string =>
  text.slice(0, start) + ' '.repeat(matchedText.length) + text.slice(start + matchedText.length);

type Groups = Record<string, string | undefined>;

function parseNumber({ han, word, before, after, n }: Groups): number {
  if (han) return parseHanNumber(han) ?? 0;
  return word ? parseNumberWords(word) : parseDigits(must(before ?? after ?? n, 'a number in digits'));
}

function parseAmount(groups: Groups): number {
  const { note, cents, ...wholeUnits } = groups;
  if (note) return must(NOTE_VALUES.get(note.toLowerCase()), 'the value of a note');
  const hasWholeUnits = wholeUnits.han ?? wholeUnits.word ?? wholeUnits.before ?? wholeUnits.after;
  const hundredths = cents ? (/\d/.test(cents) ? Number(cents) : parseNumberWords(cents)) / CENTS_PER_UNIT : 0;
  return (hasWholeUnits ? parseNumber(groups) : 0) + hundredths;
}
const CENTS_PER_UNIT = 100;

/** Arabic has a single word for two of a unit. */
const ARABIC_DUAL_MINUTES: Readonly<Record<string, number>> = {
  دقيقتين: 2,
  ساعتين: 120,
  يومين: 2_880,
  أسبوعين: 20_160,
  شهرين: 86_400,
  سنتين: 2 * MINUTES_PER_YEAR,
};
const ARABIC_DUAL_PATTERN = new RegExp(`(?<!\\p{L})(?:${Object.keys(ARABIC_DUAL_MINUTES).join('|')})(?!\\p{L})`, 'gu');

/** A price per month rather than a count of months. The first two letters of a word may be an article. */
export const mentionsMonthlyRate = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).some(
    (word, index, words) =>
      (MONTH_UNIT_PATTERN.test(word) || MONTH_UNIT_PATTERN.test(word.slice(2))) &&
      extractCounts(words[index - 1] ?? '').length === 0,
  );

/**
 * `isRecord`: a text of the business, which may state a percentage more loosely. A document's texts are read again after
 * each change of it, and most have not changed.
 */
export const extractValues = memoize((sentence: string, isRecord = false) => `${isRecord} ${sentence}`, parseValues);

function parseValues(sentence: string, isRecord = false): Values {
  let text = withAsciiDigits(sentence);
  const consume = <T extends TextSpan>(matches: T[]): T[] => {
    for (const each of matches) text = blankOut(text, each);
    return matches;
  };
  const money = consume(
    [...text.matchAll(MONEY_PATTERN)].map(({ 0: matchedText, index: start, groups = {} }) => ({
      start,
      matchedText,
      amount: parseAmount(groups),
    })),
  );
  const halfPattern = isRecord ? HALF_IN_RECORDS_PATTERN : HALF_PRICE_PATTERN;
  const halves = [...text.matchAll(halfPattern)].map(({ 0: matchedText, index: start }) => ({
    start,
    matchedText,
    value: 50,
  }));
  if (!isRecord) consume(halves);
  const statedPercents = consume(
    [...text.matchAll(PERCENT_PATTERN)].map(({ 0: matchedText, index: start, groups = {} }) => ({
      start,
      matchedText,
      value: parseNumber(groups) * (groups.tenths ? 10 : 1),
    })),
  );
  const percents = [...halves, ...statedPercents];
  const days = consume(extractDays(text));
  const times = consume(extractClockTimes(text));
  const spans: Duration[] = [...text.matchAll(ARABIC_DUAL_PATTERN)].map(({ 0: matchedText, index: start }) => {
    const minutes = must(ARABIC_DUAL_MINUTES[matchedText], 'the minutes of an Arabic dual');
    return { start, matchedText, minutes, unit: minutes / 2 };
  });
  const numbers: Count[] = [];
  for (const { 0: matchedText, index: start, groups = {} } of text.matchAll(COUNT_PATTERN)) {
    const value = parseNumber(groups);
    const textAfter = text.slice(start + matchedText.length).replace(/^(?:\s*[-–]\s*|\s+)/, '');
    const [pattern, unit] = DURATION_UNITS.find(([unitPattern]) => unitPattern.test(textAfter)) ?? [];
    const [unitText] = pattern?.exec(textAfter) ?? [];
    if (unit !== undefined)
      spans.push({ start, matchedText: `${matchedText} ${unitText}`, minutes: value * unit, unit });
    else if (groups.n) numbers.push({ start, matchedText, value });
  }
  return { money, times, days, spans, percents, numbers };
}

/** Whole-number counts of people and things, in digits or words; an amount may be a multiple of them. */
export const extractCounts = (text: string): number[] =>
  [...withAsciiDigits(text).matchAll(COUNT_PATTERN)]
    .map(({ groups = {} }) => parseNumber(groups))
    .filter((value) => Number.isInteger(value));
