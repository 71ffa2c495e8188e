// A vector index over the passages of uploaded documents and crawled websites.
import type { Source } from '../../capability/dialogue.ts';
import { ofBytes, WIDTH } from '../../nlu/encoder/bytes.ts';

export type DocumentPassage = {
  text: string;
  /** The headings above it. */
  heading: string;
  source: Source;
  /** One byte a number. */
  vector: Int8Array;
};

export type NearPassage = { passage: DocumentPassage; near: number };

export type DocumentIndex = {
  passages: readonly DocumentPassage[];
  /** The few nearest, best first. */
  nearest(vector: Float32Array, most: number): NearPassage[];
};

/** Text that repeats on every page of a site, such as its address, is indexed once. */
export function createDocumentIndex(all: readonly DocumentPassage[]): DocumentIndex {
  const seen = new Set<string>();
  const passages = all.filter(({ text }) => !seen.has(text) && seen.add(text));
  return {
    passages,
    nearest(vector, most) {
      const best: NearPassage[] = [];
      for (const passage of passages) {
        const near = ofBytes(product(passage.vector, vector));
        const last = best.at(-1);
        if (last && best.length === most && near <= last.near) continue;
        const at = best.findIndex((each) => each.near < near);
        best.splice(at < 0 ? best.length : at, 0, { passage, near });
        if (best.length > most) best.pop();
      }
      return best;
    },
  };
}

/** Four accumulators, so that additions do not wait for each other. */
function product(bytes: Int8Array, vector: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  // biome-ignore-start lint/style/noNonNullAssertion: both have WIDTH numbers
  for (let at = 0; at < WIDTH; at += 4) {
    a += bytes[at]! * vector[at]!;
    b += bytes[at + 1]! * vector[at + 1]!;
    c += bytes[at + 2]! * vector[at + 2]!;
    d += bytes[at + 3]! * vector[at + 3]!;
  }
  // biome-ignore-end lint/style/noNonNullAssertion: both have WIDTH numbers
  return a + b + c + d;
}
