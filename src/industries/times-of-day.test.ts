import { describe, expect, it } from 'vitest';
import type { Slots } from '../capability/dialogue.ts';
import { createTimeQuery, createTimesOfDayFilter } from './times-of-day.ts';

describe('times of day', () => {
  it.each([
    [{}, '2026-11-19T06:00:00-05:00', true],
    [{ after: '17:00' }, '2026-11-19T17:00:00-05:00', true],
    [{ after: '17:00' }, '2026-11-19T16:45:00-05:00', false],
    [{ before: '12:00' }, '2026-11-19T11:45:00-05:00', true],
    [{ before: '12:00' }, '2026-11-19T12:00:00-05:00', false],
    [{ after: '12:00', before: '17:00' }, '2026-11-19T18:00:00-05:00', false],
  ])('the filter %j includes %s: %s', (filter, startsAt, expected) => {
    expect(createTimesOfDayFilter(filter)(startsAt)).toBe(expected);
  });
});

describe('a range of days', () => {
  const weekend = { from: '2026-11-21', to: '2026-11-22', name: 'this weekend' };
  const evening = { from: '17:00', to: '21:00', name: 'evening' };
  it.each<[Partial<Slots>, object]>([
    [{}, {}],
    [{ date: '2026-11-19' }, { from: '2026-11-19', days: 1 }],
    [{ days: weekend }, { from: '2026-11-21', days: 2 }],
    [
      { date: '2026-11-21', days: weekend },
      { from: '2026-11-21', days: 1 },
    ],
    [{ days: { ...weekend, to: '2027-03-01' } }, { from: '2026-11-21', days: 31 }],
    [
      { date: '2026-11-19', window: evening },
      { from: '2026-11-19', days: 1, after: '17:00', before: '21:00' },
    ],
    [{ window: { from: null, to: '12:00', name: 'morning' } }, { before: '12:00' }],
    [{ window: { from: '17:00', to: null, name: 'after five' } }, { after: '17:00' }],
    // A range past midnight has no end on the same day.
    [{ window: { from: '21:00', to: '02:00', name: 'night' } }, { after: '21:00' }],
    [{ time: '15:00', window: evening }, { after: '15:00' }],
  ])('becomes a filter: %j', (slots, expectedFilter) => {
    expect(createTimeQuery({ catalogEntities: {}, industryEntities: {}, ...slots })).toEqual(expectedFilter);
  });
});
