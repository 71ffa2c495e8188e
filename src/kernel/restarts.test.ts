import { afterEach, expect, it, vi } from 'vitest';
import { trackRestarts } from './restarts.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('restarts immediately, then doubles the delay each time, to a limit', () => {
  const restarts = trackRestarts();
  const delays = Array.from({ length: 10 }, () => restarts.nextDelayMs());
  expect(delays).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 12_800]);
});

it('gives up after eight restarts, unless one of them lasted a minute', () => {
  vi.useFakeTimers();
  const restarts = trackRestarts();
  for (let n = 0; n < 8; n++) {
    expect(restarts.shouldGiveUp()).toBe(false);
    restarts.nextDelayMs();
  }
  expect(restarts.shouldGiveUp()).toBe(true);
  restarts.recordStart();
  vi.advanceTimersByTime(59_000);
  restarts.recordEnd();
  expect(restarts.shouldGiveUp()).toBe(true);
  restarts.recordStart();
  vi.advanceTimersByTime(61_000);
  restarts.recordEnd();
  expect(restarts.shouldGiveUp()).toBe(false);
  expect(restarts.nextDelayMs()).toBe(0);
});
