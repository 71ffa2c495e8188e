// biome-ignore-all lint/style/noNonNullAssertion: margins and odds have a number for each intent
// Which intent a message has: a linear model over its nearness to known ways of saying each intent, its words and
// pieces of its words.
import type { Example } from './example.ts';
import { scorerOf } from './score.ts';
import { train } from './train.ts';
import { pack, unpack } from './weights.ts';

export type { Example };

export type Ranking = {
  /** Best first; confidences add up to 1. */
  ranked: { intent: string; confidence: number }[];
  /** From 0 to 1, the border at a half: how surely the message has one of the intents at all. */
  inScope: number;
};

export type Classifier = {
  readonly intents: readonly string[];
  classify(text: string, vector: Float32Array): Ranking;
};

export function trainClassifier(
  examples: readonly Example[],
  { seed = 1 }: { seed?: number } = {},
): Classifier & { save(): Uint8Array } {
  const bytes = pack(train(examples, seed));
  // What was trained is used as it is shipped.
  return { ...loadClassifier(bytes), save: () => bytes };
}

export function loadClassifier(bytes: Uint8Array): Classifier {
  const weights = unpack(bytes);
  const { intents, calibration } = weights;
  const { sharpness, border, slope } = calibration;
  const score = scorerOf(weights);
  return {
    intents,
    classify(text, vector) {
      const { margins, order, scope } = score(text, vector);
      const best = margins[order[0]!]!;
      const odds = order.map((intent) => Math.exp(sharpness * (margins[intent]! - best)));
      const sum = odds.reduce((total, one) => total + one, 0);
      return {
        ranked: order.map((intent, at) => ({ intent: intents[intent]!, confidence: odds[at]! / sum })),
        inScope: 1 / (1 + Math.exp(slope * (border - scope))),
      };
    },
  };
}
