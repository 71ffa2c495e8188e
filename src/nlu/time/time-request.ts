import { must } from '../../kernel/must.ts';
import { minutesOf, mustDayNumberOfIso, weekdayOf } from './civil-dates.ts';
import { isDayPart } from './day-parts.ts';
import type { TimeContext, TimeMention } from './time-mention.ts';

type MentionOf<K extends TimeMention['kind']> = Extract<TimeMention, { kind: K }>;
type Days = { from: string; to: string; name: string; weekdays?: number[] };
type Window = { from: string | null; to: string | null; name: string };

export type TimeRequest = {
  date?: string;
  time?: string;
  about?: true;
  days?: Days;
  every?: number[];
  window?: Window;
  soonest?: true;
  from?: { date?: string; time?: string };
};

/** The requested time: the last mention that was not rejected or corrected; in a reschedule, the new time. */
export function resolveTimeRequest(mentions: readonly TimeMention[], context: TimeContext): TimeRequest {
  const activeMentions = mentions.filter(
    (mention) => (!mention.role || mention.role === 'to') && !isPastMention(mention, context),
  );
  const wanted = withoutRejectedDates(activeMentions, mentions);
  return {
    ...requestedDay(wanted),
    ...requestedTime(wanted),
    ...(wanted.some(({ kind }) => kind === 'soonest') ? { soonest: true } : {}),
    ...movedFromRequest(mentions),
  };
}

/** A rejected day stays rejected when it is mentioned again: "Sunday, not Saturday, I have the kids sat". */
function withoutRejectedDates(wanted: TimeMention[], mentions: readonly TimeMention[]): TimeMention[] {
  const rejectedDates = new Set(
    mentions.flatMap((mention) => (mention.kind === 'date' && mention.role === 'not' ? [mention.date] : [])),
  );
  const rest = wanted.filter((mention) => mention.kind !== 'date' || !rejectedDates.has(mention.date));
  return rest.some(({ kind }) => kind === 'date') ? rest : wanted;
}

/** A past day is part of a story, not a request, unless the year was stated. */
function isPastMention(mention: TimeMention, { now }: TimeContext): boolean {
  return mention.kind === 'date' && mention.date < now.slice(0, 10) && !/\d{4}/.test(mention.text);
}

/** The mentions of these kinds; in a reschedule, only the new ones. */
function ofKind<K extends TimeMention['kind']>(mentions: readonly TimeMention[], ...kinds: K[]): MentionOf<K>[] {
  const mentionsOfKinds = mentions.filter((mention): mention is MentionOf<K> =>
    (kinds as string[]).includes(mention.kind),
  );
  const to = mentionsOfKinds.filter(({ role }) => role === 'to');
  return to.length > 0 ? to : mentionsOfKinds;
}

/** The last mention and the mentions it is an alternative to. */
function lastChoices<T extends TimeMention>(mentions: readonly T[]): T[] {
  let first = mentions.length - 1;
  while (first > 0 && mentions[first]?.or) first--;
  return mentions.slice(Math.max(first, 0));
}

function requestedDay(wanted: readonly TimeMention[]): Pick<TimeRequest, 'date' | 'days' | 'every'> {
  const weekdays = [...new Set(ofKind(wanted, 'every').flatMap((mention) => mention.weekdays))].sort();
  const every = weekdays.length > 0 ? { every: weekdays } : {};
  const choices = lastChoices(ofKind(wanted, 'date', 'days', 'moment'));
  const last = choices.at(-1);
  if (!last) return every;
  const dates = [...new Set(choices.flatMap((mention) => (mention.kind === 'days' ? [] : [mention.date])))].sort();
  if (dates.length > 1) return { ...every, days: daysSpanning(dates, choices) };
  if (last.kind !== 'days') return { ...every, date: last.date };
  // A day stays requested if the days named after it include it: "Friday, or any day this week".
  const { from, to, name, weekdays: allowedWeekdays } = last;
  const date = ofKind(wanted, 'date').findLast((mention) => mention.date >= from && mention.date <= to)?.date;
  return date
    ? { ...every, date }
    : { ...every, days: { from, to, name, ...(allowedWeekdays ? { weekdays: allowedWeekdays } : {}) } };
}

const firstAndLast = (sorted: readonly string[]) => ({
  from: must(sorted[0], 'at least one'),
  to: must(sorted.at(-1), 'at least one'),
});

function daysSpanning(dates: readonly string[], choices: readonly TimeMention[]): Days {
  const weekdays = [...new Set(dates.map((date) => weekdayOf(mustDayNumberOfIso(date))))].sort();
  const name = choices.map(({ text }) => text).join(' or ');
  return { ...firstAndLast(dates), name, weekdays };
}

function requestedTime(wanted: readonly TimeMention[]): Pick<TimeRequest, 'time' | 'about' | 'window'> {
  const choices = lastChoices(ofKind(wanted, 'time', 'moment'));
  const windows = ofKind(wanted, 'window');
  const last = choices.at(-1);
  const window = windows.at(-1);
  const times = [...new Set(choices.map(({ time }) => time))].sort();
  if (last && times.length > 1) {
    return { window: { ...firstAndLast(times), name: choices.map(({ text }) => text).join(' or ') } };
  }
  if (window && (!last || overridesTime(window, last))) {
    const statedWindow = windows.findLast(({ name }) => !isDayPart(name)) ?? window;
    return { window: { from: statedWindow.from, to: statedWindow.to, name: statedWindow.name } };
  }
  if (!last) return {};
  return { time: last.time, ...(last.kind === 'time' && last.about ? { about: true } : {}) };
}

/** A window stated after a time replaces the time, unless it contains it. */
function overridesTime(window: MentionOf<'window'>, { start, time }: MentionOf<'time' | 'moment'>): boolean {
  if (window.start < start || isDayPart(window.name)) return false;
  const minuteOfTime = minutesOf(time);
  return (
    (window.from !== null && minuteOfTime < minutesOf(window.from)) ||
    (window.to !== null && minuteOfTime > minutesOf(window.to))
  );
}

function movedFromRequest(mentions: readonly TimeMention[]): Pick<TimeRequest, 'from'> {
  const from = mentions.filter(({ role }) => role === 'from');
  const date = from.find((mention) => mention.kind === 'date');
  const time = from.find((mention) => mention.kind === 'time');
  if (!date && !time) return {};
  return { from: { ...(date ? { date: date.date } : {}), ...(time ? { time: time.time } : {}) } };
}
