import { expect, it } from 'vitest';
import { waitAfter } from './supervise.ts';

it('starts again at once, then waits twice as long each time', () => {
  expect([0, 1, 2, 3, 7].map(waitAfter)).toEqual([0, 100, 200, 400, 6_400]);
});
