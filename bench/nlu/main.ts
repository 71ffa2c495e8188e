// npm run bench:nlu: measures how well messages are understood, on public data or on your own files.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRows, UserError } from './csv.ts';
import { type IntentFigures, measureIntents } from './intents.ts';
import { benchSpans } from './spans.ts';
import { formatTable } from './table.ts';

const HELP = `npm run bench:nlu
    trains and tests on the public sets in ../shared/data, beside published figures
npm run bench:nlu -- --train a.csv --test b.csv
    trains on one file and tests on another; columns text,intent; oos in the test means out of scope`;

const DATA_FOLDER = join(import.meta.dirname, '../../../shared/data');

/** The required accuracy in percent (`requiredPercent`), and the published accuracy of other systems. */
const PUBLIC_SETS = [
  { name: 'BANKING77', folder: 'banking77', requiredPercent: 94, nlpjs: 84.4, joinedSvm: 94.1, bert: 93.7 },
  { name: 'HWU64', folder: 'hwu64', requiredPercent: 91, nlpjs: 81.3, joinedSvm: 91.2, bert: undefined },
  { name: 'CLINC150', folder: 'clinc150', requiredPercent: 96, nlpjs: 88.7, joinedSvm: 96, bert: 96.9 },
] as const;
const SCOPE_GOAL = { recall: 88, accuracy: 93, otherSystems: 'NLP.js 18, joined SVM 88.7 at 93.5, BERT 40 to 52' };

async function main(): Promise<boolean> {
  const { train, test, help } = parseOptions();
  if (help) {
    console.log(HELP);
    return true;
  }
  if (!train && !test) return benchPublicSets();
  if (!train || !test) throw new UserError(`--${train ? 'test' : 'train'} is missing: both files are needed.`);
  const figures = await measureIntents(readRows(train), readRows(test));
  console.log(formatTable(['', ''], createFigureRows(figures)));
  return true;
}

function parseOptions() {
  try {
    const { values } = parseArgs({
      options: { train: { type: 'string' }, test: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return values;
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

const formatPercent = (share: number) => (Number.isNaN(share) ? '–' : (100 * share).toFixed(1));

function createFigureRows({
  accuracy,
  scope,
  msPerMessage,
  trainingSeconds,
  examples,
  intents,
  messages,
  ignoredRows,
}: IntentFigures): string[][] {
  return [
    [
      'trained on',
      `${examples} examples of ${intents} intents${ignoredRows > 0 ? `; ${ignoredRows} oos rows not used` : ''}`,
    ],
    ['tested on', `${messages} messages`],
    ['accuracy in scope', `${formatPercent(accuracy)} %`],
    ...(scope
      ? [
          ['with the threshold: in scope', `${formatPercent(scope.accuracy)} %`],
          ['with the threshold: out-of-scope recall', `${formatPercent(scope.recall)} %`],
          ['out-of-scope AUROC', formatPercent(scope.auroc)],
        ]
      : [['out of scope', 'no oos rows in the test']]),
    ['encode and classify one message', `${msPerMessage.toFixed(2)} ms in the middle`],
    ['training', `${trainingSeconds.toFixed(1)} s`],
  ];
}

async function benchPublicSets(): Promise<boolean> {
  if (!existsSync(DATA_FOLDER)) {
    console.log(`The public sets are not here (${DATA_FOLDER}); try --train and --test with files of your own.`);
    return true;
  }
  const measured: IntentFigures[] = [];
  for (const { name, folder } of PUBLIC_SETS) {
    console.error(`${name}:`);
    const getPath = (file: string) => join(DATA_FOLDER, folder, file);
    const train = ['train.csv', 'val.csv']
      .filter((file) => existsSync(getPath(file)))
      .flatMap((file) => readRows(getPath(file)));
    measured.push(await measureIntents(train, readRows(getPath('test.csv'))));
  }
  const areGoalsMet = [printIntentTable(measured), printScopeTable(measured)].every((isReached) => isReached);
  return (await benchSpans()) && areGoalsMet;
}

function printIntentTable(measured: readonly IntentFigures[]): boolean {
  const header = ['in scope, %', 'here', 'at least', 'NLP.js', 'joined SVM', 'BERT', 'ms a message', 'training s'];
  const rows = PUBLIC_SETS.map((set, index) => {
    const { accuracy, msPerMessage, trainingSeconds } = measured[index]!;
    const otherFigures = [set.requiredPercent, set.nlpjs, set.joinedSvm, set.bert].map(
      (figure) => figure?.toFixed(1) ?? '–',
    );
    return [set.name, formatPercent(accuracy), ...otherFigures, msPerMessage.toFixed(2), trainingSeconds.toFixed(1)];
  });
  console.log(`\nTrained on train and val, tested on test; oos rows of the training files are not used.\n`);
  console.log(formatTable(header, rows));
  return PUBLIC_SETS.every((set, index) => measured[index]!.accuracy * 100 >= set.requiredPercent);
}

function printScopeTable(measured: readonly IntentFigures[]): boolean {
  const rows = measured.flatMap(({ scope }, index) =>
    scope
      ? [
          [
            PUBLIC_SETS[index]!.name,
            formatPercent(scope.recall),
            formatPercent(scope.accuracy),
            formatPercent(scope.auroc),
            SCOPE_GOAL.otherSystems,
          ],
        ]
      : [],
  );
  console.log('\nWith the threshold that training chose, on held-out training examples alone:\n');
  console.log(formatTable(['', 'out-of-scope recall, %', 'in scope, %', 'AUROC', 'recall of others'], rows));
  console.log(`\nWanted: recall ${SCOPE_GOAL.recall} or more at ${SCOPE_GOAL.accuracy} or more in scope.`);
  return measured.every(
    ({ scope }) => !scope || (scope.recall * 100 >= SCOPE_GOAL.recall && scope.accuracy * 100 >= SCOPE_GOAL.accuracy),
  );
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message.split('\n')[0]);
  process.exitCode = 1;
}
