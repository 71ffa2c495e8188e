import { describe, expect, it } from 'vitest';
import type { Booking } from '../api.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import {
  blocksOf,
  blockText,
  cellsOf,
  firstMinuteInView,
  fitPixelsPerMinute,
  gridHours,
  isOnWaitlist,
  isScheduled,
  resourceIdsOf,
  resourcesOf,
  weekOf,
} from './layout.ts';

const DAY = '2026-11-20';
let made = 0;
const booking = (from: string, to: string, more: object = {}): Booking =>
  ({
    id: `bkg_${++made}`,
    kind: 'appointment',
    status: 'confirmed',
    startsAt: `${from}:00-05:00`,
    endsAt: `${to}:00-05:00`,
    customer: { name: 'Dana' },
    ...more,
  }) as unknown as Booking;
const at = (from: string, to: string, more: object = {}) => booking(`${DAY}T${from}`, `${DAY}T${to}`, more);

describe('the blocks of a day', () => {
  it('are positioned in the business’s time zone', () => {
    const [block] = blocksOf([at('19:00', '20:30')], DAY);
    expect(block).toMatchObject({ start: 19 * 60, end: 20 * 60 + 30, people: 1 });
  });

  it('may cross midnight, and start in the night after', () => {
    const [late, night, early] = blocksOf(
      [
        booking(`${DAY}T23:00`, '2026-11-21T01:00'),
        booking('2026-11-21T00:30', '2026-11-21T01:30'),
        booking('2026-11-19T22:00', `${DAY}T00:30`),
      ],
      DAY,
    ).sort((a, b) => a.booking.id.localeCompare(b.booking.id, 'en', { numeric: true }));
    expect(late).toMatchObject({ start: 23 * 60, end: 25 * 60 });
    expect(night).toMatchObject({ start: 24.5 * 60, end: 25.5 * 60 });
    expect(early).toMatchObject({ start: -2 * 60, end: 30 });
  });

  it('keep their clock times on a day with a clock change', () => {
    const on = (startsAt: string, endsAt: string) => ({ ...at('10:00', '11:00'), startsAt, endsAt });
    const [spring] = blocksOf([on('2026-03-08T01:30:00-05:00', '2026-03-08T03:30:00-04:00')], '2026-03-08');
    expect(spring).toMatchObject({ start: 90, end: 210 });
    const dinner = on('2026-03-08T19:00:00-04:00', '2026-03-08T20:30:00-04:00');
    expect(blocksOf([dinner], '2026-03-08')[0]).toMatchObject({ start: 19 * 60, end: 20.5 * 60 });
    // From 1:45 summer time to 1:15 winter time: half an hour.
    const [autumn] = blocksOf([on('2026-11-01T01:45:00-04:00', '2026-11-01T01:15:00-05:00')], '2026-11-01');
    expect(autumn).toMatchObject({ start: 105, end: 135 });
  });

  it('are sorted by time', () => {
    const blocks = blocksOf([at('20:00', '21:00'), at('09:00', '10:00'), at('12:00', '13:00')], DAY);
    expect(blocks.map(({ start }) => start / 60)).toEqual([9, 12, 20]);
  });

  it('group all bookings of a class', () => {
    const spin = { kind: 'class', service: { id: 'spin', name: 'Spin' } };
    const blocks = blocksOf([at('18:00', '19:00', spin), at('18:00', '19:00', spin), at('19:00', '20:00', spin)], DAY);
    expect(blocks.map(({ people }) => people)).toEqual([2, 1]);
    expect(blockText(blocks[0]!.booking, 2)).toEqual({ who: 'Spin', what: '2 booked' });
  });
});

