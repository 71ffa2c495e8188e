// Small images of each type, 6 × 4 pixels, as browsers write them.
import { crc32, deflateSync } from 'node:zlib';

const decodeBase64 = (text: string) => Buffer.from(text, 'base64');

export const JPEG = decodeBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAYEAEAAwEAAAAAAAAAAAAAAAAAAQQzcv/EABUBAQEAAAAAAAAAAAAAAAAAAAED/8QAFxEAAwEAAAAAAAAAAAAAAAAAAAEDMv/aAAwDAQACEQMRAD8Ah7uscgBFK7Z//9k=',
);
/** With an alpha channel, and room for metadata. */
export const WEBP = decodeBase64(
  'UklGRlwAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSAsAAAABDzCAERGiBxH9DwBWUDggKgAAAHABAJ0BKgYABAACwEwlqAJ0AXUAAP7svTF6v+1+1o/kmPkDqif5AAAAAA==',
);
/** 1 × 1 pixel. */
export const LOSSLESS_WEBP = decodeBase64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==');

export function createPngChunk(chunkType: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(chunkType, 'latin1'), Buffer.from(data)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A black image of any size, with extra chunks before its pixels. */
export function createPng(width = 6, height = 4, ...extraChunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = decodeBase64('iVBORw0KGgo=');
  return Buffer.concat([
    signature,
    createPngChunk('IHDR', header),
    ...extraChunks,
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND'),
  ]);
}
