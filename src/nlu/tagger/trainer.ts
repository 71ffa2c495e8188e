// biome-ignore-all lint/style/noNonNullAssertion: arrays have a number for each label of each token and row

import { createRandom, shuffle } from '../random.ts';
import { featuresOf, hashOf } from './features.ts';
import { ALLOWED_NEXT, LABEL_COUNT, type Slot, toLabels } from './labels.ts';
import { type CrfInference, exponentiate, runForwardBackward } from './linear-chain-crf.ts';
import { tokenise } from './tokens.ts';
import { quantizeWeights, type Weights } from './weights.ts';

export type TaggedMessage = {
  readonly text: string;
  readonly requestedSlots?: readonly Slot[];
  readonly spans: readonly { readonly slot: Slot; readonly start: number; readonly end: number }[];
};

/** `source` is the index of the original message, so that augmented copies are not counted as additional evidence. */
export type TrainingExample = TaggedMessage & { readonly source: number };

export type TrainingOptions = {
  readonly epochs: number;
  readonly learningRate: number;
  /** the share of features dropped in each training step, so that the model does not rely on single features */
  readonly featureDropout: number;
  /** features in fewer messages are ignored */
  readonly minFeatureCount: number;
  readonly seed: number;
  readonly onEpoch?: (epoch: number, loss: number) => void;
};

type FeaturizedMessage = { readonly features: readonly Int32Array[]; readonly labels: readonly number[] };

/** From 0 (never seen) to 3 (common): by the number of training messages with the word. */
const toFamiliarityLevel = (messageCount: number): number =>
  messageCount >= 5 ? 3 : messageCount >= 2 ? 2 : Math.max(0, messageCount);

function wordsExceptNames({ text, spans }: TaggedMessage): Set<string> {
  const names = spans.filter(({ slot }) => slot === 'first_name' || slot === 'last_name');
  const tokensExceptNames = tokenise(text).filter(
    ({ start, end }) => !names.some((name) => end > name.start && start < name.end),
  );
  return new Set(tokensExceptNames.map((token) => token.text.toLowerCase().replaceAll('’', "'")));
}

/** In how many messages each word occurs other than as a name. */
function countWords(examples: readonly TrainingExample[]): Map<string, number> {
  const sources = new Map<string, Set<number>>();
  for (const example of examples)
    for (const word of wordsExceptNames(example))
      sources.set(word, (sources.get(word) ?? new Set()).add(example.source));
  return new Map([...sources].map(([word, messages]) => [word, messages.size]));
}

/** A message's own words do not count towards their familiarity, because they will not at run time either. */
function featurize(example: TrainingExample, messageCounts: ReadonlyMap<string, number>): FeaturizedMessage {
  const tokens = tokenise(example.text);
  const wordsInMessage = wordsExceptNames(example);
  const lookUpFamiliarity = (word: string) =>
    toFamiliarityLevel((messageCounts.get(word) ?? 0) - (wordsInMessage.has(word) ? 1 : 0));
  return {
    features: featuresOf(tokens, example.requestedSlots ?? [], lookUpFamiliarity),
    labels: toLabels(tokens, example.spans),
  };
}

function findFrequentFeatures(
  featurizedMessages: readonly FeaturizedMessage[],
  examples: readonly TrainingExample[],
  minCount: number,
): number[] {
  const lastSource = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [i, { features }] of featurizedMessages.entries()) {
    for (const feature of features.flatMap((tokenFeatures) => [...tokenFeatures])) {
      if (lastSource.get(feature) === examples[i]!.source) continue;
      lastSource.set(feature, examples[i]!.source);
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count >= minCount).map(([feature]) => feature);
}

const INITIAL_SQUARE = 0.01;

/** Parameters trained by AdaGrad: frequently updated ones move in smaller steps than rare ones. */
class AdaGradParameters {
  readonly values: Float32Array;
  readonly #squares: Float32Array;
  readonly #sums: Float32Array;
  readonly #learningRate: number;
  #accumulatedCount = 0;

  constructor(size: number, learningRate: number) {
    this.values = new Float32Array(size);
    this.#squares = new Float32Array(size).fill(INITIAL_SQUARE);
    this.#sums = new Float32Array(size);
    this.#learningRate = learningRate;
  }

