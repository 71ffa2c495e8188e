// The time range of a query, divided into the entries of its series.
import { parseRangeBound } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { DAY_MS, WEEKDAYS, type Zone, zoneOf } from '../../scheduling/zone.ts';

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

export type Range = {
  from: Date;
  to: Date;
  zone: Zone;
  interval: Interval;
  /** Start of each entry in epoch milliseconds. The first is `from`; each lasts until the next, the last until `to`. */
  entryStartsMs: number[];
};

export type RangeQuery = { from?: string; to?: string; interval?: Interval; tz?: string };

const HOUR_MS = 3_600_000;
const DEFAULT_RANGE_DAYS = 30;
const MAX_RANGE_DAYS = 5 * 366;
const MAX_HOURLY_RANGE_DAYS = 366;
const MAX_SERIES_ENTRIES = 10_000;
const INTERVAL_MS: Record<Interval, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** Defaults to the last thirty days including today. Dates are in `tz`, or in the business's time zone. */
export function parseRange({ from, to, interval = 'day', tz }: RangeQuery, businessZone: string, now: Date): Range {
  const zone = parseZone(tz ?? businessZone);
  const end = to === undefined ? startOfDay(zone, now, 1) : parseRangeBound('to', to, zone.name);
  const start =
    from === undefined
      ? startOfDay(zone, new Date(end.getTime() - 1), 1 - DEFAULT_RANGE_DAYS)
      : parseRangeBound('from', from, zone.name);
  if (end <= start) throw invalidParameterProblem('to', 'must be later than `from`');
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs > MAX_RANGE_DAYS * DAY_MS)
    throw invalidParameterProblem('from', 'must be at most five years before `to`');
  if (lengthMs / INTERVAL_MS[interval] > MAX_SERIES_ENTRIES) {
    throw invalidParameterProblem(
      'interval',
      `would make more than ${MAX_SERIES_ENTRIES} entries of this range: take a longer one`,
    );
  }
  return {
    from: start,
    to: end,
    zone,
    interval,
    entryStartsMs: listEntryStarts(zone, interval, start.getTime(), end.getTime()),
  };
}

/** For sums by hour, of at most a year. */
export function parseHourlyRange(query: Omit<RangeQuery, 'interval'>, businessZone: string, now: Date): Range {
  const { entryStartsMs } = parseRange(query, businessZone, now);
  if (entryStartsMs.length > MAX_HOURLY_RANGE_DAYS)
    throw invalidParameterProblem('from', 'must be at most a year before `to`');
  return parseRange({ ...query, interval: 'hour' }, businessZone, now);
}

/** The preceding range of the same length; for a range of whole local days, the same number of days. */
export function findPreviousRange({ from, to, zone, interval }: Range): Range {
  const [startMs, endMs] = [from.getTime(), to.getTime()];
  const [firstDay, lastDay] = [zone.localAt(startMs).day, zone.localAt(endMs).day];
  const isWholeDays = zone.epochAt(firstDay, 0) === startMs && zone.epochAt(lastDay, 0) === endMs;
  const start = isWholeDays ? zone.epochAt(2 * firstDay - lastDay, 0) : 2 * startMs - endMs;
  return {
    from: new Date(start),
    to: from,
    zone,
    interval,
    entryStartsMs: listEntryStarts(zone, interval, start, startMs),
  };
}

/** The index of the entry that contains a time. */
export function entryIndexAt(starts: readonly number[], epoch: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: the index is between low and high
    if (starts[middle]! <= epoch) low = middle;
    else high = middle;
  }
  return low;
}

function parseZone(name: string): Zone {
  try {
    return zoneOf(name);
  } catch {
    throw invalidParameterProblem('tz', 'must be a time zone such as Europe/Berlin');
  }
}

function startOfDay(zone: Zone, time: Date, daysLater: number): Date {
  return new Date(zone.epochAt(zone.localAt(time.getTime()).day + daysLater, 0));
}

function listEntryStarts(zone: Zone, interval: Interval, fromMs: number, toMs: number): number[] {
  const starts = [fromMs];
  for (
    let epochMs = findNextStart(zone, interval, fromMs);
    epochMs < toMs;
    epochMs = findNextStart(zone, interval, epochMs)
  )
    starts.push(epochMs);
  return starts;
}

function findNextStart(zone: Zone, interval: Interval, epochMs: number): number {
  const { day, minutes, weekday } = zone.localAt(epochMs);
  if (interval === 'hour') return findNextHour(zone, epochMs, minutes);
  if (interval === 'day') return zone.epochAt(day + 1, 0);
  if (interval === 'week') return zone.epochAt(day + 7 - WEEKDAYS.indexOf(weekday), 0);
  const date = new Date(day * DAY_MS);
  return zone.epochAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / DAY_MS, 0);
}

/** The next full hour of local time. When clocks go back by less than an hour, it may not be later than `epochMs`. */
function findNextHour(zone: Zone, epochMs: number, minutes: number): number {
  const msIntoHour = (minutes % 60) * 60_000 + (epochMs % 60_000);
  const nextHourMs = epochMs - msIntoHour + HOUR_MS;
  const local = zone.localAt(nextHourMs);
  const fullHour =
    local.minutes % 60 === 0 ? nextHourMs : zone.epochAt(local.day, local.minutes - (local.minutes % 60));
  return fullHour > epochMs ? fullHour : epochMs + HOUR_MS;
}

const invalidParameterProblem = (name: string, detail: string) =>
  new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
