import { describe, expect, it } from 'vitest';
import type { Booking } from '../api.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import {
  blocksOf,
  blockText,
  columnsOf,
  gridHours,
  isLive,
  isWaiting,
  lanesOf,
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

  it('may cross midnight in both directions', () => {
    const [late, early] = blocksOf(
      [booking(`${DAY}T23:00`, '2026-11-21T01:00'), booking('2026-11-19T22:00', `${DAY}T00:30`)],
      DAY,
    );
    expect(late).toMatchObject({ start: 23 * 60, end: 25 * 60 });
    expect(early).toMatchObject({ start: -2 * 60, end: 30 });
  });

  it('group all bookings of a class', () => {
    const spin = { kind: 'class', service: { id: 'spin', name: 'Spin' } };
    const blocks = blocksOf([at('18:00', '19:00', spin), at('18:00', '19:00', spin), at('19:00', '20:00', spin)], DAY);
    expect(blocks.map(({ people }) => people)).toEqual([2, 1]);
    expect(blockText(blocks[0]!.booking, 2)).toEqual({ who: 'Spin', what: '2 booked' });
  });

  it('share a column’s width when they overlap', () => {
    const ana = { resource: { id: 'ana', name: 'Ana' } };
    const blocks = blocksOf(
      [
        at('10:00', '11:00', ana),
        at('10:30', '11:30', ana),
        at('11:30', '12:00', ana),
        at('10:00', '11:00', { resource: { id: 'ben' } }),
      ],
      DAY,
    );
    expect(blocks.slice(0, 3).map((block) => lanesOf(block, 'ana', blocks))).toEqual([
      { lane: 0, count: 2 },
      { lane: 1, count: 2 },
      { lane: 0, count: 1 },
    ]);
  });
});

describe('a column', () => {
  it('is a person, a table, each of the joined tables, or the column for others', () => {
    expect(columnsOf(at('10:00', '11:00', { resource: { id: 't1+t2' } }))).toEqual(['t1', 't2']);
    expect(columnsOf(at('10:00', '11:00'))).toEqual(['']);
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
    expect(found.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(resourcesOf(undefined, active as unknown as IndustryInfo[])).toEqual([]);
  });
});

describe('the hours of a grid', () => {
  const open = (hours: object) => ({ hours }) as unknown as BusinessDocument;

  it('are the opening hours of the day in whole hours', () => {
    expect(
      gridHours(
        open({
          fri: [
            ['11:30', '14:30'],
            ['17:00', '22:15'],
          ],
        }),
        [DAY],
        [],
      ),
    ).toEqual({ from: 660, to: 1380 });
  });

  it('extend past midnight', () => {
    expect(gridHours(open({ fri: [['18:00', '02:00']] }), [DAY], [])).toEqual({ from: 1080, to: 1560 });
    expect(gridHours(open({ fri: [['18:00', '24:00']] }), [DAY], [])).toEqual({ from: 1080, to: 1440 });
  });

  it('extend to bookings outside them', () => {
    const blocks = blocksOf([at('07:45', '08:15'), at('21:00', '21:20')], DAY);
    expect(gridHours(open({ fri: [['09:00', '17:00']] }), [DAY], blocks)).toEqual({ from: 420, to: 1320 });
  });

  it('default to a working day if closed', () => {
    expect(gridHours(open({}), [DAY], [])).toEqual({ from: 540, to: 1080 });
    expect(gridHours(undefined, [DAY], [])).toEqual({ from: 540, to: 1080 });
  });

  it('cover all days of a week', () => {
    const week = weekOf('2026-11-16');
    expect(week).toHaveLength(7);
    expect(week.at(-1)).toBe('2026-11-22');
    expect(gridHours(open({ mon: [['08:00', '12:00']], sun: [['10:00', '20:00']] }), week, [])).toEqual({
      from: 480,
      to: 1200,
    });
  });
});

describe('a booking', () => {
  it('is in the calendar unless waitlisted or canceled', () => {
    const states = ['confirmed', 'offered', 'waitlisted', 'cancelled', 'completed', 'no_show'] as const;
    const all = states.map((status) => at('10:00', '11:00', { status }));
    expect(all.filter(isLive).map(({ status }) => status)).toEqual(['confirmed', 'offered', 'completed', 'no_show']);
    expect(all.filter(isWaiting).map(({ status }) => status)).toEqual(['offered', 'waitlisted']);
  });

  it('is labelled by its customer, but hides patients', () => {
    expect(blockText(at('10:00', '11:00', { partySize: 1 }))).toEqual({ who: 'Dana', what: '1 guest' });
    expect(blockText(at('10:00', '11:00', { service: { name: 'Cut' } }))).toEqual({ who: 'Dana', what: 'Cut' });
    expect(blockText(at('10:00', '11:00', { sealed: true, customer: {} })).who).toBe('Patient');
  });
});
