// A vector index over the passages of uploaded documents and crawled websites.
import type { Source } from '../../capability/dialogue.ts';
import { dequantizeProduct, VECTOR_SIZE } from '../../nlu/encoder/quantized-vector.ts';

export type DocumentPassage = {
  text: string;
  /** The headings above the passage. */
  heading: string;
  source: Source;
  /** Quantized to one byte per dimension. */
  vector: Int8Array;
};

export type PassageMatch = { passage: DocumentPassage; similarity: number };

export type KnowledgeIndex = {
  passages: readonly DocumentPassage[];
  /** The most similar passages, best first. */
  search(vector: Float32Array, limit: number): PassageMatch[];
};

/** Text that repeats on every page of a site, such as its address, is indexed once. */
export function createKnowledgeIndex(allPassages: readonly DocumentPassage[]): KnowledgeIndex {
  const seenTexts = new Set<string>();
  const passages = allPassages.filter(({ text }) => !seenTexts.has(text) && seenTexts.add(text));
  return {
    passages,
    search(vector, limit) {
      const matches: PassageMatch[] = [];
      for (const passage of passages) {
        const similarity = dequantizeProduct(dotProduct(passage.vector, vector));
        const worstMatch = matches.at(-1);
        if (worstMatch && matches.length === limit && similarity <= worstMatch.similarity) continue;
        const position = matches.findIndex((match) => match.similarity < similarity);
        matches.splice(position < 0 ? matches.length : position, 0, { passage, similarity });
        if (matches.length > limit) matches.pop();
      }
      return matches;
    },
  };
}

/** Uses four accumulators, so that the CPU can run the additions in parallel. */
function dotProduct(bytes: Int8Array, vector: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  // biome-ignore-start lint/style/noNonNullAssertion: both have VECTOR_SIZE numbers
  for (let index = 0; index < VECTOR_SIZE; index += 4) {
    a += bytes[index]! * vector[index]!;
    b += bytes[index + 1]! * vector[index + 1]!;
    c += bytes[index + 2]! * vector[index + 2]!;
    d += bytes[index + 3]! * vector[index + 3]!;
  }
  // biome-ignore-end lint/style/noNonNullAssertion: both have VECTOR_SIZE numbers
  return a + b + c + d;
}
