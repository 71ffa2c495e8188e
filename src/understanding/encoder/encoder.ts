// Sentences as vectors that lie close where the meaning is close. The model runs in a thread of its own.
import { join } from 'node:path';
import { recent } from '../../kernel/recent.ts';
import { openThread } from './thread.ts';

export type Encoder = {
  /**
   * One vector of 384 numbers and unit length for each text. They are shared with the cache: read only. What is not
   * urgent waits while customers write; a long list never is.
   */
  encode(texts: readonly string[], urgent?: boolean): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** More than the model reads of any text: it stops at 128 tokens. */
const READ = 1024;
/** A list of more texts than this can wait: a customer's message goes before it. */
const FEW = 8;
const FOLDER = join(import.meta.dirname, '../../../models/encoder');

export function openEncoder({ folder = FOLDER, cached = 5_000 }: { folder?: string; cached?: number } = {}): Encoder {
  const thread = openThread(folder);
  // Promises, so that a text that is under way is shared as one that is known.
  const known = recent<string, Promise<Float32Array>>(cached);

  const vectorOf = (text: string, urgent: boolean): Promise<Float32Array> => {
    const found = known.get(text);
    if (found) return found;
    const vector = thread.encode(text, urgent);
    known.set(text, vector);
    vector.catch(() => {
      if (known.get(text) === vector) known.delete(text);
    });
    return vector;
  };

  return {
    async encode(texts, urgent = texts.length <= FEW) {
      return Promise.all(texts.map((text) => vectorOf(text.slice(0, READ), urgent)));
    },
    close: () => thread.close(),
  };
}
