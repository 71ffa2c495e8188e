import { personField } from '../../capability/capability.ts';
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { memoize, objectId } from '../../kernel/memoize.ts';
import type { Mention } from '../../nlu/entities/entity-catalog.ts';
import { readBirthDate, readTimeWords, settle, type TimeContext, type TimeMention } from '../../nlu/time/time.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { openPeriods } from '../../scheduling/hours.ts';
import { mustReadDay, readDay, writeDay, zoneOf } from '../../scheduling/zone.ts';
import { isQuestion } from './clauses.ts';
import { parseText } from './parsed-text.ts';
import type { Turn } from './turn.ts';

export type ExtractionContext = {
  business: Business;
  industry: AnyIndustry | undefined;
  now: Date;
  /** What was asked for last: a bare "8" or "Dana" is read accordingly. */
  asked: readonly string[];
  /** The day and time that the talk is about. */
  agreed?: { date?: string; time?: string };
  /** What the business is called, which is no customer's name. */
  house?: string;
};

/** Extracts the entities of a message in a turn, given the slots that were requested and filled before it. */
export function extractTurnEntities(
  { ctx, businessContext }: Turn,
  text: string,
  asked: readonly string[],
  before?: Slots,
): Slots {
  const { date, time } = before ?? {};
  const agreed = { ...(date ? { date } : {}), ...(time ? { time } : {}) };
  const { business, now } = ctx;
  return extractEntities(text, {
    business,
    industry: businessContext.industry,
    now,
    asked,
    agreed,
    house: businessContext.businessName,
  });
}

const MINUTE = 60_000;

/**
 * Interprets what `parseText` found in a text in the light of the requested slots; it searches for nothing itself. Results
 * are memoized across customers, by the minute, because relative times change with it.
 */
export const extractEntities = memoize(cacheKeyOf, extract);

function cacheKeyOf(text: string, { business, industry, now, asked, agreed, house }: ExtractionContext): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  const about = [
    objectId(business),
    industry && objectId(industry),
    minute,
    agreed?.date,
    agreed?.time,
    house,
    ...asked,
  ];
  return `${about.join()} ${text}`;
}

function extract(text: string, listening: ExtractionContext): Slots {
  const { business, industry, asked } = listening;
  const asks = (field: string) =>
    asked.some((each) => each === field || each.startsWith(`${field}.`) || each.endsWith(`.${field}`));
  const parsed = parseText(text, business, industry);
  const mentions = parsed.mentions();
  const birth =
    asks('dateOfBirth') || TELLS_YEAR.test(text)
      ? readBirthDate(text, isDayFirst(business), today(listening))
      : undefined;
  const details = parsed.details(birth);
  const { plainText, phone, email, code, order } = details;
  const context = timeContext(listening);
  const times = readTimeWords(details.times(), context);
  const told =
    asks('dateOfBirth') && !birth
      ? times.find((each) => each.kind === 'date' && each.date < context.now.slice(0, 10))
      : undefined;
  const meant = times.filter((each) => each !== told);
  const when = inThatWeek(afterMidnight(settle(meant, context), plainText), meant, listening, context.now);
  const long = times.find((mention) => mention.kind === 'duration');
  const party = details.partySize(asks('partySize'));
  const asksName = ['name', 'customer', ...(industry?.capabilities.map(personField) ?? [])].some(asks);
  const person = parsed.names(asksName).find(({ value }) => !isHouse(value, listening));
  const name = person ?? (asksName && mentions.length === 0 && !isQuestion(text) ? parsed.taggedName() : undefined);
  const age = details.age();
  const named = name ? mentions.filter(({ start, end }) => start >= name.end || end <= name.start) : mentions;
  const slots: Slots = {
    ...when,
    ...(long ? { durationMinutes: long.minutes } : {}),
    ...(when.time ? {} : laterIn(meant)),
    ...(party ? { partySize: party } : details.partyChange()),
    ...(name ? { name: name.value } : {}),
    ...(phone ? { phone: phone.value } : {}),
    ...(email ? { email: email.value } : {}),
    ...(birth ? { dateOfBirth: birth.date } : told?.kind === 'date' ? { dateOfBirth: told.date } : {}),
    ...(age === undefined ? {} : { age }),
    ...(code ? { code: code.value } : {}),
    ...(order ? { order: order.value } : {}),
    ...details.amounts(),
    words: wordsOf(named, text),
    own: industry?.read?.(plainText, { business, ...(asked[0] ? { asked: asked[0] } : {}) }) ?? {},
  };
  return industry?.refine?.(slots, text, business) ?? slots;
}

/** The entities that our own reply names; the customer's name in it is not that of a staff member. */
export function entitiesNamedIn(
  text: string,
  { business, industry }: Pick<ExtractionContext, 'business' | 'industry'>,
  customer = '',
): Slots['words'] {
  const at = customer ? text.indexOf(customer) : -1;
  const isTheirs = ({ start, end }: Mention) => at >= 0 && start < at + customer.length && end > at;
  const mentions = parseText(text, business, industry).mentions();
  const named = wordsOf(
    mentions.filter((mention) => !isTheirs(mention)),
    text,
  );
  return industry?.refine?.({ words: named, own: {} }, text, business).words ?? named;
}

