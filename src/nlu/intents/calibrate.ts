// Calibrates a model's confidence on held-out examples.
import { must } from '../../kernel/must.ts';
import { createRandom } from '../random.ts';
import type { IntentExample } from './intent-example.ts';
import { createScorer, type IntentScores } from './scorer.ts';
import { shuffle } from './vector-math.ts';
import type { Calibration, UncalibratedWeights } from './weights.ts';

type TrainFunction = (examples: readonly IntentExample[], seed: number) => UncalibratedWeights;
/** The scores of a held-out example, and the index of its intent. */
type HeldOutScore = IntentScores & { readonly expectedIntent: number };

const FOLD_COUNT = 5;
/** Enough examples to calibrate on; larger sets skip the remaining folds. */
const MAX_HELD_OUT_EXAMPLES = 2_000;
/** The share of messages with an intent that may be classified as out of scope. */
const OUT_OF_SCOPE_SHARE = 0.03;
/** The in-scope logit of the median message. */
const MEDIAN_SCOPE_LOGIT = 4;
const MIN_SCOPE_SPREAD = 0.01;

export function calibrate(examples: readonly IntentExample[], fit: TrainFunction, seed: number): Calibration {
  const scores = scoreHeldOut(examples, fit, seed);
  const sortedScopes = Float32Array.from(scores, ({ scope }) => scope).sort();
  const border = sortedScopes[Math.floor(sortedScopes.length * OUT_OF_SCOPE_SHARE)] ?? 0;
  const median = sortedScopes[Math.floor(sortedScopes.length / 2)] ?? 1;
  return {
    sharpness: fitSharpness(scores),
    border,
    slope: MEDIAN_SCOPE_LOGIT / Math.max(median - border, MIN_SCOPE_SPREAD),
  };
}

/** Scores each example with a model that was not trained on it. */
function scoreHeldOut(examples: readonly IntentExample[], fit: TrainFunction, seed: number): HeldOutScore[] {
  const shuffledIndexes = Int32Array.from(examples.keys());
  shuffle(shuffledIndexes, shuffledIndexes.length, createRandom(seed));
  const shuffledExamples = Array.from(shuffledIndexes, (index) => must(examples[index], 'an example'));
  const scores: HeldOutScore[] = [];
  for (let fold = 0; fold < FOLD_COUNT && scores.length < MAX_HELD_OUT_EXAMPLES; fold++) {
    const testExamples = shuffledExamples.filter((_, position) => position % FOLD_COUNT === fold);
    const trainingExamples = shuffledExamples.filter((_, position) => position % FOLD_COUNT !== fold);
    if (testExamples.length === 0 || trainingExamples.length === 0) continue;
    const weights = fit(trainingExamples, seed);
    const score = createScorer(weights);
    for (const { text, vector, intent } of testExamples) {
      scores.push({ ...score(text, vector), expectedIntent: weights.intents.indexOf(intent) });
    }
  }
  return scores;
}

/** The factor on margins that maximises the likelihood of the expected intents, found by bisection. */
function fitSharpness(scores: readonly HeldOutScore[]): number {
  let [low, high] = [0.5, 30];
  while (high - low > 0.01) {
    const midpoint = (low + high) / 2;
    if (negativeLogLikelihood(scores, midpoint + 0.001) < negativeLogLikelihood(scores, midpoint)) low = midpoint;
    else high = midpoint;
  }
  return low;
}

function negativeLogLikelihood(scores: readonly HeldOutScore[], sharpness: number): number {
  let sum = 0;
  for (const { margins, highestMargin, expectedIntent } of scores) {
    const expectedMargin = margins[expectedIntent];
    // The fold's training examples lack the intent.
    if (expectedMargin === undefined) continue;
    const odds = margins.reduce((total, margin) => total + Math.exp(sharpness * (margin - highestMargin)), 0);
    sum += Math.log(odds) - sharpness * (expectedMargin - highestMargin);
  }
  return sum;
}
