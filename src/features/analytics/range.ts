// From when to when, and where the entries of a series begin.
import { readBound } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { DAY, WEEKDAYS, type Zone, zoneOf } from '../../scheduling/zone.ts';

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

export type Range = {
  from: Date;
  to: Date;
  zone: Zone;
  interval: Interval;
  /** Where entries begin, in epoch milliseconds; the first is `from`, and each lasts until the next or `to`. */
  starts: number[];
};

export type RangeQuery = { from?: string; to?: string; interval?: Interval; tz?: string };

const HOUR = 3_600_000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 5 * 366;
const MOST_ENTRIES = 10_000;
const LENGTHS: Record<Interval, number> = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY };

/** The last thirty days, today among them, unless told otherwise. Dates are in `tz`, or in the business's zone. */
export function readRange({ from, to, interval = 'day', tz }: RangeQuery, businessZone: string, now: Date): Range {
  const zone = readZone(tz ?? businessZone);
  const end = to === undefined ? startOfDay(zone, now, 1) : readBound('to', to, zone.name);
  const start =
    from === undefined
      ? startOfDay(zone, new Date(end.getTime() - 1), 1 - DEFAULT_DAYS)
      : readBound('from', from, zone.name);
  if (end <= start) throw wrong('to', 'must be later than `from`');
  const length = end.getTime() - start.getTime();
  if (length > MOST_DAYS * DAY) throw wrong('from', 'must be at most five years before `to`');
  if (length / LENGTHS[interval] > MOST_ENTRIES) {
    throw wrong('interval', `would make more than ${MOST_ENTRIES} entries of this range: take a longer one`);
  }
  return { from: start, to: end, zone, interval, starts: startsOf(zone, interval, start.getTime(), end.getTime()) };
}

/** The range of the same length before it: as many local days where it is made of whole ones. */
export function rangeBefore({ from, to, zone, interval }: Range): Range {
  const [first, last] = [from.getTime(), to.getTime()];
  const [firstDay, lastDay] = [zone.localAt(first).day, zone.localAt(last).day];
  const wholeDays = zone.epochAt(firstDay, 0) === first && zone.epochAt(lastDay, 0) === last;
  const start = wholeDays ? zone.epochAt(2 * firstDay - lastDay, 0) : 2 * first - last;
  return { from: new Date(start), to: from, zone, interval, starts: startsOf(zone, interval, start, first) };
}

/** Which entry an instant lies in. */
export function entryAt(starts: readonly number[], epoch: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
    if (starts[middle]! <= epoch) low = middle;
    else high = middle;
  }
  return low;
}

function readZone(name: string): Zone {
  try {
    return zoneOf(name);
  } catch {
    throw wrong('tz', 'must be a time zone such as Europe/Berlin');
  }
}

function startOfDay(zone: Zone, at: Date, later: number): Date {
  return new Date(zone.epochAt(zone.localAt(at.getTime()).day + later, 0));
}

function startsOf(zone: Zone, interval: Interval, from: number, to: number): number[] {
  const starts = [from];
  for (let at = nextStart(zone, interval, from); at < to; at = nextStart(zone, interval, at)) starts.push(at);
  return starts;
}

function nextStart(zone: Zone, interval: Interval, at: number): number {
  const { day, minutes, weekday } = zone.localAt(at);
  if (interval === 'hour') return nextHour(zone, at, minutes);
  if (interval === 'day') return zone.epochAt(day + 1, 0);
  if (interval === 'week') return zone.epochAt(day + 7 - WEEKDAYS.indexOf(weekday), 0);
  const date = new Date(day * DAY);
  return zone.epochAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / DAY, 0);
}

/** A full hour of the local clock. Where the clocks go back by less than an hour there is none for a while. */
function nextHour(zone: Zone, at: number, minutes: number): number {
  const inHour = (minutes % 60) * 60_000 + (at % 60_000);
  const next = at - inHour + HOUR;
  const local = zone.localAt(next);
  const full = local.minutes % 60 === 0 ? next : zone.epochAt(local.day, local.minutes - (local.minutes % 60));
  return full > at ? full : at + HOUR;
}

const wrong = (name: string, detail: string) =>
  new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
