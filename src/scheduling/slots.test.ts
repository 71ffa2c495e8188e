import { describe, expect, it } from 'vitest';
import { formatDay } from '../kernel/clock.ts';
import type { BookingDuration, ResourceSchedule, SchedulingRules } from './availability-rules.ts';
import { checkAvailability } from './check-availability.ts';
import { findAlternativesNear, findSlotsBetween, getAlternativesSearchRange } from './slots.ts';
import { DAY_MS, MINUTE_MS, parseLocalTime, type Zone, zoneOf } from './zone.ts';

const newYork = zoneOf('America/New_York');
const epochOf = (text: string, zone: Zone = newYork) => {
  const parsed = parseLocalTime(text, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : Number.NaN;
};
const formatTime = (epoch: number, zone: Zone = newYork) => {
  const { day, minutes } = zone.localAt(epoch);
  const twoDigits = (n: number) => String(n).padStart(2, '0');
  return `${formatDay(day).slice(5)} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

const now = epochOf('2026-11-18T10:00');
const rules: SchedulingRules = {
  zone: newYork,
  hours: { thu: [['10:00', '12:00']], fri: [['10:00', '12:00']] },
  closures: [],
  noticeMinutes: 0,
  horizonDays: 30,
  slotMinutes: 30,
};
const ana: ResourceSchedule = { id: 'ana', name: 'Ana', busy: [] };
const ben: ResourceSchedule = { id: 'ben', name: 'Ben', busy: [] };
const intervalOf = (from: string, to: string) => ({ start: epochOf(from), end: epochOf(to) });

describe('bookable slots', () => {
  const listSlots = (
    from: string,
    to: string,
    minutes = 60,
    schedule: Partial<ResourceSchedule> = {},
    ruleChanges: Partial<SchedulingRules> = {},
  ) =>
    findSlotsBetween(
      { ...rules, ...ruleChanges },
      now,
      { durationMinutes: minutes },
      { ...ana, ...schedule },
      epochOf(from),
      epochOf(to),
    ).map((start) => formatTime(start));

  it('end by closing time', () => {
    expect(listSlots('2026-11-19T00:00', '2026-11-20T00:00')).toEqual(['11-19 10:00', '11-19 10:30', '11-19 11:00']);
  });

  it('include the first instant of the range and exclude the last', () => {
    expect(listSlots('2026-11-19T10:30', '2026-11-20T10:30')).toEqual(['11-19 10:30', '11-19 11:00', '11-20 10:00']);
    expect(listSlots('2026-11-19T10:31', '2026-11-20T10:00')).toEqual(['11-19 11:00']);
    expect(listSlots('2026-11-20T10:00', '2026-11-19T10:00')).toEqual([]);
  });

  it('exclude busy times', () => {
    const busySchedule = { busy: [intervalOf('2026-11-19T10:30', '2026-11-19T11:00')] };
    expect(listSlots('2026-11-19T00:00', '2026-11-20T00:00', 60, busySchedule)).toEqual(['11-19 11:00']);
  });

  it('exclude all of a long busy time, also after a shorter one within it', () => {
    const busySchedule = {
      busy: [intervalOf('2026-11-20T10:00', '2026-11-20T16:00'), intervalOf('2026-11-20T11:00', '2026-11-20T12:00')],
    };
    const hours: SchedulingRules['hours'] = { fri: [['09:00', '18:00']] };
    expect(listSlots('2026-11-20T00:00', '2026-11-21T00:00', 60, busySchedule, { hours })).toEqual([
      '11-20 09:00',
      '11-20 16:00',
      '11-20 16:30',
      '11-20 17:00',
    ]);
  });

  it('leave room for the buffers between two bookings', () => {
    const nextBooking = { ...ana, busy: [intervalOf('2026-11-19T14:45', '2026-11-19T15:45')] };
    const listStarts = (buffers: Partial<BookingDuration>) =>
      findSlotsBetween(
        { ...rules, hours: { thu: [['13:30', '17:00']] }, slotMinutes: 15 },
        now,
        { durationMinutes: 45, ...buffers },
        nextBooking,
        epochOf('2026-11-19T00:00'),
        epochOf('2026-11-20T00:00'),
      ).map((start) => formatTime(start).slice(6));
    expect(listStarts({})).toEqual(['13:30', '13:45', '14:00', '15:45', '16:00', '16:15']);
    expect(listStarts({ bufferAfterMinutes: 15 })).toEqual(['13:30', '13:45', '15:45', '16:00', '16:15']);
    expect(listStarts({ bufferBeforeMinutes: 15 })).toEqual(['13:30', '13:45', '14:00', '16:00', '16:15']);
  });

  it('stay on the grid after a booking that ends off the grid', () => {
    const busySchedule = { busy: [intervalOf('2026-11-19T10:00', '2026-11-19T10:40')] };
    expect(listSlots('2026-11-19T00:00', '2026-11-20T00:00', 30, busySchedule)).toEqual(['11-19 11:00', '11-19 11:30']);
  });

  it('are limited by notice and horizon, no matter how wide the range is', () => {
    const slotTimes = listSlots('2020-01-01T00:00', '2099-01-01T00:00', 120, {}, { horizonDays: 8 });
    expect(slotTimes).toEqual(['11-19 10:00', '11-20 10:00', '11-26 10:00']);
  });

  it('continue after midnight', () => {
    const nightRules = { hours: { fri: [['23:00', '01:00'] as [string, string]] } };
    expect(listSlots('2026-11-21T00:00', '2026-11-22T00:00', 30, {}, nightRules)).toEqual([
      '11-21 00:00',
      '11-21 00:30',
    ]);
  });

  it('appear once and agree with checkAvailability, even if periods overlap', () => {
    const hours: SchedulingRules['hours'] = {
      thu: [
        ['10:00', '12:00'],
        ['10:45', '13:00'],
      ],
    };
    const slotTimes = listSlots('2026-11-19T00:00', '2026-11-20T00:00', 60, {}, { hours });
    expect(slotTimes).toEqual(['11-19 10:00', '11-19 10:30', '11-19 10:45', '11-19 11:15', '11-19 11:45']);
    for (const time of ['11:00', '11:15']) {
      const requestedTime = { start: epochOf(`2026-11-19T${time}`), durationMinutes: 60 };
      expect(checkAvailability({ ...rules, hours }, now, requestedTime, ana).isOffGrid).toBe(time === '11:00');
    }
  });

  it.each([
    // In New York the clocks go forward from 2:00 to 3:00.
    ['America/New_York', '2027-03-14', ['00:00', '01:00', '03:00', '04:00']],
    ['America/New_York', '2026-11-01', ['00:00', '01:00', '01:00', '02:00', '03:00', '04:00']],
    // Lord Howe shifts by half an hour.
    ['Australia/Lord_Howe', '2026-10-04', ['00:00', '01:00', '02:30', '03:30']],
    ['Australia/Lord_Howe', '2027-04-04', ['00:00', '01:00', '01:30', '02:30', '03:30']],
    ['Asia/Kolkata', '2026-11-01', ['00:00', '01:00', '02:00', '03:00', '04:00']],
    // In St. John's the clocks went back at 00:01, so part of the day before repeats within the opening hours.
    ['America/St_Johns', '2010-11-07', ['00:00', '00:00', '01:00', '02:00', '03:00', '04:00']],
  ])('count elapsed hours across clock changes in %s on %s', (name, date, expected) => {
    const zone = zoneOf(name);
    const sun: [string, string][] = [['00:00', '05:00']];
    const start = epochOf(`${date}T00:00`, zone);
    const zoneRules = { ...rules, zone, hours: { sun }, slotMinutes: 60 };
    const slotTimes = findSlotsBetween(zoneRules, start - DAY_MS, { durationMinutes: 60 }, ana, start, start + DAY_MS);
    expect(slotTimes.map((epoch) => formatTime(epoch, zone).slice(6))).toEqual(expected);
  });
});

describe('a period whose first minute occurs twice', () => {
  it('is open in the repeated hour, which the clock shows as the day before', () => {
    const zone = zoneOf('America/St_Johns');
    const sun: [string, string][] = [['00:00', '05:00']];
    const opening = epochOf('2010-11-07T00:00', zone);
    const zoneRules = { ...rules, zone, hours: { sun }, slotMinutes: 30 };
    const verdict = checkAvailability(
      zoneRules,
      opening - DAY_MS,
      { start: opening + 30 * MINUTE_MS, durationMinutes: 60 },
      ana,
    );
    expect(formatTime(opening + 30 * MINUTE_MS, zone)).toBe('11-06 23:30');
    expect(verdict).toMatchObject({ isOffGrid: false, available: true });
  });
});

describe('alternatives near a time', () => {
  const findAlternatives = (
    start: string,
    candidates: ResourceSchedule[] = [ana],
    limit = 4,
    ruleChanges: Partial<SchedulingRules> = {},
  ) =>
    findAlternativesNear(
      { ...rules, ...ruleChanges },
      now,
      { start: epochOf(start), durationMinutes: 60 },
      candidates,
      limit,
    ).map(({ start: alternativeStart, resource }) => `${formatTime(alternativeStart)} ${resource.id}`);

  it('come from the same day first, then from the days around it at the same time of day', () => {
    expect(findAlternatives('2026-11-19T11:00')).toEqual([
      '11-19 11:00 ana',
      '11-19 10:30 ana',
      '11-19 10:00 ana',
      '11-20 11:00 ana',
    ]);
  });

  it('prefer the same day even if a time on another day is nearer', () => {
    const hours: SchedulingRules['hours'] = { thu: [['08:00', '09:00']], fri: [['00:00', '01:00']] };
    expect(findAlternatives('2026-11-19T23:00', [ana], 2, { hours })).toEqual(['11-19 08:00 ana', '11-20 00:00 ana']);
  });

  it('prefer the earlier of two equally near times', () => {
    const busyPerson = { ...ana, busy: [intervalOf('2026-11-20T10:55', '2026-11-20T11:00')] };
    const hours: SchedulingRules['hours'] = { fri: [['09:30', '13:00']] };
    expect(findAlternatives('2026-11-20T10:30', [busyPerson], 2, { hours })).toEqual([
      '11-20 11:00 ana',
      '11-20 09:30 ana',
    ]);
    expect(findAlternatives('2026-11-20T10:15', [busyPerson], 2, { hours })).toEqual([
      '11-20 09:30 ana',
      '11-20 11:00 ana',
    ]);
  });

  it('use the first free candidate, in the given order', () => {
    const busyPerson = { ...ana, busy: [intervalOf('2026-11-19T10:00', '2026-11-19T11:30')] };
    expect(findAlternatives('2026-11-19T10:00', [busyPerson, ben], 2)).toEqual(['11-19 10:00 ben', '11-19 10:30 ben']);
    expect(findAlternatives('2026-11-19T10:00', [ben, ana], 1)).toEqual(['11-19 10:00 ben']);
  });

  it('let the caller choose among the free candidates', () => {
    const requestedTime = { start: epochOf('2026-11-19T10:00'), durationMinutes: 60 };
    const [first] = findAlternativesNear(rules, now, requestedTime, [ana, ben], 1, (free) => free.at(-1));
    expect(first!.resource).toBe(ben);
  });

  it('start at the earliest bookable time if requested too soon, at the horizon if too far ahead', () => {
    expect(findAlternatives('2020-01-01T10:00', [ana], 1)).toEqual(['11-19 10:00 ana']);
    expect(findAlternatives('2030-01-01T10:00', [ana], 2)).toEqual(['12-18 10:00 ana', '12-17 10:00 ana']);
  });

  it('are empty if nothing is free within two weeks', () => {
    const closures = [{ from: '2026-11-01', to: '2026-12-11' }];
    expect(findAlternatives('2026-11-25T10:00', [ana], 3, { closures })).toEqual([]);
    expect(findAlternatives('2026-11-26T10:00', [], 3)).toEqual([]);
    expect(findAlternatives('2026-11-26T10:00', [ana], 0)).toEqual([]);
  });

  it('report the range they search', () => {
    const requestedTime = {
      start: epochOf('2030-01-01T10:00'),
      durationMinutes: 60,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
    };
    expect(getAlternativesSearchRange(rules, now, requestedTime)).toEqual({
      start: epochOf('2026-12-04T00:00') - 5 * MINUTE_MS,
      end: epochOf('2027-01-02T00:00') + 70 * MINUTE_MS,
    });
  });
});
