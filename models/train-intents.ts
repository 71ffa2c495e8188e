// Trains the intent classifiers from the phrases in the source: `npm run train`. Weights that are up to date are kept;
// `npm run train -- --all` trains everything again, after a change to the method itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  arePolicyVectorsCurrent,
  encodePolicyQuestions,
  POLICY_QUESTIONS_FILE,
} from '../src/features/assistant/policy-questions.ts';
import { areTopicsCurrent, TOPICS_FILE, trainTopics } from '../src/features/assistant/topics.ts';
import {
  areWeightsCurrent,
  DECISION_CLASSIFIER_NAMES,
  getWeightsFile,
  listTrainingExamples,
  trainIntents,
} from '../src/features/assistant/training-data.ts';
import { loadIndustries } from '../src/industries/load.ts';
import { openEncoder } from '../src/nlu/encoder/encoder.ts';

const trainAll = process.argv.includes('--all');
const encoder = openEncoder();
mkdirSync(dirname(TOPICS_FILE), { recursive: true });
if (trainAll || !areTopicsCurrent()) writeFileSync(TOPICS_FILE, await trainTopics(encoder));
if (trainAll || !arePolicyVectorsCurrent()) writeFileSync(POLICY_QUESTIONS_FILE, await encodePolicyQuestions(encoder));
for (const industry of [undefined, ...DECISION_CLASSIFIER_NAMES, ...(await loadIndustries())]) {
  const startedAt = performance.now();
  const examples = listTrainingExamples(industry);
  if (!trainAll && areWeightsCurrent(industry)) continue;
  const bytes = await trainIntents(encoder, examples);
  const file = getWeightsFile(industry);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${basename(file, '.bin')}: ${examples.length} phrases, ${Math.round(bytes.length / 1024)} KB, ${seconds} s`,
  );
}
await encoder.close();
