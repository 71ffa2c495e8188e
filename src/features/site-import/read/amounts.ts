// Reads prices and durations as websites write them.
import { NUMBER_WORDS_PATTERN, parseNumberWords } from '../../assistant/llm/guard/numerals.ts';
import { CURRENCY_WORDS, FROM_WORDS, HOUR_WORDS, INTERVAL_WORDS, MINUTE_WORDS, splitWords } from './words.ts';

export type Price = {
  /** In major units, as a decimal number: "12.50" */
  amount: string;
  /** An ISO code or a sign, as written. */
  currency?: string;
  /** What is paid for: a week, month or year. */
  interval?: string;
  /** The page says "from". */
  isMinimum: boolean;
};

const CURRENCY_PATTERN = String.raw`US\$|[$£€¥₹]|\b(?:USD|EUR|GBP|CAD|AUD|NZD|CHF|PLN|zł)\b`;
const NUMBER_PATTERN = String.raw`\d{1,3}(?:[.,’' ]\d{3})+(?:[.,]\d{2})?(?!\d)|\d{1,6}(?:[.,]\d{1,2})?(?![\d.,]*\d)`;
const FROM_PATTERN = `(?:${[...FROM_WORDS].join('|')}|à partir de|a partir de|starting at)`;
const PER_PATTERN = String.raw`(?:\s*(?:\/|per|a|par|pro|al|por|je|na)\s*(?<unit>\p{L}+))?`;
const PRICE_PATTERN = new RegExp(
  String.raw`(?<![\p{L}\d])(?<from>${FROM_PATTERN}\s+)?(?:(?<before>${CURRENCY_PATTERN})\s?)?(?<number>${NUMBER_PATTERN})(?<dash>[.,][-–—]{1,2}(?!\s?\d))?(?:\s?(?<after>${CURRENCY_PATTERN}))?(?<plus>\+)?${PER_PATTERN}`,
  'giu',
);

export type PriceMatch = Price & { start: number; end: number; hasCurrency: boolean };

/** The prices in a line: amounts with a currency, or with two decimals or a dash ("6.–") as on printed menus. */
export function findPrices(text: string): PriceMatch[] {
  return [...text.matchAll(PRICE_PATTERN)].flatMap((match) => {
    const { from, before, number = '', dash, after, plus, unit } = match.groups ?? {};
    const codes = [before, after].filter((code): code is string => Boolean(code));
    const currency = codes.find((code) => /^[A-Z]{3}$/.test(code)) ?? codes[0];
    const interval = unit && findInterval(unit);
    // "$5 a bottle" is not the price of the line's first words.
    const end = match.index + match[0].length - (unit && !interval ? unit.length : 0);
    if (!currency && !dash && !/[.,]\d{2}$/.test(number)) return [];
    return [
      {
        amount: toDecimal(number),
        ...(currency ? { currency } : {}),
        ...(interval ? { interval } : {}),
        isMinimum: Boolean(from || plus),
        hasCurrency: Boolean(currency),
        start: match.index,
        end,
      },
    ];
  });
}

const CENTS_PATTERN = `(?:(?: (?:and|und|et|y|e|en))? (?<cents>${NUMBER_WORDS_PATTERN})(?: (?:cents?|pence|centimes?|céntimos?))?)?`;
const CURRENCY_WORD_PATTERN = Object.keys(CURRENCY_WORDS).join('|');
/** Checked first, because most lines name no currency and the search for number words is slow. */
const ANY_CURRENCY_WORD_PATTERN = new RegExp(CURRENCY_WORD_PATTERN, 'iu');
const PRICE_IN_WORDS_PATTERN = new RegExp(
  String.raw`(?<![\p{L}\p{M}-])(?<number>${NUMBER_WORDS_PATTERN}) (?<unit>${CURRENCY_WORD_PATTERN})(?![\p{L}-])${CENTS_PATTERN}(?!\p{L})`,
  'giu',
);

/** "fifteen dollars", "neun Euro fünfzig" */
export function findPricesInWords(text: string): PriceMatch[] {
  if (!ANY_CURRENCY_WORD_PATTERN.test(text)) return [];
  return [...text.matchAll(PRICE_IN_WORDS_PATTERN)].map(({ 0: { length }, index, groups = {} }) => {
    const cents = groups.cents ? `.${String(parseNumberWords(groups.cents)).padStart(2, '0')}` : '';
    return {
      amount: `${parseNumberWords(groups.number ?? '')}${cents}`,
      currency: CURRENCY_WORDS[(groups.unit ?? '').toLowerCase()] ?? '',
      isMinimum: false,
      hasCurrency: true,
      start: index,
      end: index + length,
    };
  });
}

