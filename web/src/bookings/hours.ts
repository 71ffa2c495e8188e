// When the business and its people are open, as minutes after midnight of a day. Times past midnight belong to the
// day that opened: a bar's Friday ends on Saturday at 2:00.
import { addDays, formatLocalTime } from '../calendar.ts';
import type { BusinessDocument, Hours } from '../format.ts';

/** In minutes after midnight of a day. */
export type Span = { from: number; to: number };
type Schedule = { hours?: Hours; timeOff?: { from: string; to: string }[] };
type Business = Pick<BusinessDocument, 'hours' | 'closures'> | undefined;

const MINUTES_PER_DAY = 1_440;
const OFFSET_PATTERN = /T.*(Z|[+-]\d\d:?\d\d)$/i;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export const clockToMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function findWeeklySpans(hours: Hours, day: string): Span[] {
  const periods = hours[WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]!] ?? [];
  return periods
    .map(([opens, closes]) => {
      const [from, to] = [clockToMinutes(opens), clockToMinutes(closes)];
      return { from, to: to > from ? to : to + MINUTES_PER_DAY };
    })
    .sort((a, b) => a.from - b.from);
}

export const findClosure = (business: Business, day: string) =>
  business?.closures?.find(({ from, to }) => from <= day && day <= to);

/** When the business is open on a day; empty if it is closed. */
export const findOpenSpans = (business: Business, day: string): Span[] =>
  business && !findClosure(business, day) ? findWeeklySpans(business.hours, day) : [];

/** When a person works, or a table can be booked: never while the business is closed. */
export function findWorkingSpans(
  business: Business,
  { hours, timeOff = [] }: Schedule,
  day: string,
  toLocal: (time: string) => string,
): Span[] {
  const openHours = findOpenSpans(business, day);
  const regularSpans = hours ? intersectSpans(openHours, findWeeklySpans(hours, day)) : openHours;
  return timeOff.map((absence) => toAbsenceSpan(absence, day, toLocal)).reduce(subtractSpan, regularSpans);
}

/** Time off is in whole days, both included, or between two times. */
function toAbsenceSpan(
  { from, to }: { from: string; to: string },
  day: string,
  toLocal: (time: string) => string,
): Span {
  const toMinutes = (time: string) => toMinutesAfterMidnight(OFFSET_PATTERN.test(time) ? toLocal(time) : time, day);
  return {
    from: from.length > 10 ? toMinutes(from) : from <= day ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
    to: to.length > 10 ? toMinutes(to) : to >= day ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  };
}

/** Minutes from midnight of the day to a local time, on whichever day that is. */
export const toMinutesAfterMidnight = (localTime: string, day: string): number =>
  (Date.parse(`${localTime.slice(0, 10)}T00:00Z`) - Date.parse(`${day}T00:00Z`)) / 60_000 +
  clockToMinutes(localTime.slice(11));

const intersectSpans = (spans: Span[], otherSpans: Span[]): Span[] =>
  spans.flatMap((span) =>
    otherSpans
      .map((otherSpan) => ({ from: Math.max(span.from, otherSpan.from), to: Math.min(span.to, otherSpan.to) }))
      .filter(({ from, to }) => from < to),
  );

const subtractSpan = (spans: Span[], { from, to }: Span): Span[] =>
  spans.flatMap((span) =>
    from >= span.to || to <= span.from
      ? [span]
      : [
          { from: span.from, to: Math.max(span.from, from) },
          { from: Math.min(span.to, to), to: span.to },
        ].filter((remainder) => remainder.from < remainder.to),
  );

/** The parts of the shown hours in which the business, or a person, is closed. */
export const findClosedSpans = (shownHours: Span, openHours: Span[]): Span[] =>
  openHours.reduce(subtractSpan, [shownHours]);

/** When the day before ends, in minutes after midnight: 0, or its closing time if that is later, but not after this day opens. */
function findPreviousDayEnd(business: Business, day: string): number {
  const closesAt = Math.max(0, ...findOpenSpans(business, addDays(day, -1)).map(({ to }) => to - MINUTES_PER_DAY));
  return Math.min(closesAt, findOpenSpans(business, day)[0]?.from ?? MINUTES_PER_DAY);
}

/** The business day of a local time. Between midnight and closing, it is still the day before. */
export const findBusinessDay = (business: Business, localTime: string): string => {
  const day = localTime.slice(0, 10);
  return clockToMinutes(localTime.slice(11)) < findPreviousDayEnd(business, day) ? addDays(day, -1) : day;
};

/** The local times between which bookings of these business days start. */
export function findStartRange(business: Business, firstDay: string, dayCount: number): { from: string; to: string } {
  const endDay = addDays(firstDay, dayCount);
  return {
    from: formatLocalTime(firstDay, findPreviousDayEnd(business, firstDay)),
    to: formatLocalTime(endDay, findPreviousDayEnd(business, endDay)),
  };
}

/** The bookable start at or before a minute; starts are counted from opening. */
export function findSlotStart(minute: number, openHours: Span[], slotMinutes: number): number {
  const from = openHours.find((span) => span.from <= minute && minute < span.to)?.from ?? 0;
  return from + Math.floor((minute - from) / slotMinutes) * slotMinutes;
}

/** The start that a new booking suggests: the next one from now on, or opening. */
export function suggestStart(
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
