// Prepares a picture in the browser: recognized by its content, cropped to a square, 256 pixels a side.

const OUTPUT_SIDE_PIXELS = 256;
const MAX_FILE_BYTES = 20 * 1024 * 1024;

type Crop = { x: number; y: number; side: number };

/** The largest square in the middle. */
export function cropCenterSquare(width: number, height: number): Crop {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** Checks the first bytes, because a file's name and type may be wrong. */
export function isPicture(firstBytes: Uint8Array): boolean {
  const text = String.fromCharCode(...firstBytes.subarray(0, 12));
  const isWebp = text.startsWith('RIFF') && text.slice(8) === 'WEBP';
  return isWebp || text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff');
}

export class PictureError extends Error {
  readonly reason: 'type' | 'size' | 'unreadable';
  constructor(reason: PictureError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The picture in base64. It is redrawn, which drops camera data such as the location. */
export async function preparePicture(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new PictureError('size');
  if (!isPicture(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) throw new PictureError('type');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('unreadable');
  });
  const { x, y, side } = cropCenterSquare(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = OUTPUT_SIDE_PIXELS;
  canvas.height = OUTPUT_SIDE_PIXELS;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, side, side, 0, 0, OUTPUT_SIDE_PIXELS, OUTPUT_SIDE_PIXELS);
  bitmap.close();
  // Browsers that can't write WebP write PNG.
  return canvas.toDataURL('image/webp', 0.9).replace(/^[^,]*,/, '');
}
