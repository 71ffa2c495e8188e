import { expect, it } from 'vitest';
import { chooseUnit } from './duration.ts';

it.each([
  [45, 'minutes'],
  [60, 'hours'],
  [90, 'minutes'],
  [120, 'hours'],
  [1_440, 'days'],
  [2_160, 'hours'],
  [0, 'hours'],
  [undefined, 'hours'],
])('%s minutes are shown in %s', (minutes, unit) => {
  expect(chooseUnit(minutes)).toBe(unit);
});
