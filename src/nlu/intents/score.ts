// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// What trained weights say of a message.
import { gramsOf } from './grams.ts';
import { dot, rowsOf } from './numbers.ts';
import { cosinesWith, nearnessOf } from './prototypes.ts';
import { readerOf } from './vocabulary.ts';
import type { Uncalibrated } from './weights.ts';

export type Score = {
  /** For each intent, how far the message lies on its side. */
  readonly margins: Float32Array;
  /** The intents' numbers, best first. */
  readonly order: readonly number[];
  /** How much the message is like any of the intents. */
  readonly scope: number;
};

/** How much the nearest prototype weighs beside the best margin. */
const NEAREST = 1.5;

export function scorerOf(weights: Uncalibrated): (text: string, vector: Float32Array) => Score {
  const { bias, push, vocabulary } = weights;
  const cosinesOf = cosinesWith(weights.prototypes);
  const pulls = rowsOf(weights.pull, weights.prototypes.steps.length);
  const read = readerOf(vocabulary);
  return (text, vector) => {
    const cosines = cosinesOf(vector);
    const nearness = cosines.map(nearnessOf);
    const margins = bias.map((start, intent) => start + dot(nearness, pulls[intent]!));
    const { columns, values } = read(gramsOf(text));
    for (let at = 0; at < columns.length; at++) {
      const factor = values[at]! * push.steps[columns[at]!]!;
      const first = columns[at]! * margins.length;
      for (let i = 0; i < margins.length; i++) margins[i] = margins[i]! + factor * push.whole[first + i]!;
    }
    const order = [...margins.keys()].sort((a, b) => margins[b]! - margins[a]!);
    return { margins, order, scope: margins[order[0]!]! + NEAREST * Math.max(...cosines) };
  };
}
