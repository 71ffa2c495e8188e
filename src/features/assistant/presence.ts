// When somebody of the business is there, by their own hours and time off.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { Person } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { openPeriods, ownPeriods, type Period } from '../../scheduling/hours.ts';
import { mustReadDay, WEEKDAYS } from '../../scheduling/zone.ts';

export const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** So far ahead somebody's next day is looked for. */
const FAR = 60;

/** The time that somebody works on a day; none where the business is closed. */
export function periodsOf(person: Person, business: Business, day: number): readonly Period[] {
  const rules = rulesOf(business);
  const open = openPeriods(rules, day, day);
  return open.length > 0 ? ownPeriods(person, { zone: rules.zone, open, fromDay: day, toDay: day }) : [];
}

export const worksOn = ({ hours }: Person, business: Business, weekday: number): boolean =>
  Boolean((hours ?? business.hours)[must(WEEKDAYS[weekday - 1], 'a weekday')]?.length);

export const renderPeriods = (periods: readonly Period[], say: Formatter): string =>
  periods.map(({ start, end }) => `from ${say.clock(new Date(start))} to ${say.clock(new Date(end))}`).join(' and ');

type Away = { from: number; to: number };

/** Their time off on a day. */
export function awayOn({ timeOff = [] }: Person, day: number): Away | undefined {
  const all = timeOff.map(({ from, to }) => ({
    from: mustReadDay(from.slice(0, 10)),
    to: mustReadDay(to.slice(0, 10)),
  }));
  return all.find(({ from, to }) => day >= from && day <= to);
}

/** The time off that they are on, or else the next one that is near. */
export function awayFrom(person: Person, today: number): Away | undefined {
  const days = Array.from({ length: FAR }, (_, ahead) => awayOn(person, today + ahead));
  return days.find((away) => away !== undefined);
}

/** The first day on which they work again. */
export function backAfter(person: Person, business: Business, { to }: Away): number | undefined {
  const days = Array.from({ length: FAR }, (_, ahead) => to + 1 + ahead);
  return days.find((day) => periodsOf(person, business, day).length > 0);
}

export const dayOf = (business: Business, say: Formatter, day: number): string =>
  say.day(new Date(rulesOf(business).zone.epochAt(day, 720)));

/** Until when they are away, and when they are back. */
export function renderAway(person: Person, business: Business, say: Formatter, away: Away): string {
  const { from, to } = away;
  const back = backAfter(person, business, away);
  const days = [from, to].map((day) => dayOf(business, say, day));
  const when = from === to ? `on ${days[0]}` : `from ${days[0]} to ${days[1]}`;
  return `${person.name} is away ${when}${back === undefined ? '' : `, and back on ${dayOf(business, say, back)}`}.`;
}

/** The hours of a week. */
export function renderHours({ name, hours }: Person, business: Business): string {
  const weekly = hours ?? business.hours;
  // A clock of no day in particular: read and said in the same zone.
  const clock = (text: string) =>
    formatterFor({ ...business, timezone: 'UTC' }).clock(`1970-01-01T${text === '24:00' ? '00:00' : text}Z`);
  const days = WEEKDAYS.flatMap((day, index) => {
    const periods = weekly[day] ?? [];
    const said = periods.map(([from, to]) => `${clock(from)} to ${clock(to)}`).join(' and ');
    return said ? [`${NAMES[index]} ${said}`] : [];
  });
  return days.length > 0 ? `${name} is here ${days.join(', ')}.` : `${name} has no regular hours at the moment.`;
}
