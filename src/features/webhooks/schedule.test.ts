import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRetryDelayMs, DELIVERY_TIMING, parseRetryAfterMs } from './schedule.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-18T10:00:00Z');

describe('retry delays', () => {
  it('follow the documented schedule', () => {
    const delays = Array.from({ length: 11 }, (_, index) =>
      computeRetryDelayMs(index + 1, DELIVERY_TIMING, { random: 0 }),
    );
    const longDelays = [2, 5, 10, 14, 20, 24].map((hour) => hour * HOUR_MS);
    expect(delays).toEqual([5_000, 300_000, 1_800_000, ...longDelays, undefined, undefined]);
  });

  it('are never shorter than scheduled, and at most a tenth longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const delay = computeRetryDelayMs(attempts, DELIVERY_TIMING, { random })!;
        expect(delay).toBeGreaterThanOrEqual(DELIVERY_TIMING.retryDelaysMs[attempts - 1]!);
        expect(delay).toBeLessThanOrEqual(DELIVERY_TIMING.retryDelaysMs[attempts - 1]! * 1.1);
      }),
    );
  });

  it('follow Retry-After, up to a day', () => {
    expect(computeRetryDelayMs(1, DELIVERY_TIMING, { retryAfterMs: 60_000, random: 0 })).toBe(60_000);
    expect(computeRetryDelayMs(2, DELIVERY_TIMING, { retryAfterMs: 60_000, random: 0 })).toBe(300_000);
    expect(computeRetryDelayMs(1, DELIVERY_TIMING, { retryAfterMs: 365 * 24 * HOUR_MS, random: 0 })).toBe(24 * HOUR_MS);
  });

  it('keep the lease longer than the timeout', () => {
    expect(DELIVERY_TIMING.leaseMs).toBeGreaterThan(DELIVERY_TIMING.timeoutMs);
  });
});

describe('Retry-After', () => {
  it.for([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['Wed, 18 Nov 2026 10:01:00 GMT', 60_000],
    ['Wednesday, 18-Nov-26 10:01:00 GMT', 60_000],
    ['Wed, 18 Nov 2026 09:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    ['99999999999999999999', undefined],
  ] as const)('%j is %s', ([header, ms]) => {
    expect(parseRetryAfterMs(header, NOW)).toBe(ms);
  });

  it('may be absent or sent twice', () => {
    expect(parseRetryAfterMs(undefined, NOW)).toBeUndefined();
    expect(parseRetryAfterMs(['3', '4'], NOW)).toBe(3_000);
  });
});
