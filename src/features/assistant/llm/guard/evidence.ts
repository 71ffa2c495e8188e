// The evidence for the guard: facts from the business's records, tool results and the conversation.
import type { Business } from '../../../../capability/document.ts';
import { DAYS } from '../../../../capability/document.ts';
import type { SuitabilityResult } from '../../../../capability/industry.ts';
import { zoneOf } from '../../../../scheduling/zone.ts';
import type { KnowledgeIndex } from '../../knowledge-index.ts';
import { splitIntoSentences } from '../../sentences.ts';
import { saysUnavailable } from './availability-words.ts';
import { findWeekdays } from './days.ts';
import { extractContentWords, findClauseAt, normalizeText, withoutInterjection } from './text-analysis.ts';
import { extractCounts, extractValues } from './values.ts';

export type GuardInput = {
  business: Business;
  now: Date;
  knowledgeIndex?: KnowledgeIndex | undefined;
  /** What tools returned. Grows while the model writes. */
  toolResults: readonly unknown[];
  /** What the customer or the conversation said: it may be repeated, but proves nothing. */
  conversationData: readonly unknown[];
  /** How each offer suits the customer's stated needs. */
  suitability: readonly SuitabilityResult[];
  isAboutHealth: boolean;
  /** The encoder's embedding of an English sentence, if available. */
  encode?: ((sentence: string) => Promise<Float32Array | undefined>) | undefined;
};

/** A named record, such as a dish, service or person, with the values found in it. */
export type Entry = {
  name: string;
  record: Readonly<Record<string, unknown>>;
  amounts: number[];
  times: Set<number>;
  durations: Set<number>;
  /** "2-1080": Wednesdays at 18:00, where the record gives days. */
  weeklyTimes: Set<string>;
};
/** A text in the evidence, with the values found in it. */
type SourceText = {
  text: string;
  /** The names of the entries that contain it. */
  entryNames: string;
  words: ReadonlySet<string>;
  amounts: number[];
  /** Each amount with the words of its clause. */
  pricedClauses: readonly { amount: number; words: ReadonlySet<string> }[];
  percents: number[];
  durations: Set<number>;
  times: Set<number>;
  weekdays: Set<number>;
  saysFreeOfCharge: boolean;
};

export type Facts = {
  normalizedSentences: Set<string>;
  texts: SourceText[];
  entries: Entry[];
  /** Records of a completed action: a booking, an order, a membership. */
  completedActions: Record<string, unknown>[];
  amounts: Set<number>;
  /** Minutes after midnight. */
  times: Set<number>;
  /** Times only ever mentioned as unavailable. */
  unavailableTimes: Set<number>;
  durations: Set<number>;
  numbers: Set<number>;
  percents: Set<number>;
  /** "10-19": month from 0, then day. */
  dates: Set<string>;
  /** All texts in lower case, for looking up names and codes. */
  lowerCaseText: string;
};

/** "Free of charge" in twelve languages. */
export const FREE_OF_CHARGE_PATTERN =
  /(?<!\p{L})(?:free of charge|for free|complimentary|on the house|(?:at )?no (?:extra )?(?:charge|cost)|costs? nothing|gratis|gratuit\p{L}*|kostenlos\p{L}*|kostenfrei|umsonst|grátis|bezpłatn\p{L}*|za darmo)(?!\p{L})|免费|無料|مجان\p{L}*|मुफ़्त|मुफ्त|निःशुल्क/iu;
export const FREE_OF_CHARGE_IN_RECORDS_PATTERN = new RegExp(
  `${FREE_OF_CHARGE_PATTERN.source}|(?<![\\p{L}-])free(?![\\p{L}-])|included|nothing`,
  'iu',
);
const AMOUNT_FIELD_PATTERN = /price|amount|total|fee|deposit|copay|cost|refund/i;
const ISO_DATE_TIME_PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::[\d.]+)?(Z|[+-]\d\d:?\d\d)?)?/;
const CLOCK_TIME_PATTERN = /^([01]\d|2[0-4]):([0-5]\d)$/;
const DURATION_FIELDS: readonly (readonly [RegExp, number])[] = [
  [/minutes$/i, 1],
  [/hours$/i, 60],
  [/days$/i, 1440],
];
const UNAVAILABLE_MARKER = 'not available';
/** The tool result that stands for a handover to a person. */
export const HANDED_OVER_RECORD = { status: 'passed on', reference: 'the team' };
const ACTION_FIELDS = ['code', 'number', 'startsAt', 'orderedAt', 'reference'];

