// Trains the classifier's weights from examples.
import { calibrate } from './calibrate.ts';
import type { IntentExample } from './intent-example.ts';
import { countNgrams } from './ngrams.ts';
import { computePrototypes } from './prototypes.ts';
import { createFeatureTable, trainHyperplane } from './svm.ts';
import { quantizeRows } from './vector-math.ts';
import { buildVocabulary, createVectorizer } from './vocabulary.ts';
import type { UncalibratedWeights, Weights } from './weights.ts';
import { createWhitening } from './whitening.ts';

const SVM_OPTIONS = { cost: 2, maxRounds: 15, tolerance: 0.3 };

export function train(examples: readonly IntentExample[], seed: number): Weights {
  if (examples.length === 0) throw new Error('There are no examples to learn from.');
  return { ...fit(examples, seed), calibration: calibrate(examples, fit, seed) };
}

function fit(examples: readonly IntentExample[], seed: number): UncalibratedWeights {
  const intents = [...new Set(examples.map((example) => example.intent))].sort();
  const vectorsOf = (intent: string) =>
    examples.filter((example) => example.intent === intent).map((example) => example.vector);
  const prototypes = quantizeRows(computePrototypes(intents.map(vectorsOf)));
  const whitening = createWhitening(prototypes);
  const ngramCounts = examples.map((example) => countNgrams(example.text));
  const vocabulary = buildVocabulary(ngramCounts);
  const features = examples.map(({ vector }) => whitening.featuresOf(vector));
  const table = createFeatureTable(
    features,
    ngramCounts.map(createVectorizer(vocabulary)),
    vocabulary.ngramHashes.length,
  );
  const planes = intents.map((intent, index) =>
    trainHyperplane(table, (row) => examples[row]?.intent === intent, SVM_OPTIONS, seed + index),
  );
  const weightsByNgram = Array.from(vocabulary.ngramHashes, (_, column) =>
    Float32Array.from(planes, (plane) => plane.sparse[column] ?? 0),
  );
  return {
    intents,
    vocabulary,
    prototypes,
    bias: Float32Array.from(planes, (plane) => plane.bias),
    prototypeWeights: Float32Array.from(planes.flatMap((plane) => [...whitening.weightsOf(plane.dense)])),
    ngramWeights: quantizeRows(weightsByNgram),
  };
}
