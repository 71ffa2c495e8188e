// Which intent a message has: a linear model over the encoder's vector and the message's grams.
import { gramsOf } from './grams.ts';
import { train } from './train.ts';
import { readerOf } from './vocabulary.ts';
import { pack, unpack, type Weights } from './weights.ts';

export type Example = { text: string; intent: string; vector: Float32Array };

export type Ranking = {
  /** Best first; confidences add up to 1. */
  ranked: { intent: string; confidence: number }[];
  /** From 0 to 1, the border at a half: how surely the message is one of the intents at all. */
  inScope: number;
};

export type Classifier = {
  readonly intents: readonly string[];
  classify(text: string, vector: Float32Array): Ranking;
};

export type TrainedClassifier = Classifier & { save(): Uint8Array };

export function trainClassifier(examples: readonly Example[], options: { seed?: number } = {}): TrainedClassifier {
  const bytes = pack(train(examples, options.seed ?? 1));
  // What is tested is what is shipped: the model that comes back is the one that was saved.
  return { ...loadClassifier(bytes), save: () => bytes };
}

export function loadClassifier(bytes: Uint8Array): Classifier {
  const weights = unpack(bytes);
  const score = scorerOf(weights);
  const { sharpness, border, slope } = weights.calibration;
  return {
    intents: weights.intents,
    classify(text, vector) {
      const { margins, order, scope } = score(text, vector);
      const best = margins[order[0]!]!;
      const odds = order.map((intent) => Math.exp(sharpness * (margins[intent]! - best)));
      const sum = odds.reduce((a, b) => a + b, 0);
      return {
        ranked: order.map((intent, at) => ({ intent: weights.intents[intent]!, confidence: odds[at]! / sum })),
        inScope: 1 / (1 + Math.exp(-slope * (scope - border))),
      };
    },
  };
}

/** How much the nearest example weighs beside the margin. */
const NEARNESS = 2;
/** The nearest example is looked for among those of the likeliest intents. */
const LIKELY = 5;

export type Scored = { readonly margins: Float32Array; readonly order: readonly number[]; readonly scope: number };

/** The margin of each intent, their order, and how much the message is like any of them. */
export function scorerOf(weights: Omit<Weights, 'calibration'>): (text: string, vector: Float32Array) => Scored {
  const read = readerOf(weights.vocabulary);
  const { intents, dense, bias, sparse, steps, prototypes, prototypeSteps, prototypesOf } = weights;
  const count = intents.length;
  const firstOf: number[] = [];
  let first = 0;
  for (const many of prototypesOf) {
    firstOf.push(first);
    first += many;
  }

  const nearest = (intent: number, vector: Float32Array) => {
    const width = vector.length;
    let best = -1;
    for (let row = firstOf[intent]!; row < firstOf[intent]! + prototypesOf[intent]!; row++) {
      let sum = 0;
      for (let at = 0, offset = row * width; at < width; at++) sum += prototypes[offset + at]! * vector[at]!;
      best = Math.max(best, sum * prototypeSteps[row]!);
    }
    return best;
  };

  return (text, vector) => {
    const width = vector.length;
    const margins = bias.slice();
    for (let intent = 0; intent < count; intent++) {
      let sum = 0;
      for (let at = 0, offset = intent * width; at < width; at++) sum += dense[offset + at]! * vector[at]!;
      margins[intent] = margins[intent]! + sum;
    }
    const { columns, values } = read(gramsOf(text));
    columns.forEach((column, at) => {
      const value = values[at]! * steps[column]!;
      const offset = column * count;
      for (let intent = 0; intent < count; intent++) {
        margins[intent] = margins[intent]! + value * sparse[offset + intent]!;
      }
    });
    const order = [...margins.keys()].sort((a, b) => margins[b]! - margins[a]!);
    const near = Math.max(...order.slice(0, LIKELY).map((intent) => nearest(intent, vector)));
    return { margins, order, scope: margins[order[0]!]! + NEARNESS * near };
  };
}
