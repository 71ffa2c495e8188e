import { expect, it } from 'vitest';
import { chooseTextColor as serviceTextColorOn } from '../../../src/kernel/colors.ts';
import { chooseTextColor, describeColor } from './color-report.ts';

it.each([
  ['#1f5fd0', 'white', false, true],
  ['#ffffff', 'black', true, false],
  ['#000000', 'white', false, true],
  ['#fd0', 'black', true, false],
  ['#767676', 'black', true, true],
])('%s has %s text, darker links on white: %s, lighter ones on dark: %s', (color, textOnColor, darker, lighter) => {
  expect(describeColor(color)).toMatchObject({
    textOnColor,
    isDarkenedInLight: darker,
    isLightenedInDark: lighter,
  });
});

it('text on every color can be read, and is what the service chooses', () => {
  for (let i = 0; i < 4096; i += 7) {
    const color = `#${i.toString(16).padStart(3, '0')}`;
    expect(describeColor(color).ratio).toBeGreaterThanOrEqual(4.5);
    expect(chooseTextColor(color)).toBe(serviceTextColorOn(color));
  }
});
