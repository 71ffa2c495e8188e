// Properties that hold for every business on every day, including clock changes.

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/random.ts';
import { anySchedulingCase, findPeriodsByTemporal, type SchedulingCase } from '../../test/scheduling-cases.ts';
import type { ResourceSchedule } from './availability-rules.ts';
import { checkAnyAvailability, checkAvailability } from './check-availability.ts';
import type { Interval } from './intervals.ts';
import { findLeastBooked } from './least-booked.ts';
import { findAlternativesNear, findSlotsBetween } from './slots.ts';
import { findSeating, type Table } from './tables.ts';
import { DAY_MS, MINUTE_MS, parseLocalTime, zoneOf } from './zone.ts';

const durationOf = ({ durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }: SchedulingCase) => ({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
});
const rangeOf = ({ rules, day }: SchedulingCase): [number, number] => [
  rules.zone.epochAt(day - 1, 0),
  rules.zone.epochAt(day + 2, 0),
];
const slotsOf = (schedulingCase: SchedulingCase, person: ResourceSchedule) =>
  findSlotsBetween(
    schedulingCase.rules,
    schedulingCase.now,
    durationOf(schedulingCase),
    person,
    ...rangeOf(schedulingCase),
  );
const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end;
const noneOverlap = (intervals: Interval[]) =>
  intervals.every((a, i) => intervals.slice(i + 1).every((b) => !overlaps(a, b)));

/** A second, simple implementation of the rules with Temporal, to compare against. */
function slotsByTemporal(schedulingCase: SchedulingCase, person: ResourceSchedule): number[] {
  const { rules, day, now, durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = schedulingCase;
  const [from, to] = rangeOf(schedulingCase);
  const closedDays = rules.closures.map((closure) => closure.from);
  const daysOff = (person.timeOff ?? []).map((timeOff) => timeOff.from);
  const openPeriods = findPeriodsByTemporal(rules.hours, closedDays, rules.zone.name, day - 3, day + 3);
  const workingHours = person.hours ?? rules.hours;
  const daysNotWorked = person.hours ? daysOff : [...daysOff, ...closedDays];
  const workingPeriods = findPeriodsByTemporal(workingHours, daysNotWorked, rules.zone.name, day - 3, day + 3);
  const starts: number[] = [];
  for (const period of openPeriods) {
    for (let start = period.start; start < period.end; start += rules.slotMinutes * MINUTE_MS) {
      const end = start + durationMinutes * MINUTE_MS;
      const occupied = { start: start - bufferBeforeMinutes * MINUTE_MS, end: end + bufferAfterMinutes * MINUTE_MS };
      const isWithin = (interval: Interval) => interval.start <= start && end <= interval.end;
      if (start < from || start >= to || !isWithin(period) || !workingPeriods.some(isWithin)) continue;
      if (start < now + rules.noticeMinutes * MINUTE_MS || start > now + rules.horizonDays * DAY_MS) continue;
      if (!person.busy.some((busyTime) => overlaps(busyTime, occupied))) starts.push(start);
    }
  }
  return starts.sort((a, b) => a - b);
}

describe('slots', () => {
  it('match a simple implementation with Temporal', () => {
    fc.assert(
      fc.property(anySchedulingCase, (schedulingCase) => {
        for (const person of schedulingCase.people)
          expect(slotsOf(schedulingCase, person)).toEqual(slotsByTemporal(schedulingCase, person));
      }),
      { numRuns: chooseCaseCount(500) },
    );
  });

  it('exist as local times and lie within the opening hours', () => {
    fc.assert(
      fc.property(anySchedulingCase, (schedulingCase) => {
        const { zone, hours } = schedulingCase.rules;
        for (const start of slotsOf(schedulingCase, schedulingCase.people[0]!)) {
          const localTime = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone.name);
          const localText = localTime.toPlainDateTime().toString({ smallestUnit: 'minute' });
          const parsedTime = parseLocalTime(localText, zone);
          const isFirstOccurrence = parsedTime !== undefined && 'epoch' in parsedTime && parsedTime.epoch === start;
          const laterOccurrence = localTime.toPlainDateTime().toZonedDateTime(zone.name, { disambiguation: 'later' });
          expect(isFirstOccurrence || laterOccurrence.epochMilliseconds === start).toBe(true);
          // In the repeated hour the local time alone does not tell whether the business is open.
          if (laterOccurrence.epochMilliseconds === start && !isFirstOccurrence) continue;
          const time = localTime.toPlainTime().toString().slice(0, 5);
          const [todayHours, yesterdayHours] = [0, 1].map(
            (daysBack) => hours[zone.localAt(start - daysBack * DAY_MS).weekday] ?? [],
          );
          const isWithinToday = todayHours!.some(([from, to]) => from <= time && (time < to || to <= from));
          const ranPastMidnight = (yesterdayHours ?? []).some(([from, to]) => to <= from && time < to);
          expect(isWithinToday || ranPastMidnight || hadClockChange(zone.name, start)).toBe(true);
        }
      }),
      { numRuns: chooseCaseCount(300) },
    );
  });

  it('agree with checkAvailability at every instant, on and off the grid', () => {
    fc.assert(
      fc.property(anySchedulingCase, fc.integer({ min: 1, max: 4 }), (schedulingCase, offGridMinutes) => {
        const [from, to] = rangeOf(schedulingCase);
        const person = schedulingCase.people[0]!;
        const offeredStarts = new Set(slotsOf(schedulingCase, person));
        for (let start = from; start < to; start += 5 * MINUTE_MS) {
          for (const instant of [start, start + offGridMinutes * MINUTE_MS]) {
            if (instant >= to) continue;
            const verdict = checkAvailability(
              schedulingCase.rules,
              schedulingCase.now,
              { ...durationOf(schedulingCase), start: instant },
              person,
            );
            expect(!verdict.isOffGrid && verdict.available).toBe(offeredStarts.has(instant));
          }
        }
      }),
      { numRuns: chooseCaseCount(40) },
    );
  });
});

