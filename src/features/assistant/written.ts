// What was read from documents and websites: many passages, of which a few are near to a question.
import type { Source } from '../../capability/dialogue.ts';
import { ofBytes, WIDTH } from '../../understanding/encoder/bytes.ts';

export type WrittenPassage = {
  text: string;
  /** The headings above it. */
  heading: string;
  source: Source;
  /** One byte a number. */
  vector: Int8Array;
};

export type Near = { passage: WrittenPassage; near: number };

export type Written = {
  passages: readonly WrittenPassage[];
  /** The few nearest, best first. */
  nearest(vector: Float32Array, most: number): Near[];
};

/** What stands on every page of a site, such as its address, is known once. */
export function makeWritten(all: readonly WrittenPassage[]): Written {
  const seen = new Set<string>();
  const passages = all.filter(({ text }) => !seen.has(text) && seen.add(text));
  return {
    passages,
    nearest(vector, most) {
      const best: Near[] = [];
      for (const passage of passages) {
        const near = ofBytes(product(passage.vector, vector));
        if (best.length === most && near <= best.at(-1)!.near) continue;
        const at = best.findIndex((each) => each.near < near);
        best.splice(at < 0 ? best.length : at, 0, { passage, near });
        if (best.length > most) best.pop();
      }
      return best;
    },
  };
}

/** Four sums side by side: one alone would wait for itself. */
function product(bytes: Int8Array, vector: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0; at < WIDTH; at += 4) {
    a += bytes[at]! * vector[at]!;
    b += bytes[at + 1]! * vector[at + 1]!;
    c += bytes[at + 2]! * vector[at + 2]!;
    d += bytes[at + 3]! * vector[at + 3]!;
  }
  return a + b + c + d;
}
