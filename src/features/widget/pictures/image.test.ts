import { describe, expect, it } from 'vitest';
import { createPng, createPngChunk, JPEG, LOSSLESS_WEBP, WEBP } from '../../../../test/images.ts';
import { readImage } from './image.ts';

const SCRIPT = '<script>alert(1)</script>';
const DAMAGED_ERROR = { error: 'is damaged, or holds more than an image' };
const UNKNOWN_TYPE_ERROR = { error: 'must be a PNG, JPEG or WebP image' };

/** Inserts a segment after the JPEG's first two bytes. */
const jpegWithSegment = (marker: number, text: string) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, marker]), length, Buffer.from(text), JPEG.subarray(2)]);
};
const webpChunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)]);
};
const webpOf = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
};
const LOSSLESS_CHUNK = LOSSLESS_WEBP.subarray(12);

describe('an image', () => {
  it.each([
    ['image/png', createPng(), 6, 4],
    ['image/jpeg', JPEG, 6, 4],
    ['image/webp', WEBP, 6, 4],
    ['image/webp', LOSSLESS_WEBP, 1, 1],
  ])('%s is recognized by its content', (type, bytes, width, height) => {
    expect(readImage(bytes)).toMatchObject({ type, width, height });
  });

  it('keeps its bytes if it holds nothing else', () => {
    expect(readImage(createPng())).toMatchObject({ content: createPng() });
    expect(readImage(WEBP)).toMatchObject({ content: WEBP });
  });

  it.each([
    ['a comment', createPng(6, 4, createPngChunk('tEXt', `Comment\0${SCRIPT}`))],
    ['a private chunk', createPng(6, 4, createPngChunk('teSt', SCRIPT))],
    ['camera data', jpegWithSegment(0xe1, `Exif\0\0${SCRIPT}`)],
    ['a comment', jpegWithSegment(0xfe, SCRIPT)],
    ['camera data', webpOf(LOSSLESS_CHUNK, webpChunk('EXIF', Buffer.from(SCRIPT)))],
  ])('loses %s', (_, bytes) => {
    const image = readImage(bytes) as { content: Buffer };
    expect(bytes.includes(SCRIPT)).toBe(true);
    expect(image.content.includes(SCRIPT)).toBe(false);
    // What is left is an image that holds nothing else.
    expect(readImage(image.content)).toEqual(image);
  });

  it('no longer has the flags of removed metadata', () => {
    const headerWithFlags = Buffer.from([0x3c, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const { content } = readImage(webpOf(webpChunk('VP8X', headerWithFlags), LOSSLESS_CHUNK)) as { content: Buffer };
    expect(content[20]).toBe(0x10);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a page', Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ])('is not recognized in %s', (_, bytes) => {
    expect(readImage(bytes)).toEqual(UNKNOWN_TYPE_ERROR);
  });

  it.each([
    ['a page after a PNG', Buffer.concat([createPng(), Buffer.from(SCRIPT)])],
    ['a page after a JPEG', Buffer.concat([JPEG, Buffer.from(SCRIPT)])],
    ['a page after a WebP', Buffer.concat([WEBP, Buffer.from(SCRIPT)])],
    ['a chunk of another kind', webpOf(LOSSLESS_CHUNK, webpChunk('HTML', Buffer.from(SCRIPT)))],
    ['a chunk that every reader must know', createPng(6, 4, createPngChunk('HTML', SCRIPT))],
    ['two images', webpOf(LOSSLESS_CHUNK, LOSSLESS_CHUNK)],
    ['no image', webpOf(webpChunk('VP8X', Buffer.alloc(10)))],
    ['a PNG without pixels', Buffer.concat([createPng().subarray(0, 33), createPngChunk('IEND')])],
    ['a JPEG without pixels', Buffer.concat([JPEG.subarray(0, 20), Buffer.from([0xff, 0xd9])])],
    ['no width', createPng(0, 4)],
    ['only a signature', createPng().subarray(0, 8)],
  ])('is refused with %s', (_, bytes) => {
    expect(readImage(bytes)).toEqual(DAMAGED_ERROR);
  });

  it('is refused wherever it is cut off', () => {
    for (const imageBytes of [createPng(), JPEG, WEBP, LOSSLESS_WEBP])
      for (let length = 12; length < imageBytes.length; length++)
        expect({ length, ...readImage(imageBytes.subarray(0, length)) }).toEqual({ length, ...DAMAGED_ERROR });
  });

  it('is cleaned or refused, whichever byte is damaged', () => {
    for (const imageBytes of [createPng(), JPEG, WEBP, LOSSLESS_WEBP])
      for (let offset = 0; offset < imageBytes.length; offset++)
        for (const value of [0x00, 0x7f, 0xff]) {
          const damagedBytes = Buffer.from(imageBytes);
          damagedBytes[offset] = value;
          const result = readImage(damagedBytes);
          if (!('error' in result)) expect(readImage(result.content)).toEqual(result);
        }
  });

  it('is refused with a wrong checksum', () => {
    const damagedBytes = createPng();
    damagedBytes[20]! ^= 1;
    expect(readImage(damagedBytes)).toEqual(DAMAGED_ERROR);
  });

  it('has at most 1024 pixels a side', () => {
    expect(readImage(createPng(1024, 1024))).toMatchObject({ width: 1024 });
    for (const bytes of [createPng(1025, 1), createPng(1, 1025), createPng(30_000, 2)])
      expect(readImage(bytes)).toEqual({ error: 'must be at most 1024 × 1024 pixels' });
  });

  it('cannot be animated', () => {
    const headerWithAnimation = Buffer.from([0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(readImage(webpOf(webpChunk('VP8X', headerWithAnimation), LOSSLESS_CHUNK))).toEqual({
      error: 'must be a still image',
    });
  });
});