/** Whether the clocks changed in the last 30 hours, so that 24 hours ago was not the same time yesterday. */
function hadClockChange(zone: string, epoch: number): boolean {
  const moment = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
  return moment.offsetNanoseconds !== moment.subtract({ hours: 30 }).offsetNanoseconds;
}

describe('alternatives', () => {
  it('are the bookable starts of the nearest days, those nearest to the requested time of day first', () => {
    fc.assert(
      fc.property(
        anySchedulingCase,
        fc.integer({ min: -1440, max: 3 * 1440 }),
        fc.integer({ min: 1, max: 8 }),
        (schedulingCase, offsetMinutes, limit) => {
          const { rules, now, people } = schedulingCase;
          const { zone } = rules;
          const requestedTime = {
            ...durationOf(schedulingCase),
            start: zone.epochAt(schedulingCase.day, 0) + offsetMinutes * MINUTE_MS,
          };
          const clampedStart = Math.max(
            now + rules.noticeMinutes * MINUTE_MS,
            Math.min(requestedTime.start, now + rules.horizonDays * DAY_MS),
          );
          const { day } = zone.localAt(clampedStart);
          const [from, to] = [zone.epochAt(day - 14, 0), zone.epochAt(day + 15, 0)];
          const slotsPerPerson = people.map(
            (person) => new Set(findSlotsBetween(rules, now, requestedTime, person, from, to)),
          );
          const rank = (start: number): [number, number, number] => {
            const startDay = zone.localAt(start).day;
            return [
              Math.abs(startDay - day),
              Math.abs(start - zone.epochAt(startDay, zone.localAt(requestedTime.start).minutes)),
              start,
            ];
          };
          const expected = [...new Set(slotsPerPerson.flatMap((slots) => [...slots]))]
            .map((start) => ({ start, rank: rank(start) }))
            .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
            .slice(0, limit)
            .map(({ start }) => ({ start, resource: people[slotsPerPerson.findIndex((slots) => slots.has(start))] }));
          const alternatives = findAlternativesNear(rules, now, requestedTime, people, limit);
          expect(alternatives).toEqual(expected);
          for (const { start, resource } of alternatives) {
            expect(checkAvailability(rules, now, { ...requestedTime, start }, resource)).toMatchObject({
              isOffGrid: false,
              available: true,
            });
          }
        },
      ),
      { numRuns: chooseCaseCount(300) },
    );
  });
});

