// From examples to weights.
import { calibrate } from './calibrate.ts';
import type { Example } from './classifier.ts';
import { gramsOf } from './grams.ts';
import { prototypesOf, quantised } from './prototypes.ts';
import { type Plane, planeOf, type Table } from './svm.ts';
import { readerOf, type Sparse, type Vocabulary, vocabularyOf } from './vocabulary.ts';
import type { Weights } from './weights.ts';

const EFFORT = { cost: 1, rounds: 60, tolerance: 0.1 };

export function train(examples: readonly Example[], seed: number): Weights {
  const weights = fit(examples, seed);
  return { ...weights, calibration: calibrate(examples, fit, seed) };
}

export type Fit = (examples: readonly Example[], seed: number) => Omit<Weights, 'calibration'>;

function fit(examples: readonly Example[], seed: number): Omit<Weights, 'calibration'> {
  const intents = [...new Set(examples.map((example) => example.intent))].sort();
  const grams = examples.map((example) => gramsOf(example.text));
  const vocabulary = vocabularyOf(grams);
  const read = readerOf(vocabulary);
  const table = tableOf(examples, grams.map(read), vocabulary);
  const classOf = examples.map((example) => intents.indexOf(example.intent));
  const planes = intents.map((_, intent) => planeOf(table, (row) => classOf[row] === intent, EFFORT, seed + intent));
  const vectors = intents.map((intent) => examples.filter((e) => e.intent === intent).map((e) => e.vector));
  return { intents, vocabulary, ...weightsOf(planes, table), ...prototypesOf(vectors) };
}

function tableOf(examples: readonly Example[], sparse: readonly Sparse[], vocabulary: Vocabulary): Table {
  const width = examples[0]!.vector.length;
  const dense = new Float32Array(examples.length * width);
  const starts = new Int32Array(examples.length + 1);
  examples.forEach((example, row) => {
    dense.set(example.vector, row * width);
    starts[row + 1] = starts[row]! + sparse[row]!.columns.length;
  });
  return {
    rows: examples.length,
    width,
    dense,
    starts,
    columns: Int32Array.from(sparse.flatMap((row) => row.columns)),
    values: Float32Array.from(sparse.flatMap((row) => row.values)),
    columnCount: vocabulary.grams.length,
  };
}

function weightsOf(planes: readonly Plane[], { width, columnCount }: Table) {
  const dense = new Float32Array(planes.length * width);
  const sparse = new Int8Array(columnCount * planes.length);
  const steps = new Float32Array(columnCount);
  planes.forEach((plane, intent) => {
    dense.set(plane.subarray(0, width), intent * width);
  });
  for (let column = 0; column < columnCount; column++) {
    const weights = Float32Array.from(planes, (plane) => plane[width + column]!);
    steps[column] = quantised(weights, sparse, column * planes.length);
  }
  return { dense, sparse, steps, bias: Float32Array.from(planes, (plane) => plane.at(-1)!) };
}
