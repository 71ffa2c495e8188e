// biome-ignore-all lint/style/noNonNullAssertion: there is a number for each label of each token and row
import { type Chain, chainOf, movesFrom } from './chain.ts';
import { featuresOf, hashOf } from './features.ts';
import { AFTER, LABELS, labelsOf, type Slot } from './labels.ts';
import { generator, shuffle } from './random.ts';
import { tokenise } from './tokens.ts';
import { quantise, type Weights } from './weights.ts';

export type TaggedMessage = {
  readonly text: string;
  readonly asked?: readonly Slot[];
  readonly spans: readonly { readonly slot: Slot; readonly start: number; readonly end: number }[];
};

/** A message to learn from; `source` tells which message it was made from, so that copies do not count as evidence. */
export type TrainingExample = TaggedMessage & { readonly source: number };

export type TrainingOptions = {
  readonly epochs: number;
  readonly rate: number;
  /** the share of features hidden at each look, so that none is relied on alone */
  readonly hidden: number;
  /** in how many messages a feature must be seen */
  readonly leastSeen: number;
  readonly seed: number;
  readonly progress?: (epoch: number, loss: number) => void;
};

type Example = { readonly features: readonly Int32Array[]; readonly labels: readonly number[] };

const familiarityOf = (seenIn: number): number => (seenIn >= 5 ? 3 : seenIn >= 2 ? 2 : Math.max(0, seenIn));

function ordinaryWords({ text, spans }: TaggedMessage): Set<string> {
  const names = spans.filter(({ slot }) => slot === 'first_name' || slot === 'last_name');
  const ordinary = tokenise(text).filter(
    ({ start, end }) => !names.some((name) => end > name.start && start < name.end),
  );
  return new Set(ordinary.map((token) => token.text.toLowerCase().replaceAll('’', "'")));
}

/** In how many messages a word stands other than as a name. */
function countWords(examples: readonly TrainingExample[]): Map<string, number> {
  const sources = new Map<string, Set<number>>();
  for (const example of examples)
    for (const word of ordinaryWords(example)) sources.set(word, (sources.get(word) ?? new Set()).add(example.source));
  return new Map([...sources].map(([word, found]) => [word, found.size]));
}

/** A message does not know its own words from itself: at run time it will not either. */
function look(example: TrainingExample, seenIn: ReadonlyMap<string, number>): Example {
  const tokens = tokenise(example.text);
  const own = ordinaryWords(example);
  const familiarity = (word: string) => familiarityOf((seenIn.get(word) ?? 0) - (own.has(word) ? 1 : 0));
  return { features: featuresOf(tokens, example.asked ?? [], familiarity), labels: labelsOf(tokens, example.spans) };
}

function oftenSeen(examples: readonly Example[], lessons: readonly TrainingExample[], least: number): number[] {
  const last = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [i, { features }] of examples.entries()) {
    for (const feature of features.flatMap((found) => [...found])) {
      if (last.get(feature) === lessons[i]!.source) continue;
      last.set(feature, lessons[i]!.source);
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count >= least).map(([feature]) => feature);
}

/** Adaptive gradient descent: what is often seen moves in smaller steps than what is rare. */
class Learner {
  readonly values: Float32Array;
  readonly #squares: Float32Array;
  readonly #sums: Float32Array;
  readonly #rate: number;
  #kept = 0;

  constructor(size: number, rate: number) {
    this.values = new Float32Array(size);
    this.#squares = new Float32Array(size).fill(0.01);
    this.#sums = new Float32Array(size);
    this.#rate = rate;
  }

