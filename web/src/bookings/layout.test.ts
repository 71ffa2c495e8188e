import { describe, expect, it } from 'vitest';
import type { Booking } from '../api.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import {
  arrangeInCells,
  chooseFirstMinuteInView,
  chooseShownHours,
  collectResources,
  describeBlock,
  fitPixelsPerMinute,
  groupIntoBlocks,
  isOnWaitlist,
  isScheduled,
  listDaysOfWeek,
  splitResourceIds,
} from './layout.ts';

const DAY = '2026-11-20';
let bookingCount = 0;
const createBooking = (from: string, to: string, overrides: object = {}): Booking =>
  ({
    id: `bkg_${++bookingCount}`,
    kind: 'appointment',
    status: 'confirmed',
    startsAt: `${from}:00-05:00`,
    endsAt: `${to}:00-05:00`,
    customer: { name: 'Dana' },
    ...overrides,
  }) as unknown as Booking;
const createBookingOnDay = (from: string, to: string, overrides: object = {}) =>
  createBooking(`${DAY}T${from}`, `${DAY}T${to}`, overrides);

describe('the blocks of a day', () => {
  it('are positioned in the business’s time zone', () => {
    const [block] = groupIntoBlocks([createBookingOnDay('19:00', '20:30')], DAY);
    expect(block).toMatchObject({ start: 19 * 60, end: 20 * 60 + 30, peopleCount: 1 });
  });

  it('may cross midnight or start after it', () => {
    const [late, night, early] = groupIntoBlocks(
      [
        createBooking(`${DAY}T23:00`, '2026-11-21T01:00'),
        createBooking('2026-11-21T00:30', '2026-11-21T01:30'),
        createBooking('2026-11-19T22:00', `${DAY}T00:30`),
      ],
      DAY,
    ).sort((a, b) => a.booking.id.localeCompare(b.booking.id, 'en', { numeric: true }));
    expect(late).toMatchObject({ start: 23 * 60, end: 25 * 60 });
    expect(night).toMatchObject({ start: 24.5 * 60, end: 25.5 * 60 });
    expect(early).toMatchObject({ start: -2 * 60, end: 30 });
  });

  it('keep their clock times on a day with a clock change', () => {
    const createBookingWithTimes = (startsAt: string, endsAt: string) => ({
      ...createBookingOnDay('10:00', '11:00'),
      startsAt,
      endsAt,
    });
    const [spring] = groupIntoBlocks(
      [createBookingWithTimes('2026-03-08T01:30:00-05:00', '2026-03-08T03:30:00-04:00')],
      '2026-03-08',
    );
    expect(spring).toMatchObject({ start: 90, end: 210 });
    const dinner = createBookingWithTimes('2026-03-08T19:00:00-04:00', '2026-03-08T20:30:00-04:00');
    expect(groupIntoBlocks([dinner], '2026-03-08')[0]).toMatchObject({ start: 19 * 60, end: 20.5 * 60 });
    // From 1:45 summer time to 1:15 winter time: half an hour.
    const [autumn] = groupIntoBlocks(
      [createBookingWithTimes('2026-11-01T01:45:00-04:00', '2026-11-01T01:15:00-05:00')],
      '2026-11-01',
    );
    expect(autumn).toMatchObject({ start: 105, end: 135 });
  });

  it('are sorted by time', () => {
    const blocks = groupIntoBlocks(
      [
        createBookingOnDay('20:00', '21:00'),
        createBookingOnDay('09:00', '10:00'),
        createBookingOnDay('12:00', '13:00'),
      ],
      DAY,
    );
    expect(blocks.map(({ start }) => start / 60)).toEqual([9, 12, 20]);
  });

  it('group all bookings of a class', () => {
    const spin = { kind: 'class', service: { id: 'spin', name: 'Spin' } };
    const blocks = groupIntoBlocks(
      [
        createBookingOnDay('18:00', '19:00', spin),
        createBookingOnDay('18:00', '19:00', spin),
        createBookingOnDay('19:00', '20:00', spin),
      ],
      DAY,
    );
    expect(blocks.map(({ peopleCount }) => peopleCount)).toEqual([2, 1]);
    expect(describeBlock(blocks[0]!.booking, 2)).toEqual({ title: 'Spin', detail: '2 booked' });
  });
});

