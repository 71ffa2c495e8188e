import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeContrast, derivePalette } from './color.ts';

type Rgb = [number, number, number];
const parseRgb = (css: string) => css.match(/\d+/g)!.map(Number) as Rgb;
const anyHexColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('makes a readable palette from any business color, in light and dark mode', () => {
  fc.assert(
    fc.property(anyHexColor, fc.option(anyHexColor, { nil: undefined }), fc.boolean(), (color, textColor, dark) => {
      const { accent, on, text, soft } = derivePalette(color, textColor, dark ? 'dark' : 'light');
      const background: Rgb = dark ? [27, 30, 39] : [255, 255, 255];
      expect(computeContrast(parseRgb(on), parseRgb(accent))).toBeGreaterThanOrEqual(4.5);
      expect(computeContrast(parseRgb(text), parseRgb(soft))).toBeGreaterThanOrEqual(4.5);
      expect(computeContrast(parseRgb(text), background)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 1_000, examples: [['#0e0218', undefined, true]] },
  );
});

it('keeps the chosen colors if they are readable', () => {
  expect(derivePalette('#0a5', '#fe0', 'light')).toMatchObject({ accent: 'rgb(0,170,85)', on: 'rgb(0,0,0)' });
  expect(derivePalette('#0b3d2e', '#ffee00', 'light').on).toBe('rgb(255,238,0)');
  expect(derivePalette('red; background: url(x)', undefined, 'light').accent).toBe('rgb(47,91,234)');
});
