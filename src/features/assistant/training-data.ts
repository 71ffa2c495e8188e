// The training data of the intent classifiers, one per industry and a few for single decisions, and their shipped weights.
import { join } from 'node:path';
import { readPhrases } from '../../capability/dialogue.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { type Classifier, loadClassifier, trainClassifier } from '../../nlu/intents/classifier.ts';
import { listQuestionsAbout, POLICIES } from './policy-questions.ts';
import { computeDigest, readShippedFile } from './shipped-file.ts';

/** Intents that every industry has, keyed by the name of their phrase file. */
const GENERAL_INTENTS: Record<string, string> = {
  hours: 'general.hours',
  location: 'general.location',
  contact: 'general.contact',
  greeting: 'general.greeting',
  thanks: 'general.thanks',
  goodbye: 'general.goodbye',
  human: 'general.human',
  complaint: 'general.complaint',
  identity: 'general.identity',
  'booking-find': 'booking.find',
  'booking-change': 'booking.change',
  'booking-cancel': 'booking.cancel',
  faq: 'faq',
  unknown: 'unknown',
};
const WEIGHTS_FOLDER = join(import.meta.dirname, '../../../models/intents');

type TrainingExample = { text: string; intent: string };

/** Classifiers for single decisions: the intents of each, keyed by their phrase file in the folder with the classifier's name. */
const DECISION_CLASSIFIERS = {
  /** Simple questions in languages other than English. */
  abroad: { hours: 'general.hours', location: 'general.location', contact: 'general.contact', other: 'unknown' },
  /** Whether a customer wants what a list left out. */
  rest: { rest: 'rest', other: 'unknown' },
  /** Whether a customer describes something that a nurse or doctor should hear about today. */
  'care-today': { urgent: 'urgent', other: 'unknown' },
} as const satisfies Record<string, Record<string, string>>;

export type DecisionClassifierName = keyof typeof DECISION_CLASSIFIERS;
export const DECISION_CLASSIFIER_NAMES = Object.keys(DECISION_CLASSIFIERS) as DecisionClassifierName[];

/** An industry, no industry, or one of the classifiers for a single decision. */
export type ClassifierScope = AnyIndustry | DecisionClassifierName | undefined;

export function listTrainingExamples(scope: ClassifierScope): TrainingExample[] {
  const readExamples = (folder: string, file: string, intent: string) =>
    readPhrases(join(import.meta.dirname, folder), file).map((text) => ({ text, intent }));
  if (typeof scope === 'string')
    return Object.entries(DECISION_CLASSIFIERS[scope]).flatMap(([file, intent]) => readExamples(scope, file, intent));
  return [
    ...Object.entries(GENERAL_INTENTS).flatMap(([file, intent]) => readExamples('general', file, intent)),
    ...POLICIES.flatMap((policy) => listQuestionsAbout(policy).map((text) => ({ text, intent: 'faq' }))),
    ...(scope?.capabilities ?? []).flatMap(({ name, summary, dialogue: { examples, otherQuestions = [] } }) => [
      ...[summary, ...examples].map((text) => ({ text, intent: name })),
      ...otherQuestions.map((text) => ({ text, intent: 'faq' })),
    ]),
  ];
}

const getScopeName = (scope: ClassifierScope): string =>
  typeof scope === 'string' ? scope : (scope?.name ?? 'general');
export const getWeightsFile = (scope: ClassifierScope) => join(WEIGHTS_FOLDER, `${getScopeName(scope)}.bin`);

export async function trainIntents(encoder: Encoder, examples: readonly TrainingExample[]): Promise<Uint8Array> {
  const vectors = await encoder.encode(examples.map(({ text }) => text));
  const classifier = trainClassifier(
    examples.map((example, index) => ({ ...example, vector: must(vectors[index], 'one vector per example') })),
  );
  return Buffer.concat([computeDigest(examples), classifier.serialize()]);
}

/** Loads the shipped weights. If they are missing, or the phrases have changed, trains a classifier on first use. */
export async function loadIntentClassifier(
  encoder: Encoder,
  scope: ClassifierScope,
  onTraining?: (name: string) => void,
): Promise<Classifier> {
  const examples = listTrainingExamples(scope);
  const digest = computeDigest(examples);
  const shippedClassifier = readWeights(scope, digest);
  if (shippedClassifier) return shippedClassifier;
  onTraining?.(getScopeName(scope));
  return loadClassifier(Buffer.from(await trainIntents(encoder, examples)).subarray(digest.length));
}

/** Whether the shipped weights were trained on the current phrases. */
export const areWeightsCurrent = (scope: ClassifierScope): boolean =>
  readWeights(scope, computeDigest(listTrainingExamples(scope))) !== undefined;

const readWeights = (scope: ClassifierScope, digest: Buffer): Classifier | undefined => {
  const weights = readShippedFile(getWeightsFile(scope), digest);
  return weights && loadClassifier(weights);
};