  step(index: number, gradient: number): void {
    this.#squares[index]! += gradient * gradient;
    this.values[index]! -= (this.#learningRate * gradient) / Math.sqrt(this.#squares[index]!);
  }

  accumulate(): void {
    this.#accumulatedCount++;
    for (let i = 0; i < this.values.length; i++) this.#sums[i]! += this.values[i]!;
  }

  /** The average of the accumulated values generalises better than the final ones. */
  average(): Float32Array {
    return this.#sums.map((sum) => sum / Math.max(1, this.#accumulatedCount));
  }
}

function scoreRows(rows: readonly Int32Array[], matrix: Float32Array): Float64Array {
  const scores = new Float64Array(rows.length * LABEL_COUNT);
  for (const [token, tokenFeatures] of rows.entries())
    for (const row of tokenFeatures)
      for (let label = 0; label < LABEL_COUNT; label++)
        scores[token * LABEL_COUNT + label]! += matrix[row * LABEL_COUNT + label]!;
  return scores;
}

/** The expected count of each transition minus its actual count. */
function transitionGradients(
  { count, forward, backward, weights, transitions }: CrfInference,
  labels: readonly number[],
): Float64Array {
  const gradients = new Float64Array(LABEL_COUNT * LABEL_COUNT);
  const expected = new Float64Array(LABEL_COUNT * LABEL_COUNT);
  for (let token = 1; token < count; token++) {
    const row = token * LABEL_COUNT;
    let sum = 0;
    for (const [label, allowedNext] of ALLOWED_NEXT.entries())
      for (const next of allowedNext) {
        const transition = label * LABEL_COUNT + next;
        expected[transition] =
          forward[row - LABEL_COUNT + label]! * transitions[transition]! * weights[row + next]! * backward[row + next]!;
        sum += expected[transition]!;
      }
    for (let transition = 0; transition < expected.length; transition++)
      gradients[transition]! += expected[transition]! / sum;
    gradients[labels[token - 1]! * LABEL_COUNT + labels[token]!]! -= 1;
  }
  return gradients;
}

/** Smaller gradients are skipped for speed. */
const MIN_GRADIENT = 1e-4;

/** One gradient step on one message; returns its negative log-likelihood. */
function trainStep(
  rows: readonly Int32Array[],
  labels: readonly number[],
  emissions: AdaGradParameters,
  transitions: AdaGradParameters,
): number {
  const scores = scoreRows(rows, emissions.values);
  const inference = runForwardBackward(scores, rows.length, exponentiate(transitions.values));
  let labelScore = 0;
  for (const [token, label] of labels.entries()) {
    labelScore += scores[token * LABEL_COUNT + label]!;
    if (token > 0) labelScore += transitions.values[labels[token - 1]! * LABEL_COUNT + label]!;
    for (let other = 0; other < LABEL_COUNT; other++) {
      const gradient = inference.marginals[token * LABEL_COUNT + other]! - (other === label ? 1 : 0);
      if (Math.abs(gradient) < MIN_GRADIENT) continue;
      for (const row of rows[token]!) emissions.step(row * LABEL_COUNT + other, gradient);
    }
  }
  for (const [transition, gradient] of transitionGradients(inference, labels).entries())
    if (gradient !== 0) transitions.step(transition, gradient);
  return inference.logPartition - labelScore;
}

export function train(examples: readonly TrainingExample[], options: TrainingOptions): Weights {
  const random = createRandom(options.seed);
  const messageCounts = countWords(examples);
  const featurized = examples.map((example) => featurize(example, messageCounts));
  const features = findFrequentFeatures(featurized, examples, options.minFeatureCount);
  const rowByFeature = new Map(features.map((feature, row) => [feature, row]));
  const trainingRows = featurized
    .filter(({ labels }) => labels.length > 0)
    .map(({ features, labels }) => ({
      labels,
      rows: features.map((tokenFeatures) =>
        tokenFeatures.map((feature) => rowByFeature.get(feature) ?? -1).filter((row) => row >= 0),
      ),
    }));
  const emissions = new AdaGradParameters(features.length * LABEL_COUNT, options.learningRate);
  const transitions = new AdaGradParameters(LABEL_COUNT * LABEL_COUNT, options.learningRate);
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    let loss = 0;
    for (const { rows, labels } of shuffle(trainingRows, random)) {
      const visibleRows = rows.map((tokenFeatures) => tokenFeatures.filter(() => random() >= options.featureDropout));
      loss += trainStep(visibleRows, labels, emissions, transitions);
    }
    if (epoch > options.epochs / 2) for (const parameters of [emissions, transitions]) parameters.accumulate();
    options.onEpoch?.(epoch, loss / trainingRows.length);
  }
  const wordFamiliarity = new Map(
    [...messageCounts].map(([word, count]) => [hashOf(word), toFamiliarityLevel(count)] as const),
  );
  for (const [word, level] of wordFamiliarity) if (level === 0) wordFamiliarity.delete(word);
  return quantizeWeights(features, emissions.average(), transitions.average(), wordFamiliarity);
}
