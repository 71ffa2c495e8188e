// The evidence: what the business has written, what tools have returned, and what the customer said.
import type { Business } from '../../../../capability/document.ts';
import { DAYS } from '../../../../capability/document.ts';
import type { SuitabilityResult } from '../../../../capability/industry.ts';
import { zoneOf } from '../../../../scheduling/zone.ts';
import type { DocumentIndex } from '../../document-index.ts';
import { sentencesOf } from '../../sentences.ts';
import { weekdaysIn } from './days.ts';
import { isTakenOrNot } from './places.ts';
import { clauseAt, normalizeText, withoutFirst, wordsOf } from './text.ts';
import { countsIn, valuesIn } from './values.ts';

export type GuardInput = {
  business: Business;
  now: Date;
  written?: DocumentIndex | undefined;
  /** What tools have answered: records. Grows while a model talks. */
  results: readonly unknown[];
  /** What the customer or the conversation said: it may be repeated, but proves nothing. */
  told: readonly unknown[];
  /** What is on offer, judged by what the customer has told. */
  judged: readonly SuitabilityResult[];
  isHealth: boolean;
  /** The vector of an English sentence, where it can be had. */
  encode?: ((sentence: string) => Promise<Float32Array | undefined>) | undefined;
};

/** Something with a name, and what is recorded of it. */
export type Entry = {
  name: string;
  record: Readonly<Record<string, unknown>>;
  amounts: number[];
  times: Set<number>;
  spans: Set<number>;
  /** "2-1080": on Wednesdays at 18:00, where days are told. */
  week: Set<string>;
};
/** A piece of writing, with the values that stand in it. */
type Text = {
  /** As it is written. */
  text: string;
  /** The names of what it stands with. */
  owners: string;
  words: ReadonlySet<string>;
  amounts: number[];
  /** The amounts, with the words around each. */
  priced: readonly { amount: number; words: ReadonlySet<string> }[];
  percents: number[];
  spans: Set<number>;
  times: Set<number>;
  weekdays: Set<number>;
  isFree: boolean;
};

export type Facts = {
  sentences: Set<string>;
  texts: Text[];
  entries: Entry[];
  /** Records of something done: a booking, an order, a membership. */
  deeds: Record<string, unknown>[];
  amounts: Set<number>;
  /** Minutes after midnight. */
  times: Set<number>;
  /** Those of them that are said to be taken, and nowhere to be free. */
  taken: Set<number>;
  spans: Set<number>;
  numbers: Set<number>;
  percents: Set<number>;
  /** "10-19": month from 0, and day. */
  dates: Set<string>;
  /** All of it in small letters, for names and codes. */
  all: string;
};

/** That something costs nothing, as it is said in twelve languages. */
export const FOR_FREE =
  /(?<!\p{L})(?:free of charge|for free|complimentary|on the house|(?:at )?no (?:extra )?(?:charge|cost)|costs? nothing|gratis|gratuit\p{L}*|kostenlos\p{L}*|kostenfrei|umsonst|grátis|bezpłatn\p{L}*|za darmo)(?!\p{L})|免费|無料|مجان\p{L}*|मुफ़्त|मुफ्त|निःशुल्क/iu;
export const FREE_WRITTEN = new RegExp(`${FOR_FREE.source}|(?<![\\p{L}-])free(?![\\p{L}-])|included|nothing`, 'iu');
const AMOUNT_KEY = /price|amount|total|fee|deposit|copay|cost|refund/i;
const POINT = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::[\d.]+)?(Z|[+-]\d\d:?\d\d)?)?/;
const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)$/;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/minutes$/i, 1],
  [/hours$/i, 60],
  [/days$/i, 1440],
];
const NOT_AVAILABLE = 'not available';
/** What stands among the results where a person takes over. */
export const PASSED_ON = { status: 'passed on', reference: 'the team' };
const DEED_KEYS = ['code', 'number', 'startsAt', 'orderedAt', 'reference'];

