import { describe, expect, it } from 'vitest';
import { checkAvailability } from './check-availability.ts';
import type { Candidate, Rules } from './frame.ts';
import { alternativesNear, alternativesReach, slotsBetween } from './slots.ts';
import { DAY, MINUTE, readLocal, writeDay, type Zone, zoneOf } from './zone.ts';

const newYork = zoneOf('America/New_York');
const read = (text: string, zone: Zone = newYork) => {
  const found = readLocal(text, zone);
  return found && 'epoch' in found ? found.epoch : Number.NaN;
};
const write = (epoch: number, zone: Zone = newYork) => {
  const { day, minutes } = zone.localAt(epoch);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${writeDay(day).slice(5)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

const now = read('2026-11-18T10:00');
const rules: Rules = {
  zone: newYork,
  hours: { thu: [['10:00', '12:00']], fri: [['10:00', '12:00']] },
  closures: [],
  noticeMinutes: 0,
  horizonDays: 30,
  slotMinutes: 30,
};
const ana: Candidate = { id: 'ana', name: 'Ana', busy: [] };
const ben: Candidate = { id: 'ben', name: 'Ben', busy: [] };
const busy = (from: string, to: string) => ({ start: read(from), end: read(to) });

describe('slotsBetween', () => {
  const slots = (from: string, to: string, minutes = 60, who: Partial<Candidate> = {}, more: Partial<Rules> = {}) =>
    slotsBetween(
      { ...rules, ...more },
      now,
      { durationMinutes: minutes },
      { ...ana, ...who },
      read(from),
      read(to),
    ).map((start) => write(start));

  it('are those that end by closing', () => {
    expect(slots('2026-11-19T00:00', '2026-11-20T00:00')).toEqual(['11-19 10:00', '11-19 10:30', '11-19 11:00']);
  });

  it('begin at the first instant and end before the last', () => {
    expect(slots('2026-11-19T10:30', '2026-11-20T10:30')).toEqual(['11-19 10:30', '11-19 11:00', '11-20 10:00']);
    expect(slots('2026-11-19T10:31', '2026-11-20T10:00')).toEqual(['11-19 11:00']);
    expect(slots('2026-11-20T10:00', '2026-11-19T10:00')).toEqual([]);
  });

  it('leave out what is taken', () => {
    const taken = { busy: [busy('2026-11-19T10:30', '2026-11-19T11:00')] };
    expect(slots('2026-11-19T00:00', '2026-11-20T00:00', 60, taken)).toEqual(['11-19 11:00']);
  });

  it('keep to the grid after a booking that ends off it', () => {
    const taken = { busy: [busy('2026-11-19T10:00', '2026-11-19T10:40')] };
    expect(slots('2026-11-19T00:00', '2026-11-20T00:00', 30, taken)).toEqual(['11-19 11:00', '11-19 11:30']);
  });

  it('end with notice and horizon, however wide the range', () => {
    const found = slots('2020-01-01T00:00', '2099-01-01T00:00', 120, {}, { horizonDays: 8 });
    expect(found).toEqual(['11-19 10:00', '11-20 10:00', '11-26 10:00']);
  });

  it('run past midnight and belong to where they are', () => {
    const night = { hours: { fri: [['23:00', '01:00'] as [string, string]] } };
    expect(slots('2026-11-21T00:00', '2026-11-22T00:00', 30, {}, night)).toEqual(['11-21 00:00', '11-21 00:30']);
  });

  it('come once, as checkAvailability sees them, even where a document lets periods overlap', () => {
    const hours: Rules['hours'] = {
      thu: [
        ['10:00', '12:00'],
        ['10:45', '13:00'],
      ],
    };
    const found = slots('2026-11-19T00:00', '2026-11-20T00:00', 60, {}, { hours });
    expect(found).toEqual(['11-19 10:00', '11-19 10:30', '11-19 10:45', '11-19 11:15', '11-19 11:45']);
    for (const time of ['11:00', '11:15']) {
      const requested = { start: read(`2026-11-19T${time}`), durationMinutes: 60 };
      expect(checkAvailability({ ...rules, hours }, now, requested, ana).offGrid).toBe(time === '11:00');
    }
  });

  it.each([
    // New York puts the clocks forward from 2:00 to 3:00.
    ['America/New_York', '2027-03-14', ['00:00', '01:00', '03:00', '04:00']],
    ['America/New_York', '2026-11-01', ['00:00', '01:00', '01:00', '02:00', '03:00', '04:00']],
    // Lord Howe moves by half an hour.
    ['Australia/Lord_Howe', '2026-10-04', ['00:00', '01:00', '02:30', '03:30']],
    ['Australia/Lord_Howe', '2027-04-04', ['00:00', '01:00', '01:30', '02:30', '03:30']],
    ['Asia/Kolkata', '2026-11-01', ['00:00', '01:00', '02:00', '03:00', '04:00']],
    // St. John's used to go back at one minute past midnight: the day before comes again inside the day's hours.
    ['America/St_Johns', '2010-11-07', ['00:00', '00:00', '01:00', '02:00', '03:00', '04:00']],
  ])('in %s on %s', (name, date, expected) => {
    const zone = zoneOf(name);
    const sun: [string, string][] = [['00:00', '05:00']];
    const start = read(`${date}T00:00`, zone);
    const here = { ...rules, zone, hours: { sun }, slotMinutes: 60 };
    const found = slotsBetween(here, start - DAY, { durationMinutes: 60 }, ana, start, start + DAY);
    expect(found.map((epoch) => write(epoch, zone).slice(6))).toEqual(expected);
  });
});

describe('a period whose first minute comes twice', () => {
  it('is open in the hour before, which the clock shows as the day before', () => {
    const zone = zoneOf('America/St_Johns');
    const sun: [string, string][] = [['00:00', '05:00']];
    const opening = read('2010-11-07T00:00', zone);
    const here = { ...rules, zone, hours: { sun }, slotMinutes: 30 };
    const verdict = checkAvailability(here, opening - DAY, { start: opening + 30 * MINUTE, durationMinutes: 60 }, ana);
    expect(write(opening + 30 * MINUTE, zone)).toBe('11-06 23:30');
    expect(verdict).toMatchObject({ offGrid: false, available: true });
  });
});

describe('alternativesNear', () => {
  const near = (start: string, who: Candidate[] = [ana], limit = 4, more: Partial<Rules> = {}) =>
    alternativesNear({ ...rules, ...more }, now, { start: read(start), durationMinutes: 60 }, who, limit).map(
      ({ start: found, resource }) => `${write(found)} ${resource.id}`,
    );

  it('are the nearest of the same day, then of the days around at the same time', () => {
    expect(near('2026-11-19T11:00')).toEqual([
      '11-19 11:00 ana',
      '11-19 10:30 ana',
      '11-19 10:00 ana',
      '11-20 11:00 ana',
    ]);
  });

  it('prefer the same day even where another is nearer', () => {
    const hours: Rules['hours'] = { thu: [['08:00', '09:00']], fri: [['00:00', '01:00']] };
    expect(near('2026-11-19T23:00', [ana], 2, { hours })).toEqual(['11-19 08:00 ana', '11-20 00:00 ana']);
  });

  it('take the earlier of two equally near', () => {
    const taken = { ...ana, busy: [busy('2026-11-20T10:55', '2026-11-20T11:00')] };
    const hours: Rules['hours'] = { fri: [['09:30', '13:00']] };
    expect(near('2026-11-20T10:30', [taken], 2, { hours })).toEqual(['11-20 11:00 ana', '11-20 09:30 ana']);
    expect(near('2026-11-20T10:15', [taken], 2, { hours })).toEqual(['11-20 09:30 ana', '11-20 11:00 ana']);
  });

  it('name one who can, in the order given', () => {
    const away = { ...ana, busy: [busy('2026-11-19T10:00', '2026-11-19T11:30')] };
    expect(near('2026-11-19T10:00', [away, ben], 2)).toEqual(['11-19 10:00 ben', '11-19 10:30 ben']);
    expect(near('2026-11-19T10:00', [ben, ana], 1)).toEqual(['11-19 10:00 ben']);
  });

  it('let the caller choose among those who can', () => {
    const requested = { start: read('2026-11-19T10:00'), durationMinutes: 60 };
    const [first] = alternativesNear(rules, now, requested, [ana, ben], 1, (free) => free.at(-1));
    expect(first!.resource).toBe(ben);
  });

  it('begin at the notice for a wish too soon, at the horizon for one too far', () => {
    expect(near('2020-01-01T10:00', [ana], 1)).toEqual(['11-19 10:00 ana']);
    expect(near('2030-01-01T10:00', [ana], 2)).toEqual(['12-18 10:00 ana', '12-17 10:00 ana']);
  });

  it('are none where there is nothing within two weeks', () => {
    const closures = [{ from: '2026-11-01', to: '2026-12-11' }];
    expect(near('2026-11-25T10:00', [ana], 3, { closures })).toEqual([]);
    expect(near('2026-11-26T10:00', [], 3)).toEqual([]);
    expect(near('2026-11-26T10:00', [ana], 0)).toEqual([]);
  });

  it('say what time they need to know', () => {
    const requested = {
      start: read('2030-01-01T10:00'),
      durationMinutes: 60,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
    };
    expect(alternativesReach(rules, now, requested)).toEqual({
      start: read('2026-12-04T00:00') - 5 * MINUTE,
      end: read('2027-01-02T00:00') + 70 * MINUTE,
    });
  });
});
