// Files in models/ that are made of phrases in the source. Each begins with a digest of what it was made of.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '../../kernel/memoize.ts';

const ENCODER_FOLDER = join(import.meta.dirname, '../../../models/encoder');
const ENCODER_FILES = ['tokenizer.json', 'words-int8.onnx', 'encoder-int8.onnx'];

const encoderDigest = once(() => {
  const hash = createHash('sha256');
  for (const file of ENCODER_FILES) hash.update(readFileSync(join(ENCODER_FOLDER, file)));
  return hash.digest();
});

export const digestOf = (phrases: unknown): Buffer => createHash('sha256').update(JSON.stringify(phrases)).digest();

/** For a file of vectors in place of those that the encoder would compute: another one would give others. */
export const digestOfVectors = (phrases: unknown): Buffer =>
  createHash('sha256').update(encoderDigest()).update(JSON.stringify(phrases)).digest();

/** What follows the digest. Undefined if the file is missing, or was made of something else. */
export function readShipped(file: string, digest: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    return bytes.subarray(0, digest.length).equals(digest) ? bytes.subarray(digest.length) : undefined;
  } catch {
    return undefined;
  }
}