describe('the cells of a column', () => {
  const createBlocks = (...times: [string, string][]) =>
    groupIntoBlocks(
      times.map(([from, to]) => createBookingOnDay(from, to)),
      DAY,
    );
  const listLaneLabels = (blocks: ReturnType<typeof createBlocks>, maxLanes?: number) =>
    arrangeInCells(blocks, maxLanes).map(({ lane, laneCount }) => `${lane + 1}/${laneCount}`);

  it('share its width only where they overlap', () => {
    const blocks = createBlocks(['10:00', '11:00'], ['10:30', '11:30'], ['11:30', '12:00']);
    expect(listLaneLabels(blocks)).toEqual(['1/2', '2/2', '1/1']);
  });

  it('reuse a lane that has become free, and keep one width in a chain of overlaps', () => {
    const blocks = createBlocks(['10:00', '11:00'], ['10:30', '12:00'], ['11:00', '12:30']);
    expect(listLaneLabels(blocks)).toEqual(['1/2', '2/2', '1/2']);
  });

  it('are combined by hour if too many overlap', () => {
    const blocks = createBlocks(
      ['12:00', '13:00'],
      ['19:00', '21:00'],
      ['19:15', '21:15'],
      ['19:30', '21:00'],
      ['20:30', '22:00'],
    );
    const cells = arrangeInCells(blocks, 2);
    expect(cells.map(({ start, end, blocks: cellBlocks }) => [start / 60, end / 60, cellBlocks.length])).toEqual([
      [12, 13, 1],
      [19, 20, 3],
      [20, 21, 1],
    ]);
    expect(cells.every(({ laneCount }) => laneCount === 1)).toBe(true);
  });

  it('never overlap and hold each block once, with 60 bookings a day', () => {
    const times = Array.from({ length: 60 }, (_, index): [string, string] => {
      const start = 9 * 60 + ((index * 37) % 600);
      const formatClock = (minutes: number) =>
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      return [formatClock(start), formatClock(start + 30 + (index % 4) * 30)];
    });
    const blocks = createBlocks(...times);
    for (const maxLanes of [1, 2, 3, 60]) {
      const cells = arrangeInCells(blocks, maxLanes);
      expect(cells.flatMap((cell) => cell.blocks.map(({ key }) => key)).sort()).toEqual(
        blocks.map(({ key }) => key).sort(),
      );
      for (const a of cells)
        for (const b of cells)
          if (a !== b && a.lane === b.lane) expect(a.start >= b.end || b.start >= a.end).toBe(true);
      expect(Math.max(...cells.map((cell) => cell.laneCount))).toBeLessThanOrEqual(maxLanes);
    }
  });
});

describe('a column', () => {
  it('contains the bookings of a resource, including joined tables, or those without a resource', () => {
    expect(splitResourceIds(createBookingOnDay('10:00', '11:00', { resource: { id: 't1+t2' } }))).toEqual(['t1', 't2']);
    expect(splitResourceIds(createBookingOnDay('10:00', '11:00'))).toEqual(['']);
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
    const resources = collectResources(business as unknown as BusinessDocument, active as unknown as IndustryInfo[]);
    expect(resources.map(({ id, industry }) => `${industry} ${id}`)).toEqual(['salon b', 'salon a']);
    expect(collectResources(undefined, active as unknown as IndustryInfo[])).toEqual([]);
  });
});

const createSpan = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
const createBlockSpan = (from: number, to: number) => ({ start: from * 60, end: to * 60 });

describe('the hours of a grid', () => {
  it('are the opening hours in whole hours', () => {
    expect(chooseShownHours([createSpan(11.5, 14.5), createSpan(17, 22.25)], [])).toEqual(createSpan(11, 23));
    expect(chooseShownHours([createSpan(18, 26)], [])).toEqual(createSpan(18, 26));
  });

  it('extend to bookings outside them, past midnight too', () => {
    expect(chooseShownHours([createSpan(9, 17)], [createBlockSpan(7.75, 8.25), createBlockSpan(23, 25.5)])).toEqual(
      createSpan(7, 26),
    );
    expect(chooseShownHours([], [createBlockSpan(10, 11)])).toEqual(createSpan(10, 11));
  });

  it('default to a working day if closed', () => {
    expect(chooseShownHours([], [])).toEqual(createSpan(9, 18));
  });

  it('belong to seven days from Monday in a week', () => {
    const week = listDaysOfWeek('2026-11-16');
    expect(week).toHaveLength(7);
    expect(week.at(-1)).toBe('2026-11-22');
  });
});

