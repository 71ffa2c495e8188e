// biome-ignore-all lint/style/noNonNullAssertion: what is indexed has a number for each intent, and the order is of the examples
// How sure a model may be, learned from examples that it was not trained on.
import type { Example } from './example.ts';
import { randomOf, shuffle } from './numbers.ts';
import { type Score, scorerOf } from './score.ts';
import type { Calibration, Uncalibrated } from './weights.ts';

type Fit = (examples: readonly Example[], seed: number) => Uncalibrated;
/** A score, and the number of the intent that was right. */
type Seen = Score & { readonly right: number };

const FOLDS = 5;
/** So many held-out examples say enough; a large set needs no further fold. */
const ENOUGH = 2_000;
/** This share of messages that do have an intent may be taken for ones that have none. */
const REFUSED = 0.03;
/** How sure of being in scope the middle one of all messages is, as an exponent. */
const TYPICAL = 4;

export function calibrate(examples: readonly Example[], fit: Fit, seed: number): Calibration {
  const seen = heldOut(examples, fit, seed);
  const scopes = Float32Array.from(seen, ({ scope }) => scope).sort();
  const border = scopes[Math.floor(scopes.length * REFUSED)] ?? 0;
  const middle = scopes[Math.floor(scopes.length / 2)] ?? 1;
  return { sharpness: sharpnessOf(seen), border, slope: TYPICAL / Math.max(middle - border, 0.01) };
}

/** Examples as seen by a model that did not know them. */
function heldOut(examples: readonly Example[], fit: Fit, seed: number): Seen[] {
  const order = Int32Array.from(examples.keys());
  shuffle(order, order.length, randomOf(seed));
  const seen: Seen[] = [];
  for (let fold = 0; fold < FOLDS && seen.length < ENOUGH; fold++) {
    const held = [...order].filter((_, at) => at % FOLDS === fold).map((at) => examples[at]!);
    const known = [...order].filter((_, at) => at % FOLDS !== fold).map((at) => examples[at]!);
    if (held.length === 0 || known.length === 0) continue;
    const weights = fit(known, seed);
    const score = scorerOf(weights);
    for (const { text, vector, intent } of held) {
      seen.push({ ...score(text, vector), right: weights.intents.indexOf(intent) });
    }
  }
  return seen;
}

/** The factor of margins under which the right intents are likeliest, by halving an interval. */
function sharpnessOf(seen: readonly Seen[]): number {
  let [low, high] = [0.5, 30];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (surprise(seen, middle + 0.001) < surprise(seen, middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** What the right intents' probabilities lack, as logarithms. */
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
