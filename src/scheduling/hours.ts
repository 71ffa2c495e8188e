// When the business is open and when a person works, as intervals of epoch milliseconds (start included, end not).
import { readDay, readLocal, type Weekday, weekdayOf, type Zone } from './zone.ts';

export type Weekly = Partial<Record<Weekday, [string, string][]>>;

/** Dates, both included. */
export interface Closure {
  from: string;
  to: string;
  reason?: string;
}

/** Dates, both included, or RFC 3339 times. */
export interface TimeOff {
  from: string;
  to: string;
}

export interface Interval {
  start: number;
  end: number;
}

/** What belongs to the day it opens, also where it runs past midnight. */
export interface Period extends Interval {
  day: number;
}

export interface OpeningHours {
  zone: Zone;
  hours: Weekly;
  closures: readonly Closure[];
}

const MIDNIGHT = 1440;

/** There are only so many, and they are read for every day of every person. */
const CLOCKS = new Map(
  Array.from({ length: MIDNIGHT }, (_, minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    return [`${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`, minutes];
  }),
);

/** Minutes of the day; `undefined` for what is no time. */
export function readClock(text: string): number | undefined {
  return CLOCKS.get(text);
}

/** Minutes from the start of the opening day to the end, which may lie on the next; `24:00` is the day's end. */
export function readEnd(text: string, start: number): number | undefined {
  if (text === '24:00') return MIDNIGHT;
  const end = readClock(text);
  return end === undefined || end > start ? end : end + MIDNIGHT;
}

export function periodsOn(weekly: Weekly, day: number, zone: Zone): Period[] {
  const periods: Period[] = [];
  for (const [opens, closes] of weekly[weekdayOf(day)] ?? []) {
    const from = readClock(opens) ?? fail(opens);
    const to = readEnd(closes, from) ?? fail(closes);
    const start = zone.epochAt(day, from);
    const end = to < MIDNIGHT ? zone.endAt(day, to) : zone.endAt(day + 1, to - MIDNIGHT);
    // Where the clocks go forward a short period can vanish.
    if (end > start) periods.push({ day, start, end });
  }
  return periods.sort(byStart);
}

/** The periods of the business that open on these days (both included). */
export function openPeriods(business: OpeningHours, fromDay: number, toDay: number): Period[] {
  const closed = business.closures.map(closedDays);
  const periods: Period[] = [];
  for (let day = fromDay; day <= toDay; day++) {
    if (closed.some(([from, to]) => day >= from && day <= to)) continue;
    periods.push(...periodsOn(business.hours, day, business.zone));
  }
  return periods.sort(byStart);
}

export function closureOn(closures: readonly Closure[], day: number): Closure | undefined {
  return closures.find((closure) => {
    const [from, to] = closedDays(closure);
    return day >= from && day <= to;
  });
}

/** The periods open on the local day of an instant and on its neighbours: one of them contains it, if any does. */
export function openPeriodsAround(business: OpeningHours, epoch: number): Period[] {
  const { day } = business.zone.localAt(epoch);
  return openPeriods(business, day - 1, day + 1);
}

/** A person's working time on these days; without own hours it is that of the business (`open`). */
export function ownPeriods(
  person: { hours?: Weekly; timeOff?: readonly TimeOff[] },
  business: { zone: Zone; open: readonly Period[]; fromDay: number; toDay: number },
): readonly Period[] {
  const { zone, open, fromDay, toDay } = business;
  const base = person.hours ? openPeriods({ zone, hours: person.hours, closures: [] }, fromDay, toDay) : open;
  if (!person.timeOff?.length) return base;
  return person.timeOff.map((off) => readTimeOff(off, zone)).reduce<readonly Period[]>(without, base);
}

/** Whole days take away the periods that open on them, as closures do; times take away what lies between them. */
type Away = { days: [number, number] } | Interval;

function readTimeOff(off: TimeOff, zone: Zone): Away {
  const fromDay = readDay(off.from);
  const toDay = readDay(off.to);
  if (fromDay !== undefined && toDay !== undefined) return { days: [fromDay, toDay] };
  return {
    start: fromDay === undefined ? readInstant(off.from, zone) : zone.epochAt(fromDay, 0),
    end: toDay === undefined ? readInstant(off.to, zone) : zone.epochAt(toDay + 1, 0),
  };
}

function without(periods: readonly Period[], away: Away): Period[] {
  if ('days' in away) return periods.filter(({ day }) => day < away.days[0] || day > away.days[1]);
  return periods.flatMap((period) => {
    if (away.start >= period.end || away.end <= period.start || away.end <= away.start) return [period];
    const rest = [
      { ...period, end: away.start },
      { ...period, start: away.end },
    ];
    return rest.filter(({ start, end }) => end > start);
  });
}

/** Sorted, without empty ones, and those that touch or overlap made one; sound lists come back as they are. */
export function merged(intervals: readonly Interval[]): readonly Interval[] {
  const isSound = intervals.every(
    ({ start, end }, i) => end > start && start >= (intervals[i - 1]?.end ?? Number.NEGATIVE_INFINITY),
  );
  if (isSound) return intervals;
  const result: Interval[] = [];
  for (const { start, end } of intervals.filter((each) => each.end > each.start).sort(byStart)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

function closedDays(closure: Closure): [number, number] {
  return [readDay(closure.from) ?? fail(closure.from), readDay(closure.to) ?? fail(closure.to)];
}

function readInstant(text: string, zone: Zone): number {
  const read = readLocal(text, zone) ?? fail(text);
  return 'epoch' in read ? read.epoch : fail(text);
}

function byStart(a: Interval, b: Interval): number {
  return a.start - b.start;
}

/** The document was checked when it was written, so this is a fault of the caller. */
function fail(text: string): never {
  throw new RangeError(`Not a time of the business's document: ${text}`);
}
