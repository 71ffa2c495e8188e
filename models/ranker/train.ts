// Makes the weights of the ranker from labelled conversations: node models/ranker/train.ts --readers FOLDER
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createNlu } from '../../src/features/assistant/predict-intent.ts';
import { likelihoods, scoreOf, WEIGHTS_FILE, type Weights } from '../../src/features/assistant/rank/ranker.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { businesses } from '../../test/exam/cases.ts';
import {
  checkupExamples,
  decisionsOfExam,
  type Example,
  examplesOf,
  examplesOfExam,
  foldOf,
  oddExamples,
  playedBusinesses,
} from './examples.ts';

const MODELS = join(import.meta.dirname, '..');
const EXAM = 'exam ';

const CACHE = process.env.CACHE ?? '/tmp/ranker-examples.json';
const readers = process.argv[process.argv.indexOf('--readers') + 1]!;
const show = process.argv.includes('--show');

/** What the reader says of a business that it was trained on is too good to be true: each is read by one that never saw it. */
const FOLDS: Record<number, string> = { 0: 'fold-0', 1: 'fold-0', 2: 'fold-0', 3: 'fold-3', 4: 'fold-3' };

/** The models, with another reader. */
function modelsWith(reader: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  for (const name of ['encoder', 'risk', 'intents', 'tagger']) symlinkSync(join(MODELS, name), join(folder, name));
  mkdirSync(join(folder, 'context'));
  symlinkSync(resolve(reader), join(folder, 'context/context-int8.onnx'));
  return folder;
}

async function collect(): Promise<Example[]> {
  if (existsSync(CACHE) && !process.argv.includes('--fresh')) return JSON.parse(readFileSync(CACHE, 'utf8'));
  const industries = await loadIndustries();
  const all: Example[] = [];
  const played = [...playedBusinesses().entries()];
  const configs = new Map(businesses.map(({ config }) => [String(config.name), config]));
  for (const fold of new Set(Object.values(FOLDS))) {
    const encoder = openEncoder({ folder: modelsWith(`${readers}/${fold}.onnx`), cached: 50_000 });
    const nlu = createNlu(encoder);
    for (const [index, one] of played)
      if (FOLDS[index % 5] === fold)
        for (const example of [
          ...(await examplesOf(one, industries, nlu)),
          ...(await oddExamples(one, index, industries, nlu)),
          ...(await checkupExamples(one, industries, nlu)),
        ])
          all.push({ ...example, fold: index % 5 });
    const decided = decisionsOfExam().filter(({ business }) => FOLDS[foldOf(business)] === fold);
    for (const example of await examplesOfExam(decided, industries, nlu, configs))
      all.push({ ...example, fold: foldOf(example.business.slice(EXAM.length)) });
    await encoder.close();
    console.log(fold, all.length);
  }
  writeFileSync(CACHE, JSON.stringify(all));
  return all;
}

const examples = await collect();
const names = [...new Set(examples.map(({ business }) => business))];
const train = examples.filter(({ fold }) => fold !== 0);
const validate = examples.filter(({ fold }) => fold === 0);
console.log(`${names.length} businesses, ${train.length} to train, ${validate.length} held back`);

/** These are fewer, and none of them is in doubt. */
const OF_EXAM = 2;
const RATE = 0.05,
  EPOCHS = 120,
  DECAY = Number(process.env.DECAY ?? 1e-3);
function fit(all: readonly Example[]): Weights {
  const weights: Weights = {};
  const m: Weights = {},
    v: Weights = {};
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const gradient: Weights = {};
    for (const { candidates, business } of all) {
      const weight = business.startsWith(EXAM) ? OF_EXAM : 1;
      const likely = likelihoods(candidates.map(({ features }) => scoreOf(features, weights)));
      const right = candidates.reduce((sum, { isRight }, i) => sum + (isRight ? likely[i]! : 0), 0) || 1e-9;
      candidates.forEach(({ features, isRight }, i) => {
        const step = weight * (likely[i]! - (isRight ? likely[i]! / right : 0));
        for (const name in features) gradient[name] = (gradient[name] ?? 0) + (step * features[name]!) / all.length;
      });
    }
    for (const name in gradient) {
      const g = gradient[name]! + DECAY * (weights[name] ?? 0);
      m[name] = 0.9 * (m[name] ?? 0) + 0.1 * g;
      v[name] = 0.999 * (v[name] ?? 0) + 0.001 * g * g;
      const step = m[name]! / (1 - 0.9 ** epoch) / (Math.sqrt(v[name]! / (1 - 0.999 ** epoch)) + 1e-8);
      weights[name] = (weights[name] ?? 0) - RATE * step;
    }
  }
  return weights;
}

function measure(all: readonly Example[], weights: Weights) {
  let first = 0,
    loss = 0;
  const sure: [number, boolean][] = [];
  for (const { candidates, text } of all) {
    const likely = likelihoods(candidates.map(({ features }) => scoreOf(features, weights)));
    const best = likely.indexOf(Math.max(...likely));
    const right = candidates.reduce((sum, { isRight }, i) => sum + (isRight ? likely[i]! : 0), 0);
    first += candidates[best]!.isRight ? 1 : 0;
    loss -= Math.log(right || 1e-9);
    sure.push([likely[best]!, candidates[best]!.isRight]);
    if (show && !candidates[best]!.isRight)
      console.log(
        `${likely[best]!.toFixed(2)} ${text}\n     chose ${candidates[best]!.name}\n     right ${candidates
          .map((c, i) => [c, likely[i]!] as const)
          .filter(([c]) => c.isRight)
          .sort((a, b) => b[1] - a[1])
          .slice(0, 2)
          .map(([c, p]) => `${c.name} ${p.toFixed(2)}`)
          .join(' | ')}`,
      );
  }
  const calibrated = [0.3, 0.4, 0.5, 0.6, 0.7].map((t) => {
    const of = sure.filter(([p]) => p >= t);
    return `≥${t}: ${(of.length / all.length).toFixed(2)} at ${(of.filter(([, ok]) => ok).length / of.length).toFixed(2)}`;
  });
  return `first ${(first / all.length).toFixed(3)}, loss ${(loss / all.length).toFixed(3)}; ${calibrated.join('  ')}`;
}

const weights = fit(train);
console.log('train', measure(train, weights));
const isExam = ({ business }: Example) => business.startsWith('exam ');
console.log(
  'held, played',
  measure(
    validate.filter((each) => !isExam(each)),
    weights,
  ),
);
console.log('held, exam  ', measure(validate.filter(isExam), weights));
const final = process.argv.includes('--all') ? fit(examples) : weights;
writeFileSync(
  WEIGHTS_FILE,
  `${JSON.stringify(
    Object.fromEntries(
      Object.entries(final)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]),
    ),
    null,
    2,
  )}\n`,
);
