// What in a sentence can be checked, whatever its language: amounts, times, days, spans, shares and other numbers.
import { clockTimesIn } from './clock-times.ts';
import { type Day, daysIn } from './days.ts';
import { NUMBER_WORDS, withPlainDigits } from './numerals.ts';
import type { ClockTime, Said } from './said.ts';

export type Amount = Said & { amount: number };
/** `unit` is one of what it is counted in: an hour is 60. */
type Span = Said & { minutes: number; unit: number };
type Count = Said & { value: number };
export type Values = {
  money: Amount[];
  times: ClockTime[];
  days: (Said & Day)[];
  spans: Span[];
  percents: Count[];
  numbers: Count[];
};

const NUMBER = String.raw`\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
const SIGNS = String.raw`US\$|CA\$|A\$|R\$|[$€£¥￥₹₺₩₽]|zł|(?<!\p{L})kr\.?(?!\p{L})|(?<!\p{L})Rs\.?|JP¥|HK\$|S\$|NZ\$|MX\$|(?<!\p{L})R(?=\s?\d)|Kč|(?<!\p{L})Ft(?!\p{L})|(?<!\p{L})lei(?!\p{L})|د\.إ|\bCHF|\bZAR|\bSGD|\bSEK|\bNOK|\bDKK|\bCZK|\bAUD|\bCAD|\bNZD|\bTRY|\bEUR|\bUSD|\bGBP|\bPLN|\bINR|\bAED|\bSAR|\bJPY|\bCNY|\bBRL|\bMXN`;
const UNITS = String.raw`dollars?|bucks|euros?|pounds?|quid|pence|cents?|rupees?|rupi[ae]\p{L}*|roupies?|rúpias?|yen|yuan|d[óo]lares?|d[óo]lar(?:es)?|libras?|reais|real|pesos?|francs?|dollari|sterline|złot\p{L}*|zł|euro|dolar\p{L}*|Dollar|Pfund|Franken|pond|元|块|卢比|加元|英镑|澳元|日元|镑|ルピー|カナダドル|人民币|美元|欧元|円|ドル|ユーロ|ポンド|ريال\p{L}*|روبية|روبيات|درهم|دولار\p{L}*|يورو|جنيه|रुपये|रुपए|रुपया|डॉलर|यूरो|पाउंड`;
const WORD_NUMBER = [...NUMBER_WORDS.keys()].sort((a, b) => b.length - a.length).join('|');
const MONEY = new RegExp(
  String.raw`(?:${SIGNS})\s?(?<before>${NUMBER})|(?<after>${NUMBER})\s?(?:${SIGNS}|(?:${UNITS})(?![\p{Script=Latin}]))|(?<![\p{L}\p{M}])(?<word>${WORD_NUMBER})[\s-](?:${UNITS})(?![\p{L}])`,
  'giu',
);
const PERCENT = new RegExp(
  String.raw`(?<n>${NUMBER})\s?(?:%|٪|percent|per cent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento|procent\p{L}*|प्रतिशत|في المئة|بالمئة)`,
  'giu',
);
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
  [/^(?:years?\b|ans?\b|années?|años?|anos?\b|jahren?\b|jahre\b|ann[io]\b|jaar\b|lat\b|年間|سنوات|سنة|साल)/iu, 525_600],
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
const blank = (text: string, { at, said }: Said): string =>
  text.slice(0, at) + ' '.repeat(said.length) + text.slice(at + said.length);

const numberOf = (groups: Record<string, string | undefined>): number =>
  groups.word ? NUMBER_WORDS.get(groups.word.toLowerCase())! : readFigure((groups.before ?? groups.after ?? groups.n)!);

export function valuesIn(sentence: string): Values {
  let text = withPlainDigits(sentence);
  const take = <T extends Said>(found: T[]): T[] => {
    for (const each of found) text = blank(text, each);
    return found;
  };
  const money = take(
    [...text.matchAll(MONEY)].map(({ 0: said, index: at, groups = {} }) => ({ at, said, amount: numberOf(groups) })),
  );
  const percents = take(
    [...text.matchAll(PERCENT)].map(({ 0: said, index: at, groups = {} }) => ({ at, said, value: numberOf(groups) })),
  );
  const days = take(daysIn(text));
  const times = take(clockTimesIn(text));
  const spans: Span[] = [];
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
