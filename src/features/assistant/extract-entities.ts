import { getPersonField } from '../../capability/capability.ts';
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { formatClock, formatDay } from '../../kernel/clock.ts';
import { identifyObject, memoize } from '../../kernel/memoize.ts';
import type { EntityMention } from '../../nlu/entities/entity-catalog.ts';
import { findFreeTextAnswer } from '../../nlu/entities/free-text-answers.ts';
import {
  readBirthDate,
  readMatchedTimes,
  resolveTimeRequest,
  type TimeContext,
  type TimeMention,
} from '../../nlu/time/time.ts';
import { findOpenPeriodsOnDays } from '../../scheduling/hours.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { mustParseDay, parseDay, zoneOf } from '../../scheduling/zone.ts';
import { isQuestion } from './clauses.ts';
import { parseText } from './parsed-text.ts';
import type { Turn } from './turn.ts';

export type ExtractionContext = {
  business: Business;
  industry: AnyIndustry | undefined;
  now: Date;
  /** The slots that the last question asked for, which decide how a bare "8" or "Dana" is read. */
  requestedSlots: readonly string[];
  /** The day and time under discussion. */
  discussedTime?: { date?: string; time?: string };
  /** The business's name in this conversation, which is never taken for a customer's name. */
  businessName?: string;
};

/** Extracts the entities of a message in a turn, given the slots that were requested and filled before it. */
export function extractTurnEntities(
  { ctx, businessContext }: Turn,
  text: string,
  requestedSlots: readonly string[],
  previousSlots?: Slots,
): Slots {
  const { date, time } = previousSlots ?? {};
  const discussedTime = { ...(date ? { date } : {}), ...(time ? { time } : {}) };
  const { business, now } = ctx;
  return extractEntities(text, {
    business,
    industry: businessContext.industry,
    now,
    requestedSlots,
    discussedTime,
    businessName: businessContext.businessName,
  });
}

const MINUTE_MS = 60_000;

/**
 * Interprets the findings of `parseText` given the requested slots. Results are memoized across customers, per minute,
 * because relative times depend on the current time.
 */
export const extractEntities = memoize(createCacheKey, extract);

function createCacheKey(
  text: string,
  { business, industry, now, requestedSlots, discussedTime, businessName }: ExtractionContext,
): string {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const keyParts = [
    identifyObject(business),
    industry && identifyObject(industry),
    minute,
    discussedTime?.date,
    discussedTime?.time,
    businessName,
    ...requestedSlots,
  ];
  return `${keyParts.join()} ${text}`;
}

function extract(text: string, context: ExtractionContext): Slots {
  const { business, industry, requestedSlots } = context;
  const isRequested = (field: string) =>
    requestedSlots.some((slot) => slot === field || slot.startsWith(`${field}.`) || slot.endsWith(`.${field}`));
  const parsedText = parseText(text, business, industry);
  const mentions = parsedText.getMentions();
  const birthDate =
    isRequested('dateOfBirth') || BIRTH_DATE_HINT_PATTERN.test(text)
      ? readBirthDate(text, isDayFirst(business), findToday(context))
      : undefined;
  const details = parsedText.getDetails(birthDate);
  const { textWithoutDetails, phone, email, code, order } = details;
  const timeContext = createTimeContext(context);
  const times = readMatchedTimes(details.getTimes(), timeContext);
  const pastDate =
    isRequested('dateOfBirth') && !birthDate
      ? times.find((each) => each.kind === 'date' && each.date < timeContext.now.slice(0, 10))
      : undefined;
  const requestedTimes = times.filter((each) => each !== pastDate);
  const resolvedTime = moveToDiscussedWeek(
    moveAfterMidnight(resolveTimeRequest(requestedTimes, timeContext), textWithoutDetails),
    requestedTimes,
    context,
    timeContext.now,
  );
  const duration = times.find((mention) => mention.kind === 'duration');
  const partySize = details.getPartySize(isRequested('partySize'));
  const isNameRequested = ['name', 'customer', ...(industry?.capabilities.map(getPersonField) ?? [])].some(isRequested);
  const nameMention = parsedText.getNames(isNameRequested).find(({ value }) => !isBusinessName(value, context));
  const name =
    nameMention ??
    (isNameRequested && mentions.length === 0 && !isQuestion(text) ? parsedText.getTaggedName() : undefined);
  const age = details.getAge();
  const entityMentions = name ? mentions.filter(({ start, end }) => start >= name.end || end <= name.start) : mentions;
  // In the answer to a question, a day may be part of the value: "Friday Harbor Drugs".
  const datesBesideRequest = requestedSlots.length > 0 ? [] : requestedTimes.filter(({ kind }) => kind === 'date');
  const remainingText = [...(name ? [name] : []), ...datesBesideRequest].reduce(blankOutValue, textWithoutDetails);
  const slots: Slots = {
    ...resolvedTime,
    ...(duration ? { durationMinutes: duration.minutes } : {}),
    ...(resolvedTime.time ? {} : findLaterMinutes(requestedTimes)),
    ...(partySize ? { partySize } : details.getPartyChange()),
    ...(name ? { name: name.value } : {}),
    ...(phone ? { phone: phone.value } : {}),
    ...(email ? { email: email.value } : {}),
    ...(birthDate ? { dateOfBirth: birthDate.date } : pastDate?.kind === 'date' ? { dateOfBirth: pastDate.date } : {}),
    ...(age === undefined ? {} : { age }),
    ...(code ? { code: code.value } : {}),
    ...(order ? { order: order.value } : {}),
    ...details.getAmounts(),
    catalogEntities: groupBySlot(entityMentions, text),
    industryEntities:
      industry?.extractEntities?.(remainingText, { business, ...createAnswerContext(requestedSlots, remainingText) }) ??
      {},
  };
  return industry?.refine?.(slots, text, business) ?? slots;
}