describe('the cells of a column', () => {
  const spans = (...times: [string, string][]) =>
    blocksOf(
      times.map(([from, to]) => at(from, to)),
      DAY,
    );
  const lanes = (blocks: ReturnType<typeof spans>, max?: number) =>
    cellsOf(blocks, max).map(({ lane, lanes: count }) => `${lane + 1}/${count}`);

  it('share its width only where they overlap', () => {
    const blocks = spans(['10:00', '11:00'], ['10:30', '11:30'], ['11:30', '12:00']);
    expect(lanes(blocks)).toEqual(['1/2', '2/2', '1/1']);
  });

  it('reuse a lane that has become free, and keep one width in a chain of overlaps', () => {
    const blocks = spans(['10:00', '11:00'], ['10:30', '12:00'], ['11:00', '12:30']);
    expect(lanes(blocks)).toEqual(['1/2', '2/2', '1/2']);
  });

  it('are gathered by the hour where there are too many', () => {
    const blocks = spans(
      ['12:00', '13:00'],
      ['19:00', '21:00'],
      ['19:15', '21:15'],
      ['19:30', '21:00'],
      ['20:30', '22:00'],
    );
    const cells = cellsOf(blocks, 2);
    expect(cells.map(({ start, end, blocks: own }) => [start / 60, end / 60, own.length])).toEqual([
      [12, 13, 1],
      [19, 20, 3],
      [20, 21, 1],
    ]);
    expect(cells.every(({ lanes: count }) => count === 1)).toBe(true);
  });

  it('never overlap and hold each block once, with 60 bookings of a day', () => {
    const times = Array.from({ length: 60 }, (_, index): [string, string] => {
      const start = 9 * 60 + ((index * 37) % 600);
      const clock = (minutes: number) =>
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      return [clock(start), clock(start + 30 + (index % 4) * 30)];
    });
    const blocks = spans(...times);
    for (const max of [1, 2, 3, 60]) {
      const cells = cellsOf(blocks, max);
      expect(cells.flatMap((cell) => cell.blocks.map(({ key }) => key)).sort()).toEqual(
        blocks.map(({ key }) => key).sort(),
      );
      for (const a of cells)
        for (const b of cells)
          if (a !== b && a.lane === b.lane) expect(a.start >= b.end || b.start >= a.end).toBe(true);
      expect(Math.max(...cells.map((cell) => cell.lanes))).toBeLessThanOrEqual(max);
    }
  });
});

describe('a column', () => {
  it('is a person, a table, each of the joined tables, or the column for others', () => {
    expect(resourceIdsOf(at('10:00', '11:00', { resource: { id: 't1+t2' } }))).toEqual(['t1', 't2']);
    expect(resourceIdsOf(at('10:00', '11:00'))).toEqual(['']);
  });

  it('exists for each resource in the business’s order', () => {
    const business = {
      salon: {
        staff: [
          { id: 'b', name: 'Ben' },
          { id: 'a', name: 'Ana' },
        ],
      },
      retail: {},
    };
    const active = [{ name: 'salon', resources: 'staff' }, { name: 'retail' }, { name: 'gym', resources: 'rooms' }];
    const found = resourcesOf(business as unknown as BusinessDocument, active as unknown as IndustryInfo[]);
    expect(found.map(({ id, industry }) => `${industry} ${id}`)).toEqual(['salon b', 'salon a']);
    expect(resourcesOf(undefined, active as unknown as IndustryInfo[])).toEqual([]);
  });
});

const span = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
const bookingAt = (from: number, to: number) => ({ start: from * 60, end: to * 60 });

describe('the hours of a grid', () => {
  it('are the opening hours in whole hours', () => {
    expect(gridHours([span(11.5, 14.5), span(17, 22.25)], [])).toEqual(span(11, 23));
    expect(gridHours([span(18, 26)], [])).toEqual(span(18, 26));
  });

  it('extend to bookings outside them, past midnight too', () => {
    expect(gridHours([span(9, 17)], [bookingAt(7.75, 8.25), bookingAt(23, 25.5)])).toEqual(span(7, 26));
    expect(gridHours([], [bookingAt(10, 11)])).toEqual(span(10, 11));
  });

  it('default to a working day if closed', () => {
    expect(gridHours([], [])).toEqual(span(9, 18));
  });

  it('are of seven days in a week', () => {
    const week = weekOf('2026-11-16');
    expect(week).toHaveLength(7);
    expect(week.at(-1)).toBe('2026-11-22');
  });
});

