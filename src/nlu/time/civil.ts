import { must } from '../../kernel/must.ts';

// Civil dates as day numbers (days since 1970-01-01) and times as minutes after midnight: quick to add and compare.

const DAY = 86_400_000;
export const HOUR = 60;

export const isoOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

export const yearOf = (day: number) => new Date(day * DAY).getUTCFullYear();
export const dateOf = (day: number) => new Date(day * DAY).getUTCDate();
export const monthOf = (day: number) => new Date(day * DAY).getUTCMonth() + 1;

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

export const mondayOf = (day: number) => day - weekdayOf(day) + 1;

/** Undefined where the calendar has no such day. */
export function dayOf(year: number, month: number, date: number): number | undefined {
  if (year < 1800 || year > 2200 || month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined;
  return Date.UTC(year, month - 1, date) / DAY;
}

export const dayOfIso = (iso: string) =>
  dayOf(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), Number(iso.slice(8, 10)));

/** Of a date that has been read already. */
export const mustDayOfIso = (iso: string): number => must(dayOfIso(iso), 'a date');

export const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

export function firstOf(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) / DAY;
}

export const lastOf = (year: number, month: number) => firstOf(year, month + 1) - 1;

/** The same date some months on; the month's last day where it has no such date. */
export function addMonths(day: number, months: number): number {
  const first = firstOf(yearOf(day), monthOf(day) + months);
  return first + Math.min(dateOf(day), daysIn(yearOf(first), monthOf(first))) - 1;
}

/** The first such weekday on or after a day. */
export const onOrAfter = (day: number, weekday: number) => day + ((weekday - weekdayOf(day) + 7) % 7);

/** nth 1 is the first such weekday of the month, -1 the last. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) return onOrAfter(lastOf(year, month) - 6, weekday);
  return onOrAfter(firstOf(year, month), weekday) + 7 * (nth - 1);
}

const two = (value: number) => String(value).padStart(2, '0');

/** Minutes may run past midnight either way: the clock goes round. */
export function clockOf(minutes: number): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return `${two(Math.floor(ofDay / HOUR))}:${two(ofDay % HOUR)}`;
}

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5));
