// Topics link differently worded texts about the same thing: a customer's question and the business's answer.
import { join } from 'node:path';
import { readPhrases } from '../../capability/dialogue.ts';
import { createDotProducts } from '../../nlu/encoder/dot-products.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { dequantizeProduct, quantize, VECTOR_SIZE } from '../../nlu/encoder/quantized-vector.ts';
import { computeDigest, readShippedFile } from './shipped-file.ts';

/** `profile` is the similarity of a text to each topic, from -1 to 1. */
export type Topics = { computeProfile(vector: Float32Array): Float32Array };

export const TOPICS_FILE = join(import.meta.dirname, '../../../models/intents/topics.bin');

function readTopics(): { phrases: string[]; topicIndexes: number[]; topicCount: number; digest: Buffer } {
  const lines = readPhrases(import.meta.dirname, 'topics');
  const topics = lines.map((line) =>
    line
      .slice(line.indexOf(':') + 1)
      .split('|')
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
  return {
    phrases: topics.flat(),
    topicIndexes: topics.flatMap((phrases, topic) => phrases.map(() => topic)),
    topicCount: topics.length,
    digest: computeDigest(topics),
  };
}

export async function trainTopics(encoder: Encoder): Promise<Buffer> {
  const { phrases, digest } = readTopics();
  const vectors = await encoder.encode(phrases);
  return Buffer.concat([digest, ...vectors.map((vector) => Buffer.from(quantize(vector).buffer))]);
}

/** Loads the shipped vectors, or computes them again if the phrases have changed since. */
export async function loadTopics(encoder: Encoder): Promise<Topics> {
  const { topicIndexes, topicCount, digest } = readTopics();
  const bytes = readShippedFile(TOPICS_FILE, digest) ?? (await trainTopics(encoder)).subarray(digest.length);
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset, topicIndexes.length * VECTOR_SIZE);
  const dotProducts = createDotProducts(rows, VECTOR_SIZE);
  // Cached by identity, because the encoder returns the same vector object for the same text.
  const profiles = new WeakMap<Float32Array, Float32Array>();
  return {
    computeProfile(vector) {
      const cachedProfile = profiles.get(vector);
      if (cachedProfile) return cachedProfile;
      const products = dotProducts(vector);
      const profile = new Float32Array(topicCount).fill(-1);
      for (let row = 0; row < topicIndexes.length; row++) {
        // biome-ignore-start lint/style/noNonNullAssertion: each row has its topic and its product
        const topic = topicIndexes[row]!;
        profile[topic] = Math.max(profile[topic]!, dequantizeProduct(products[row]!));
        // biome-ignore-end lint/style/noNonNullAssertion: each row has its topic and its product
      }
      profiles.set(vector, profile);
      return profile;
    },
  };
}

/** How strongly two texts share a topic: the similarity of the less similar of them, for the best topic. */
export function computeTopicOverlap(a: Float32Array, b: Float32Array): number {
  let best = 0;
  // biome-ignore lint/style/noNonNullAssertion: both have a number for each topic
  for (let topic = 0; topic < a.length; topic++) best = Math.max(best, Math.min(a[topic]!, b[topic]!));
  return best;
}

/** Whether the shipped vectors were computed from the current phrases. */
export const areTopicsCurrent = (): boolean => readShippedFile(TOPICS_FILE, readTopics().digest) !== undefined;
