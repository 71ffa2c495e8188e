// node models/claims/train.ts: makes models/claims/claims.bin from models/claims/data, and says how good it is (--folds).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { COLUMNS, type Columns, columnsOf } from '../../src/features/assistant/llm/guard/claim-grams.ts';
import {
  CLAIMS,
  type Claim,
  type ClaimPlane,
  type ClaimPlanes,
  MEANT,
  marginOf,
  packClaims,
} from '../../src/features/assistant/llm/guard/claim-model.ts';
import { WIDTH } from '../../src/nlu/encoder/bytes.ts';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { planeOf, tableOf } from '../../src/nlu/intents/svm.ts';

/** `deed` stands where only that was asked of whoever wrote it. */
type Line = { text: string; kind: string; lang: string; industry: string; deed?: boolean };
type Example = Line & { place: number; read: Columns; dense: Float32Array };

const EFFORT = { cost: 1, rounds: 60, tolerance: 0.05 };
const FOLDS = 5;
const THRESHOLDS = [0.3, 0.2, 0.1, 0, -0.1, -0.2, -0.3, -0.5];

/** What the service says by itself, in its catalogue. */
const OWN = 'own';
/** What language models have truly answered: no deeds; what else it may be nobody has said. */
const REPLY = 'reply';
/** What was written for deeds alone may be any of these besides: there it teaches nothing. */
const UNSURE: Readonly<Record<Claim, readonly string[]>> = {
  deed: [OWN],
  health: ['fact', REPLY],
  food: ['fact', OWN, REPLY],
  promise: ['fact', 'money', 'offer', 'membership', REPLY],
};

/** Whether it makes such a claim; undefined where nobody has said. */
function isClaim({ deed, kind }: Line, claim: Claim): boolean | undefined {
  if (deed === undefined) return kind === claim;
  if (UNSURE[claim].includes(kind)) return undefined;
  return claim === 'deed' ? deed : false;
}

const ENGLISH = 'en';
const UNSEEN = new Float32Array(WIDTH);
const encoder = openEncoder();

/** The encoder reads English alone. */
const placed = (lines: readonly Line[]): Promise<Example[]> =>
  Promise.all(
    lines.map(async (line, at) => {
      const [dense] = line.lang === ENGLISH ? await encoder.encode([line.text]) : [];
      return { ...line, place: at / lines.length, read: columnsOf(line.text), dense: dense ?? UNSEEN };
    }),
  );
const jsonLines = (file: URL) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** What the service says in every language, English being the keys: no advice, and no promise. */
function ownWords(file: string, lang = file.slice(0, 2)): Line[] {
  const messages = JSON.parse(readFileSync(new URL(file, catalogue), 'utf8')) as Record<string, string>;
  return asLines(lang === ENGLISH ? Object.keys(messages) : Object.values(messages), lang);
}

const asLines = (texts: readonly string[], lang: string): Line[] =>
  texts
    .filter((text) => !text.includes(', select') && !text.includes(', plural') && text.length > SHORTEST)
    .map((text) => ({ text: text.replaceAll(/[{}]/g, ''), kind: OWN, lang, industry: '', deed: false }));

const SHORTEST = 12;
const data = new URL('data/', import.meta.url);
const catalogue = new URL('../../src/messages/', import.meta.url);
const filesIn = (folder: URL, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
const files = [
  ...filesIn(data, '.jsonl').map((name) => jsonLines(new URL(name, data))),
  ...filesIn(catalogue, '.json').map((name) => ownWords(name)),
  ownWords('de.json', ENGLISH),
];
const examples: Example[] = [];
for (const lines of files) examples.push(...(await placed(lines)));
await encoder.close();
const say = (line: string) => process.stdout.write(`${line}\n`);

/** By words alone, or with what the encoder makes of the English ones. */
function fit(known: readonly Example[], claim: Claim, isMeant: boolean): ClaimPlane {
  const taught = known.filter((example) => isClaim(example, claim) !== undefined);
  const table = tableOf(
    taught.map(({ dense }) => (isMeant ? dense : UNSEEN)),
    taught.map(({ read }) => read),
    COLUMNS,
  );
  const { sparse, bias, dense } = planeOf(table, (row) => isClaim(taught[row]!, claim) === true, EFFORT, 1);
  const step = sparse.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  return { bias, step, dense, weights: Int8Array.from(sparse, (weight) => Math.round(weight / step)) };
}

/** Each example judged by a model that has not seen its fold. */
function judged(
  claim: Claim,
  isMeant: boolean,
  foldOf: (example: Example, at: number) => number,
): Map<Example, number> {
  const margins = new Map<Example, number>();
  for (const fold of new Set(examples.map(foldOf))) {
    const plane = fit(
      examples.filter((example, at) => foldOf(example, at) !== fold),
      claim,
      isMeant,
    );
    for (const [at, example] of examples.entries())
      if (foldOf(example, at) === fold && isClaim(example, claim) !== undefined)
        margins.set(example, marginOf(plane, example.read, example.dense));
  }
  return margins;
}

function report(claim: Claim, name: string, margins: ReadonlyMap<Example, number>): void {
  const rows = [...margins];
  const share = (of: typeof rows, threshold: number) =>
    `${((100 * of.filter(([, margin]) => margin > threshold).length) / (of.length || 1)).toFixed(1)} %`;
  const both = (of: typeof rows, threshold: number) =>
    [true, false]
      .map((is) =>
        share(
          of.filter(([example]) => isClaim(example, claim) === is),
          threshold,
        ),
      )
      .join(', ');
  say(`\n${claim}, ${name}: share of claims heard, and of the rest taken for one`);
  for (const threshold of THRESHOLDS) say(`  threshold ${threshold}: ${both(rows, threshold)}`);
  for (const lang of new Set(rows.map(([example]) => example.lang))) {
    const own = rows.filter(([example]) => example.lang === lang);
    say(`  ${lang}: at 0 ${both(own, 0)}; at -0.2 ${both(own, -0.2)}`);
  }
}

const byPlace = ({ place }: Example) => Math.floor(place * 25) % FOLDS;
if (process.argv.includes('--folds')) {
  for (const claim of CLAIMS) {
    const byLine = judged(claim, false, (_, at) => (at * 7919) % FOLDS);
    report(claim, 'five folds by line', byLine);
    report(claim, 'five folds by place in the file', judged(claim, false, byPlace));
    const byLanguage = judged(claim, false, ({ lang }) => lang.charCodeAt(0) * 256 + lang.charCodeAt(1));
    report(claim, 'one language held back', byLanguage);
  }
  for (const claim of MEANT) report(claim, 'with the encoder, by place in the file', judged(claim, true, byPlace));
}
const started = performance.now();
const bytes = packClaims({
  words: Object.fromEntries(CLAIMS.map((claim) => [claim, fit(examples, claim, false)])) as ClaimPlanes['words'],
  meaning: Object.fromEntries(MEANT.map((claim) => [claim, fit(examples, claim, true)])) as ClaimPlanes['meaning'],
});
writeFileSync(new URL('claims.bin', import.meta.url), bytes);
say(
  `${examples.length} sentences, ${((performance.now() - started) / 1000).toFixed(1)} s, ${Math.ceil(bytes.length / 1000)} KB`,
);
