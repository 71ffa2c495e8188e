// How sure the model may be, learned from examples that it was not trained on.
import { type Example, type Scored, scorerOf } from './classifier.ts';
import { randomOf, shuffle } from './svm.ts';
import type { Fit } from './train.ts';
import type { Calibration } from './weights.ts';

const FOLDS = 3;
/** This share of messages that do have an intent may be taken for ones that have none. */
const REFUSED = 0.03;

type Seen = Scored & { readonly right: number };

export function calibrate(examples: readonly Example[], fit: Fit, seed: number): Calibration {
  const seen = heldOut(examples, fit, seed);
  const scopes = seen.map((one) => one.scope).sort((a, b) => a - b);
  const border = scopes[Math.floor(scopes.length * REFUSED)] ?? 0;
  const middle = scopes[Math.floor(scopes.length / 2)] ?? 1;
  return { sharpness: sharpnessOf(seen), border, slope: 4 / Math.max(middle - border, 0.01) };
}

/** Each example as a model saw it that did not know it. */
function heldOut(examples: readonly Example[], fit: Fit, seed: number): Seen[] {
  const order = Int32Array.from(examples.keys());
  shuffle(order, order.length, randomOf(seed));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const inside = new Set(order.filter((_, at) => at % FOLDS === fold));
    const weights = fit(
      examples.filter((_, at) => !inside.has(at)),
      seed,
    );
    const score = scorerOf(weights);
    return [...inside].map((at) => {
      const { text, vector, intent } = examples[at]!;
      return { ...score(text, vector), right: weights.intents.indexOf(intent) };
    });
  }).flat();
}

/** The factor of margins under which the right intents were likeliest, found by halving an interval. */
function sharpnessOf(seen: readonly Seen[]): number {
  let low = 0.5;
  let high = 30;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (surprise(seen, middle * 1.01) < surprise(seen, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function surprise(seen: readonly Seen[], sharpness: number): number {
  let sum = 0;
  for (const { margins, order, right } of seen) {
    if (right < 0) continue;
    const best = margins[order[0]!]!;
    const odds = margins.reduce((total, margin) => total + Math.exp(sharpness * (margin - best)), 0);
    sum += Math.log(odds) - sharpness * (margins[right]! - best);
  }
  return sum;
}
