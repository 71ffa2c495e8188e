import { describe, expect, it } from 'vitest';
import { formatDay } from '../../kernel/clock.ts';
import { dayNumberOfIso } from './civil-dates.ts';
import { findHoliday } from './holidays.ts';

const nextHoliday = (name: string, today: string) => {
  const holiday = findHoliday(name, dayNumberOfIso(today)!);
  return holiday && formatDay(holiday.day);
};

describe('holidays', () => {
  it.each([
    ['easter', '2024-01-01', '2024-03-31'],
    ['easter', '2025-01-01', '2025-04-20'],
    ['easter', '2026-01-01', '2026-04-05'],
    ['easter', '2038-01-01', '2038-04-25'],
    // d5 is the normalised Friday.
    ['good d5', '2026-01-01', '2026-04-03'],
    ['mardi gras', '2026-01-01', '2026-02-17'],
    ['thanksgiving', '2024-01-01', '2024-11-28'],
    ['thanksgiving', '2029-01-01', '2029-11-22'],
    ['thanksgiving', '2026-11-26', '2026-11-26'],
    ['thanksgiving', '2026-11-27', '2027-11-25'],
    ['memorial day', '2026-01-01', '2026-05-25'],
    ['labor day', '2026-01-01', '2026-09-07'],
    ['mothers day', '2026-01-01', '2026-05-10'],
    ['mlk day', '2026-01-01', '2026-01-19'],
    ['election day', '2026-01-01', '2026-11-03'],
    ['new years day', '2026-06-01', '2027-01-01'],
    ['none of them', '2026-01-01', undefined],
  ])('%s after %s is on %s', (name, today, expected) => {
    expect(nextHoliday(name, today)).toBe(expected);
  });
});
