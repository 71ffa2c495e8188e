// node models/claims/train.ts: trains models/claims/claims.bin on models/claims/data, and evaluates it with --folds.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  extractClaimFeatures,
  FEATURE_COUNT,
  type SparseFeatures,
} from '../../src/features/assistant/llm/guard/claim-features.ts';
import {
  CLAIMS,
  type Claim,
  type ClaimModel,
  type ClaimWeights,
  EMBEDDED_CLAIMS,
  scoreClaim,
  serializeClaimModel,
} from '../../src/features/assistant/llm/guard/claim-model.ts';
import { openEncoder } from '../../src/nlu/encoder/encoder.ts';
import { VECTOR_SIZE } from '../../src/nlu/encoder/quantized-vector.ts';
import { createFeatureTable, trainHyperplane } from '../../src/nlu/intents/svm.ts';

/** `deed` is set where only that claim was labelled. */
type LabelledSentence = { text: string; kind: string; lang: string; industry: string; deed?: boolean };
type Example = LabelledSentence & { position: number; features: SparseFeatures; embedding: Float32Array };

const SVM_OPTIONS = { cost: 1, maxRounds: 60, tolerance: 0.05 };
const FOLDS = 5;
const REPORTED_THRESHOLDS = [0.3, 0.2, 0.1, 0, -0.1, -0.2, -0.3, -0.5];

/** The service's own messages, from its catalogue. */
const OWN_MESSAGE = 'own';
/** Real answers of language models: no deeds, and unlabelled otherwise. */
const MODEL_REPLY = 'reply';
/** Kinds of sentences that were labelled for deeds alone and may contain these claims as well, so they are left out. */
const UNLABELLED_KINDS: Readonly<Record<Claim, readonly string[]>> = {
  deed: [OWN_MESSAGE],
  health: ['fact', MODEL_REPLY],
  food: ['fact', OWN_MESSAGE, MODEL_REPLY],
  promise: ['fact', 'money', 'offer', 'membership', MODEL_REPLY],
};

/** Whether it makes the claim; undefined if unlabelled. */
function isClaim({ deed, kind }: LabelledSentence, claim: Claim): boolean | undefined {
  if (deed === undefined) return kind === claim;
  if (UNLABELLED_KINDS[claim].includes(kind)) return undefined;
  return claim === 'deed' ? deed : false;
}

const ENGLISH = 'en';
const NO_EMBEDDING = new Float32Array(VECTOR_SIZE);
const encoder = openEncoder();

/** The encoder supports English only. */
const toExamples = (sentences: readonly LabelledSentence[]): Promise<Example[]> =>
  Promise.all(
    sentences.map(async (sentence, index) => {
      const [embedding] = sentence.lang === ENGLISH ? await encoder.encode([sentence.text]) : [];
      return {
        ...sentence,
        position: index / sentences.length,
        features: extractClaimFeatures(sentence.text),
        embedding: embedding ?? NO_EMBEDDING,
      };
    }),
  );
const readJsonLines = (file: URL) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledSentence);

/** The service's messages in one language (the keys are English): none gives advice or makes a promise. */
function readOwnMessages(file: string, lang = file.slice(0, 2)): LabelledSentence[] {
  const messages = JSON.parse(readFileSync(new URL(file, catalogueFolder), 'utf8')) as Record<string, string>;
  return toSentences(lang === ENGLISH ? Object.keys(messages) : Object.values(messages), lang);
}

const toSentences = (texts: readonly string[], lang: string): LabelledSentence[] =>
  texts
    .filter((text) => !text.includes(', select') && !text.includes(', plural') && text.length > MIN_TEXT_LENGTH)
    .map((text) => ({ text: text.replaceAll(/[{}]/g, ''), kind: OWN_MESSAGE, lang, industry: '', deed: false }));

