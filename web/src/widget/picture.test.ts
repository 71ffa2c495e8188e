import { describe, expect, it } from 'vitest';
import { JPEG, png, WEBP } from '../../../test/images.ts';
import { centerSquare, isPicture } from './picture.ts';

describe('a picture', () => {
  it.each([
    [400, 300, { x: 50, y: 0, side: 300 }],
    [300, 401, { x: 0, y: 50, side: 300 }],
    [256, 256, { x: 0, y: 0, side: 256 }],
    [1, 1_000, { x: 0, y: 499, side: 1 }],
  ])('of %i × %i is cropped to the middle', (width, height, crop) => {
    expect(centerSquare(width, height)).toEqual(crop);
  });

  it('is recognized by its first bytes', () => {
    for (const image of [png(), JPEG, WEBP]) expect(isPicture(image)).toBe(true);
    for (const text of ['<svg xmlns="x"/>', 'GIF89a', 'RIFF....WAVE', 'PNG', ''])
      expect(isPicture(Buffer.from(text))).toBe(false);
  });
});
