// Properties that hold for every business on every day, including clock changes.

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../test/random.ts';
import { anySchedulingCase, periodsByTemporal, type SchedulingCase } from '../../test/scheduling-cases.ts';
import type { ResourceSchedule } from './availability-rules.ts';
import { checkAnyAvailability, checkAvailability } from './check-availability.ts';
import type { Interval } from './intervals.ts';
import { leastBooked } from './least-booked.ts';
import { alternativesNear, slotsBetween } from './slots.ts';
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
  slotsBetween(
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
  const open = periodsByTemporal(rules.hours, closedDays, rules.zone.name, day - 3, day + 3);
  const workingHours = person.hours ?? rules.hours;
  const daysNotWorked = person.hours ? daysOff : [...daysOff, ...closedDays];
  const working = periodsByTemporal(workingHours, daysNotWorked, rules.zone.name, day - 3, day + 3);
  const starts: number[] = [];
  for (const period of open) {
    for (let start = period.start; start < period.end; start += rules.slotMinutes * MINUTE_MS) {
      const end = start + durationMinutes * MINUTE_MS;
      const occupied = { start: start - bufferBeforeMinutes * MINUTE_MS, end: end + bufferAfterMinutes * MINUTE_MS };
      const isWithin = (each: Interval) => each.start <= start && end <= each.end;
      if (start < from || start >= to || !isWithin(period) || !working.some(isWithin)) continue;
      if (start < now + rules.noticeMinutes * MINUTE_MS || start > now + rules.horizonDays * DAY_MS) continue;
      if (!person.busy.some((each) => overlaps(each, occupied))) starts.push(start);
    }
  }
  return starts.sort((a, b) => a - b);
}

describe('slots', () => {
  it('match a simple implementation with Temporal', () => {
    fc.assert(
      fc.property(anySchedulingCase, (world) => {
        for (const person of world.people) expect(slotsOf(world, person)).toEqual(slotsByTemporal(world, person));
      }),
      { numRuns: sampleSize(500) },
    );
  });

  it('exist as local times and lie within the opening hours', () => {
    fc.assert(
      fc.property(anySchedulingCase, (world) => {
        const { zone, hours } = world.rules;
        for (const start of slotsOf(world, world.people[0]!)) {
          const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone.name);
          const text = local.toPlainDateTime().toString({ smallestUnit: 'minute' });
          const parsed = parseLocalTime(text, zone);
          const isFirst = parsed !== undefined && 'epoch' in parsed && parsed.epoch === start;
          const later = local.toPlainDateTime().toZonedDateTime(zone.name, { disambiguation: 'later' });
          expect(isFirst || later.epochMilliseconds === start).toBe(true);
          // In the repeated hour the local time alone does not tell whether the business is open.
          if (later.epochMilliseconds === start && !isFirst) continue;
          const time = local.toPlainTime().toString().slice(0, 5);
          const [today, yesterday] = [0, 1].map((back) => hours[zone.localAt(start - back * DAY_MS).weekday] ?? []);
          const isToday = today!.some(([from, to]) => from <= time && (time < to || to <= from));
          const ranPastMidnight = (yesterday ?? []).some(([from, to]) => to <= from && time < to);
          expect(isToday || ranPastMidnight || hadClockChange(zone.name, start)).toBe(true);
        }
      }),
      { numRuns: sampleSize(300) },
    );
  });

  it('agree with checkAvailability at every instant, on and off the grid', () => {
    fc.assert(
      fc.property(anySchedulingCase, fc.integer({ min: 1, max: 4 }), (world, offGridMinutes) => {
        const [from, to] = rangeOf(world);
        const person = world.people[0]!;
        const offered = new Set(slotsOf(world, person));
        for (let start = from; start < to; start += 5 * MINUTE_MS) {
          for (const instant of [start, start + offGridMinutes * MINUTE_MS]) {
            if (instant >= to) continue;
            const verdict = checkAvailability(world.rules, world.now, { ...durationOf(world), start: instant }, person);
            expect(!verdict.isOffGrid && verdict.available).toBe(offered.has(instant));
          }
        }
      }),
      { numRuns: sampleSize(40) },
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
        (world, offsetMinutes, limit) => {
          const { rules, now, people } = world;
          const { zone } = rules;
          const requestedTime = { ...durationOf(world), start: zone.epochAt(world.day, 0) + offsetMinutes * MINUTE_MS };
          const clampedStart = Math.max(
            now + rules.noticeMinutes * MINUTE_MS,
            Math.min(requestedTime.start, now + rules.horizonDays * DAY_MS),
          );
          const { day } = zone.localAt(clampedStart);
          const [from, to] = [zone.epochAt(day - 14, 0), zone.epochAt(day + 15, 0)];
          const slotsPerPerson = people.map(
            (person) => new Set(slotsBetween(rules, now, requestedTime, person, from, to)),
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
          const alternatives = alternativesNear(rules, now, requestedTime, people, limit);
          expect(alternatives).toEqual(expected);
          for (const { start, resource } of alternatives) {
            expect(checkAvailability(rules, now, { ...requestedTime, start }, resource)).toMatchObject({
              isOffGrid: false,
              available: true,
            });
          }
        },
      ),
      { numRuns: sampleSize(300) },
    );
  });
});

