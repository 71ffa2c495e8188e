import { afterEach, expect, it, vi } from 'vitest';
import { createClientLimits } from './client-limits.ts';

afterEach(() => vi.useRealTimers());

it('limits the open connections of an address', () => {
  const { connect, disconnect } = createClientLimits({ maxConnections: 2, emailsPerMinute: 1 });
  expect([connect('a'), connect('a'), connect('a'), connect('b')]).toEqual([true, true, false, true]);
  disconnect('a');
  disconnect('a');
  expect([connect('a'), connect('a')]).toEqual([true, false]);
});

it('counts from zero again once an address has no open connections', () => {
  const { connect, disconnect } = createClientLimits({ maxConnections: 1, emailsPerMinute: 1 });
  expect(connect('a')).toBe(true);
  disconnect('a');
  disconnect('a');
  expect([connect('a'), connect('a')]).toEqual([true, false]);
});

it('limits how many emails an address sends in a minute', () => {
  vi.useFakeTimers();
  const { countEmail } = createClientLimits({ maxConnections: 1, emailsPerMinute: 2 });
  expect([countEmail('a'), countEmail('a'), countEmail('a'), countEmail('b')]).toEqual([true, true, false, true]);
  vi.advanceTimersByTime(59_999);
  expect(countEmail('a')).toBe(false);
  vi.advanceTimersByTime(1);
  expect([countEmail('a'), countEmail('a'), countEmail('a')]).toEqual([true, true, false]);
});
