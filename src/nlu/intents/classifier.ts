// Classifies a message's intent with a linear model over its similarity to prototypes of each intent, its words and its
// character n-grams.
import { must } from '../../kernel/must.ts';
import type { IntentExample } from './intent-example.ts';
import { createScorer } from './scorer.ts';
import { train } from './train.ts';
import { deserializeWeights, serializeWeights } from './weights.ts';

export type { IntentExample };

export type IntentRanking = {
  /** Best first; confidences add up to 1. */
  ranked: { intent: string; confidence: number }[];
  /** The probability that the message has any of the intents; 0.5 is the decision threshold. */
  inScope: number;
};

export type Classifier = {
  readonly intents: readonly string[];
  classify(text: string, vector: Float32Array): IntentRanking;
};

export function trainClassifier(
  examples: readonly IntentExample[],
  { seed = 1 }: { seed?: number } = {},
): Classifier & { serialize(): Uint8Array } {
  const bytes = serializeWeights(train(examples, seed));
  // Loads the packed weights, so that the trained classifier behaves exactly as the shipped one.
  return { ...loadClassifier(bytes), serialize: () => bytes };
}

export function loadClassifier(bytes: Uint8Array): Classifier {
  const weights = deserializeWeights(bytes);
  const { intents, calibration } = weights;
  const { sharpness, border, slope } = calibration;
  const score = createScorer(weights);
  return {
    intents,
    classify(text, vector) {
      const { margins, highestMargin, order, scope } = score(text, vector);
      const intentOdds = order.map((index) => ({
        intent: must(intents[index], 'an intent'),
        odds: Math.exp(sharpness * (must(margins[index], 'the margin of an intent') - highestMargin)),
      }));
      const oddsSum = intentOdds.reduce((total, { odds }) => total + odds, 0);
      return {
        ranked: intentOdds.map(({ intent, odds }) => ({ intent, confidence: odds / oddsSum })),
        inScope: 1 / (1 + Math.exp(slope * (border - scope))),
      };
    },
  };
}
