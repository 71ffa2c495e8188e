import { must } from '../../kernel/must.ts';

// Civil dates as day numbers (days since 1970-01-01) and times as minutes after midnight, for fast arithmetic.

const MS_PER_DAY = 86_400_000;
export const MINUTES_PER_HOUR = 60;

export const yearOf = (day: number) => new Date(day * MS_PER_DAY).getUTCFullYear();
export const dayOfMonthOf = (day: number) => new Date(day * MS_PER_DAY).getUTCDate();
export const monthOf = (day: number) => new Date(day * MS_PER_DAY).getUTCMonth() + 1;

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

export const mondayOf = (day: number) => day - weekdayOf(day) + 1;

/** Undefined if there is no such date. */
export function dayNumberOf(year: number, month: number, date: number): number | undefined {
  if (year < 1800 || year > 2200 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month))
    return undefined;
  return Date.UTC(year, month - 1, date) / MS_PER_DAY;
}

export const dayNumberOfIso = (iso: string) =>
  dayNumberOf(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), Number(iso.slice(8, 10)));

/** For a date known to be valid. */
export const mustDayNumberOfIso = (iso: string): number => must(dayNumberOfIso(iso), 'a date');

export const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

export function firstDayOfMonth(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) / MS_PER_DAY;
}

export const lastDayOfMonth = (year: number, month: number) => firstDayOfMonth(year, month + 1) - 1;

/** The same day of a later month, or the month's last day if it is shorter. */
export function addMonths(day: number, months: number): number {
  const first = firstDayOfMonth(yearOf(day), monthOf(day) + months);
  return first + Math.min(dayOfMonthOf(day), daysInMonth(yearOf(first), monthOf(first))) - 1;
}

/** The first day with this weekday on or after a day. */
export const weekdayOnOrAfter = (day: number, weekday: number) => day + ((weekday - weekdayOf(day) + 7) % 7);

/** With nth 1 the first such weekday of the month, with -1 the last. */
export function findNthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) return weekdayOnOrAfter(lastDayOfMonth(year, month) - 6, weekday);
  return weekdayOnOrAfter(firstDayOfMonth(year, month), weekday) + 7 * (nth - 1);
}

export const minutesAfterMidnight = (time: string) =>
  Number(time.slice(0, 2)) * MINUTES_PER_HOUR + Number(time.slice(3, 5));