const MIN_TEXT_LENGTH = 12;
const dataFolder = new URL('data/', import.meta.url);
const catalogueFolder = new URL('../../src/messages/', import.meta.url);
const listFiles = (folder: URL, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
const sentencesByFile = [
  ...listFiles(dataFolder, '.jsonl').map((name) => readJsonLines(new URL(name, dataFolder))),
  ...listFiles(catalogueFolder, '.json').map((name) => readOwnMessages(name)),
  readOwnMessages('de.json', ENGLISH),
];
const examples: Example[] = [];
for (const sentences of sentencesByFile) examples.push(...(await toExamples(sentences)));
await encoder.close();
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** With text features alone, or with the embeddings of English sentences as well. */
function trainClassifier(trainingSet: readonly Example[], claim: Claim, usesEmbedding: boolean): ClaimWeights {
  const labelled = trainingSet.filter((example) => isClaim(example, claim) !== undefined);
  const table = createFeatureTable(
    labelled.map(({ embedding }) => (usesEmbedding ? embedding : NO_EMBEDDING)),
    labelled.map(({ features }) => features),
    FEATURE_COUNT,
  );
  const { sparse, bias, dense } = trainHyperplane(
    table,
    (row) => isClaim(labelled[row]!, claim) === true,
    SVM_OPTIONS,
    1,
  );
  const weightScale = sparse.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127;
  return {
    bias,
    weightScale,
    embeddingWeights: dense,
    featureWeights: Int8Array.from(sparse, (weight) => Math.round(weight / weightScale)),
  };
}

/** Scores each example with a model that has not seen its fold. */
function crossValidate(
  claim: Claim,
  usesEmbedding: boolean,
  getFold: (example: Example, index: number) => number,
): Map<Example, number> {
  const scores = new Map<Example, number>();
  for (const fold of new Set(examples.map(getFold))) {
    const classifier = trainClassifier(
      examples.filter((example, index) => getFold(example, index) !== fold),
      claim,
      usesEmbedding,
    );
    for (const [index, example] of examples.entries())
      if (getFold(example, index) === fold && isClaim(example, claim) !== undefined)
        scores.set(example, scoreClaim(classifier, example.features, example.embedding));
  }
  return scores;
}

function report(claim: Claim, name: string, scores: ReadonlyMap<Example, number>): void {
  const rows = [...scores];
  const formatShareAbove = (group: typeof rows, threshold: number) =>
    `${((100 * group.filter(([, score]) => score > threshold).length) / (group.length || 1)).toFixed(1)} %`;
  const describeShares = (group: typeof rows, threshold: number) =>
    [true, false]
      .map((isPositive) =>
        formatShareAbove(
          group.filter(([example]) => isClaim(example, claim) === isPositive),
          threshold,
        ),
      )
      .join(', ');
  printLine(`\n${claim}, ${name}: share of claims heard, and of the rest taken for one`);
  for (const threshold of REPORTED_THRESHOLDS)
    printLine(`  threshold ${threshold}: ${describeShares(rows, threshold)}`);
  for (const lang of new Set(rows.map(([example]) => example.lang))) {
    const languageRows = rows.filter(([example]) => example.lang === lang);
    printLine(`  ${lang}: at 0 ${describeShares(languageRows, 0)}; at -0.2 ${describeShares(languageRows, -0.2)}`);
  }
}

const getFoldByPosition = ({ position }: Example) => Math.floor(position * 25) % FOLDS;
if (process.argv.includes('--folds')) {
  for (const claim of CLAIMS) {
    const byLine = crossValidate(claim, false, (_, index) => (index * 7919) % FOLDS);
    report(claim, 'five folds by line', byLine);
    report(claim, 'five folds by place in the file', crossValidate(claim, false, getFoldByPosition));
    const byLanguage = crossValidate(claim, false, ({ lang }) => lang.charCodeAt(0) * 256 + lang.charCodeAt(1));
    report(claim, 'one language held back', byLanguage);
  }
  for (const claim of EMBEDDED_CLAIMS)
    report(claim, 'with the encoder, by place in the file', crossValidate(claim, true, getFoldByPosition));
}
const startedAt = performance.now();
const bytes = serializeClaimModel({
  textOnly: Object.fromEntries(
    CLAIMS.map((claim) => [claim, trainClassifier(examples, claim, false)]),
  ) as ClaimModel['textOnly'],
  withEmbedding: Object.fromEntries(
    EMBEDDED_CLAIMS.map((claim) => [claim, trainClassifier(examples, claim, true)]),
  ) as ClaimModel['withEmbedding'],
});
writeFileSync(new URL('claims.bin', import.meta.url), bytes);
printLine(
  `${examples.length} sentences, ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${Math.ceil(bytes.length / 1000)} KB`,
);
