// Vectors of texts, kept between runs: each text is encoded once per model.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/nlu');
const KEY = 16;
const WIDTH = 384;
const RECORD = KEY + WIDTH * 4;
const STEP = 512;

const keyOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, KEY);

function readKept(path: string): Map<string, Float32Array> {
  const kept = new Map<string, Float32Array>();
  if (!existsSync(path)) return kept;
  const bytes = readFileSync(path);
  // A run that was stopped while writing leaves part of a record at the end.
  for (let at = 0; at + RECORD <= bytes.length; at += RECORD) {
    const key = bytes.toString('base64', at, at + KEY);
    kept.set(key, new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + KEY, bytes.byteOffset + at + RECORD)));
  }
  return kept;
}

/** The vectors of all these texts; `tell` hears how many of those that are new have been encoded. */
export async function vectorsOf(
  texts: readonly string[],
  tell: (done: number, all: number) => void,
): Promise<Float32Array[]> {
  mkdirSync(FOLDER, { recursive: true });
  const model = createHash('sha256').update(readFileSync(join(ROOT, 'models/encoder/encoder-int8.onnx')));
  const path = join(FOLDER, `vectors-${model.digest('hex').slice(0, 16)}.bin`);
  const kept = readKept(path);
  const fresh = [...new Set(texts)].filter((text) => !kept.has(keyOf(text).toString('base64')));
  const encoder = openEncoder({ cached: 0 });
  try {
    for (let at = 0; at < fresh.length; at += STEP) {
      const some = fresh.slice(at, at + STEP);
      const vectors = await encoder.encode(some);
      some.forEach((text, i) => {
        const key = keyOf(text);
        kept.set(key.toString('base64'), vectors[i]!);
        appendFileSync(path, Buffer.concat([key, new Uint8Array(vectors[i]!.buffer)]));
      });
      tell(Math.min(at + STEP, fresh.length), fresh.length);
    }
  } finally {
    await encoder.close();
  }
  return texts.map((text) => kept.get(keyOf(text).toString('base64'))!);
}