describe('the scale', () => {
  it('shows the whole day if it fits', () => {
    expect(fitPixelsPerMinute(720, span(11, 23), [bookingAt(19, 20.5)])).toBe(1);
    expect(fitPixelsPerMinute(2_000, span(9, 17), [])).toBe(1.5);
  });

  it('stays legible, also for short bookings', () => {
    expect(fitPixelsPerMinute(300, span(0, 24), [])).toBe(0.6);
    expect(fitPixelsPerMinute(300, span(9, 17), [bookingAt(10, 10.5)])).toBe(0.8);
    expect(fitPixelsPerMinute(300, span(9, 17), [{ start: 600, end: 605 }])).toBe(1.5);
  });
});

describe('a day opens', () => {
  const open = [span(11, 23)];
  const top = (blocks: { start: number; end: number }[], hoursInView: number, now?: number) =>
    firstMinuteInView(
      { shownHours: span(11, 23), blocks, openHours: open, now: now === undefined ? undefined : now * 60 },
      hoursInView * 60,
    ) / 60;

  it('at opening without bookings', () => {
    expect(top([], 6)).toBe(11);
    expect(firstMinuteInView({ shownHours: span(0, 24), blocks: [], openHours: [span(9, 17)] }, 8 * 60)).toBe(8.5 * 60);
    expect(firstMinuteInView({ shownHours: span(9, 18), blocks: [], openHours: [] }, 5 * 60)).toBe(9 * 60);
  });

  it('a little before the first booking', () => {
    expect(top([bookingAt(14, 15)], 6)).toBe(13.5);
  });

  it('so that the last booking is in view', () => {
    expect(top([bookingAt(20, 21.5)], 6)).toBe(17);
    expect(top([bookingAt(15, 16), bookingAt(20, 21)], 6)).toBe(15);
    expect(top([bookingAt(15, 16), bookingAt(20, 20.75)], 6)).toBe(14.75);
  });

  it('now if it is today, and at what is going on', () => {
    expect(top([bookingAt(12, 13)], 6, 16)).toBe(15.5);
    expect(top([bookingAt(12, 13), bookingAt(15.5, 17)], 6, 16)).toBe(15);
    expect(top([bookingAt(20, 21.5)], 6, 16)).toBe(15.5);
    expect(top([bookingAt(20, 21.75)], 6, 16)).toBe(15.75);
  });

  it('as on other days before opening and after closing', () => {
    expect(top([bookingAt(14, 15)], 6, 8)).toBe(13.5);
    expect(top([bookingAt(14, 15)], 6, 23.5)).toBe(13.5);
  });

  it('never beyond its ends', () => {
    expect(top([], 20)).toBe(11);
    expect(top([bookingAt(22, 23)], 6)).toBe(17);
  });
});

describe('a booking', () => {
  it('is in the calendar unless waitlisted or canceled', () => {
    const states = ['confirmed', 'offered', 'waitlisted', 'cancelled', 'completed', 'no_show'] as const;
    const all = states.map((status) => at('10:00', '11:00', { status }));
    expect(all.filter(isScheduled).map(({ status }) => status)).toEqual([
      'confirmed',
      'offered',
      'completed',
      'no_show',
    ]);
    expect(all.filter(isOnWaitlist).map(({ status }) => status)).toEqual(['offered', 'waitlisted']);
  });

  it('is labelled by its customer, but hides patients', () => {
    expect(blockText(at('10:00', '11:00', { partySize: 1 }))).toEqual({ who: 'Dana', what: '1 guest' });
    expect(blockText(at('10:00', '11:00', { service: { name: 'Cut' } }))).toEqual({ who: 'Dana', what: 'Cut' });
    expect(blockText(at('10:00', '11:00', { sealed: true, customer: {} })).who).toBe('Patient');
  });
});
