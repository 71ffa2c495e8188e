// What holds for every business, on every day, whatever the clocks do.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../test/random.ts';
import { anyWorld, periodsByTemporal, type World } from '../../test/worlds.ts';
import { checkAnyAvailability, checkAvailability } from './check-availability.ts';
import type { Candidate } from './frame.ts';
import type { Interval } from './hours.ts';
import { leastBooked } from './people.ts';
import { alternativesNear, slotsBetween } from './slots.ts';
import { seatingFor, type Table } from './tables.ts';
import { DAY, MINUTE, readLocal, zoneOf } from './zone.ts';

const shapeOf = ({ durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }: World) => ({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
});
const rangeOf = ({ rules, day }: World): [number, number] => [
  rules.zone.epochAt(day - 1, 0),
  rules.zone.epochAt(day + 2, 0),
];
const slotsOf = (world: World, person: Candidate) =>
  slotsBetween(world.rules, world.now, shapeOf(world), person, ...rangeOf(world));
const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end;
const noneOverlap = (all: Interval[]) => all.every((a, i) => all.slice(i + 1).every((b) => !overlaps(a, b)));

/** All the rules once more, with Temporal and loops. */
function slotsByHand(world: World, person: Candidate): number[] {
  const { rules, day, now, durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = world;
  const [from, to] = rangeOf(world);
  const closed = rules.closures.map((closure) => closure.from);
  const off = (person.timeOff ?? []).map((each) => each.from);
  const open = periodsByTemporal(rules.hours, closed, rules.zone.name, day - 3, day + 3);
  const ownHours = person.hours ?? rules.hours;
  const ownOff = person.hours ? off : [...off, ...closed];
  const own = periodsByTemporal(ownHours, ownOff, rules.zone.name, day - 3, day + 3);
  const starts: number[] = [];
  for (const period of open) {
    for (let start = period.start; start < period.end; start += rules.slotMinutes * MINUTE) {
      const end = start + durationMinutes * MINUTE;
      const blocked = { start: start - bufferBeforeMinutes * MINUTE, end: end + bufferAfterMinutes * MINUTE };
      const isIn = (each: Interval) => each.start <= start && end <= each.end;
      if (start < from || start >= to || !isIn(period) || !own.some(isIn)) continue;
      if (start < now + rules.noticeMinutes * MINUTE || start > now + rules.horizonDays * DAY) continue;
      if (!person.busy.some((each) => overlaps(each, blocked))) starts.push(start);
    }
  }
  return starts.sort((a, b) => a - b);
}

describe('slots', () => {
  it('are exactly those that the rules allow, each once, by Temporal', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        for (const person of world.people) expect(slotsOf(world, person)).toEqual(slotsByHand(world, person));
      }),
      { numRuns: casesOf(500, 4) },
    );
  });

  it('exist on the clock and lie in the hours that it shows', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { zone, hours } = world.rules;
        for (const start of slotsOf(world, world.people[0]!)) {
          const shown = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone.name);
          const text = shown.toPlainDateTime().toString({ smallestUnit: 'minute' });
          const read = readLocal(text, zone);
          const isFirst = read !== undefined && 'epoch' in read && read.epoch === start;
          const later = shown.toPlainDateTime().toZonedDateTime(zone.name, { disambiguation: 'later' });
          expect(isFirst || later.epochMilliseconds === start).toBe(true);
          // In the repeated hour the clock cannot tell before opening from after it.
          if (later.epochMilliseconds === start && !isFirst) continue;
          const time = shown.toPlainTime().toString().slice(0, 5);
          const [today, yesterday] = [0, 1].map((back) => hours[zone.localAt(start - back * DAY).weekday] ?? []);
          const isToday = today!.some(([from, to]) => from <= time && (time < to || to <= from));
          const ran = (yesterday ?? []).some(([from, to]) => to <= from && time < to);
          expect(isToday || ran || hasTurn(zone.name, start)).toBe(true);
        }
      }),
      { numRuns: casesOf(300, 4) },
    );
  });

  it('agree with checkAvailability at every instant, on the grid or off it', () => {
    fc.assert(
      fc.property(anyWorld, fc.integer({ min: 1, max: 4 }), (world, odd) => {
        const [from, to] = rangeOf(world);
        const person = world.people[0]!;
        const offered = new Set(slotsOf(world, person));
        for (let start = from; start < to; start += 5 * MINUTE) {
          for (const instant of [start, start + odd * MINUTE]) {
            if (instant >= to) continue;
            const verdict = checkAvailability(world.rules, world.now, { ...shapeOf(world), start: instant }, person);
            expect(!verdict.offGrid && verdict.available).toBe(offered.has(instant));
          }
        }
      }),
      { numRuns: casesOf(40, 4) },
    );
  });
});

