import { must } from '../../kernel/must.ts';
import { minutesOf, mustDayOfIso, weekdayOf } from './civil.ts';
import { isDayPart } from './day-parts.ts';
import type { TimeContext, TimeMention } from './mention.ts';

type Kind<K extends TimeMention['kind']> = Extract<TimeMention, { kind: K }>;
type Days = { from: string; to: string; name: string; weekdays?: number[] };
type Window = { from: string | null; to: string | null; name: string };

export type TimeWish = {
  date?: string;
  time?: string;
  about?: true;
  days?: Days;
  every?: number[];
  window?: Window;
  soonest?: true;
  from?: { date?: string; time?: string };
};

/** The wish behind the mentions: the latest that was not given up, what is moved to over the rest. */
export function settle(mentions: readonly TimeMention[], context: TimeContext): TimeWish {
  const meant = mentions.filter((mention) => (!mention.role || mention.role === 'to') && !isTold(mention, context));
  const kept = withoutRefused(meant, mentions);
  return {
    ...day(kept),
    ...timeOfDay(kept),
    ...(kept.some(({ kind }) => kind === 'soonest') ? { soonest: true } : {}),
    ...movedFrom(mentions),
  };
}

/** "Sunday, not Saturday, I have the kids sat": a day that was given up is not wished for by being named again. */
function withoutRefused(kept: TimeMention[], all: readonly TimeMention[]): TimeMention[] {
  const refused = new Set(all.flatMap((each) => (each.kind === 'date' && each.role === 'not' ? [each.date] : [])));
  const rest = kept.filter((each) => each.kind !== 'date' || !refused.has(each.date));
  return rest.some(({ kind }) => kind === 'date') ? rest : kept;
}

/** A day gone by is told of, not wished for, unless its year was said. */
function isTold(mention: TimeMention, { now }: TimeContext): boolean {
  return mention.kind === 'date' && mention.date < now.slice(0, 10) && !/\d{4}/.test(mention.text);
}

/** Of one kind, what is moved to, else all. */
function ofKind<K extends TimeMention['kind']>(mentions: readonly TimeMention[], ...kinds: K[]): Kind<K>[] {
  const all = mentions.filter((mention): mention is Kind<K> => (kinds as string[]).includes(mention.kind));
  const to = all.filter(({ role }) => role === 'to');
  return to.length > 0 ? to : all;
}

/** The last mention and those it was offered as an alternative to. */
function lastChoices<T extends TimeMention>(all: readonly T[]): T[] {
  let first = all.length - 1;
  while (first > 0 && all[first]?.or) first--;
  return all.slice(Math.max(first, 0));
}

function day(kept: readonly TimeMention[]): Pick<TimeWish, 'date' | 'days' | 'every'> {
  const weekdays = [...new Set(ofKind(kept, 'every').flatMap((mention) => mention.weekdays))].sort();
  const every = weekdays.length > 0 ? { every: weekdays } : {};
  const choices = lastChoices(ofKind(kept, 'date', 'days', 'moment'));
  const last = choices.at(-1);
  if (!last) return every;
  const dates = [...new Set(choices.flatMap((each) => (each.kind === 'days' ? [] : [each.date])))].sort();
  if (dates.length > 1) return { ...every, days: among(dates, choices) };
  if (last.kind !== 'days') return { ...every, date: last.date };
  // "Friday, or any day this week": the day asked for stands while it lies in the days named after it.
  const { from, to, name, weekdays: only } = last;
  const date = ofKind(kept, 'date').findLast((each) => each.date >= from && each.date <= to)?.date;
  return date ? { ...every, date } : { ...every, days: { from, to, name, ...(only ? { weekdays: only } : {}) } };
}

const endsOf = (sorted: readonly string[]) => ({
  from: must(sorted[0], 'several'),
  to: must(sorted.at(-1), 'several'),
});

function among(dates: readonly string[], choices: readonly TimeMention[]): Days {
  const weekdays = [...new Set(dates.map((date) => weekdayOf(mustDayOfIso(date))))].sort();
  const name = choices.map(({ text }) => text).join(' or ');
  return { ...endsOf(dates), name, weekdays };
}

function timeOfDay(kept: readonly TimeMention[]): Pick<TimeWish, 'time' | 'about' | 'window'> {
  const choices = lastChoices(ofKind(kept, 'time', 'moment'));
  const windows = ofKind(kept, 'window');
  const last = choices.at(-1);
  const window = windows.at(-1);
  const times = [...new Set(choices.map(({ time }) => time))].sort();
  if (last && times.length > 1) {
    return { window: { ...endsOf(times), name: choices.map(({ text }) => text).join(' or ') } };
  }
  if (window && (!last || replaces(window, last))) {
    const open = windows.findLast(({ name }) => !isDayPart(name)) ?? window;
    return { window: { from: open.from, to: open.to, name: open.name } };
  }
  if (!last) return {};
  return { time: last.time, ...(last.kind === 'time' && last.about ? { about: true } : {}) };
}

/** A stretch said after a time stands in its place unless it holds it. */
function replaces(window: Kind<'window'>, { start, time }: Kind<'time' | 'moment'>): boolean {
  if (window.start < start || isDayPart(window.name)) return false;
  const at = minutesOf(time);
  return (window.from !== null && at < minutesOf(window.from)) || (window.to !== null && at > minutesOf(window.to));
}

function movedFrom(mentions: readonly TimeMention[]): Pick<TimeWish, 'from'> {
  const from = mentions.filter(({ role }) => role === 'from');
  const date = from.find((mention) => mention.kind === 'date');
  const time = from.find((mention) => mention.kind === 'time');
  if (!date && !time) return {};
  return { from: { ...(date ? { date: date.date } : {}), ...(time ? { time: time.time } : {}) } };
}
