import { describe, expect, it } from 'vitest';
import {
  findBusinessDay,
  findClosedSpans,
  findClosure,
  findOpenSpans,
  findSlotStart,
  findStartRange,
  findWorkingSpans,
  suggestStart,
  toMinutesAfterMidnight,
} from './hours.ts';

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const keepLocalTime = (time: string) => time.slice(0, 16);
const shop = {
  hours: {
    fri: [
      ['17:00', '22:00'],
      ['11:30', '14:30'],
    ] as [string, string][],
  },
  closures: [{ from: '2026-11-27', to: '2026-11-28', reason: 'Thanksgiving' }],
};
const bar = { hours: { fri: [['18:00', '02:00']], sat: [['18:00', '03:30']] } as never, closures: [] };
const formatSpans = (list: { from: number; to: number }[]) => list.map(({ from, to }) => `${from / 60}-${to / 60}`);

describe('opening hours', () => {
  it('are those of the weekday, sorted', () => {
    expect(formatSpans(findOpenSpans(shop, FRIDAY))).toEqual(['11.5-14.5', '17-22']);
    expect(findOpenSpans(shop, SATURDAY)).toEqual([]);
    expect(findOpenSpans(undefined, FRIDAY)).toEqual([]);
  });

  it('may end at midnight or after it', () => {
    expect(formatSpans(findOpenSpans(bar, FRIDAY))).toEqual(['18-26']);
    expect(formatSpans(findOpenSpans({ hours: { fri: [['18:00', '24:00']] }, closures: [] }, FRIDAY))).toEqual([
      '18-24',
    ]);
    expect(formatSpans(findOpenSpans({ hours: { fri: [['00:00', '24:00']] }, closures: [] }, FRIDAY))).toEqual([
      '0-24',
    ]);
  });

  it('are empty on closed days', () => {
    expect(findOpenSpans(shop, '2026-11-27')).toEqual([]);
    expect(findClosure(shop, '2026-11-27')?.reason).toBe('Thanksgiving');
    expect(findClosure(shop, '2026-11-29')).toBeUndefined();
  });

  it('leave the rest of the shown hours closed', () => {
    const shownHours = { from: 10 * 60, to: 23 * 60 };
    expect(formatSpans(findClosedSpans(shownHours, findOpenSpans(shop, FRIDAY)))).toEqual([
      '10-11.5',
      '14.5-17',
      '22-23',
    ]);
    expect(findClosedSpans(shownHours, [])).toEqual([shownHours]);
  });
});

describe('the hours of a person', () => {
  const listWorkingHours = (schedule: object, day = FRIDAY) =>
    formatSpans(findWorkingSpans(shop, schedule, day, keepLocalTime));

  it('are the business’s hours, or the part of their own in which it is open', () => {
    expect(listWorkingHours({})).toEqual(['11.5-14.5', '17-22']);
    expect(listWorkingHours({ hours: { fri: [['13:00', '18:00']] } })).toEqual(['13-14.5', '17-18']);
    expect(listWorkingHours({ hours: { mon: [['09:00', '17:00']] } })).toEqual([]);
  });

  it('exclude time off in whole days, both included, or between two times', () => {
    expect(listWorkingHours({ timeOff: [{ from: '2026-11-18', to: FRIDAY }] })).toEqual([]);
    expect(listWorkingHours({ timeOff: [{ from: '2026-11-18', to: '2026-11-19' }] })).toEqual(['11.5-14.5', '17-22']);
    expect(listWorkingHours({ timeOff: [{ from: '2026-11-21', to: '2026-11-22' }] })).toEqual(['11.5-14.5', '17-22']);
    expect(listWorkingHours({ timeOff: [{ from: `${FRIDAY}T13:00`, to: `${FRIDAY}T18:00` }] })).toEqual([
      '11.5-13',
      '18-22',
    ]);
    expect(listWorkingHours({ timeOff: [{ from: '2026-11-19T13:00', to: `${FRIDAY}T12:00` }] })).toEqual([
      '12-14.5',
      '17-22',
    ]);
  });

  it('exclude time off whose times have an offset, converted to the business’s time zone', () => {
    const timeOff = { from: `${FRIDAY}T18:00:00Z`, to: `${FRIDAY}T23:00:00Z` };
    const toLocal = (time: string) => `${FRIDAY}T${String(Number(time.slice(11, 13)) - 5).padStart(2, '0')}:00`;
    expect(formatSpans(findWorkingSpans(shop, { timeOff: [timeOff] }, FRIDAY, toLocal))).toEqual(['11.5-13', '18-22']);
  });
});

