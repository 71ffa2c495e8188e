import { crc32 } from 'node:zlib';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';
type Size = { width: number; height: number };
type Image = Size & { type: ImageType; content: Buffer };

/** In pixels. Larger images would take up much of the customer's memory, although the file may be small. */
const MAX_SIDE_PIXELS = 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Recognizes a still image by its content, whatever its name says, and keeps only what a browser needs to draw it. What else
 * the file holds is left out (camera data, comments, profiles) or refused (anything after the image's end), so that it is
 * nothing but an image. Returns an error message if it is not a usable image.
 */
export function readImage(bytes: Buffer): Image | { error: string } {
  try {
    const image = parseImage(bytes);
    if (!image) return { error: 'must be a PNG, JPEG or WebP image' };
    const { width, height } = image;
    if (width < 1 || height < 1) throw new DamagedImageError();
    if (Math.max(width, height) > MAX_SIDE_PIXELS)
      return { error: `must be at most ${MAX_SIDE_PIXELS} × ${MAX_SIDE_PIXELS} pixels` };
    return image;
  } catch (error) {
    if (error instanceof DamagedImageError) return { error: error.message };
    // Reading past the end.
    if (error instanceof RangeError) return { error: new DamagedImageError().message };
    throw error;
  }
}

class DamagedImageError extends Error {
  constructor(message = 'is damaged, or holds more than an image') {
    super(message);
  }
}

function parseImage(bytes: Buffer): Image | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return { type: 'image/png', ...readPng(bytes) };
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { type: 'image/jpeg', ...readJpeg(bytes) };
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? { type: 'image/webp', ...readWebp(bytes) } : undefined;
}

type CleanedImage = Size & { content: Buffer };

const DRAWN_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

/** https://www.w3.org/TR/png-3/#5DataRep */
function readPng(bytes: Buffer): CleanedImage {
  const keptParts: Buffer[] = [PNG_SIGNATURE];
  const names = new Set<string>();
  let offset = PNG_SIGNATURE.length;
  for (let name = ''; name !== 'IEND'; ) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    name = bytes.toString('latin1', offset + 4, offset + 8);
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(offset + 4, end - 4))) throw new DamagedImageError();
    if ((name === 'IHDR') !== (names.size === 0)) throw new DamagedImageError();
    // A capital letter marks a chunk that no reader may skip.
    if (!DRAWN_CHUNKS.has(name) && /^[A-Z]/.test(name)) throw new DamagedImageError();
    if (DRAWN_CHUNKS.has(name)) keptParts.push(bytes.subarray(offset, end));
    names.add(name);
    offset = end;
  }
  if (offset !== bytes.length || !names.has('IDAT')) throw new DamagedImageError();
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), content: Buffer.concat(keptParts) };
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Adobe's, without which the colors of some images are wrong. */
const APP14 = 0xee;
const COMMENT = 0xfe;
/** Baseline, extended and progressive: what browsers draw. */
const FRAME_MARKERS = new Set([0xc0, 0xc1, 0xc2]);
const TABLE_MARKERS = new Set([0xc4, 0xdb, 0xdd]);
const isMetadata = (marker: number) => marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && marker !== APP14);

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */
function readJpeg(bytes: Buffer): CleanedImage {
  const keptParts: Buffer[] = [bytes.subarray(0, 2)];
  let size: Size | undefined;
  let hasScan = false;
  let offset = 2;
  for (;;) {
    if (bytes.readUInt8(offset) !== 0xff) throw new DamagedImageError();
    const marker = bytes.readUInt8(offset + 1);
    if (marker === END_OF_IMAGE) break;
    const length = bytes.readUInt16BE(offset + 2);
    let end = offset + 2 + length;
    if (FRAME_MARKERS.has(marker) && !size)
      size = { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    else if (marker === START_OF_SCAN && size) {
      end = findEndOfScan(bytes, end);
      hasScan = true;
    } else if (!TABLE_MARKERS.has(marker) && marker !== APP14 && !isMetadata(marker)) throw new DamagedImageError();
    if (!isMetadata(marker)) keptParts.push(bytes.subarray(offset, end));
    offset = end;
  }
  if (!size || !hasScan || offset + 2 !== bytes.length) throw new DamagedImageError();
  return { ...size, content: Buffer.concat([...keptParts, bytes.subarray(offset)]) };
}

/** Where the next marker begins. Within a scan, FF is followed by 00 or is a restart marker. */
function findEndOfScan(bytes: Buffer, start: number): number {
  for (let offset = start; ; offset++) {
    if (bytes.readUInt8(offset) !== 0xff) continue;
    const nextByte = bytes.readUInt8(offset + 1);
    if (nextByte !== 0 && (nextByte < 0xd0 || nextByte > 0xd7)) return offset;
  }
}

const WEBP_METADATA = new Set(['ICCP', 'EXIF', 'XMP ']);
const ALPHA_FLAG = 0x10;
const ANIMATION_FLAG = 0x02;

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Buffer): CleanedImage {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) throw new DamagedImageError();
  const keptParts: Buffer[] = [];
  const sizes: Size[] = [];
  let imageCount = 0;
  for (let offset = 12; offset < bytes.length; ) {
    const name = bytes.toString('latin1', offset, offset + 4);
    const length = bytes.readUInt32LE(offset + 4);
    const end = offset + 8 + length + (length % 2);
    if (end > bytes.length) throw new DamagedImageError();
    const chunk = Buffer.from(bytes.subarray(offset, end));
    if (name === 'VP8X') {
      if (chunk.readUInt8(8) & ANIMATION_FLAG) throw new DamagedImageError('must be a still image');
      chunk.writeUInt8(chunk.readUInt8(8) & ALPHA_FLAG, 8);
      sizes.push({ width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 });
    } else if (name === 'VP8 ' || name === 'VP8L') {
      imageCount++;
      sizes.push(name === 'VP8 ' ? readLossySize(chunk) : readLosslessSize(chunk));
    } else if (name !== 'ALPH' && !WEBP_METADATA.has(name)) throw new DamagedImageError();
    if (!WEBP_METADATA.has(name)) keptParts.push(chunk);
    offset = end;
  }
  if (imageCount !== 1) throw new DamagedImageError();
  const body = Buffer.concat(keptParts);
  const riffHeader = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riffHeader.writeUInt32LE(body.length + 4, 4);
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  return { width, height, content: Buffer.concat([riffHeader, body]) };
}

function readLossySize(chunk: Buffer): Size {
  if (chunk.readUIntBE(11, 3) !== 0x9d012a) throw new DamagedImageError();
  return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
}

function readLosslessSize(chunk: Buffer): Size {
  if (chunk.readUInt8(8) !== 0x2f) throw new DamagedImageError();
  const bits = chunk.readUInt32LE(9);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