/** Whether the clocks were changed in the day before: then "yesterday" by hours is not yesterday by the clock. */
function hasTurn(zone: string, epoch: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
  return at.offsetNanoseconds !== at.subtract({ hours: 30 }).offsetNanoseconds;
}

describe('alternatives', () => {
  it('are the possible starts of the nearest days, those nearest to the wished time first', () => {
    fc.assert(
      fc.property(
        anyWorld,
        fc.integer({ min: -1440, max: 3 * 1440 }),
        fc.integer({ min: 1, max: 8 }),
        (world, off, n) => {
          const { rules, now, people } = world;
          const { zone } = rules;
          const requested = { ...shapeOf(world), start: zone.epochAt(world.day, 0) + off * MINUTE };
          const anchor = Math.max(
            now + rules.noticeMinutes * MINUTE,
            Math.min(requested.start, now + rules.horizonDays * DAY),
          );
          const { day } = zone.localAt(anchor);
          const [from, to] = [zone.epochAt(day - 14, 0), zone.epochAt(day + 15, 0)];
          const all = people.map((person) => new Set(slotsBetween(rules, now, requested, person, from, to)));
          const rank = (start: number): [number, number, number] => {
            const on = zone.localAt(start).day;
            return [
              Math.abs(on - day),
              Math.abs(start - zone.epochAt(on, zone.localAt(requested.start).minutes)),
              start,
            ];
          };
          const expected = [...new Set(all.flatMap((each) => [...each]))]
            .map((start) => ({ start, rank: rank(start) }))
            .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
            .slice(0, n)
            .map(({ start }) => ({ start, resource: people[all.findIndex((each) => each.has(start))] }));
          const found = alternativesNear(rules, now, requested, people, n);
          expect(found).toEqual(expected);
          for (const { start, resource } of found) {
            expect(checkAvailability(rules, now, { ...requested, start }, resource)).toMatchObject({
              offGrid: false,
              available: true,
            });
          }
        },
      ),
      { numRuns: casesOf(300, 4) },
    );
  });
});

describe('bookings made one after the other', () => {
  const wishes = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(15, 30, 60, 90), fc.nat(30)), { maxLength: 60 });

  it('never overlap, buffers included, whoever takes them', () => {
    fc.assert(
      fc.property(anyWorld, wishes, (world, asked) => {
        const { rules, now } = world;
        const taken = new Map(world.people.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, durationMinutes, bufferAfterMinutes] of asked) {
          const start = rangeOf(world)[0] + slot * 15 * MINUTE;
          const people = world.people.map((person) => ({
            ...person,
            busy: [...person.busy, ...taken.get(person.id)!],
          }));
          const requested = { start, durationMinutes, bufferBeforeMinutes: 5, bufferAfterMinutes };
          const verdict = checkAnyAvailability(rules, now, requested, people);
          if (verdict.offGrid || !verdict.available) continue;
          const chosen = leastBooked(verdict.free, start, rules.zone)!;
          const end = start + (durationMinutes + bufferAfterMinutes) * MINUTE;
          taken.get(chosen.id)!.push({ start: start - 5 * MINUTE, end });
        }
        for (const { id, busy } of world.people) {
          expect(noneOverlap(taken.get(id)!)).toBe(true);
          expect(taken.get(id)!.some((each) => busy.some((other) => overlaps(each, other)))).toBe(false);
        }
      }),
      { numRuns: casesOf(200, 4) },
    );
  });

  it('never seat two parties at one table, joined or not', () => {
    const zone = zoneOf('Europe/Berlin');
    const now = zone.epochAt(20_000, 0);
    const always: [string, string][] = [['00:00', '24:00']];
    const hours = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always };
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
      fc.property(parties, (asked) => {
        const taken = new Map(tables.map(({ id }) => [id, [] as Interval[]]));
        for (const [slot, party] of asked) {
          const start = now + slot * 30 * MINUTE;
          const seating = seatingFor(party, { tables, joins });
          expect(seating.ok).toBe(party <= 14);
          if (!seating.ok) continue;
          const candidates = seating.choices.map(({ id, name, tableIds }) => {
            return { id, name, busy: tableIds.flatMap((each) => taken.get(each)!) };
          });
          const verdict = checkAnyAvailability(rules, now, { start, durationMinutes: 90 }, candidates);
          const chosen = !verdict.offGrid && verdict.free[0];
          if (!chosen) continue;
          const { tableIds, seats } = seating.choices.find(({ id }) => id === chosen.id)!;
          expect(seats).toBeGreaterThanOrEqual(party);
          for (const each of tableIds) taken.get(each)!.push({ start, end: start + 90 * MINUTE });
        }
        for (const times of taken.values()) expect(noneOverlap(times)).toBe(true);
      }),
      { numRuns: casesOf(200, 4) },
    );
  });
});
