// When a staff member is at work, by their hours and time off.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { Person } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { findOpenPeriodsOnDays, findWorkingPeriods, type Period } from '../../scheduling/hours.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { mustParseDay, NOON_MINUTES, WEEKDAYS } from '../../scheduling/zone.ts';

export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** How far ahead time off and the next working day are looked for. */
const MAX_DAYS_AHEAD = 60;

/** When a staff member works on a day; empty if the business is closed. */
export function findPeriodsAtWork(person: Person, business: Business, day: number): readonly Period[] {
  const rules = rulesOf(business);
  const openPeriods = findOpenPeriodsOnDays(rules, day, day);
  return openPeriods.length > 0
    ? findWorkingPeriods(person, { zone: rules.zone, openPeriods, fromDay: day, toDay: day })
    : [];
}

export const worksOnWeekday = ({ hours }: Person, business: Business, weekday: number): boolean =>
  Boolean((hours ?? business.hours)[must(WEEKDAYS[weekday - 1], 'a weekday')]?.length);

export const renderPeriods = (periods: readonly Period[], format: Formatter): string =>
  periods
    .map(({ start, end }) => `from ${format.clock(new Date(start))} to ${format.clock(new Date(end))}`)
    .join(' and ');

type TimeOff = { from: number; to: number };

export function findTimeOff({ timeOff = [] }: Person, day: number): TimeOff | undefined {
  const periods = timeOff.map(({ from, to }) => ({
    from: mustParseDay(from.slice(0, 10)),
    to: mustParseDay(to.slice(0, 10)),
  }));
  return periods.find(({ from, to }) => day >= from && day <= to);
}

/** A staff member's current time off, or else the next one. */
export function findCurrentOrNextTimeOff(person: Person, today: number): TimeOff | undefined {
  const timeOffByDay = Array.from({ length: MAX_DAYS_AHEAD }, (_, offset) => findTimeOff(person, today + offset));
  return timeOffByDay.find((timeOff) => timeOff !== undefined);
}

/** The first day on which a staff member works again. */
export function findFirstWorkingDayAfter(person: Person, business: Business, { to }: TimeOff): number | undefined {
  const days = Array.from({ length: MAX_DAYS_AHEAD }, (_, offset) => to + 1 + offset);
  return days.find((day) => findPeriodsAtWork(person, business, day).length > 0);
}

export const formatDay = (business: Business, format: Formatter, day: number): string =>
  format.day(new Date(rulesOf(business).zone.epochAt(day, NOON_MINUTES)));

/** When a staff member is away, and when they are back. */
export function renderTimeOff(person: Person, business: Business, format: Formatter, timeOff: TimeOff): string {
  const { from, to } = timeOff;
  const returnDay = findFirstWorkingDayAfter(person, business, timeOff);
  const days = [from, to].map((day) => formatDay(business, format, day));
  const period = from === to ? `on ${days[0]}` : `from ${days[0]} to ${days[1]}`;
  return `${person.name} is away ${period}${returnDay === undefined ? '' : ` and back on ${formatDay(business, format, returnDay)}`}.`;
}

/** The hours of a week. */
export function renderHours({ name, hours }: Person, business: Business): string {
  const weeklyHours = hours ?? business.hours;
  // Hours have no date, so they are parsed and formatted in the same time zone on an arbitrary day.
  const formatClock = (text: string) =>
    formatterFor({ ...business, timezone: 'UTC' }).clock(`1970-01-01T${text === '24:00' ? '00:00' : text}Z`);
  const days = WEEKDAYS.flatMap((day, index) => {
    const periods = weeklyHours[day] ?? [];
    const hoursText = periods.map(([from, to]) => `${formatClock(from)} to ${formatClock(to)}`).join(' and ');
    return hoursText ? [`${WEEKDAY_NAMES[index]} ${hoursText}`] : [];
  });
  return days.length > 0 ? `${name} is here ${days.join(', ')}.` : `${name} doesn't have regular hours right now.`;
}