function createAnswerContext([asked]: readonly string[], text: string): { asked?: string; answer?: string } {
  if (asked === undefined) return {};
  const answer = findFreeTextAnswer(text);
  return { asked, ...(answer === undefined ? {} : { answer }) };
}

/** Blanks out what another slot has read, with its preposition, so that it is no part of a free text: "lisinopril for Mary Jones". */
function blankOutValue(text: string, { start, end }: { start: number; end: number }): string {
  const before = text.slice(0, start).replace(/\b(?:for|on)\s+$/i, (words) => ' '.repeat(words.length));
  return before + ' '.repeat(end - start) + text.slice(end);
}

/** The entities named in our own reply. The customer's name in it is not taken for a staff member's. */
export function findNamedEntities(
  text: string,
  { business, industry }: Pick<ExtractionContext, 'business' | 'industry'>,
  customerName = '',
): Slots['catalogEntities'] {
  const customerStart = customerName ? text.indexOf(customerName) : -1;
  const isCustomerName = ({ start, end }: EntityMention) =>
    customerStart >= 0 && start < customerStart + customerName.length && end > customerStart;
  const mentions = parseText(text, business, industry).getMentions();
  const entities = groupBySlot(
    mentions.filter((mention) => !isCustomerName(mention)),
    text,
  );
  return (
    industry?.refine?.({ catalogEntities: entities, industryEntities: {} }, text, business).catalogEntities ?? entities
  );
}

const BIRTH_DATE_HINT_PATTERN = /\b(born|birth|dob)\b|\b(19|20)\d\d\b/i;

const isBusinessName = (name: string, { businessName, business }: ExtractionContext) =>
  [businessName, business.name].some((each) => each?.trim().toLowerCase() === name.toLowerCase());

/** Mentions at the same position are alternative meanings; mentions at different positions are separate items. */
function groupBySlot(mentions: readonly EntityMention[], text: string): Slots['catalogEntities'] {
  const catalogEntities: Record<string, EntityValue[][]> = {};
  const mentionsBySlot = Map.groupBy(mentions, ({ slot }) => slot);
  for (const [slot, slotMentions] of mentionsBySlot) {
    const mentionsByPosition = Map.groupBy(slotMentions, ({ start, end }) => `${start}-${end}`);
    catalogEntities[slot] = [...mentionsByPosition.values()].map((meanings) =>
      meanings.map(({ id, name, start, end }) => ({ id, name, said: text.slice(start, end) })),
    );
  }
  return catalogEntities;
}

/** A weekday without a qualifier; "this Saturday" is excluded because it always means the current week. */
const BARE_WEEKDAY_PATTERN = /^(?:on\s+)?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?$/i;

export const RELATIVE_DAY_PATTERN = /\b(?:day|week) (?:after|before)|(?:next|following|previous) day/i;

