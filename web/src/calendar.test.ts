import { describe, expect, it } from 'vitest';
import { addDays, findMonday, formatLocalTime, getMinuteOfDay } from './calendar.ts';

describe('calendar days', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    // Daylight saving changes in Europe and America do not affect plain dates.
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-11-01', -7, '2026-10-25'],
    ['2026-11-20', 0, '2026-11-20'],
  ])('%s plus %i days is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-18', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('%s is in the week of Monday %s', (day, monday) => {
    expect(findMonday(day)).toBe(monday);
  });
});

describe('times', () => {
  it('are minutes of their own local day, whatever their offset', () => {
    expect(getMinuteOfDay('2026-11-20T19:30:00-05:00')).toBe(19 * 60 + 30);
    expect(getMinuteOfDay('2026-11-20T00:05:00+13:45')).toBe(5);
  });

  it.each([
    [0, '2026-11-20T00:00'],
    [19 * 60 + 5, '2026-11-20T19:05'],
    [1440, '2026-11-21T00:00'],
    [1440 + 90, '2026-11-21T01:30'],
  ])('%i minutes after midnight are %s', (minutes, expected) => {
    expect(formatLocalTime('2026-11-20', minutes)).toBe(expected);
  });
});
