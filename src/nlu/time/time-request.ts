import { must } from '../../kernel/must.ts';
import { minutesAfterMidnight, mustDayNumberOfIso, weekdayOf } from './civil-dates.ts';
import { isDayPart } from './day-parts.ts';
import type { TimeContext, TimeMention } from './time-mention.ts';

type MentionOf<K extends TimeMention['kind']> = Extract<TimeMention, { kind: K }>;
type DayRange = { from: string; to: string; name: string; weekdays?: number[] };
type TimeWindow = { from: string | null; to: string | null; name: string };

export type TimeRequest = {
  date?: string;
  time?: string;
  isApproximate?: true;
  days?: DayRange;
  every?: number[];
  window?: TimeWindow;
  soonest?: true;
  from?: { date?: string; time?: string };
};

/** The requested time: the last mention that was not rejected or corrected; in a reschedule, the new time. */
export function resolveTimeRequest(mentions: readonly TimeMention[], context: TimeContext): TimeRequest {
  const activeMentions = mentions.filter(
    (mention) => (!mention.role || mention.role === 'to') && !isPastMention(mention, context),
  );
  const requestedMentions = withoutRejectedDates(activeMentions, mentions);
  return {
    ...findRequestedDay(requestedMentions),
    ...findRequestedTime(requestedMentions),
    ...(requestedMentions.some(({ kind }) => kind === 'soonest') ? { soonest: true } : {}),
    ...findMovedFrom(mentions),
  };
}

/** A rejected day stays rejected when it is mentioned again: "Sunday, not Saturday, I have the kids sat". */
function withoutRejectedDates(activeMentions: TimeMention[], mentions: readonly TimeMention[]): TimeMention[] {
  const rejectedDates = new Set(
    mentions.flatMap((mention) => (mention.kind === 'date' && mention.role === 'not' ? [mention.date] : [])),
  );
  const remainingMentions = activeMentions.filter(
    (mention) => mention.kind !== 'date' || !rejectedDates.has(mention.date),
  );
  return remainingMentions.some(({ kind }) => kind === 'date') ? remainingMentions : activeMentions;
}

/** A past day is part of a story, not a request, unless the year was stated. */
function isPastMention(mention: TimeMention, { now }: TimeContext): boolean {
  return mention.kind === 'date' && mention.date < now.slice(0, 10) && !/\d{4}/.test(mention.text);
}

/** The mentions of these kinds; in a reschedule, only the new ones. */
function filterByKind<K extends TimeMention['kind']>(mentions: readonly TimeMention[], ...kinds: K[]): MentionOf<K>[] {
  const mentionsOfKinds = mentions.filter((mention): mention is MentionOf<K> =>
    (kinds as string[]).includes(mention.kind),
  );
  const targetMentions = mentionsOfKinds.filter(({ role }) => role === 'to');
  return targetMentions.length > 0 ? targetMentions : mentionsOfKinds;
}

/** The last mention and the mentions it is an alternative to. */
function findLastAlternatives<T extends TimeMention>(mentions: readonly T[]): T[] {
  let firstIndex = mentions.length - 1;
  while (firstIndex > 0 && mentions[firstIndex]?.isAlternative) firstIndex--;
  return mentions.slice(Math.max(firstIndex, 0));
}

function findRequestedDay(requestedMentions: readonly TimeMention[]): Pick<TimeRequest, 'date' | 'days' | 'every'> {
  const weekdays = [...new Set(filterByKind(requestedMentions, 'every').flatMap((mention) => mention.weekdays))].sort();
  const everyFields = weekdays.length > 0 ? { every: weekdays } : {};
  const alternatives = findLastAlternatives(filterByKind(requestedMentions, 'date', 'days', 'moment'));
  const lastAlternative = alternatives.at(-1);
  if (!lastAlternative) return everyFields;
  const dates = [...new Set(alternatives.flatMap((mention) => (mention.kind === 'days' ? [] : [mention.date])))].sort();
  if (dates.length > 1) return { ...everyFields, days: toDayRange(dates, alternatives) };
  if (lastAlternative.kind !== 'days') return { ...everyFields, date: lastAlternative.date };
  // A day stays requested if the days named after it include it: "Friday, or any day this week".
  const { from, to, name, weekdays: allowedWeekdays } = lastAlternative;
  const date = filterByKind(requestedMentions, 'date').findLast(
    (mention) => mention.date >= from && mention.date <= to,
  )?.date;
  return date
    ? { ...everyFields, date }
    : { ...everyFields, days: { from, to, name, ...(allowedWeekdays ? { weekdays: allowedWeekdays } : {}) } };
}

const getFirstAndLast = (sorted: readonly string[]) => ({
  from: must(sorted[0], 'at least one'),
  to: must(sorted.at(-1), 'at least one'),
});

function toDayRange(dates: readonly string[], alternatives: readonly TimeMention[]): DayRange {
  const weekdays = [...new Set(dates.map((date) => weekdayOf(mustDayNumberOfIso(date))))].sort();
  const name = alternatives.map(({ text }) => text).join(' or ');
  return { ...getFirstAndLast(dates), name, weekdays };
}

function findRequestedTime(
  requestedMentions: readonly TimeMention[],
): Pick<TimeRequest, 'time' | 'isApproximate' | 'window'> {
  const alternatives = findLastAlternatives(filterByKind(requestedMentions, 'time', 'moment'));
  const windows = filterByKind(requestedMentions, 'window');
  const lastChoice = alternatives.at(-1);
  const lastWindow = windows.at(-1);
  const times = [...new Set(alternatives.map(({ time }) => time))].sort();
  if (lastChoice && times.length > 1) {
    return { window: { ...getFirstAndLast(times), name: alternatives.map(({ text }) => text).join(' or ') } };
  }
  if (lastWindow && (!lastChoice || overridesTime(lastWindow, lastChoice))) {
    const statedWindow = windows.findLast(({ name }) => !isDayPart(name)) ?? lastWindow;
    return { window: { from: statedWindow.from, to: statedWindow.to, name: statedWindow.name } };
  }
  if (!lastChoice) return {};
  return {
    time: lastChoice.time,
    ...(lastChoice.kind === 'time' && lastChoice.isApproximate ? { isApproximate: true } : {}),
  };
}

/** A window stated after a time replaces the time, unless it contains it. */
function overridesTime(window: MentionOf<'window'>, { start, time }: MentionOf<'time' | 'moment'>): boolean {
  if (window.start < start || isDayPart(window.name)) return false;
  const minuteOfTime = minutesAfterMidnight(time);
  return (
    (window.from !== null && minuteOfTime < minutesAfterMidnight(window.from)) ||
    (window.to !== null && minuteOfTime > minutesAfterMidnight(window.to))
  );
}

function findMovedFrom(mentions: readonly TimeMention[]): Pick<TimeRequest, 'from'> {
  const sourceMentions = mentions.filter(({ role }) => role === 'from');
  const date = sourceMentions.find((mention) => mention.kind === 'date');
  const time = sourceMentions.find((mention) => mention.kind === 'time');
  if (!date && !time) return {};
  return { from: { ...(date ? { date: date.date } : {}), ...(time ? { time: time.time } : {}) } };
}
