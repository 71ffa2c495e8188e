import { describe, expect, it } from 'vitest';
import { cropCenterSquare, isPicture } from './picture.ts';

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('a picture', () => {
  it.each([
    [400, 300, { x: 50, y: 0, side: 300 }],
    [300, 401, { x: 0, y: 50, side: 300 }],
    [256, 256, { x: 0, y: 0, side: 256 }],
    [1, 1_000, { x: 0, y: 499, side: 1 }],
  ])('of %i × %i is cropped to the middle', (width, height, crop) => {
    expect(cropCenterSquare(width, height)).toEqual(crop);
  });

  it('is recognized by its first bytes', () => {
    for (const start of ['\x89PNG\r\n\x1a\n\0\0\0\r', '\xff\xd8\xff\xe0', 'RIFF\x5c\0\0\0WEBP'])
      expect(isPicture(toBytes(start))).toBe(true);
    for (const start of ['<svg xmlns="x"/>', 'GIF89a', 'RIFF....WAVE', 'PNG', ''])
      expect(isPicture(toBytes(start))).toBe(false);
  });
});