describe('bookings made one after the other', () => {
  const requestLists = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(15, 30, 60, 90), fc.nat(30)), { maxLength: 60 });

  it('never overlap, including buffers, no matter who takes them', () => {
    fc.assert(
      fc.property(anySchedulingCase, requestLists, (schedulingCase, requests) => {
        const { rules, now } = schedulingCase;
        const bookedTimes = new Map(schedulingCase.people.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, durationMinutes, bufferAfterMinutes] of requests) {
          const start = rangeOf(schedulingCase)[0] + slot * 15 * MINUTE_MS;
          const people = schedulingCase.people.map((person) => ({
            ...person,
            busy: [...person.busy, ...bookedTimes.get(person.id)!],
          }));
          const requestedTime = { start, durationMinutes, bufferBeforeMinutes: 5, bufferAfterMinutes };
          const verdict = checkAnyAvailability(rules, now, requestedTime, people);
          if (verdict.isOffGrid || !verdict.available) continue;
          const chosenCandidate = findLeastBooked(verdict.freeCandidates, start, rules.zone)!;
          const end = start + (durationMinutes + bufferAfterMinutes) * MINUTE_MS;
          bookedTimes.get(chosenCandidate.id)!.push({ start: start - 5 * MINUTE_MS, end });
        }
        for (const { id, busy } of schedulingCase.people) {
          expect(noneOverlap(bookedTimes.get(id)!)).toBe(true);
          expect(bookedTimes.get(id)!.some((booking) => busy.some((other) => overlaps(booking, other)))).toBe(false);
        }
      }),
      { numRuns: chooseCaseCount(200) },
    );
  });

  it('never seat two parties at one table, even with joined tables', () => {
    const zone = zoneOf('Europe/Berlin');
    const now = zone.epochAt(20_000, 0);
    const allDay: [string, string][] = [['00:00', '24:00']];
    const hours = { mon: allDay, tue: allDay, wed: allDay, thu: allDay, fri: allDay, sat: allDay, sun: allDay };
    const rules = { zone, hours, closures: [], noticeMinutes: 0, horizonDays: 9, slotMinutes: 30 };
    const tables: Table[] = [2, 2, 4, 4, 6].map((seats, i) => ({ id: `t${i}`, name: `Table ${i}`, seats }));
    const joins = [
      ['t0', 't1'],
      ['t1', 't2'],
      ['t2', 't3', 't4'],
      ['t3', 't4'],
    ];
    const parties = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 15 })), { maxLength: 60 });
    fc.assert(
      fc.property(parties, (requests) => {
        const bookedTimes = new Map(tables.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, party] of requests) {
          const start = now + slot * 30 * MINUTE_MS;
          const seating = findSeating(party, { tables, joins });
          expect(seating.ok).toBe(party <= 14);
          if (!seating.ok) continue;
          const candidates = seating.choices.map(({ id, name, tableIds }) => {
            return { id, name, busy: tableIds.flatMap((tableId) => bookedTimes.get(tableId)!) };
          });
          const verdict = checkAnyAvailability(rules, now, { start, durationMinutes: 90 }, candidates);
          const chosenCandidate = !verdict.isOffGrid && verdict.freeCandidates[0];
          if (!chosenCandidate) continue;
          const { tableIds, seats } = seating.choices.find(({ id }) => id === chosenCandidate.id)!;
          expect(seats).toBeGreaterThanOrEqual(party);
          for (const tableId of tableIds) bookedTimes.get(tableId)!.push({ start, end: start + 90 * MINUTE_MS });
        }
        for (const intervals of bookedTimes.values()) expect(noneOverlap(intervals)).toBe(true);
      }),
      { numRuns: chooseCaseCount(200) },
    );
  });
});
