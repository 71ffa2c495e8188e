// biome-ignore-all lint/style/noNonNullAssertion: arrays have a number for each label of each token
import {
  ALLOWED_NEXT,
  ALLOWED_PREVIOUS,
  beginLabel,
  END_LABELS,
  endLabel,
  insideLabel,
  LABEL_COUNT,
  SLOT_COMBINATIONS,
  type Slot,
  START_LABELS,
  singleLabel,
} from './labels.ts';

/** A range of tokens that fills a slot, and its likelihood summed over all labellings. */
export type TaggedPhrase = {
  readonly slot: Slot;
  readonly first: number;
  readonly last: number;
  readonly likelihood: number;
};

/** The forward-backward result of a linear-chain conditional random field: a row per token, a column per label. */
export type CrfInference = {
  /** the number of tokens */
  readonly count: number;
  /** exp of each label's score at each token, scaled by the highest of the row */
  readonly weights: Float64Array;
  /** exp of the score of the transition from one label (row) to the next (column) */
  readonly transitions: Float64Array;
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  readonly marginals: Float64Array;
  /** log of the sum over all labellings, in the scale of the scores */
  readonly logPartition: number;
};

export const exponentiate = (scores: Float32Array): Float64Array =>
  Float64Array.from(scores, (score) => Math.exp(score));

function scaledExponentials(scores: Float64Array, count: number): { weights: Float64Array; scale: number } {
  const weights = new Float64Array(count * LABEL_COUNT);
  let scale = 0;
  for (let row = 0; row < count * LABEL_COUNT; row += LABEL_COUNT) {
    let best = -Infinity;
    for (let label = 0; label < LABEL_COUNT; label++) best = Math.max(best, scores[row + label]!);
    for (let label = 0; label < LABEL_COUNT; label++) weights[row + label] = Math.exp(scores[row + label]! - best);
    scale += best;
  }
  return { weights, scale };
}

/** Makes the row sum to one, so that long messages neither overflow nor underflow; returns the original sum. */
function normalizeRow(values: Float64Array, row: number): number {
  let sum = 0;
  for (let label = 0; label < LABEL_COUNT; label++) sum += values[row + label]!;
  for (let label = 0; label < LABEL_COUNT; label++) values[row + label]! /= sum;
  return sum;
}

function forwardPass(count: number, weights: Float64Array, transitions: Float64Array, forward: Float64Array): number {
  for (const label of START_LABELS) forward[label] = weights[label]!;
  let logPartition = Math.log(normalizeRow(forward, 0));
  for (let row = LABEL_COUNT; row < count * LABEL_COUNT; row += LABEL_COUNT) {
    for (let label = 0; label < LABEL_COUNT; label++) {
      let sum = 0;
      for (const previous of ALLOWED_PREVIOUS[label]!)
        sum += forward[row - LABEL_COUNT + previous]! * transitions[previous * LABEL_COUNT + label]!;
      forward[row + label] = sum * weights[row + label]!;
    }
    logPartition += Math.log(normalizeRow(forward, row));
  }
  return logPartition;
}

function backwardPass(count: number, weights: Float64Array, transitions: Float64Array, backward: Float64Array): void {
  for (const label of END_LABELS) backward[(count - 1) * LABEL_COUNT + label] = 1;
  for (let row = (count - 2) * LABEL_COUNT; row >= 0; row -= LABEL_COUNT) {
    const nextRow = row + LABEL_COUNT;
    for (let label = 0; label < LABEL_COUNT; label++) {
      let sum = 0;
      for (const next of ALLOWED_NEXT[label]!)
        sum += transitions[label * LABEL_COUNT + next]! * weights[nextRow + next]! * backward[nextRow + next]!;
      backward[row + label] = sum;
    }
    normalizeRow(backward, row);
  }
}

export function runForwardBackward(scores: Float64Array, count: number, transitions: Float64Array): CrfInference {
  const { weights, scale } = scaledExponentials(scores, count);
  const [forward, backward, marginals] = [0, 0, 0].map(() => new Float64Array(count * LABEL_COUNT)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let logPartition = scale + forwardPass(count, weights, transitions, forward);
  backwardPass(count, weights, transitions, backward);
  for (let i = 0; i < marginals.length; i++) marginals[i] = forward[i]! * backward[i]!;
  for (let row = 0; row < marginals.length; row += LABEL_COUNT) {
    const sum = normalizeRow(marginals, row);
    if (row === marginals.length - LABEL_COUNT) logPartition += Math.log(sum);
  }
  return { count, weights, transitions, forward, backward, marginals, logPartition };
}

/** The probability of `next` at `row`, given the label before it. */
function transitionProbability(
  { weights, transitions, backward }: CrfInference,
  row: number,
  label: number,
  next: number,
): number {
  let sum = 0;
  for (const other of ALLOWED_NEXT[label]!)
    sum += transitions[label * LABEL_COUNT + other]! * weights[row + other]! * backward[row + other]!;
  return (transitions[label * LABEL_COUNT + next]! * weights[row + next]! * backward[row + next]!) / sum;
}

/** Phrases with a lower likelihood are not extended. */
const MIN_TRACKED_LIKELIHOOD = 0.01;

/** All phrases above the minimum likelihood, whether they fill one slot or two. */
export function findPhrases(inference: CrfInference, minLikelihood: number): TaggedPhrase[] {
  const phrases = new Map<string, TaggedPhrase>();
  const add = (combination: number, first: number, last: number, likelihood: number) => {
    if (likelihood < MIN_TRACKED_LIKELIHOOD) return;
    for (const slot of SLOT_COMBINATIONS[combination]!) {
      const key = `${slot} ${first} ${last}`;
      const sum = likelihood + (phrases.get(key)?.likelihood ?? 0);
      phrases.set(key, { slot, first, last, likelihood: sum });
    }
  };
  for (let first = 0; first < inference.count; first++) {
    for (const combination of SLOT_COMBINATIONS.keys()) {
      add(combination, first, first, inference.marginals[first * LABEL_COUNT + singleLabel(combination)]!);
      let openPhraseLikelihood = inference.marginals[first * LABEL_COUNT + beginLabel(combination)]!;
      for (
        let last = first + 1, label = beginLabel(combination);
        openPhraseLikelihood > MIN_TRACKED_LIKELIHOOD;
        last++, label = insideLabel(combination)
      ) {
        add(
          combination,
          first,
          last,
          openPhraseLikelihood * transitionProbability(inference, last * LABEL_COUNT, label, endLabel(combination)),
        );
        openPhraseLikelihood *=
          last + 1 < inference.count
            ? transitionProbability(inference, last * LABEL_COUNT, label, insideLabel(combination))
            : 0;
      }
    }
  }
  return [...phrases.values()].filter(({ likelihood }) => likelihood > minLikelihood);
}