const findInterval = (word: string): string | undefined =>
  Object.entries(INTERVAL_WORDS).find(([, words]) => words.has(word.toLowerCase()))?.[0];

/** The amount of a text that is only a number, where it is known to be a price: "11", "14.5". */
export const parseBareAmount = (text: string): string | undefined =>
  /^\d{1,5}(?:[.,]\d{1,2})?$/.test(text) ? text.replace(',', '.') : undefined;

const LONE_SIGN_PATTERN = /(?<![\d$£€¥₹]\s?)[$£€¥₹](?!\s?[\d$£€¥₹])/gu;

/** The sign of a currency that is named without an amount: "All prices in £". */
export function findStatedCurrency(texts: readonly string[]): string | undefined {
  const [sign, ...others] = new Set(texts.flatMap((text) => text.match(LONE_SIGN_PATTERN) ?? []));
  return others.length ? undefined : sign;
}

/** "1,890" and "1.890,00" have thousands; "14,50" and "12.50" have cents. */
function toDecimal(number: string): string {
  const cents = /[.,](\d{1,2})$/.exec(number)?.[1];
  const whole = (cents ? number.slice(0, -1 - cents.length) : number).replace(/\D/g, '');
  return cents ? `${whole}.${cents}` : whole;
}

/** In the currency's smallest unit. */
export function toMinorUnits(amount: string, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.round(Number(amount) * 10 ** maximumFractionDigits);
}

/** The minutes of a text that is a duration and nothing else: "1 hr 30 min". */
export function parseDurationMinutes(text: string): number | undefined {
  const parts = text
    .trim()
    .replace(/[.,]$/, '')
    .match(/\d+(?:[.,]5)?|[\p{L}′]+|[^\s\p{L}\d′]/gu);
  if (!parts || parts.length < 2 || parts.length > 5) return undefined;
  let minutes = 0;
  for (let index = 0; index < parts.length; index += 2) {
    const count = Number(parts[index]?.replace(',', '.'));
    const unit = parts[index + 1]?.toLowerCase();
    if (Number.isNaN(count)) return undefined;
    // "1h30"
    if (unit === undefined) return index > 0 && count < 60 ? minutes + count : undefined;
    if (HOUR_WORDS.has(unit)) minutes += count * 60;
    else if (MINUTE_WORDS.has(unit)) minutes += count;
    else return undefined;
    if (parts[index + 2] === '.') index++;
  }
  return Number.isInteger(minutes) && minutes > 0 ? minutes : undefined;
}

const DURATION_SEPARATOR_PATTERN = /[.,;:]\s+|\s+[-–—·•|]\s+|\s*\(/gu;

/**
 * A text that begins or ends with a duration, without it: "Cut - 45 min", "Cut (45 min)", "Two towels. 30 min". At `breaks`,
 * a differently marked-up part begins: "Cut <i>45 min</i>".
 */
export function splitDuration(text: string, breaks: readonly number[] = []): { text: string; minutes?: number } {
  const separators = [
    ...breaks.filter((offset) => offset < text.length).map((at) => [at, at] as const),
    ...[...text.matchAll(DURATION_SEPARATOR_PATTERN)].map(
      ({ 0: separator, index }) => [index, index + separator.length] as const,
    ),
  ].sort(([a], [b]) => a - b);
  const parts = separators.map(([end, start]) => ({
    before: text.slice(0, end).trim(),
    after: text
      .slice(start)
      .replace(/\)?\.?$/, '')
      .trim(),
  }));
  for (const { before, after } of parts) {
    const minutes = parseDurationMinutes(after);
    if (minutes && before) return { text: before, minutes };
  }
  const [firstPart] = parts;
  const minutes = firstPart && parseDurationMinutes(firstPart.before);
  return minutes ? { text: firstPart.after, minutes } : { text };
}

/** A line that only says what a price is for: "/month", "per year". */
export function parseIntervalLine(text: string): string | undefined {
  const words = splitWords(text);
  const interval = findInterval(words.at(-1) ?? '');
  return words.length <= 2 && /^\s*[/\p{L}]/u.test(text) ? interval : undefined;
}
