import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../api-types.ts';
import { createTranslate } from '../texts.ts';
import { formatOpeningTime } from './format.ts';
import { CHAT_TEXTS } from './texts.ts';

beforeEach(() => {
  // Half past eleven at night in London, half past six in the evening in New York.
  vi.useFakeTimers({ now: new Date('2026-11-17T23:30:00Z') });
});
const t = createTranslate(
  () => ({}),
  () => CHAT_TEXTS,
);

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['2026-11-17T19:00:00-05:00', 'America/New_York', '7:00 PM today'],
  ['2026-11-18T08:00:00-05:00', 'America/New_York', '8:00 AM tomorrow'],
  ['2026-11-18T00:30:00Z', 'Europe/London', '12:30 AM tomorrow'],
  ['2026-11-19T08:00:00-05:00', 'America/New_York', 'Thu 8:00 AM'],
  ['2026-11-23T19:00:00-05:00', 'America/New_York', 'Mon 7:00 PM'],
  ['2026-11-24T19:00:00-05:00', 'America/New_York', 'Tue, Nov 24, 7:00 PM'],
])('names the day of an opening at %s in %s', (iso, timezone, expected) => {
  expect(formatOpeningTime(iso, { timezone, locale: 'en-US' } as Settings, t).replace(/\s/g, ' ')).toBe(expected);
});
