// biome-ignore-all lint/style/noNonNullAssertion: there is a number for each label of each token
import { AFTER, BEFORE, begin, end, FIRST, inside, LABELS, LAST, MEANINGS, type Slot, whole } from './labels.ts';

/** A phrase from one token to another that fills a slot, and how likely it does, all labellings considered. */
export type Phrase = {
  readonly slot: Slot;
  readonly first: number;
  readonly last: number;
  readonly likelihood: number;
};

/** A linear-chain conditional random field over one message: `count` rows, one column a label. */
export type Chain = {
  readonly count: number;
  /** exp of each label's score at each token, scaled by the best of the row */
  readonly weights: Float64Array;
  /** exp of the score of going from one label (row) to the next (column) */
  readonly moves: Float64Array;
  /** what is known from the left, from the right, and from both: the likelihood of each label */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly likelihoods: Float64Array;
  /** log of the sum over all labellings, in the scale of the scores */
  readonly logTotal: number;
};

export const movesFrom = (scores: Float32Array): Float64Array => Float64Array.from(scores, (score) => Math.exp(score));

function exponentials(scores: Float64Array, count: number): { weights: Float64Array; scale: number } {
  const weights = new Float64Array(count * LABELS);
  let scale = 0;
  for (let row = 0; row < count * LABELS; row += LABELS) {
    let best = -Infinity;
    for (let label = 0; label < LABELS; label++) best = Math.max(best, scores[row + label]!);
    for (let label = 0; label < LABELS; label++) weights[row + label] = Math.exp(scores[row + label]! - best);
    scale += best;
  }
  return { weights, scale };
}

/** Makes the row sum to one, so that long messages neither overflow nor vanish; returns what it summed to. */
function normalise(values: Float64Array, row: number): number {
  let sum = 0;
  for (let label = 0; label < LABELS; label++) sum += values[row + label]!;
  for (let label = 0; label < LABELS; label++) values[row + label]! /= sum;
  return sum;
}

function fromLeft(count: number, weights: Float64Array, moves: Float64Array, left: Float64Array): number {
  for (const label of FIRST) left[label] = weights[label]!;
  let logTotal = Math.log(normalise(left, 0));
  for (let row = LABELS; row < count * LABELS; row += LABELS) {
    for (let label = 0; label < LABELS; label++) {
      let sum = 0;
      for (const before of BEFORE[label]!) sum += left[row - LABELS + before]! * moves[before * LABELS + label]!;
      left[row + label] = sum * weights[row + label]!;
    }
    logTotal += Math.log(normalise(left, row));
  }
  return logTotal;
}

function fromRight(count: number, weights: Float64Array, moves: Float64Array, right: Float64Array): void {
  for (const label of LAST) right[(count - 1) * LABELS + label] = 1;
  for (let row = (count - 2) * LABELS; row >= 0; row -= LABELS) {
    const next = row + LABELS;
    for (let label = 0; label < LABELS; label++) {
      let sum = 0;
      for (const after of AFTER[label]!)
        sum += moves[label * LABELS + after]! * weights[next + after]! * right[next + after]!;
      right[row + label] = sum;
    }
    normalise(right, row);
  }
}

export function chainOf(scores: Float64Array, count: number, moves: Float64Array): Chain {
  const { weights, scale } = exponentials(scores, count);
  const [left, right, likelihoods] = [0, 0, 0].map(() => new Float64Array(count * LABELS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let logTotal = scale + fromLeft(count, weights, moves, left);
  fromRight(count, weights, moves, right);
  for (let i = 0; i < likelihoods.length; i++) likelihoods[i] = left[i]! * right[i]!;
  for (let row = 0; row < likelihoods.length; row += LABELS) {
    const sum = normalise(likelihoods, row);
    if (row === likelihoods.length - LABELS) logTotal += Math.log(sum);
  }
  return { count, weights, moves, left, right, likelihoods, logTotal };
}

/** How likely `next` follows at `row`, given the label before it. */
function likelihoodOfMove({ weights, moves, right }: Chain, row: number, label: number, next: number): number {
  let sum = 0;
  for (const after of AFTER[label]!)
    sum += moves[label * LABELS + after]! * weights[row + after]! * right[row + after]!;
  return (moves[label * LABELS + next]! * weights[row + next]! * right[row + next]!) / sum;
}

/** Phrases less likely than this are not followed up. */
const NEGLIGIBLE = 0.01;

/** Every phrase that is likelier than `least`, whether it says one thing or two. */
export function phrasesIn(chain: Chain, least: number): Phrase[] {
  const likelihoods = new Map<string, Phrase>();
  const add = (meaning: number, first: number, last: number, likelihood: number) => {
    if (likelihood < NEGLIGIBLE) return;
    for (const slot of MEANINGS[meaning]!) {
      const key = `${slot} ${first} ${last}`;
      const sum = likelihood + (likelihoods.get(key)?.likelihood ?? 0);
      likelihoods.set(key, { slot, first, last, likelihood: sum });
    }
  };
  for (let first = 0; first < chain.count; first++) {
    for (const meaning of MEANINGS.keys()) {
      add(meaning, first, first, chain.likelihoods[first * LABELS + whole(meaning)]!);
      let open = chain.likelihoods[first * LABELS + begin(meaning)]!;
      for (let last = first + 1, label = begin(meaning); open > NEGLIGIBLE; last++, label = inside(meaning)) {
        add(meaning, first, last, open * likelihoodOfMove(chain, last * LABELS, label, end(meaning)));
        open *= last + 1 < chain.count ? likelihoodOfMove(chain, last * LABELS, label, inside(meaning)) : 0;
      }
    }
  }
  return [...likelihoods.values()].filter(({ likelihood }) => likelihood > least);
}