  step(index: number, slope: number): void {
    this.#squares[index]! += slope * slope;
    this.values[index]! -= (this.#rate * slope) / Math.sqrt(this.#squares[index]!);
  }

  keep(): void {
    this.#kept++;
    for (let i = 0; i < this.values.length; i++) this.#sums[i]! += this.values[i]!;
  }

  /** The mean of what was kept generalises better than where the walk happened to end. */
  mean(): Float32Array {
    return this.#sums.map((sum) => sum / Math.max(1, this.#kept));
  }
}

function scoreRows(rows: readonly Int32Array[], matrix: Float32Array): Float64Array {
  const scores = new Float64Array(rows.length * LABELS);
  for (const [token, found] of rows.entries())
    for (const row of found)
      for (let label = 0; label < LABELS; label++) scores[token * LABELS + label]! += matrix[row * LABELS + label]!;
  return scores;
}

/** How often each move is expected, less how often it was made. */
function slopesOfMoves({ count, left, right, weights, moves }: Chain, labels: readonly number[]): Float64Array {
  const slopes = new Float64Array(LABELS * LABELS);
  const here = new Float64Array(LABELS * LABELS);
  for (let token = 1; token < count; token++) {
    const row = token * LABELS;
    let sum = 0;
    for (const [label, after] of AFTER.entries())
      for (const next of after) {
        const move = label * LABELS + next;
        here[move] = left[row - LABELS + label]! * moves[move]! * weights[row + next]! * right[row + next]!;
        sum += here[move]!;
      }
    for (let move = 0; move < here.length; move++) slopes[move]! += here[move]! / sum;
    slopes[labels[token - 1]! * LABELS + labels[token]!]! -= 1;
  }
  return slopes;
}

/** One step downhill on one message; returns how surprising its labels were. */
function study(
  rows: readonly Int32Array[],
  labels: readonly number[],
  emissions: Learner,
  transitions: Learner,
): number {
  const scores = scoreRows(rows, emissions.values);
  const chain = chainOf(scores, rows.length, movesFrom(transitions.values));
  let truth = 0;
  for (const [token, label] of labels.entries()) {
    truth += scores[token * LABELS + label]!;
    if (token > 0) truth += transitions.values[labels[token - 1]! * LABELS + label]!;
    for (let other = 0; other < LABELS; other++) {
      const slope = chain.likelihoods[token * LABELS + other]! - (other === label ? 1 : 0);
      if (Math.abs(slope) < 1e-4) continue;
      for (const row of rows[token]!) emissions.step(row * LABELS + other, slope);
    }
  }
  for (const [move, slope] of slopesOfMoves(chain, labels).entries()) if (slope !== 0) transitions.step(move, slope);
  return chain.logTotal - truth;
}

export function train(lessons: readonly TrainingExample[], schooling: TrainingOptions): Weights {
  const random = generator(schooling.seed);
  const seenIn = countWords(lessons);
  const looked = lessons.map((example) => look(example, seenIn));
  const features = oftenSeen(looked, lessons, schooling.leastSeen);
  const rowOf = new Map(features.map((feature, row) => [feature, row]));
  const examples = looked
    .filter(({ labels }) => labels.length > 0)
    .map(({ features, labels }) => ({
      labels,
      rows: features.map((found) => found.map((feature) => rowOf.get(feature) ?? -1).filter((row) => row >= 0)),
    }));
  const emissions = new Learner(features.length * LABELS, schooling.rate);
  const transitions = new Learner(LABELS * LABELS, schooling.rate);
  for (let epoch = 1; epoch <= schooling.epochs; epoch++) {
    let loss = 0;
    for (const { rows, labels } of shuffle(examples, random)) {
      const shown = rows.map((found) => found.filter(() => random() >= schooling.hidden));
      loss += study(shown, labels, emissions, transitions);
    }
    if (epoch > schooling.epochs / 2) for (const learner of [emissions, transitions]) learner.keep();
    schooling.progress?.(epoch, loss / examples.length);
  }
  const familiar = new Map([...seenIn].map(([word, count]) => [hashOf(word), familiarityOf(count)] as const));
  for (const [word, level] of familiar) if (level === 0) familiar.delete(word);
  return quantise(features, emissions.mean(), transitions.mean(), familiar);
}
