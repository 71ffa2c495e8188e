// From examples to weights.
import { calibrate } from './calibrate.ts';
import type { Example } from './example.ts';
import { gramsOf } from './grams.ts';
import { quantise } from './numbers.ts';
import { prototypesOf } from './prototypes.ts';
import { type Plane, planeOf, type Table } from './svm.ts';
import { readerOf, type Sparse, type Vocabulary, vocabularyOf } from './vocabulary.ts';
import type { Weights } from './weights.ts';
import { type Whitening, whiteningOf } from './whitening.ts';

const EFFORT = { cost: 2, rounds: 15, tolerance: 0.3 };

export function train(examples: readonly Example[], seed: number): Weights {
  if (examples.length === 0) throw new Error('There are no examples to learn from.');
  return { ...fit(examples, seed), calibration: calibrate(examples, fit, seed) };
}

function fit(examples: readonly Example[], seed: number): Omit<Weights, 'calibration'> {
  const intents = [...new Set(examples.map((example) => example.intent))].sort();
  const grams = examples.map((example) => gramsOf(example.text));
  const vocabulary = vocabularyOf(grams);
  const prototypes = prototypesOf(
    intents.map((intent) => examples.filter((example) => example.intent === intent).map((example) => example.vector)),
  );
  const whitening = whiteningOf(prototypes);
  const table = tableOf(examples, whitening, grams.map(readerOf(vocabulary)), vocabulary);
  const intentOf = examples.map((example) => intents.indexOf(example.intent));
  const planes = intents.map((_, intent) => planeOf(table, (row) => intentOf[row] === intent, EFFORT, seed + intent));
  return { intents, vocabulary, ...prototypes, ...weightsOf(planes, whitening, vocabulary) };
}

function tableOf(
  examples: readonly Example[],
  { width, featuresOf }: Whitening,
  sparse: readonly Sparse[],
  vocabulary: Vocabulary,
): Table {
  const dense = new Float32Array(examples.length * width);
  const starts = new Int32Array(examples.length + 1);
  examples.forEach((example, row) => {
    dense.set(featuresOf(example.vector), row * width);
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

function weightsOf(planes: readonly Plane[], whitening: Whitening, vocabulary: Vocabulary) {
  const { width } = whitening;
  const pull = new Float32Array(planes.length * width);
  planes.forEach((plane, intent) => {
    pull.set(whitening.weightsOf(plane.subarray(0, width)), intent * width);
  });
  const sparse = new Int8Array(vocabulary.grams.length * planes.length);
  const steps = Float32Array.from(vocabulary.grams, (_, column) =>
    quantise(
      Float32Array.from(planes, (plane) => plane[width + column]!),
      sparse,
      column * planes.length,
    ),
  );
  return { pull, bias: Float32Array.from(planes, (plane) => plane.at(-1)!), sparse, steps };
}
