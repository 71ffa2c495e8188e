import { expect, it } from 'vitest';
import { restartDelayMs } from './supervise.ts';

it('restarts immediately, then doubles the delay each time', () => {
  expect([0, 1, 2, 3, 7].map(restartDelayMs)).toEqual([0, 100, 200, 400, 6_400]);
});
