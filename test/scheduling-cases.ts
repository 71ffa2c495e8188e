// Random inputs for the property tests of scheduling: businesses in unusual time zones, often on days when the clocks change.

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { ResourceSchedule, SchedulingRules } from '../src/scheduling/availability-rules.ts';
import type { WeeklyHours } from '../src/scheduling/hours.ts';
import { findWeeklyErrors } from '../src/scheduling/hours-errors.ts';
import type { Interval } from '../src/scheduling/intervals.ts';
import { DAY_MS, MINUTE_MS, WEEKDAYS, type Zone, zoneOf } from '../src/scheduling/zone.ts';

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Pacific/Apia',
  // In these two, the clocks change around midnight.
  'America/Nuuk',
  'America/Havana',
];
const FIRST_DATE_MS = Date.UTC(2024, 0, 1);
const LAST_DATE_MS = Date.UTC(2030, 11, 31);

const anyZone: fc.Arbitrary<Zone> = fc.constantFrom(...ZONES).map(zoneOf);

export function findTransitions(zone: Zone): number[] {
  const transitions: number[] = [];
  let transition: Temporal.ZonedDateTime | null | undefined = Temporal.Instant.fromEpochMilliseconds(
    FIRST_DATE_MS,
  ).toZonedDateTimeISO(zone.name);
  while (transition) {
    transition = transition.getTimeZoneTransition('next');
    if (!transition || transition.epochMilliseconds > LAST_DATE_MS) break;
    transitions.push(transition.epochMilliseconds);
  }
  return transitions;
}

/** A zone and a local day, counted from January 1, 1970. In three of four cases the clocks change on that day. */
export const anyDay: fc.Arbitrary<{ zone: Zone; day: number }> = anyZone.chain((zone) => {
  const days = fc.integer({ min: FIRST_DATE_MS / DAY_MS, max: LAST_DATE_MS / DAY_MS });
  const transitionDays = findTransitions(zone).map((epoch) => zone.localAt(epoch).day);
  const anyOrTransitionDay =
    transitionDays.length > 0
      ? fc.oneof({ weight: 1, arbitrary: days }, { weight: 3, arbitrary: fc.constantFrom(...transitionDays) })
      : days;
  return anyOrTransitionDay.map((day) => ({ zone, day }));
});

const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const anyDayHours = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 0, maxLength: 6 })
  .map((quarters) => quarters.sort((a, b) => a - b))
  .chain((quarters) =>
    fc.boolean().map((overnight): [string, string][] => {
      const points = quarters.map((quarter) => formatClock(quarter * 15));
      const pairs: [string, string][] = [];
      for (let i = 0; i + 1 < points.length; i += 2) pairs.push([points[i]!, points[i + 1]!]);
      const unpairedPoint = points.length % 2 === 1 ? points.at(-1)! : undefined;
      if (unpairedPoint && unpairedPoint !== '24:00' && overnight)
        pairs.push([unpairedPoint, formatClock(((quarters[0]! * 7) % 20) * 15)]);
      return pairs;
    }),
  );

/** Well-formed weekly hours that may contradict each other. */
export const anyWeeklyHours: fc.Arbitrary<WeeklyHours> = fc
  .tuple(...WEEKDAYS.map(() => anyDayHours))
  .map((days) => Object.fromEntries(WEEKDAYS.map((weekday, i) => [weekday, days[i]!])));

/** Weekly hours without contradictions: days with an error are emptied. */
export const validWeeklyHours: fc.Arbitrary<WeeklyHours> = anyWeeklyHours.map((weekly) => {
  const validHours = { ...weekly };
  for (const { pointer } of findWeeklyErrors(weekly)) validHours[pointer.slice(1, 4) as (typeof WEEKDAYS)[number]] = [];
  return validHours;
});

export interface SchedulingCase {
  rules: SchedulingRules;
  /** Counted from January 1, 1970. */
  day: number;
  /** In milliseconds since 1970, as in all of scheduling. */
  now: number;
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  people: ResourceSchedule[];
}