describe('a business day', () => {
  it('is the calendar day, unless the business is still open from the day before', () => {
    expect(findBusinessDay(shop, `${SATURDAY}T00:30`)).toBe(SATURDAY);
    expect(findBusinessDay(bar, `${SATURDAY}T01:59`)).toBe(FRIDAY);
    expect(findBusinessDay(bar, `${SATURDAY}T02:00`)).toBe(SATURDAY);
    expect(findBusinessDay(bar, `${FRIDAY}T01:00`)).toBe(FRIDAY);
    expect(findBusinessDay(undefined, `${FRIDAY}T01:00`)).toBe(FRIDAY);
  });

  it('ends when the next one opens', () => {
    const overlappingNight = { hours: { fri: [['20:00', '10:00']], sat: [['08:00', '12:00']] } as never, closures: [] };
    expect(findBusinessDay(overlappingNight, `${SATURDAY}T07:59`)).toBe(FRIDAY);
    expect(findBusinessDay(overlappingNight, `${SATURDAY}T08:00`)).toBe(SATURDAY);
  });

  it('ends at midnight if the business was closed', () => {
    const closedBar = { ...bar, closures: [{ from: FRIDAY, to: FRIDAY }] };
    expect(findBusinessDay(closedBar, `${SATURDAY}T01:00`)).toBe(SATURDAY);
  });

  it('starts when the previous one ends', () => {
    expect(findStartRange(bar, FRIDAY, 1)).toEqual({ from: `${FRIDAY}T00:00`, to: `${SATURDAY}T02:00` });
    expect(findStartRange(bar, SATURDAY, 1)).toEqual({ from: `${SATURDAY}T02:00`, to: '2026-11-22T03:30' });
    expect(findStartRange(shop, '2026-11-16', 7)).toEqual({ from: '2026-11-16T00:00', to: '2026-11-23T00:00' });
  });
});

describe('the start of a booking', () => {
  const openHours = [
    { from: 11 * 60 + 10, to: 14 * 60 },
    { from: 17 * 60, to: 22 * 60 },
  ];

  it('is a whole number of slots after opening', () => {
    expect(findSlotStart(12 * 60, openHours, 30)).toBe(11 * 60 + 40);
    expect(findSlotStart(17 * 60 + 44, openHours, 15)).toBe(17 * 60 + 30);
    expect(findSlotStart(15 * 60 + 20, openHours, 30)).toBe(15 * 60);
  });

  it('is suggested at the next slot from now on, or at opening', () => {
    expect(suggestStart(openHours, 30)).toBe(11 * 60 + 10);
    expect(suggestStart(openHours, 30, 12 * 60)).toBe(12 * 60 + 10);
    expect(suggestStart(openHours, 30, 15 * 60)).toBe(17 * 60);
    expect(suggestStart(openHours, 30, 23 * 60)).toBe(17 * 60);
    expect(suggestStart([], 30)).toBeUndefined();
  });
});

it('counts minutes from midnight of one day to a time on another', () => {
  expect(toMinutesAfterMidnight(`${SATURDAY}T01:30:00-05:00`, FRIDAY)).toBe(25.5 * 60);
  expect(toMinutesAfterMidnight('2026-11-19T23:00', FRIDAY)).toBe(-60);
  // Without regard to clock changes.
  expect(toMinutesAfterMidnight('2026-03-09T00:00', '2026-03-08')).toBe(1_440);
});
