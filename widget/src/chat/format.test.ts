import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../api-types.ts';
import { openingTime } from './format.ts';

beforeEach(() => {
  // Half past eleven at night in London, half past six in the evening in New York.
  vi.useFakeTimers({ now: new Date('2026-11-17T23:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['2026-11-17T19:00:00-05:00', 'America/New_York', '7:00 PM'],
  ['2026-11-18T08:00:00-05:00', 'America/New_York', 'Wed 8:00 AM'],
  ['2026-11-18T00:30:00Z', 'Europe/London', 'Wed 12:30 AM'],
  ['2026-11-24T19:00:00-05:00', 'America/New_York', 'Tue 7:00 PM'],
])('names the day of an opening at %s in %s only where it is not today', (iso, timezone, expected) => {
  expect(openingTime(iso, { timezone, locale: 'en-US' } as Settings).replace(/\s/g, ' ')).toBe(expected);
});