/** Moves a bare weekday to the week under discussion, as in "Tuesday instead". */
function moveToDiscussedWeek<Time extends { date?: string; weekday?: boolean }>(
  resolvedTime: Time,
  times: readonly TimeMention[],
  { discussedTime }: ExtractionContext,
  now: string,
): Time {
  const lastDate = times.findLast((each) => each.kind === 'date');
  const firstDate = times.find((each) => each.kind === 'date');
  // "Can't do Tuesday, how about the day after?" counts from the Tuesday under discussion.
  if (
    resolvedTime.date &&
    discussedTime?.date &&
    firstDate &&
    lastDate &&
    firstDate !== lastDate &&
    firstDate.kind === 'date'
  ) {
    const isDiscussedDay =
      BARE_WEEKDAY_PATTERN.test(firstDate.text.trim()) &&
      findNearestSameWeekday(discussedTime.date, firstDate.date, now.slice(0, 10)) === discussedTime.date;
    const shiftDays =
      isDiscussedDay && RELATIVE_DAY_PATTERN.test(lastDate.text)
        ? mustParseDay(discussedTime.date) - mustParseDay(firstDate.date)
        : 0;
    if (shiftDays) return { ...resolvedTime, date: formatDay(mustParseDay(resolvedTime.date) + shiftDays) };
  }
  if (
    !resolvedTime.date ||
    !lastDate ||
    lastDate.date !== resolvedTime.date ||
    !BARE_WEEKDAY_PATTERN.test(lastDate.text.trim())
  )
    return resolvedTime;
  const date = discussedTime?.date
    ? findNearestSameWeekday(discussedTime.date, resolvedTime.date, now.slice(0, 10))
    : resolvedTime.date;
  return { ...resolvedTime, date, weekday: true };
}

/** The day closest to `day`, but not before today, that falls on the same weekday as `sameWeekday`. */
export function findNearestSameWeekday(day: string, sameWeekday: string, today: string): string {
  const daysAhead = (((mustParseDay(sameWeekday) - mustParseDay(day)) % 7) + 7) % 7;
  const nearestDay = mustParseDay(day) + (daysAhead > 3 ? daysAhead - 7 : daysAhead);
  return formatDay(nearestDay < mustParseDay(today) ? nearestDay + 7 : nearestDay);
}

const NIGHT_ENDS_AT = '05:00';

/** A time after midnight belongs to the next day, as in "tonight at half past twelve". */
function moveAfterMidnight<Time extends { date?: string; time?: string }>(resolvedTime: Time, text: string): Time {
  if (
    !resolvedTime.date ||
    !resolvedTime.time ||
    resolvedTime.time >= NIGHT_ENDS_AT ||
    !/\b(tonight|tonite|this evening)\b/i.test(text)
  )
    return resolvedTime;
  return { ...resolvedTime, date: formatDay(mustParseDay(resolvedTime.date) + 1) };
}

/** A shift such as "push it back by an hour", where the original time is not known yet. */
function findLaterMinutes(times: readonly TimeMention[]): { laterMinutes?: number } {
  const shift = times.find((each) => each.kind === 'shift');
  return shift?.minutes ? { laterMinutes: shift.direction === 'later' ? shift.minutes : -shift.minutes } : {};
}

/** Most countries write the day before the month. */
const isDayFirst = (business: Business) => !['US', 'PH', 'CA'].includes(countryOf(business));

function findToday({ business, now }: ExtractionContext): string {
  return formatDay(zoneOf(business.timezone).localAt(now.getTime()).day);
}

function createTimeContext(context: ExtractionContext): TimeContext {
  const { business, now, requestedSlots, discussedTime } = context;
  const { day, minutes } = zoneOf(business.timezone).localAt(now.getTime());
  const expects = requestedSlots.includes('startsAt')
    ? discussedTime?.date && !discussedTime.time
      ? 'time'
      : discussedTime?.time && !discussedTime.date
        ? 'date'
        : 'both'
    : undefined;
  return {
    now: `${formatDay(day)}T${formatClock(minutes)}`,
    openingPeriodsOn: (date) => listOpenPeriodsInMinutes(business, date),
    isDayFirst: isDayFirst(business),
    ...(expects ? { expects } : {}),
    ...(discussedTime ? { agreed: discussedTime } : {}),
  };
}

/** The opening periods of a day, in minutes after midnight. */
function listOpenPeriodsInMinutes(business: Business, date: string): [number, number][] {
  const day = parseDay(date);
  if (day === undefined) return [];
  const rules = rulesOf(business);
  const midnight = rules.zone.epochAt(day, 0);
  return findOpenPeriodsOnDays(rules, day, day).map(({ start, end }) => [
    (start - midnight) / MINUTE_MS,
    (end - midnight) / MINUTE_MS,
  ]);
}
