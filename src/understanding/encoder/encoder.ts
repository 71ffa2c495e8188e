// Sentences as vectors that lie close where the meaning is close, and what they put at risk. The models run in a thread of
// their own.
import { join } from 'node:path';
import { recent } from '../../kernel/recent.ts';
import { openThread } from './thread.ts';

export type Encoder = {
  /**
   * One vector of 384 numbers and unit length for each text. They are shared with the cache: read only. What is not
   * urgent waits while customers write; a long list never is.
   */
  encode(texts: readonly string[], urgent?: boolean): Promise<Float32Array[]>;
  /** How likely a customer's message is of each kind of risk; the kinds are in guardrails/risk.ts. Read only. */
  assess(message: string): Promise<Float32Array>;
  close(): Promise<void>;
};

/** More than the model reads of any text: it stops at 128 tokens. */
const READ = 1024;
/** A list of more texts than this can wait: a customer's message goes before it. */
const FEW = 8;
const FOLDER = join(import.meta.dirname, '../../../models');

export function openEncoder({ folder = FOLDER, cached = 5_000 }: { folder?: string; cached?: number } = {}): Encoder {
  const thread = openThread(folder);
  // Promises, so that a text that is under way is shared as one that is known.
  const vectors = recent<string, Promise<Float32Array>>(cached);
  const risks = recent<string, Promise<Float32Array>>(cached);

  function keep(known: typeof vectors, text: string, value: Promise<Float32Array>): Promise<Float32Array> {
    known.set(text, value);
    value.catch(() => {
      if (known.get(text) === value) known.delete(text);
    });
    return value;
  }

  const vectorOf = (text: string, urgent: boolean): Promise<Float32Array> =>
    vectors.get(text) ??
    keep(
      vectors,
      text,
      thread.encode({ text, risks: false }, urgent).then(({ vector }) => vector),
    );

  return {
    async encode(texts, urgent = texts.length <= FEW) {
      return Promise.all(texts.map((text) => vectorOf(text.slice(0, READ), urgent)));
    },
    assess(message) {
      const text = message.slice(0, READ);
      const found = risks.get(text);
      if (found) return found;
      // The vector is made on the way.
      const encoded = thread.encode({ text, risks: true }, true);
      void keep(
        vectors,
        text,
        encoded.then(({ vector }) => vector),
      );
      return keep(
        risks,
        text,
        encoded.then((each) => each.risks!),
      );
    },
    close: () => thread.close(),
  };
}
