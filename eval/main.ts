// npm run eval: plays customers that nothing was tuned for, and compares with the last committed result.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUp } from '../bench/setup.ts';
import { readCases } from '../test/exam/cases.ts';
import { type PlayedCase, playAll } from './play-all.ts';
import { replayConversations } from './replay-conversations.ts';
import { type EvalResult, formatComparison, summarize } from './scores.ts';

const HELP = `npm run eval                      plays customers of the businesses that nothing was tuned on
npm run eval -- --develop         plays customers of the businesses that changes are tried on
  --only TEXT                     only cases or businesses whose name contains the text
  --show                          prints the conversations that failed
  --save                          saves the result, to compare it with the next one
npm run eval -- --talks FILE      replays strangers' conversations into FILE, one JSON object a line, for a reader to judge
  --from FOLDER                   reads them from this folder instead of eval/talks`;

/** Nothing is tuned on the `test` set, and no model has seen it. */
const SET_FOLDERS = { test: join(import.meta.dirname, 'test'), develop: join(import.meta.dirname, '../test/exam') };
const RESULT_FILE = join(import.meta.dirname, 'result.json');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      develop: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      show: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      talks: { type: 'string' },
      from: { type: 'string', default: join(import.meta.dirname, 'talks') },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const bench = await setUp(0);
  try {
    if (values.talks !== undefined) return await replayInto(values.talks, values.from, bench);
    const set = values.develop ? 'develop' : 'test';
    const { businesses, cases } = readCases(SET_FOLDERS[set]);
    const selectedCases = cases.filter(({ id, business }) => `${business} ${id}`.includes(values.only));
    const playedCases = await playAll(bench, businesses, selectedCases);
    if (values.show) for (const playedCase of playedCases) printFailure(playedCase);
    const savedResults: Record<string, EvalResult> = existsSync(RESULT_FILE)
      ? JSON.parse(readFileSync(RESULT_FILE, 'utf8'))
      : {};
    const result = summarize(playedCases);
    console.log(formatComparison(result, savedResults[set]));
    if (values.save && !values.only)
      writeFileSync(RESULT_FILE, `${JSON.stringify({ ...savedResults, [set]: result }, null, 2)}\n`);
  } finally {
    await bench.close();
  }
}

function printFailure({ id, problems, dialogue }: PlayedCase): void {
  if (problems.length > 0)
    console.log(`${id}\n${dialogue}\n${problems.map((problem) => `  ! ${problem}`).join('\n')}\n`);
}

async function replayInto(
  file: string,
  folder: string,
  bench: Parameters<typeof replayConversations>[0],
): Promise<void> {
  const conversations = await replayConversations(bench, folder);
  writeFileSync(file, conversations.map((talk) => `${JSON.stringify(talk)}\n`).join(''));
  console.log(`${conversations.length} conversations are in ${file}.`);
}

await main();
