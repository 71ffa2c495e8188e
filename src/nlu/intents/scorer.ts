// biome-ignore-all lint/style/noNonNullAssertion: indices stay within the arrays
// Scores a message with trained weights.
import { countNgrams } from './ngrams.ts';
import { createCosines, kernelSimilarity } from './prototypes.ts';
import { dot, rowsOf } from './vector-math.ts';
import { createVectorizer } from './vocabulary.ts';
import type { UncalibratedWeights } from './weights.ts';

export type IntentScores = {
  /** For each intent, the signed distance from its decision boundary. */
  readonly margins: Float32Array;
  readonly highestMargin: number;
  /** Indexes of the intents, best first. */
  readonly order: readonly number[];
  /** How similar the message is to any of the intents. */
  readonly scope: number;
};

/** The weight of the nearest prototype relative to the best margin. */
const NEAREST_PROTOTYPE_WEIGHT = 1.5;

export function createScorer(weights: UncalibratedWeights): (text: string, vector: Float32Array) => IntentScores {
  const { bias, ngramWeights, vocabulary } = weights;
  const cosinesOf = createCosines(weights.prototypes);
  const weightsByIntent = rowsOf(weights.prototypeWeights, weights.prototypes.scales.length);
  const vectorize = createVectorizer(vocabulary);
  return (text, vector) => {
    const cosines = cosinesOf(vector);
    const similarities = cosines.map(kernelSimilarity);
    const margins = bias.map((biasOfIntent, intent) => biasOfIntent + dot(similarities, weightsByIntent[intent]!));
    const { columns, values } = vectorize(countNgrams(text));
    for (let index = 0; index < columns.length; index++) {
      const factor = values[index]! * ngramWeights.scales[columns[index]!]!;
      const firstWeight = columns[index]! * margins.length;
      for (let i = 0; i < margins.length; i++)
        margins[i] = margins[i]! + factor * ngramWeights.values[firstWeight + i]!;
    }
    const order = [...margins.keys()].sort((a, b) => margins[b]! - margins[a]!);
    const highestMargin = margins[order[0]!]!;
    const scope = highestMargin + NEAREST_PROTOTYPE_WEIGHT * Math.max(...cosines);
    return { margins, highestMargin, order, scope };
  };
}
