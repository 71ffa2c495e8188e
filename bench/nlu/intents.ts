// Trains on one set of labelled messages, tests on another, and measures.
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { type Classifier, type IntentRanking, trainClassifier } from '../../src/nlu/intents/classifier.ts';
import { type Row, UserError } from './csv.ts';
import { encodeTexts } from './vectors.ts';

/** Counts, shares from 0 to 1, and times. */
export type IntentFigures = {
  readonly examples: number;
  readonly intents: number;
  /** Out-of-scope rows in the training file, which are not used. */
  readonly ignoredRows: number;
  readonly messages: number;
  readonly accuracy: number;
  readonly scope: ScopeFigures | undefined;
  readonly msPerMessage: number;
  readonly trainingSeconds: number;
};

/** How well out-of-scope messages are recognised: with the threshold, and by ranking alone (AUROC). */
type ScopeFigures = { readonly accuracy: number; readonly recall: number; readonly auroc: number };

const OUT_OF_SCOPE = 'oos';
/** Messages at or above this score count as in scope. */
const IN_SCOPE_THRESHOLD = 0.5;
/** The number of messages that are timed one by one. */
const TIMED_MESSAGES = 300;

export async function measureIntents(train: readonly Row[], test: readonly Row[]): Promise<IntentFigures> {
  const inScopeRows = train.filter((row) => row.intent !== OUT_OF_SCOPE);
  if (inScopeRows.length === 0) throw new UserError('There is nothing to train on: no row has an intent.');
  if (test.length === 0) throw new UserError('There is nothing to test: the file has no rows.');
  const rows = [...inScopeRows, ...test];
  const vectors = await encodeTexts(
    rows.map((row) => row.text),
    (done, total) => showProgress(`encoding ${done} of ${total}`),
  );
  const intents = new Set(inScopeRows.map((row) => row.intent)).size;
  showProgress(`training on ${inScopeRows.length} examples of ${intents} intents`);
  const startedAt = performance.now();
  const classifier = trainClassifier(inScopeRows.map((row, index) => ({ ...row, vector: vectors[index]! })));
  const trainingSeconds = (performance.now() - startedAt) / 1000;
  showProgress(`testing ${test.length} messages`);
  const rankings = test.map((row, index) => classifier.classify(row.text, vectors[inScopeRows.length + index]!));
  const msPerMessage = await timePerMessage(classifier, test);
  showProgress('');
  const counts = {
    examples: inScopeRows.length,
    intents,
    ignoredRows: train.length - inScopeRows.length,
    messages: test.length,
  };
  return { ...counts, ...computeAccuracy(test, rankings), msPerMessage, trainingSeconds };
}

function computeAccuracy(
  test: readonly Row[],
  rankings: readonly IntentRanking[],
): Pick<IntentFigures, 'accuracy' | 'scope'> {
  const results = test.map(({ intent }, index) => {
    const { ranked, inScope } = rankings[index]!;
    return { isOutOfScope: intent === OUT_OF_SCOPE, isCorrect: ranked[0]!.intent === intent, inScope };
  });
  const inScopeResults = results.filter((result) => !result.isOutOfScope);
  const outOfScopeResults = results.filter((result) => result.isOutOfScope);
  const scope = {
    accuracy: computeShare(inScopeResults, (result) => result.isCorrect && result.inScope >= IN_SCOPE_THRESHOLD),
    recall: computeShare(outOfScopeResults, (result) => result.inScope < IN_SCOPE_THRESHOLD),
    auroc: computeAuroc(
      inScopeResults.map((result) => result.inScope),
      outOfScopeResults.map((result) => result.inScope),
    ),
  };
  return {
    accuracy: computeShare(inScopeResults, (result) => result.isCorrect),
    scope: outOfScopeResults.length > 0 ? scope : undefined,
  };
}

const computeShare = <T>(items: readonly T[], matches: (item: T) => boolean) =>
  items.filter(matches).length / items.length;

/** The probability that a random score of the first list is above a random one of the second. */
function computeAuroc(higherScores: readonly number[], lowerScores: readonly number[]): number {
  const sorted = lowerScores.toSorted((a, b) => a - b);
  const countBelow = (score: number, includesEqual: boolean) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < score || (includesEqual && sorted[middle] === score)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = higherScores.reduce((sum, score) => sum + (countBelow(score, false) + countBelow(score, true)) / 2, 0);
  return wins / (higherScores.length * lowerScores.length);
}

/** The median time of a single message, from text to ranking. */
async function timePerMessage(classifier: Classifier, rows: readonly Row[]): Promise<number> {
  const encoder = openEncoder({ cacheSize: 0 });
  await encoder.encode(['the model is loaded before the first one that counts']);
  const times: number[] = [];
  for (const { text } of rows.slice(0, TIMED_MESSAGES)) {
    const startedAt = performance.now();
    const [vector] = await encoder.encode([text]);
    classifier.classify(text, vector!);
    times.push(performance.now() - startedAt);
  }
  await encoder.close();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** One line that is overwritten on a terminal, separate lines elsewhere. */
function showProgress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  else if (text) console.error(`  ${text}`);
}
