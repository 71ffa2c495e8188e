// What trained weights say of a message.
import { gramsOf } from './grams.ts';
import { addTimes, dot } from './numbers.ts';
import { cosinesWith, nearnessOf } from './prototypes.ts';
import { readerOf } from './vocabulary.ts';
import type { Weights } from './weights.ts';

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

export function scorerOf(weights: Omit<Weights, 'calibration'>): (text: string, vector: Float32Array) => Score {
  const { bias, pull, sparse, steps } = weights;
  const read = readerOf(weights.vocabulary);
  const cosinesOf = cosinesWith(weights);
  return (text, vector) => {
    const cosines = cosinesOf(vector);
    const nearness = cosines.map(nearnessOf);
    const margins = bias.map((start, intent) => start + dot(nearness, pull, intent * nearness.length));
    const { columns, values } = read(gramsOf(text));
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      addTimes(margins, values[at]! * steps[column]!, sparse, column * margins.length);
    }
    const order = [...margins.keys()].sort((a, b) => margins[b]! - margins[a]!);
    return { margins, order, scope: margins[order[0]!]! + NEAREST * Math.max(...cosines) };
  };
}