/** Busy intervals that start at arbitrary minutes around a day. */
const createBusyAround = (midnight: number): fc.Arbitrary<Interval[]> =>
  fc.array(
    fc
      .tuple(fc.integer({ min: -2 * 1440, max: 3 * 1440 }), fc.integer({ min: 5, max: 180 }))
      .map(([startMinute, durationMinutes]) => ({
        start: midnight + startMinute * MINUTE_MS,
        end: midnight + (startMinute + durationMinutes) * MINUTE_MS,
      })),
    { maxLength: 12 },
  );

export const anySchedulingCase: fc.Arbitrary<SchedulingCase> = anyDay.chain(({ zone, day }) => {
  const midnight = zone.epochAt(day, 0);
  const person = fc.record({
    hours: fc.option(validWeeklyHours, { nil: undefined, freq: 2 }),
    offDay: fc.option(fc.integer({ min: -2, max: 3 }), { nil: undefined, freq: 3 }),
    busy: createBusyAround(midnight),
  });
  return fc
    .record({
      hours: validWeeklyHours,
      closedDay: fc.option(fc.integer({ min: -2, max: 3 }), { nil: undefined, freq: 3 }),
      noticeMinutes: fc.constantFrom(0, 60, 1440),
      horizonDays: fc.constantFrom(1, 3, 30),
      slotMinutes: fc.constantFrom(5, 15, 20, 30, 45, 60),
      startsInMinutes: fc.integer({ min: -600, max: 2 * 1440 }),
      durationMinutes: fc.constantFrom(15, 45, 60, 90, 120),
      bufferBeforeMinutes: fc.constantFrom(0, 0, 10),
      bufferAfterMinutes: fc.constantFrom(0, 10, 30),
      people: fc.array(person, { minLength: 1, maxLength: 3 }),
    })
    .map(({ closedDay, startsInMinutes, people, noticeMinutes, horizonDays, slotMinutes, hours, ...booking }) => {
      const closures = closedDay === undefined ? [] : [createOneDayRange(day + closedDay)];
      return {
        rules: { zone, hours, closures, noticeMinutes, horizonDays, slotMinutes },
        day,
        now: midnight - startsInMinutes * MINUTE_MS,
        ...booking,
        people: people.map(({ hours: ownHours, offDay, busy }, i) => ({
          id: `p${i}`,
          name: `Person ${i}`,
          hours: ownHours,
          timeOff: offDay === undefined ? [] : [createOneDayRange(day + offDay)],
          busy,
        })),
      };
    });
});

function createOneDayRange(day: number): { from: string; to: string } {
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: day }).toString();
  return { from: date, to: date };
}

/** The opening periods, computed with Temporal alone to verify those of hours.ts. */
export function findPeriodsByTemporal(
  weekly: WeeklyHours,
  closedDates: string[],
  zone: string,
  firstDay: number,
  lastDay: number,
) {
  const periods: Interval[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    const date = Temporal.PlainDate.from('1970-01-01').add({ days: day });
    if (closedDates.includes(date.toString())) continue;
    for (const [opens, closes] of weekly[WEEKDAYS[date.dayOfWeek - 1]!] ?? []) {
      const isNextDay = closes === '24:00' || closes <= opens;
      const closing = (isNextDay ? date.add({ days: 1 }) : date).toPlainDateTime(closes === '24:00' ? '00:00' : closes);
      const start = date.toZonedDateTime({ timeZone: zone, plainTime: opens }).epochMilliseconds;
      let end = closing.toZonedDateTime(zone);
      if (!end.toPlainDateTime().equals(closing)) end = end.add({ milliseconds: 1 }).getTimeZoneTransition('previous')!;
      if (end.epochMilliseconds > start) periods.push({ start, end: end.epochMilliseconds });
    }
  }
  return periods;
}
