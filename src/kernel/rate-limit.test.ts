import { afterEach, describe, expect, it, vi } from 'vitest';
import { createThrottle, networkOf } from './rate-limit.ts';

describe('createThrottle', () => {
  afterEach(() => vi.useRealTimers());

  it('limits each key separately per minute', () => {
    vi.useFakeTimers();
    const throttle = createThrottle();
    expect([throttle('a', 2), throttle('a', 2), throttle('b', 2)]).toEqual([undefined, undefined, undefined]);
    vi.advanceTimersByTime(20_000);
    expect(throttle('a', 2)).toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '40' } });
    vi.advanceTimersByTime(40_000);
    expect(throttle('a', 2)).toBeUndefined();
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