describe('the scale', () => {
  it('shows the whole day if it fits', () => {
    expect(fitPixelsPerMinute(720, createSpan(11, 23), [createBlockSpan(19, 20.5)])).toBe(1);
    expect(fitPixelsPerMinute(2_000, createSpan(9, 17), [])).toBe(1.5);
  });

  it('stays legible, also for short bookings', () => {
    expect(fitPixelsPerMinute(300, createSpan(0, 24), [])).toBe(0.6);
    expect(fitPixelsPerMinute(300, createSpan(9, 17), [createBlockSpan(10, 10.5)])).toBe(0.8);
    expect(fitPixelsPerMinute(300, createSpan(9, 17), [{ start: 600, end: 605 }])).toBe(1.5);
  });
});

describe('the first minute in view', () => {
  const openHours = [createSpan(11, 23)];
  const findTopHour = (blocks: { start: number; end: number }[], hoursInView: number, nowHour?: number) =>
    chooseFirstMinuteInView(
      {
        shownHours: createSpan(11, 23),
        blocks,
        openHours,
        nowMinutes: nowHour === undefined ? undefined : nowHour * 60,
      },
      hoursInView * 60,
    ) / 60;

  it('is opening time without bookings', () => {
    expect(findTopHour([], 6)).toBe(11);
    expect(
      chooseFirstMinuteInView({ shownHours: createSpan(0, 24), blocks: [], openHours: [createSpan(9, 17)] }, 8 * 60),
    ).toBe(8.5 * 60);
    expect(chooseFirstMinuteInView({ shownHours: createSpan(9, 18), blocks: [], openHours: [] }, 5 * 60)).toBe(9 * 60);
  });

  it('is a little before the first booking', () => {
    expect(findTopHour([createBlockSpan(14, 15)], 6)).toBe(13.5);
  });

  it('keeps the last booking in view', () => {
    expect(findTopHour([createBlockSpan(20, 21.5)], 6)).toBe(17);
    expect(findTopHour([createBlockSpan(15, 16), createBlockSpan(20, 21)], 6)).toBe(15);
    expect(findTopHour([createBlockSpan(15, 16), createBlockSpan(20, 20.75)], 6)).toBe(14.75);
  });

  it('is now on the current day, or the start of a booking that is going on', () => {
    expect(findTopHour([createBlockSpan(12, 13)], 6, 16)).toBe(15.5);
    expect(findTopHour([createBlockSpan(12, 13), createBlockSpan(15.5, 17)], 6, 16)).toBe(15);
    expect(findTopHour([createBlockSpan(20, 21.5)], 6, 16)).toBe(15.5);
    expect(findTopHour([createBlockSpan(20, 21.75)], 6, 16)).toBe(15.75);
  });

  it('does not depend on the time before opening and after closing', () => {
    expect(findTopHour([createBlockSpan(14, 15)], 6, 8)).toBe(13.5);
    expect(findTopHour([createBlockSpan(14, 15)], 6, 23.5)).toBe(13.5);
  });

  it('stays within the shown hours', () => {
    expect(findTopHour([], 20)).toBe(11);
    expect(findTopHour([createBlockSpan(22, 23)], 6)).toBe(17);
  });
});

describe('a booking', () => {
  it('is in the calendar unless waitlisted or canceled', () => {
    const statuses = ['confirmed', 'offered', 'waitlisted', 'cancelled', 'completed', 'no_show'] as const;
    const bookings = statuses.map((status) => createBookingOnDay('10:00', '11:00', { status }));
    expect(bookings.filter(isScheduled).map(({ status }) => status)).toEqual([
      'confirmed',
      'offered',
      'completed',
      'no_show',
    ]);
    expect(bookings.filter(isOnWaitlist).map(({ status }) => status)).toEqual(['offered', 'waitlisted']);
  });

  it('is labelled by its customer, but hides patients', () => {
    expect(describeBlock(createBookingOnDay('10:00', '11:00', { partySize: 1 }))).toEqual({
      title: 'Dana',
      detail: '1 guest',
    });
    expect(describeBlock(createBookingOnDay('10:00', '11:00', { service: { name: 'Cut' } }))).toEqual({
      title: 'Dana',
      detail: 'Cut',
    });
    expect(describeBlock(createBookingOnDay('10:00', '11:00', { sealed: true, customer: {} })).title).toBe('Patient');
  });
});
