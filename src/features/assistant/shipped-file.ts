// Files in models/ that are made of phrases in the source. Each begins with a digest of its phrases.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const digestOf = (phrases: unknown): Buffer => createHash('sha256').update(JSON.stringify(phrases)).digest();

/** What follows the digest. Undefined if the file is missing, or was made of other phrases. */
export function readShipped(file: string, digest: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    return bytes.subarray(0, digest.length).equals(digest) ? bytes.subarray(digest.length) : undefined;
  } catch {
    return undefined;
  }
}
