import { expect, it } from 'vitest';
import { createClientLimits } from './client-limits.ts';

it('limits the open connections of an address', () => {
  const { connect, disconnect } = createClientLimits({ maxConnections: 2, emailsPerMinute: 1 });
  expect([connect('a'), connect('a'), connect('a'), connect('b')]).toEqual([true, true, false, true]);
  disconnect('a');
  disconnect('a');
  expect([connect('a'), connect('a')]).toEqual([true, false]);
});

it('limits how many emails an address sends in a minute', () => {
  let now = 0;
  const { countEmail } = createClientLimits({ maxConnections: 1, emailsPerMinute: 2 }, () => now);
  expect([countEmail('a'), countEmail('a'), countEmail('a'), countEmail('b')]).toEqual([true, true, false, true]);
  now = 60_000;
  expect(countEmail('a')).toBe(true);
});
