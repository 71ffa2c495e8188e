// Files in models/ that are generated from phrases in the source. Each begins with a digest of those phrases.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '../../kernel/memoize.ts';

const ENCODER_FOLDER = join(import.meta.dirname, '../../../models/encoder');
const ENCODER_FILES = ['tokenizer.json', 'words-int8.onnx', 'encoder-int8.onnx'];

const getEncoderDigest = once(() => {
  const hash = createHash('sha256');
  for (const file of ENCODER_FILES) hash.update(readFileSync(join(ENCODER_FOLDER, file)));
  return hash.digest();
});

export const computeDigest = (phrases: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(phrases)).digest();

/** For a file of vectors. It also covers the encoder's files, because another encoder computes other vectors. */
export const computeVectorDigest = (phrases: unknown): Buffer =>
  createHash('sha256').update(getEncoderDigest()).update(JSON.stringify(phrases)).digest();

/** The content after the digest. Undefined if the file is missing, or was generated from other phrases. */
export function readShippedFile(file: string, digest: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    return bytes.subarray(0, digest.length).equals(digest) ? bytes.subarray(digest.length) : undefined;
  } catch {
    return undefined;
  }
}
