import { describe, expect, it } from 'vitest';
import { rfc3339 } from '../../kernel/clock.ts';
import { findPreviousRange, parseRange } from './range.ts';

const NOW = new Date('2026-11-16T14:00:00Z');
const listEntryStarts = (query: Parameters<typeof parseRange>[0], zone = 'UTC') => {
  const range = parseRange(query, zone, NOW);
  return range.entryStartsMs.map((date) => rfc3339(new Date(date), range.zone.name));
};

describe('entries of a series', () => {
  it.each([
    ['a day on which the clocks go forward', '2026-03-08', '2026-03-09', 'America/New_York', 23],
    ['a day on which the clocks go back', '2026-11-01', '2026-11-02', 'America/New_York', 25],
    ['a day that gains half an hour', '2026-04-05', '2026-04-06', 'Australia/Lord_Howe', 25],
    ['a day that loses half an hour', '2026-10-04', '2026-10-05', 'Australia/Lord_Howe', 24],
    ['any other day', '2026-06-05', '2026-06-06', 'Asia/Kathmandu', 24],
  ])('by hour, on %s, cover every hour once', (_, from, to, tz, hours) => {
    const hourStarts = listEntryStarts({ from, to, tz, interval: 'hour' });
    expect(hourStarts).toHaveLength(hours);
    expect(new Set(hourStarts).size).toBe(hours);
  });

  it('start at local midnights, and the first at the start of the range', () => {
    const range = { from: '2026-03-07T15:20', to: '2026-03-10', tz: 'America/New_York' };
    expect(listEntryStarts(range)).toEqual([
      '2026-03-07T15:20:00-05:00',
      '2026-03-08T00:00:00-05:00',
      '2026-03-09T00:00:00-04:00',
    ]);
    expect(listEntryStarts({ ...range, interval: 'hour' }).slice(0, 2)).toEqual([
      '2026-03-07T15:20:00-05:00',
      '2026-03-07T16:00:00-05:00',
    ]);
  });

  it('start on Mondays for weeks, and on the first day for months', () => {
    expect(listEntryStarts({ from: '2026-10-28', to: '2026-11-10', interval: 'week' })).toEqual([
      '2026-10-28T00:00:00Z',
      '2026-11-02T00:00:00Z',
      '2026-11-09T00:00:00Z',
    ]);
    expect(listEntryStarts({ from: '2026-01-31', to: '2026-03-02', interval: 'month' })).toEqual([
      '2026-01-31T00:00:00Z',
      '2026-02-01T00:00:00Z',
      '2026-03-01T00:00:00Z',
    ]);
  });
});

describe('the range', () => {
  it('defaults to thirty days including today', () => {
    const { from, to } = parseRange({}, 'America/New_York', NOW);
    expect([from, to].map((date) => date.toISOString())).toEqual([
      '2026-10-18T04:00:00.000Z',
      '2026-11-17T05:00:00.000Z',
    ]);
  });

  it.each([
    ['as many whole days', '2026-03-08', '2026-03-10', '2026-03-06T05:00:00.000Z'],
    ['a range of the same length', '2026-03-08T12:00', '2026-03-08T14:30', '2026-03-08T13:30:00.000Z'],
  ])('is preceded by %s', (_, from, to, expected) => {
    const range = parseRange({ from, to }, 'America/New_York', NOW);
    const previous = findPreviousRange(range);
    expect([previous.from.toISOString(), previous.to]).toEqual([expected, range.from]);
  });
});
