// Which differently worded questions are about the same thing: the bridge from a customer's words to the business's.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesIn } from '../../capability/dialogue.ts';
import { ofBytes, toBytes, WIDTH } from '../../nlu/encoder/bytes.ts';
import { dotsWith } from '../../nlu/encoder/dots.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';

/** How near a text is to each topic, from -1 to 1. */
export type Topics = { profile(vector: Float32Array): Float32Array };

export const TOPICS_FILE = join(import.meta.dirname, '../../../models/intents/topics.bin');

function readTopics(): { phrases: string[]; topicOf: number[]; count: number; digest: Buffer } {
  const lines = phrasesIn(import.meta.dirname, 'topics');
  const topics = lines.map((line) =>
    line
      .slice(line.indexOf(':') + 1)
      .split('|')
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
  return {
    phrases: topics.flat(),
    topicOf: topics.flatMap((phrases, topic) => phrases.map(() => topic)),
    count: topics.length,
    digest: createHash('sha256').update(JSON.stringify(topics)).digest(),
  };
}

export async function trainTopics(encoder: Encoder): Promise<Buffer> {
  const { phrases, digest } = readTopics();
  const vectors = await encoder.encode(phrases);
  return Buffer.concat([digest, ...vectors.map((vector) => Buffer.from(toBytes(vector).buffer))]);
}

/** The vectors that ship; made anew where the phrases have changed since. */
export async function loadTopics(encoder: Encoder): Promise<Topics> {
  const { topicOf, count, digest } = readTopics();
  const shipped = readShipped();
  const bytes = shipped?.subarray(0, digest.length).equals(digest) ? shipped : await trainTopics(encoder);
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + digest.length, topicOf.length * WIDTH);
  const dots = dotsWith(rows, WIDTH);
  // The encoder gives out the same vector for the same words, whichever business they are said to.
  const known = new WeakMap<Float32Array, Float32Array>();
  return {
    profile(vector) {
      const found = known.get(vector);
      if (found) return found;
      const products = dots(vector);
      const near = new Float32Array(count).fill(-1);
      for (let row = 0; row < topicOf.length; row++) {
        // biome-ignore-start lint/style/noNonNullAssertion: each row has its topic and its product
        const topic = topicOf[row]!;
        near[topic] = Math.max(near[topic]!, ofBytes(products[row]!));
        // biome-ignore-end lint/style/noNonNullAssertion: each row has its topic and its product
      }
      known.set(vector, near);
      return near;
    },
  };
}

/** How surely two texts share a topic: as near as the farther of them is to it. */
export function shared(a: Float32Array, b: Float32Array): number {
  let best = 0;
  // biome-ignore lint/style/noNonNullAssertion: both have a number for each topic
  for (let topic = 0; topic < a.length; topic++) best = Math.max(best, Math.min(a[topic]!, b[topic]!));
  return best;
}

function readShipped(): Buffer | undefined {
  try {
    return readFileSync(TOPICS_FILE);
  } catch {
    return undefined;
  }
}
