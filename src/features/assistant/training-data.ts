// The training data of the intent classifiers, one per industry and one for other languages, and their shipped weights.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesIn } from '../../capability/dialogue.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { type Classifier, loadClassifier, trainClassifier } from '../../nlu/intents/classifier.ts';

/** Intents that every industry has, by the file of their phrases. */
const GENERAL: Record<string, string> = {
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
const POLICIES = ['cancellation', 'deposit', 'lateArrival', 'returns'];
const WEIGHTS = join(import.meta.dirname, '../../../models/intents');

type TrainingExample = { text: string; intent: string };

/** An industry, no industry, or simple questions in languages other than English. */
export type ClassifierScope = AnyIndustry | 'abroad' | undefined;
const ABROAD: Record<string, string> = {
  hours: 'general.hours',
  location: 'general.location',
  contact: 'general.contact',
  other: 'unknown',
};

export function trainingExamplesFor(industry: ClassifierScope): TrainingExample[] {
  const said = (folder: string, file: string, intent: string) =>
    phrasesIn(join(import.meta.dirname, folder), file).map((text) => ({ text, intent }));
  if (industry === 'abroad') return Object.entries(ABROAD).flatMap(([file, intent]) => said('abroad', file, intent));
  return [
    ...Object.entries(GENERAL).flatMap(([file, intent]) => said('general', file, intent)),
    ...POLICIES.flatMap((file) => said('policies', file, 'faq')),
    ...(industry?.capabilities ?? []).flatMap(({ name, summary, dialogue }) =>
      [summary, ...dialogue.examples].map((text) => ({ text, intent: name })),
    ),
  ];
}

const nameOf = (subject: ClassifierScope): string =>
  typeof subject === 'string' ? subject : (subject?.name ?? 'general');
export const weightsFileFor = (subject: ClassifierScope) => join(WEIGHTS, `${nameOf(subject)}.bin`);

/** Weights are valid only for the phrases that they were trained on. */
function digestOf(examples: readonly TrainingExample[]): Buffer {
  return createHash('sha256').update(JSON.stringify(examples)).digest();
}

export async function trainIntents(encoder: Encoder, examples: readonly TrainingExample[]): Promise<Uint8Array> {
  const vectors = await encoder.encode(examples.map(({ text }) => text));
  const trained = trainClassifier(
    examples.map((lesson, index) => ({ ...lesson, vector: must(vectors[index], 'a vector of each') })),
  );
  return Buffer.concat([digestOf(examples), trained.save()]);
}

/** Loads the shipped weights; an industry without them, or with changed phrases, is trained at its first use. */
export async function loadIntentClassifier(encoder: Encoder, industry: ClassifierScope): Promise<Classifier> {
  const examples = trainingExamplesFor(industry);
  const digest = digestOf(examples);
  const shipped = readShipped(industry, digest);
  return shipped ?? loadClassifier(Buffer.from(await trainIntents(encoder, examples)).subarray(digest.length));
}

/** Whether the shipped weights match the current phrases and the method. */
export const areWeightsCurrent = (industry: ClassifierScope): boolean =>
  readShipped(industry, digestOf(trainingExamplesFor(industry))) !== undefined;

function readShipped(industry: ClassifierScope, digest: Buffer): Classifier | undefined {
  try {
    const bytes = readFileSync(weightsFileFor(industry));
    const isTheirs = bytes.subarray(0, digest.length).equals(digest);
    return isTheirs ? loadClassifier(bytes.subarray(digest.length)) : undefined;
  } catch {
    return undefined;
  }
}
