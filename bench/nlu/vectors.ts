// Cached text vectors: each text is encoded once per model.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/nlu');
const KEY_BYTES = 16;
const VECTOR_SIZE = 384;
const RECORD_BYTES = KEY_BYTES + VECTOR_SIZE * 4;
const BATCH_SIZE = 512;

const hashText = (text: string) => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);

function readCache(path: string): Map<string, Float32Array> {
  const cache = new Map<string, Float32Array>();
  if (!existsSync(path)) return cache;
  const bytes = readFileSync(path);
  // A run that was interrupted while writing leaves a partial record at the end.
  for (let offset = 0; offset + RECORD_BYTES <= bytes.length; offset += RECORD_BYTES) {
    const key = bytes.toString('base64', offset, offset + KEY_BYTES);
    cache.set(
      key,
      new Float32Array(
        bytes.buffer.slice(bytes.byteOffset + offset + KEY_BYTES, bytes.byteOffset + offset + RECORD_BYTES),
      ),
    );
  }
  return cache;
}

/** The vectors of all texts; `onProgress` is called with how many of the new ones are encoded. */
export async function encodeTexts(
  texts: readonly string[],
  onProgress: (encodedCount: number, total: number) => void,
): Promise<Float32Array[]> {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const modelHash = createHash('sha256').update(readFileSync(join(ROOT, 'models/encoder/encoder-int8.onnx')));
  const path = join(CACHE_FOLDER, `vectors-${modelHash.digest('hex').slice(0, 16)}.bin`);
  const cache = readCache(path);
  const newTexts = [...new Set(texts)].filter((text) => !cache.has(hashText(text).toString('base64')));
  const encoder = openEncoder({ cacheSize: 0 });
  try {
    for (let start = 0; start < newTexts.length; start += BATCH_SIZE) {
      const batch = newTexts.slice(start, start + BATCH_SIZE);
      const vectors = await encoder.encode(batch);
      batch.forEach((text, i) => {
        const key = hashText(text);
        cache.set(key.toString('base64'), vectors[i]!);
        appendFileSync(path, Buffer.concat([key, new Uint8Array(vectors[i]!.buffer)]));
      });
      onProgress(Math.min(start + BATCH_SIZE, newTexts.length), newTexts.length);
    }
  } finally {
    await encoder.close();
  }
  return texts.map((text) => cache.get(hashText(text).toString('base64'))!);
}