const createEmptyFacts = (): Facts => ({
  normalizedSentences: new Set(),
  texts: [],
  entries: [],
  completedActions: [],
  amounts: new Set(),
  times: new Set(),
  unavailableTimes: new Set(),
  durations: new Set(),
  numbers: new Set(),
  percents: new Set(),
  dates: new Set(),
  lowerCaseText: '',
});

const countFractionDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Walks through any JSON-like values and collects their facts. */
export function extractFacts(values: readonly unknown[], business: Business): Facts {
  const facts = createEmptyFacts();
  const zone = zoneOf(business.timezone);
  const minorUnitsPerUnit = 10 ** countFractionDigits(business.currency);
  const availableTimes = new Set<number>();
  const addText = (text: string, path: readonly string[], enclosingEntries: readonly Entry[]) => {
    facts.lowerCaseText += `\n${text.toLowerCase()}`;
    const dateTime = ISO_DATE_TIME_PATTERN.exec(text);
    if (dateTime) return addDateTime(text, dateTime, enclosingEntries, path);
    const clock = CLOCK_TIME_PATTERN.exec(text);
    if (clock) return addTime(Number(clock[1]) * 60 + Number(clock[2]), enclosingEntries, path);
    if (/^[\w-]{1,24}$/.test(text) && !/\d/.test(text)) return;
    for (const sentence of splitIntoSentences(text))
      for (const variant of [sentence, withoutInterjection(sentence)])
        facts.normalizedSentences.add(normalizeText(variant));
    const { money, times, spans, percents, numbers, days } = extractValues(text);
    const minutes = new Set(times.flatMap((time) => time.minutes));
    const amounts = money.map(({ amount }) => amount);
    const entryNames = enclosingEntries.map(({ name }) => name).join(' ');
    facts.texts.push({
      text,
      entryNames,
      words: new Set(extractContentWords(`${entryNames} ${text}`)),
      amounts,
      pricedClauses: money.map(({ amount, start }) => ({
        amount,
        words: new Set(extractContentWords(findClauseAt(text, start))),
      })),
      percents: percents.map(({ value }) => value),
      durations: new Set(spans.map((span) => span.minutes)),
      times: minutes,
      weekdays: findWeekdays(text, days),
      saysFreeOfCharge: FREE_OF_CHARGE_IN_RECORDS_PATTERN.test(text),
    });
    for (const amount of amounts) facts.amounts.add(amount);
    for (const minute of minutes) addTime(minute, []);
    for (const sentence of splitIntoSentences(text)) {
      const isUnavailable = saysUnavailable(sentence);
      for (const time of extractValues(sentence).times)
        for (const minute of time.minutes) (isUnavailable ? facts.unavailableTimes : availableTimes).add(minute);
    }
    for (const { minutes: duration } of spans) {
      facts.durations.add(duration);
      for (const entry of enclosingEntries) entry.durations.add(duration);
    }
    for (const { date, matchedText } of days) {
      if (!date) continue;
      facts.dates.add(`${date.month}-${date.day}`);
      // "7/8/1969" may be July or August, depending on the country.
      if (matchedText.includes('/')) facts.dates.add(`${date.day - 1}-${date.month + 1}`);
    }
    for (const { value } of extractValues(text, true).percents) facts.percents.add(value);
    for (const { value } of numbers) facts.numbers.add(value);
    for (const value of extractCounts(text)) facts.numbers.add(value);
  };
  const addDateTime = (
    text: string,
    [, , month, day, hours, minutes, offset]: RegExpExecArray,
    enclosingEntries: readonly Entry[],
    path: readonly string[],
  ) => {
    const localTime = offset ? zone.localAt(Date.parse(text)) : undefined;
    if (hours) addTime(localTime ? localTime.minutes : Number(hours) * 60 + Number(minutes), enclosingEntries, path);
    const date = localTime ? new Date(localTime.day * 86_400_000) : undefined;
    facts.dates.add(date ? `${date.getUTCMonth()}-${date.getUTCDate()}` : `${Number(month) - 1}-${Number(day)}`);
  };
  const addTime = (minutes: number, enclosingEntries: readonly Entry[], path: readonly string[] = []) => {
    facts.times.add(minutes);
    if (path.length > 0) (path.includes(UNAVAILABLE_MARKER) ? facts.unavailableTimes : availableTimes).add(minutes);
    const day = path.map((key) => DAYS.indexOf(key as (typeof DAYS)[number])).find((dayIndex) => dayIndex >= 0);
    for (const entry of enclosingEntries) {
      entry.times.add(minutes);
      if (day !== undefined) entry.weeklyTimes.add(`${day}-${minutes}`);
    }
  };
  const addNumber = (value: number, path: readonly string[], enclosingEntries: readonly Entry[]) => {
    if (path.some((key) => AMOUNT_FIELD_PATTERN.test(key))) {
      facts.amounts.add(value / minorUnitsPerUnit);
      for (const entry of enclosingEntries) entry.amounts.push(value / minorUnitsPerUnit);
      return;
    }
    facts.numbers.add(value);
    const unit = DURATION_FIELDS.find(([name]) => name.test(path.at(-1) ?? ''));
    if (!unit) return;
    facts.durations.add(value * unit[1]);
    for (const entry of enclosingEntries) entry.durations.add(value * unit[1]);
  };
  const addValue = (value: unknown, path: readonly string[], enclosingEntries: readonly Entry[]): void => {
    if (typeof value === 'string') addText(value, path, enclosingEntries);
    else if (typeof value === 'number') addNumber(value, path, enclosingEntries);
    else if (Array.isArray(value)) for (const item of value) addValue(item, path, enclosingEntries);
    else if (value && typeof value === 'object') {
      const record = value as Record<string, unknown>;
      const entry =
        typeof record.name === 'string' && path.length > 0
          ? {
              name: record.name,
              record,
              amounts: [],
              times: new Set<number>(),
              durations: new Set<number>(),
              weeklyTimes: new Set<string>(),
            }
          : undefined;
      if (entry) facts.entries.push(entry);
      if (typeof record.status === 'string' && ACTION_FIELDS.some((key) => key in record))
        facts.completedActions.push(record);
      const innerEntries = entry ? [...enclosingEntries, entry] : enclosingEntries;
      const dayPath = typeof record.day === 'string' ? [record.day] : [];
      // A question and its answer form one text, so that the answer has context.
      const isFaq = typeof record.question === 'string' && typeof record.answer === 'string';
      if (isFaq) addText(`${record.question} ${record.answer}`, path, innerEntries);
      for (const [key, child] of Object.entries(record)) {
        if (isFaq && (key === 'question' || key === 'answer')) continue;
        // Only the record itself is unavailable; the times that it lists may be alternatives.
        const markerPath = record.available === false && !Array.isArray(child) ? [UNAVAILABLE_MARKER] : [];
        if (key !== 'id' && key !== 'sample') addValue(child, [...path, ...dayPath, ...markerPath, key], innerEntries);
      }
    }
  };
  for (const value of values) addValue(value, [], []);
  for (const minute of availableTimes) facts.unavailableTimes.delete(minute);
  return facts;
}

/** The public part of a business document, without its settings. */
function pickPublicFields(business: Business): Record<string, unknown> {
  const { widget: _, assistant: __, digest: ___, retentionDays: ____, handoff, ...publicFields } = business;
  const industryParts = business.industries.map((name) => [name, withoutCustomers(publicFields[name])]);
  return { ...publicFields, ...Object.fromEntries(industryParts), handoff: handoff.message };
}

/** Without lists of customers' data, such as orders: facts about those come from tools. */
function withoutCustomers(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const isCustomerList = (list: unknown) =>
    Array.isArray(list) && list.some((each) => (each as { email?: string })?.email);
  return Object.fromEntries(Object.entries(part).filter(([, list]) => !isCustomerList(list)));
}

const documentFactsCache = new WeakMap<Business, Facts>();

export function readDocumentFacts(business: Business): Facts {
  let facts = documentFactsCache.get(business);
  if (!facts) {
    facts = extractFacts([pickPublicFields(business)], business);
    for (const day of DAYS)
      for (const period of business.hours[day] ?? []) for (const end of period) if (end === '24:00') facts.times.add(0);
    documentFactsCache.set(business, facts);
  }
  return facts;
}
