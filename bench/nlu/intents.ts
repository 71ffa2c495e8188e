// One set of intents: trains on some messages, tests on others, and measures.
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { type Classifier, type Ranking, trainClassifier } from '../../src/nlu/intents/classifier.ts';
import { Mistake, type Row } from './csv.ts';
import { vectorsOf } from './vectors.ts';

/** Shares from 0 to 1, and times. */
export type Figures = {
  readonly examples: number;
  readonly intents: number;
  /** Out-of-scope rows among those to train on: the model learns from what is in scope alone. */
  readonly ignored: number;
  readonly messages: number;
  readonly accuracy: number;
  readonly scope: Scope | undefined;
  readonly ms: number;
  readonly seconds: number;
};

/** How well out-of-scope messages are told: with the threshold, and by their order alone. */
type Scope = { readonly accuracy: number; readonly recall: number; readonly auroc: number };

const OUT = 'oos';
/** From here on a message is taken to have an intent; training put the border there. */
const THRESHOLD = 0.5;
/** So many messages are timed one by one. */
const TIMED = 300;

export async function measureIntents(train: readonly Row[], test: readonly Row[]): Promise<Figures> {
  const known = train.filter((row) => row.intent !== OUT);
  if (known.length === 0) throw new Mistake('There is nothing to train on: no row has an intent.');
  if (test.length === 0) throw new Mistake('There is nothing to test: the file has no rows.');
  const rows = [...known, ...test];
  const vectors = await vectorsOf(
    rows.map((row) => row.text),
    (done, all) => tell(`encoding ${done} of ${all}`),
  );
  const intents = new Set(known.map((row) => row.intent)).size;
  tell(`training on ${known.length} examples of ${intents} intents`);
  const started = performance.now();
  const classifier = trainClassifier(known.map((row, at) => ({ ...row, vector: vectors[at]! })));
  const seconds = (performance.now() - started) / 1000;
  tell(`testing ${test.length} messages`);
  const rankings = test.map((row, at) => classifier.classify(row.text, vectors[known.length + at]!));
  const ms = await timePerMessage(classifier, test);
  tell('');
  const counts = { examples: known.length, intents, ignored: train.length - known.length, messages: test.length };
  return { ...counts, ...judge(test, rankings), ms, seconds };
}

function judge(test: readonly Row[], rankings: readonly Ranking[]): Pick<Figures, 'accuracy' | 'scope'> {
  const judged = test.map(({ intent }, at) => {
    const { ranked, inScope } = rankings[at]!;
    return { out: intent === OUT, right: ranked[0]!.intent === intent, inScope };
  });
  const inside = judged.filter((one) => !one.out);
  const outside = judged.filter((one) => one.out);
  const scope = {
    accuracy: share(inside, (one) => one.right && one.inScope >= THRESHOLD),
    recall: share(outside, (one) => one.inScope < THRESHOLD),
    auroc: auroc(
      inside.map((one) => one.inScope),
      outside.map((one) => one.inScope),
    ),
  };
  return { accuracy: share(inside, (one) => one.right), scope: outside.length > 0 ? scope : undefined };
}

const share = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length / items.length;

/** How often one of the first is above one of the second. */
function auroc(above: readonly number[], below: readonly number[]): number {
  const sorted = below.toSorted((a, b) => a - b);
  const lower = (score: number, orEqual: boolean) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < score || (orEqual && sorted[middle] === score)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = above.reduce((sum, score) => sum + (lower(score, false) + lower(score, true)) / 2, 0);
  return wins / (above.length * below.length);
}

/** The middle one of the times that a message takes alone, from text to ranking. */
async function timePerMessage(classifier: Classifier, rows: readonly Row[]): Promise<number> {
  const encoder = openEncoder({ cached: 0 });
  await encoder.encode(['the model is loaded before the first one that counts']);
  const times: number[] = [];
  for (const { text } of rows.slice(0, TIMED)) {
    const started = performance.now();
    const [vector] = await encoder.encode([text]);
    classifier.classify(text, vector!);
    times.push(performance.now() - started);
  }
  await encoder.close();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** Progress: one line that is written over on a screen, a line each elsewhere. */
function tell(what: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
  else if (what) console.error(`  ${what}`);
}