const TELLS_YEAR = /\b(born|birth|dob)\b|\b(19|20)\d\d\b/i;

const isHouse = (name: string, { house, business }: ExtractionContext) =>
  [house, business.name].some((each) => each?.trim().toLowerCase() === name.toLowerCase());

/** Mentions of one stretch of the text are what it could mean; mentions of different stretches are several things. */
function wordsOf(mentions: readonly Mention[], text: string): Slots['words'] {
  const words: Record<string, EntityValue[][]> = {};
  const bySlot = Map.groupBy(mentions, ({ slot }) => slot);
  for (const [slot, all] of bySlot) {
    const places = Map.groupBy(all, ({ start, end }) => `${start}-${end}`);
    words[slot] = [...places.values()].map((meanings) =>
      meanings.map(({ id, name, start, end }) => ({ id, name, said: text.slice(start, end) })),
    );
  }
  return words;
}

/** "This Saturday" is that of this week, whichever is talked about. */
const WEEKDAY = /^(?:on\s+)?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?$/i;

export const BESIDE_IT = /\b(?:day|week) (?:after|before)|(?:next|following|previous) day/i;

/** "Tuesday instead" is the Tuesday of the week that is talked about, and not of this one. */
function inThatWeek<W extends { date?: string; weekday?: boolean }>(
  when: W,
  times: readonly TimeMention[],
  { agreed }: ExtractionContext,
  now: string,
): W {
  const said = times.findLast((each) => each.kind === 'date');
  const first = times.find((each) => each.kind === 'date');
  // "Can't do Tuesday, how about the day after?": after the Tuesday that is talked about.
  if (when.date && agreed?.date && first && said && first !== said && first.kind === 'date') {
    const isThat =
      WEEKDAY.test(first.text.trim()) && nearestSameWeekday(agreed.date, first.date, now.slice(0, 10)) === agreed.date;
    const moved = isThat && BESIDE_IT.test(said.text) ? mustReadDay(agreed.date) - mustReadDay(first.date) : 0;
    if (moved) return { ...when, date: writeDay(mustReadDay(when.date) + moved) };
  }
  if (!when.date || !said || said.date !== when.date || !WEEKDAY.test(said.text.trim())) return when;
  const date = agreed?.date ? nearestSameWeekday(agreed.date, when.date, now.slice(0, 10)) : when.date;
  return { ...when, date, weekday: true };
}

/** The day with the same weekday that is nearest to another day, and not before today. */
export function nearestSameWeekday(day: string, sameWeekday: string, today: string): string {
  const ahead = (((mustReadDay(sameWeekday) - mustReadDay(day)) % 7) + 7) % 7;
  const near = mustReadDay(day) + (ahead > 3 ? ahead - 7 : ahead);
  return writeDay(near < mustReadDay(today) ? near + 7 : near);
}

/** "Tonight at half past twelve" is tomorrow already. */
function afterMidnight<W extends { date?: string; time?: string }>(when: W, text: string): W {
  if (!when.date || !when.time || when.time >= '05:00' || !/\b(tonight|tonite|this evening)\b/i.test(text)) return when;
  return { ...when, date: writeDay(mustReadDay(when.date) + 1) };
}

/** "Push it back by an hour", where it is not known yet from when. */
function laterIn(times: readonly TimeMention[]): { laterMinutes?: number } {
  const shift = times.find((each) => each.kind === 'shift');
  return shift?.minutes ? { laterMinutes: shift.direction === 'later' ? shift.minutes : -shift.minutes } : {};
}

/** Most of the world says the day first. */
const isDayFirst = (business: Business) => !['US', 'PH', 'CA'].includes(countryOf(business));

function today({ business, now }: ExtractionContext): string {
  return writeDay(zoneOf(business.timezone).localAt(now.getTime()).day);
}

function timeContext(context: ExtractionContext): TimeContext {
  const { business, now, asked, agreed } = context;
  const { day, minutes } = zoneOf(business.timezone).localAt(now.getTime());
  const expects = asked.includes('startsAt')
    ? agreed?.date && !agreed.time
      ? 'time'
      : agreed?.time && !agreed.date
        ? 'date'
        : 'both'
    : undefined;
  return {
    now: `${writeDay(day)}T${clockOf(minutes)}`,
    hours: (date) => minutesOpen(business, date),
    dayFirst: isDayFirst(business),
    ...(expects ? { expects } : {}),
    ...(agreed ? { agreed } : {}),
  };
}

export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Opening periods of a day as minutes after its midnight. */
function minutesOpen(business: Business, date: string): [number, number][] {
  const day = readDay(date);
  if (day === undefined) return [];
  const rules = rulesOf(business);
  const midnight = rules.zone.epochAt(day, 0);
  return openPeriods(rules, day, day).map(({ start, end }) => [(start - midnight) / 60_000, (end - midnight) / 60_000]);
}
