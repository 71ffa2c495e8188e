// biome-ignore-all lint/style/noNonNullAssertion: rows number the examples, columns the grams
// From examples to weights.
import { calibrate } from './calibrate.ts';
import type { Example } from './example.ts';
import { gramsOf } from './grams.ts';
import { roughened } from './numbers.ts';
import { prototypesOf } from './prototypes.ts';
import { planeOf, tableOf } from './svm.ts';
import { readerOf, vocabularyOf } from './vocabulary.ts';
import type { Uncalibrated, Weights } from './weights.ts';
import { whiteningOf } from './whitening.ts';

const EFFORT = { cost: 2, rounds: 15, tolerance: 0.3 };

export function train(examples: readonly Example[], seed: number): Weights {
  if (examples.length === 0) throw new Error('There are no examples to learn from.');
  return { ...fit(examples, seed), calibration: calibrate(examples, fit, seed) };
}

function fit(examples: readonly Example[], seed: number): Uncalibrated {
  const intents = [...new Set(examples.map((example) => example.intent))].sort();
  const vectorsOf = (intent: string) => examples.filter((one) => one.intent === intent).map((one) => one.vector);
  const prototypes = roughened(prototypesOf(intents.map(vectorsOf)));
  const whitening = whiteningOf(prototypes);
  const grams = examples.map((example) => gramsOf(example.text));
  const vocabulary = vocabularyOf(grams);
  const features = examples.map(({ vector }) => whitening.featuresOf(vector));
  const table = tableOf(features, grams.map(readerOf(vocabulary)), vocabulary.grams.length);
  const planes = intents.map((intent, at) =>
    planeOf(table, (row) => examples[row]!.intent === intent, EFFORT, seed + at),
  );
  const byGram = Array.from(vocabulary.grams, (_, column) =>
    Float32Array.from(planes, (plane) => plane.sparse[column]!),
  );
  return {
    intents,
    vocabulary,
    prototypes,
    bias: Float32Array.from(planes, (plane) => plane.bias),
    pull: Float32Array.from(planes.flatMap((plane) => [...whitening.weightsOf(plane.dense)])),
    push: roughened(byGram),
  };
}
