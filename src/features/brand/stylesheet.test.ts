import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeContrast, makeReadable } from '../../kernel/colors.ts';
import { renderStylesheet } from './stylesheet.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

it('keeps a readable color, and changes an unreadable one', () => {
  expect(makeReadable('#ffffff', '#7a1fa2')).toBe('#7a1fa2');
  expect(makeReadable('#ffffff', '#ffff00')).not.toBe('#ffff00');
});

it('makes links and buttons readable with any brand color, in both themes', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const css = renderStylesheet(color);
      const readColors = (name: string) =>
        new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.slice(1, 3) as [string, string];
      const [accent, onAccent, soft] = [readColors('accent'), readColors('on-accent'), readColors('accent-soft')];
      for (const [theme, surface] of [
        [0, '#ffffff'],
        [1, '#18201f'],
      ] as const)
        for (const background of [surface, soft[theme], onAccent[theme]])
          expect(computeContrast(accent[theme], background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