describe('bookings made one after the other', () => {
  const requestLists = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(15, 30, 60, 90), fc.nat(30)), { maxLength: 60 });

  it('never overlap, including buffers, no matter who takes them', () => {
    fc.assert(
      fc.property(anySchedulingCase, requestLists, (world, requests) => {
        const { rules, now } = world;
        const booked = new Map(world.people.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, durationMinutes, bufferAfterMinutes] of requests) {
          const start = rangeOf(world)[0] + slot * 15 * MINUTE_MS;
          const people = world.people.map((person) => ({
            ...person,
            busy: [...person.busy, ...booked.get(person.id)!],
          }));
          const requestedTime = { start, durationMinutes, bufferBeforeMinutes: 5, bufferAfterMinutes };
          const verdict = checkAnyAvailability(rules, now, requestedTime, people);
          if (verdict.isOffGrid || !verdict.available) continue;
          const chosen = leastBooked(verdict.freeCandidates, start, rules.zone)!;
          const end = start + (durationMinutes + bufferAfterMinutes) * MINUTE_MS;
          booked.get(chosen.id)!.push({ start: start - 5 * MINUTE_MS, end });
        }
        for (const { id, busy } of world.people) {
          expect(noneOverlap(booked.get(id)!)).toBe(true);
          expect(booked.get(id)!.some((booking) => busy.some((other) => overlaps(booking, other)))).toBe(false);
        }
      }),
      { numRuns: sampleSize(200) },
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
        const booked = new Map(tables.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, party] of requests) {
          const start = now + slot * 30 * MINUTE_MS;
          const seating = findSeating(party, { tables, joins });
          expect(seating.ok).toBe(party <= 14);
          if (!seating.ok) continue;
          const candidates = seating.choices.map(({ id, name, tableIds }) => {
            return { id, name, busy: tableIds.flatMap((tableId) => booked.get(tableId)!) };
          });
          const verdict = checkAnyAvailability(rules, now, { start, durationMinutes: 90 }, candidates);
          const chosen = !verdict.isOffGrid && verdict.freeCandidates[0];
          if (!chosen) continue;
          const { tableIds, seats } = seating.choices.find(({ id }) => id === chosen.id)!;
          expect(seats).toBeGreaterThanOrEqual(party);
          for (const tableId of tableIds) booked.get(tableId)!.push({ start, end: start + 90 * MINUTE_MS });
        }
        for (const times of booked.values()) expect(noneOverlap(times)).toBe(true);
      }),
      { numRuns: sampleSize(200) },
    );
  });
});
