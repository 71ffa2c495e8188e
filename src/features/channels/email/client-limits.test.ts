import { expect, it } from 'vitest';
import { createClientLimits } from './client-limits.ts';

it('limits the open connections of an address', () => {
  const { connect, disconnect } = createClientLimits({ maxOpen: 2, mailsPerMinute: 1 });
  expect([connect('a'), connect('a'), connect('a'), connect('b')]).toEqual([true, true, false, true]);
  disconnect('a');
  disconnect('a');
  expect([connect('a'), connect('a')]).toEqual([true, false]);
});

it('limits the mails of an address in a minute', () => {
  let now = 0;
  const { countMail } = createClientLimits({ maxOpen: 1, mailsPerMinute: 2 }, () => now);
  expect([countMail('a'), countMail('a'), countMail('a'), countMail('b')]).toEqual([true, true, false, true]);
  now = 60_000;
  expect(countMail('a')).toBe(true);
});
