// npm run eval: how well customers that nobody tuned for are served, beside the last committed result.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUp } from '../bench/setup.ts';
import { readCases } from '../test/exam/cases.ts';
import { compare, type Result, summarize } from './figures.ts';
import { type Played, playAll } from './play-all.ts';
import { replay } from './talks.ts';

const HELP = `npm run eval                      plays the customers of businesses that nothing was tuned to
npm run eval -- --develop         plays those of the businesses that changes are tried on
  --only TEXT                     cases or businesses whose name holds the text
  --show                          prints the conversations that failed
  --save                          keeps the result, to compare with the next time
npm run eval -- --talks FILE      replays strangers' conversations into FILE, one JSON object a line, for a reader to judge
  --from FOLDER                   those of a folder like eval/talks, which they are from otherwise`;

/** Nothing is tuned to the first, and no model has seen them. */
const SETS = { test: join(import.meta.dirname, 'test'), develop: join(import.meta.dirname, '../test/exam') };
const KEPT = join(import.meta.dirname, 'result.json');

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
    const { businesses, cases } = readCases(SETS[set]);
    const wanted = cases.filter(({ id, business }) => `${business} ${id}`.includes(values.only));
    const played = await playAll(bench, businesses, wanted);
    if (values.show) for (const each of played) print(each);
    const kept: Record<string, Result> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
    const result = summarize(played);
    console.log(compare(result, kept[set]));
    if (values.save && !values.only) writeFileSync(KEPT, `${JSON.stringify({ ...kept, [set]: result }, null, 2)}\n`);
  } finally {
    await bench.close();
  }
}

function print({ id, problems, dialogue }: Played): void {
  if (problems.length > 0) console.log(`${id}\n${dialogue}\n${problems.map((each) => `  ! ${each}`).join('\n')}\n`);
}

async function replayInto(file: string, from: string, bench: Parameters<typeof replay>[0]): Promise<void> {
  const replayed = await replay(bench, from);
  writeFileSync(file, replayed.map((talk) => `${JSON.stringify(talk)}\n`).join(''));
  console.log(`${replayed.length} conversations are in ${file}.`);
}

await main();
