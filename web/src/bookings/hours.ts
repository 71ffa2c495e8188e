// When the business and its people are open, as minutes after midnight of a day. Times past midnight belong to the
// day that opened: a bar's Friday ends on Saturday at 2:00.
import { addDays, localTime } from '../calendar.ts';
import type { BusinessDocument, Hours } from '../format.ts';

export type Span = { from: number; to: number };
type Schedule = { hours?: Hours; timeOff?: { from: string; to: string }[] };
type Business = Pick<BusinessDocument, 'hours' | 'closures'> | undefined;

const MINUTES_PER_DAY = 1_440;
const HAS_OFFSET = /T.*(Z|[+-]\d\d:?\d\d)$/i;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export const clockMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function weeklySpans(hours: Hours, day: string): Span[] {
  const periods = hours[WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]!] ?? [];
  return periods
    .map(([opens, closes]) => {
      const [from, to] = [clockMinutes(opens), clockMinutes(closes)];
      return { from, to: to > from ? to : to + MINUTES_PER_DAY };
    })
    .sort((a, b) => a.from - b.from);
}

export const closureOn = (business: Business, day: string) =>
  business?.closures?.find(({ from, to }) => from <= day && day <= to);

/** When the business is open on a day; empty if it is closed. */
export const openSpans = (business: Business, day: string): Span[] =>
  business && !closureOn(business, day) ? weeklySpans(business.hours, day) : [];

/** When a person works, or a table can be booked: never while the business is closed. */
export function workingSpans(
  business: Business,
  { hours, timeOff = [] }: Schedule,
  day: string,
  toLocal: (time: string) => string,
): Span[] {
  const openHours = openSpans(business, day);
  const regularSpans = hours ? intersect(openHours, weeklySpans(hours, day)) : openHours;
  return timeOff.map((absence) => absenceOn(absence, day, toLocal)).reduce(subtract, regularSpans);
}

/** Time off is in whole days, both included, or between two times. */
function absenceOn({ from, to }: { from: string; to: string }, day: string, toLocal: (time: string) => string): Span {
  const toMinutes = (time: string) => minutesSinceMidnight(HAS_OFFSET.test(time) ? toLocal(time) : time, day);
  return {
    from: from.length > 10 ? toMinutes(from) : from <= day ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
    to: to.length > 10 ? toMinutes(to) : to >= day ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  };
}

/** Minutes from midnight of the day to a local time, on whichever day that is. */
export const minutesSinceMidnight = (local: string, day: string): number =>
  (Date.parse(`${local.slice(0, 10)}T00:00Z`) - Date.parse(`${day}T00:00Z`)) / 60_000 + clockMinutes(local.slice(11));

const intersect = (spans: Span[], otherSpans: Span[]): Span[] =>
  spans.flatMap((span) =>
    otherSpans
      .map((otherSpan) => ({ from: Math.max(span.from, otherSpan.from), to: Math.min(span.to, otherSpan.to) }))
      .filter(({ from, to }) => from < to),
  );

const subtract = (spans: Span[], { from, to }: Span): Span[] =>
  spans.flatMap((span) =>
    from >= span.to || to <= span.from
      ? [span]
      : [
          { from: span.from, to: Math.max(span.from, from) },
          { from: Math.min(span.to, to), to: span.to },
        ].filter((remainder) => remainder.from < remainder.to),
  );

/** The parts of the shown hours in which the business, or a person, is closed. */
export const closedSpans = (shownHours: Span, openHours: Span[]): Span[] => openHours.reduce(subtract, [shownHours]);

/** When the day before ends, in minutes after midnight: 0, or its closing time if that is later, but not after this day opens. */
function previousDayEnd(business: Business, day: string): number {
  const closesAt = Math.max(0, ...openSpans(business, addDays(day, -1)).map(({ to }) => to - MINUTES_PER_DAY));
  return Math.min(closesAt, openSpans(business, day)[0]?.from ?? MINUTES_PER_DAY);
}

/** The business day of a local time. Between midnight and closing, it is still the day before. */
export const businessDayOf = (business: Business, local: string): string => {
  const day = local.slice(0, 10);
  return clockMinutes(local.slice(11)) < previousDayEnd(business, day) ? addDays(day, -1) : day;
};

/** The local times between which bookings of these business days start. */
export function startsBetween(business: Business, firstDay: string, days: number): { from: string; to: string } {
  const endDay = addDays(firstDay, days);
  return {
    from: localTime(firstDay, previousDayEnd(business, firstDay)),
    to: localTime(endDay, previousDayEnd(business, endDay)),
  };
}

/** The bookable start at or before a minute; starts are counted from opening. */
export function slotStartAt(minute: number, openHours: Span[], slotMinutes: number): number {
  const from = openHours.find((span) => span.from <= minute && minute < span.to)?.from ?? 0;
  return from + Math.floor((minute - from) / slotMinutes) * slotMinutes;
}

/** The start that a new booking suggests: the next one from now on, or opening. */
export function suggestedStart(
  openHours: Span[],
  slotMinutes: number,
  nowMinutes = Number.NEGATIVE_INFINITY,
): number | undefined {
  const starts = openHours.map(({ from, to }) => ({
    start: from + Math.max(0, Math.ceil((nowMinutes - from) / slotMinutes)) * slotMinutes,
    to,
  }));
  return starts.find(({ start, to }) => start < to)?.start ?? openHours.at(-1)?.from;
}
