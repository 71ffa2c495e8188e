// Trains the action ranker on labelled conversations: node models/ranker/train.ts --readers FOLDER
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createNlu } from '../../src/features/assistant/predict-intent.ts';
import { computeScore, softmax, WEIGHTS_FILE, type Weights } from '../../src/features/assistant/rank/ranker.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { businesses } from '../../test/exam/cases.ts';
import {
  createCheckupExamples,
  createDialogueExamples,
  createExamExamples,
  createOutOfScopeExamples,
  type Example,
  getFold,
  readExamDecisions,
  readPlayedBusinesses,
} from './examples.ts';

const MODELS = join(import.meta.dirname, '..');
const EXAM_PREFIX = 'exam ';

const CACHE_FILE = process.env.CACHE ?? '/tmp/ranker-examples.json';
const readersFolder = process.argv[process.argv.indexOf('--readers') + 1]!;
const showMistakes = process.argv.includes('--show');

/**
 * Which context reader to use for each fold: one that was not trained on its businesses, since predictions on training
 * data are too good.
 */
const READER_OF_FOLD: Record<number, string> = { 0: 'fold-0', 1: 'fold-0', 2: 'fold-0', 3: 'fold-3', 4: 'fold-3' };

/** A models folder with another context reader. */
function linkModelsFolder(reader: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  for (const name of ['encoder', 'risk', 'intents', 'tagger']) symlinkSync(join(MODELS, name), join(folder, name));
  mkdirSync(join(folder, 'context'));
  symlinkSync(resolve(reader), join(folder, 'context/context-int8.onnx'));
  return folder;
}

async function collectExamples(): Promise<Example[]> {
  if (existsSync(CACHE_FILE) && !process.argv.includes('--fresh')) return JSON.parse(readFileSync(CACHE_FILE, 'utf8'));
  const industries = await loadIndustries();
  const examples: Example[] = [];
  const playedBusinessEntries = [...readPlayedBusinesses().entries()];
  const configs = new Map(businesses.map(({ config }) => [String(config.name), config]));
  for (const fold of new Set(Object.values(READER_OF_FOLD))) {
    const encoder = openEncoder({ folder: linkModelsFolder(`${readersFolder}/${fold}.onnx`), cacheSize: 50_000 });
    const nlu = createNlu(encoder);
    for (const [index, played] of playedBusinessEntries)
      if (READER_OF_FOLD[index % 5] === fold)
        for (const example of [
          ...(await createDialogueExamples(played, industries, nlu)),
          ...(await createOutOfScopeExamples(played, index, industries, nlu)),
          ...(await createCheckupExamples(played, industries, nlu)),
        ])
          examples.push({ ...example, fold: index % 5 });
    const decisions = readExamDecisions().filter(({ business }) => READER_OF_FOLD[getFold(business)] === fold);
    for (const example of await createExamExamples(decisions, industries, nlu, configs))
      examples.push({ ...example, fold: getFold(example.business.slice(EXAM_PREFIX.length)) });
    await encoder.close();
    console.log(fold, examples.length);
  }
  writeFileSync(CACHE_FILE, JSON.stringify(examples));
  return examples;
}

const examples = await collectExamples();
const businessNames = [...new Set(examples.map(({ business }) => business))];
const trainingSet = examples.filter(({ fold }) => fold !== 0);
const validationSet = examples.filter(({ fold }) => fold === 0);
console.log(`${businessNames.length} businesses, ${trainingSet.length} to train, ${validationSet.length} held back`);

/** Exam examples are fewer and their labels certain, so they count more. */
const EXAM_WEIGHT = 2;
const LEARNING_RATE = 0.05,
  EPOCHS = 120,
  WEIGHT_DECAY = Number(process.env.DECAY ?? 1e-3);
function fit(trainingExamples: readonly Example[]): Weights {
  const weights: Weights = {};
  const momentum: Weights = {},
    variance: Weights = {};
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const gradient: Weights = {};
    for (const { candidates, business } of trainingExamples) {
      const weight = business.startsWith(EXAM_PREFIX) ? EXAM_WEIGHT : 1;
      const probabilities = softmax(candidates.map(({ features }) => computeScore(features, weights)));
      const correctProbability =
        candidates.reduce((sum, { isRight }, i) => sum + (isRight ? probabilities[i]! : 0), 0) || 1e-9;
      candidates.forEach(({ features, isRight }, i) => {
        const step = weight * (probabilities[i]! - (isRight ? probabilities[i]! / correctProbability : 0));
        for (const name in features)
          gradient[name] = (gradient[name] ?? 0) + (step * features[name]!) / trainingExamples.length;
      });
    }
    for (const name in gradient) {
      const slope = gradient[name]! + WEIGHT_DECAY * (weights[name] ?? 0);
      momentum[name] = 0.9 * (momentum[name] ?? 0) + 0.1 * slope;
      variance[name] = 0.999 * (variance[name] ?? 0) + 0.001 * slope * slope;
      const step = momentum[name]! / (1 - 0.9 ** epoch) / (Math.sqrt(variance[name]! / (1 - 0.999 ** epoch)) + 1e-8);
      weights[name] = (weights[name] ?? 0) - LEARNING_RATE * step;
    }
  }
  return weights;
}

function measure(measuredExamples: readonly Example[], weights: Weights) {
  let correctCount = 0,
    loss = 0;
  const confidences: [number, boolean][] = [];
  for (const { candidates, text } of measuredExamples) {
    const probabilities = softmax(candidates.map(({ features }) => computeScore(features, weights)));
    const bestIndex = probabilities.indexOf(Math.max(...probabilities));
    const correctProbability = candidates.reduce((sum, { isRight }, i) => sum + (isRight ? probabilities[i]! : 0), 0);
    correctCount += candidates[bestIndex]!.isRight ? 1 : 0;
    loss -= Math.log(correctProbability || 1e-9);
    confidences.push([probabilities[bestIndex]!, candidates[bestIndex]!.isRight]);
    if (showMistakes && !candidates[bestIndex]!.isRight)
      console.log(
        `${probabilities[bestIndex]!.toFixed(2)} ${text}\n     chose ${candidates[bestIndex]!.name}\n     right ${candidates
          .map((c, i) => [c, probabilities[i]!] as const)
          .filter(([c]) => c.isRight)
          .sort((a, b) => b[1] - a[1])
          .slice(0, 2)
          .map(([c, p]) => `${c.name} ${p.toFixed(2)}`)
          .join(' | ')}`,
      );
  }
  const calibration = [0.3, 0.4, 0.5, 0.6, 0.7].map((threshold) => {
    const confident = confidences.filter(([p]) => p >= threshold);
    return `≥${threshold}: ${(confident.length / measuredExamples.length).toFixed(2)} at ${(confident.filter(([, ok]) => ok).length / confident.length).toFixed(2)}`;
  });
  return `first ${(correctCount / measuredExamples.length).toFixed(3)}, loss ${(loss / measuredExamples.length).toFixed(3)}; ${calibration.join('  ')}`;
}

const weights = fit(trainingSet);
console.log('train', measure(trainingSet, weights));
const isExamExample = ({ business }: Example) => business.startsWith('exam ');
console.log(
  'held, played',
  measure(
    validationSet.filter((each) => !isExamExample(each)),
    weights,
  ),
);
console.log('held, exam  ', measure(validationSet.filter(isExamExample), weights));
const finalWeights = process.argv.includes('--all') ? fit(examples) : weights;
writeFileSync(
  WEIGHTS_FILE,
  `${JSON.stringify(
    Object.fromEntries(
      Object.entries(finalWeights)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]),
    ),
    null,
    2,
  )}\n`,
);
