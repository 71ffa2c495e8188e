// node models/claims/train.ts: makes models/claims/deeds.bin from models/claims/data, and says how good it is (--folds).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { COLUMNS, type Columns, columnsOf } from '../../src/features/assistant/llm/guard/deed-grams.ts';
import { type DeedModel, marginOf, packDeeds } from '../../src/features/assistant/llm/guard/deed-model.ts';
import { planeOf, tableOf } from '../../src/understanding/intents/svm.ts';

type Example = {
  text: string;
  deed: boolean;
  lang: string;
  kind: string;
  industry: string;
  place: number;
  read: Columns;
};

const EFFORT = { cost: 1, rounds: 60, tolerance: 0.05 };
const FOLDS = 5;
/** The one that is in force, of which each language is shown. */
const SHOWN = 0;
const THRESHOLDS = [0.2, 0, -0.1, -0.2, -0.5];

const data = new URL('data/', import.meta.url);
const examples = readdirSync(data)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .flatMap((name) => {
    const lines = readFileSync(new URL(name, data), 'utf8').trim().split('\n');
    return lines.map((line, at): Example => {
      const example = JSON.parse(line) as Example;
      return { ...example, place: at / lines.length, read: columnsOf(example.text) };
    });
  });
const say = (line: string) => process.stdout.write(`${line}\n`);

function fit(known: readonly Example[]): DeedModel {
  const none = new Float32Array(0);
  const table = tableOf(
    known.map(() => none),
    known.map(({ read }) => read),
    COLUMNS,
  );
  const { sparse, bias } = planeOf(table, (row) => known[row]!.deed, EFFORT, 1);
  const step = sparse.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  return { bias, step, weights: Int8Array.from(sparse, (weight) => Math.round(weight / step)) };
}

/** Each example judged by a model that has not seen its fold. */
function judged(foldOf: (example: Example, at: number) => number): Map<Example, number> {
  const margins = new Map<Example, number>();
  for (const fold of new Set(examples.map(foldOf))) {
    const model = fit(examples.filter((example, at) => foldOf(example, at) !== fold));
    for (const [at, example] of examples.entries())
      if (foldOf(example, at) === fold) margins.set(example, marginOf(model, example.read));
  }
  return margins;
}

function report(name: string, margins: ReadonlyMap<Example, number>): void {
  const share = (of: readonly Example[], threshold: number) =>
    `${((100 * of.filter((example) => margins.get(example)! > threshold).length) / of.length).toFixed(1)} %`;
  say(`\n${name}: share of claims heard, and of the rest taken for one`);
  for (const threshold of THRESHOLDS) {
    const both = [true, false].map((deed) =>
      share(
        examples.filter((each) => each.deed === deed),
        threshold,
      ),
    );
    say(`  threshold ${threshold}: ${both.join(', ')}`);
  }
  for (const lang of new Set(examples.map((example) => example.lang))) {
    const both = [true, false].map((deed) =>
      share(
        examples.filter((each) => each.deed === deed && each.lang === lang),
        SHOWN,
      ),
    );
    say(`  ${lang}: ${both.join(', ')}`);
  }
}

if (process.argv.includes('--folds')) {
  report(
    'five folds by line',
    judged((_, at) => (at * 7919) % FOLDS),
  );
  report(
    'five folds by place in the file',
    judged(({ place }) => Math.floor(place * 25) % FOLDS),
  );
  report(
    'one industry held back',
    judged(({ industry }) => ['restaurant', 'salon', 'medical', 'fitness', 'retail'].indexOf(industry)),
  );
  report(
    'one language held back',
    judged(({ lang }) => lang.charCodeAt(0) * 256 + lang.charCodeAt(1)),
  );
}
const started = performance.now();
const bytes = packDeeds(fit(examples));
writeFileSync(new URL('deeds.bin', import.meta.url), bytes);
say(
  `${examples.length} sentences, ${((performance.now() - started) / 1000).toFixed(1)} s, ${Math.ceil(bytes.length / 1000)} KB`,
);