const noFacts = (): Facts => ({
  ...{ sentences: new Set(), texts: [], entries: [], deeds: [], amounts: new Set(), times: new Set() },
  taken: new Set(),
  ...{ spans: new Set(), numbers: new Set(), percents: new Set(), dates: new Set(), all: '' },
});

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Reads whatever is given into one set of facts. */
export function factsOf(values: readonly unknown[], business: Business): Facts {
  const facts = noFacts();
  const zone = zoneOf(business.timezone);
  const minor = 10 ** minorDigits(business.currency);
  const free = new Set<number>();
  const onText = (text: string, path: readonly string[], owners: readonly Entry[]) => {
    facts.all += `\n${text.toLowerCase()}`;
    const point = POINT.exec(text);
    if (point) return onPoint(text, point, owners, path);
    const clock = CLOCK.exec(text);
    if (clock) return onTime(Number(clock[1]) * 60 + Number(clock[2]), owners, path);
    if (/^[\w-]{1,24}$/.test(text) && !/\d/.test(text)) return;
    for (const sentence of sentencesOf(text))
      for (const each of [sentence, withoutFirst(sentence)]) facts.sentences.add(normalizeText(each));
    const { money, times, spans, percents, numbers, days } = valuesIn(text);
    const minutes = new Set(times.flatMap((time) => time.minutes));
    const amounts = money.map(({ amount }) => amount);
    const names = owners.map(({ name }) => name).join(' ');
    facts.texts.push({
      text,
      owners: names,
      words: new Set(wordsOf(`${names} ${text}`)),
      amounts,
      priced: money.map(({ amount, at }) => ({ amount, words: new Set(wordsOf(clauseAt(text, at))) })),
      percents: percents.map(({ value }) => value),
      spans: new Set(spans.map((span) => span.minutes)),
      times: minutes,
      weekdays: weekdaysIn(text, days),
      isFree: FREE_WRITTEN.test(text),
    });
    for (const amount of amounts) facts.amounts.add(amount);
    for (const each of minutes) onTime(each, []);
    for (const part of sentencesOf(text)) {
      const isFull = isTakenOrNot(part);
      for (const time of valuesIn(part).times) for (const at of time.minutes) (isFull ? facts.taken : free).add(at);
    }
    for (const { minutes: span } of spans) {
      facts.spans.add(span);
      for (const owner of owners) owner.spans.add(span);
    }
    for (const { date, said } of days) {
      if (!date) continue;
      facts.dates.add(`${date.month}-${date.day}`);
      // 7/8/1969 is in August or in July, by where they come from.
      if (said.includes('/')) facts.dates.add(`${date.day - 1}-${date.month + 1}`);
    }
    for (const { value } of valuesIn(text, true).percents) facts.percents.add(value);
    for (const { value } of numbers) facts.numbers.add(value);
    for (const value of countsIn(text)) facts.numbers.add(value);
  };
  const onPoint = (
    text: string,
    [, , month, day, hours, minutes, offset]: RegExpExecArray,
    owners: readonly Entry[],
    path: readonly string[],
  ) => {
    const local = offset ? zone.localAt(Date.parse(text)) : undefined;
    if (hours) onTime(local ? local.minutes : Number(hours) * 60 + Number(minutes), owners, path);
    const date = local ? new Date(local.day * 86_400_000) : undefined;
    facts.dates.add(date ? `${date.getUTCMonth()}-${date.getUTCDate()}` : `${Number(month) - 1}-${Number(day)}`);
  };
  const onTime = (minutes: number, owners: readonly Entry[], path: readonly string[] = []) => {
    facts.times.add(minutes);
    if (path.length > 0) (path.includes(NOT_AVAILABLE) ? facts.taken : free).add(minutes);
    const day = path.map((key) => DAYS.indexOf(key as (typeof DAYS)[number])).find((at) => at >= 0);
    for (const owner of owners) {
      owner.times.add(minutes);
      if (day !== undefined) owner.week.add(`${day}-${minutes}`);
    }
  };
  const onNumber = (value: number, path: readonly string[], owners: readonly Entry[]) => {
    if (path.some((key) => AMOUNT_KEY.test(key))) {
      facts.amounts.add(value / minor);
      for (const owner of owners) owner.amounts.push(value / minor);
      return;
    }
    facts.numbers.add(value);
    const unit = UNITS.find(([name]) => name.test(path.at(-1) ?? ''));
    if (!unit) return;
    facts.spans.add(value * unit[1]);
    for (const owner of owners) owner.spans.add(value * unit[1]);
  };
  const walk = (value: unknown, path: readonly string[], owners: readonly Entry[]): void => {
    if (typeof value === 'string') onText(value, path, owners);
    else if (typeof value === 'number') onNumber(value, path, owners);
    else if (Array.isArray(value)) for (const each of value) walk(each, path, owners);
    else if (value && typeof value === 'object') {
      const record = value as Record<string, unknown>;
      const entry =
        typeof record.name === 'string' && path.length > 0
          ? {
              name: record.name,
              record,
              amounts: [],
              times: new Set<number>(),
              spans: new Set<number>(),
              week: new Set<string>(),
            }
          : undefined;
      if (entry) facts.entries.push(entry);
      if (typeof record.status === 'string' && DEED_KEYS.some((key) => key in record)) facts.deeds.push(record);
      const within = entry ? [...owners, entry] : owners;
      const on = typeof record.day === 'string' ? [record.day] : [];
      // A question is answered by what stands with it.
      const asked = typeof record.question === 'string' && typeof record.answer === 'string';
      if (asked) onText(`${record.question} ${record.answer}`, path, within);
      for (const [key, each] of Object.entries(record)) {
        if (asked && (key === 'question' || key === 'answer')) continue;
        // What is not to be had is the record itself; what it lists may be offered in its place.
        const full = record.available === false && !Array.isArray(each) ? [NOT_AVAILABLE] : [];
        if (key !== 'id' && key !== 'sample') walk(each, [...path, ...on, ...full, key], within);
      }
    }
  };
  for (const value of values) walk(value, [], []);
  for (const at of free) facts.taken.delete(at);
  return facts;
}

/** How a business looks from outside: its settings are nothing to tell. */
function tellable(business: Business): Record<string, unknown> {
  const { widget: _, assistant: __, digest: ___, retentionDays: ____, handoff, ...told } = business;
  const own = business.industries.map((name) => [name, withoutCustomers(told[name])]);
  return { ...told, ...Object.fromEntries(own), handoff: handoff.message };
}

/** What is a customer's own, such as an order: what is told of one comes out of a tool. */
function withoutCustomers(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const isTheirs = (list: unknown) => Array.isArray(list) && list.some((each) => (each as { email?: string })?.email);
  return Object.fromEntries(Object.entries(part).filter(([, list]) => !isTheirs(list)));
}

const documents = new WeakMap<Business, Facts>();

export function factsOfDocument(business: Business): Facts {
  let facts = documents.get(business);
  if (!facts) {
    facts = factsOf([tellable(business)], business);
    for (const day of DAYS)
      for (const period of business.hours[day] ?? []) for (const end of period) if (end === '24:00') facts.times.add(0);
    documents.set(business, facts);
  }
  return facts;
}
