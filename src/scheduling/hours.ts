// When the business is open and when a person works, as intervals of epoch milliseconds (end excluded).
import { compareByStart, type Interval } from './intervals.ts';
import { parseDay, parseLocalTime, type Weekday, weekdayOf, type Zone } from './zone.ts';

export type WeeklyHours = Partial<Record<Weekday, [string, string][]>>;

/** From and to are dates, both included. */
export interface Closure {
  from: string;
  to: string;
  reason?: string;
}

/** From and to are dates (both included) or RFC 3339 times. */
export interface TimeOff {
  from: string;
  to: string;
}

/** Belongs to the day it opens, even if it runs past midnight. */
export interface Period extends Interval {
  day: number;
}

export interface OpeningHours {
  zone: Zone;
  hours: WeeklyHours;
  closures: readonly Closure[];
}

const MINUTES_PER_DAY = 1440;

/** A lookup table, because clock times are parsed for every day of every person. */
const MINUTES_BY_CLOCK_TIME = new Map(
  Array.from({ length: MINUTES_PER_DAY }, (_, minutes) => {
    const [hours, minutesPastHour] = [Math.floor(minutes / 60), minutes % 60];
    return [`${String(hours).padStart(2, '0')}:${String(minutesPastHour).padStart(2, '0')}`, minutes];
  }),
);

/** Minutes since midnight; `undefined` if the text is not a time. */
export function parseClockTime(text: string): number | undefined {
  return MINUTES_BY_CLOCK_TIME.get(text);
}

/** Minutes since midnight of the opening day; at least a day's worth if it closes at midnight or on the next day. */
export function parseClosingTime(text: string, openingMinutes: number): number | undefined {
  if (text === '24:00') return MINUTES_PER_DAY;
  const closingMinutes = parseClockTime(text);
  return closingMinutes === undefined || closingMinutes > openingMinutes
    ? closingMinutes
    : closingMinutes + MINUTES_PER_DAY;
}

/** The periods of the weekly hours that begin on this day, whether or not there is a closure. */
export function findWeeklyPeriodsOn(weekly: WeeklyHours, day: number, zone: Zone): Period[] {
  const periods: Period[] = [];
  for (const [opens, closes] of weekly[weekdayOf(day)] ?? []) {
    const openingMinutes = parseClockTime(opens) ?? throwInvalidTime(opens);
    const closingMinutes = parseClosingTime(closes, openingMinutes) ?? throwInvalidTime(closes);
    const start = zone.epochAt(day, openingMinutes);
    const end =
      closingMinutes < MINUTES_PER_DAY
        ? zone.endAt(day, closingMinutes)
        : zone.endAt(day + 1, closingMinutes - MINUTES_PER_DAY);
    // A short period can vanish when the clocks go forward.
    if (end > start) periods.push({ day, start, end });
  }
  return periods.sort(compareByStart);
}

/** The opening periods that begin on these days (both included), without those on closed days. */
export function findOpenPeriodsOnDays(business: OpeningHours, fromDay: number, toDay: number): Period[] {
  const closedRanges = business.closures.map(parseClosureDayRange);
  const periods: Period[] = [];
  for (let day = fromDay; day <= toDay; day++) {
    if (closedRanges.some(([from, to]) => day >= from && day <= to)) continue;
    periods.push(...findWeeklyPeriodsOn(business.hours, day, business.zone));
  }
  return periods.sort(compareByStart);
}

export function findClosureOn(closures: readonly Closure[], day: number): Closure | undefined {
  return closures.find((closure) => {
    const [from, to] = parseClosureDayRange(closure);
    return day >= from && day <= to;
  });
}

/** Opening periods on the local day of the instant and on the days next to it, since a period can span midnight. */
export function findOpenPeriodsAround(business: OpeningHours, epoch: number): Period[] {
  const { day } = business.zone.localAt(epoch);
  return findOpenPeriodsOnDays(business, day - 1, day + 1);
}

/** A person's working time on these days; a person without their own hours works whenever the business is open. */
export function findWorkingPeriods(
  person: { hours?: WeeklyHours; timeOff?: readonly TimeOff[] },
  business: { zone: Zone; openPeriods: readonly Period[]; fromDay: number; toDay: number },
): readonly Period[] {
  const { zone, openPeriods: open, fromDay, toDay } = business;
  const basePeriods = person.hours
    ? findOpenPeriodsOnDays({ zone, hours: person.hours, closures: [] }, fromDay, toDay)
    : open;
  if (!person.timeOff?.length) return basePeriods;
  return person.timeOff
    .map((timeOff) => parseTimeOff(timeOff, zone))
    .reduce<readonly Period[]>(subtractAbsence, basePeriods);
}

/** Days remove the periods that open on them, as closures do; an interval removes only the time between its ends. */
type Absence = { dayRange: [number, number] } | Interval;

function parseTimeOff(timeOff: TimeOff, zone: Zone): Absence {
  const fromDay = parseDay(timeOff.from);
  const toDay = parseDay(timeOff.to);
  if (fromDay !== undefined && toDay !== undefined) return { dayRange: [fromDay, toDay] };
  return {
    start: fromDay === undefined ? parseInstant(timeOff.from, zone) : zone.epochAt(fromDay, 0),
    end: toDay === undefined ? parseInstant(timeOff.to, zone) : zone.epochAt(toDay + 1, 0),
  };
}

function subtractAbsence(periods: readonly Period[], absence: Absence): Period[] {
  if ('dayRange' in absence) return periods.filter(({ day }) => day < absence.dayRange[0] || day > absence.dayRange[1]);
  return periods.flatMap((period) => {
    if (absence.start >= period.end || absence.end <= period.start || absence.end <= absence.start) return [period];
    const remaining = [
      { ...period, end: absence.start },
      { ...period, start: absence.end },
    ];
    return remaining.filter(({ start, end }) => end > start);
  });
}

function parseClosureDayRange(closure: Closure): [number, number] {
  return [
    parseDay(closure.from) ?? throwInvalidTime(closure.from),
    parseDay(closure.to) ?? throwInvalidTime(closure.to),
  ];
}

function parseInstant(text: string, zone: Zone): number {
  const parsed = parseLocalTime(text, zone) ?? throwInvalidTime(text);
  return 'epoch' in parsed ? parsed.epoch : throwInvalidTime(text);
}

/** The document was validated when it was saved, so an invalid time here is a bug in the caller. */
function throwInvalidTime(text: string): never {
  throw new RangeError(`Not a time of the business's document: ${text}`);
}
