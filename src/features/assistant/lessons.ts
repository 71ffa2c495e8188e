// What the classifier of an industry is taught, and the one for other languages, and the weights that were made of it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesIn } from '../../capability/dialogue.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { type Classifier, loadClassifier, trainClassifier } from '../../understanding/intents/classifier.ts';

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

type Lesson = { text: string; intent: string };

/** An industry, what holds without one, or plain questions in other languages than English. */
export type Subject = AnyIndustry | 'abroad' | undefined;
const ABROAD: Record<string, string> = {
  hours: 'general.hours',
  location: 'general.location',
  contact: 'general.contact',
  other: 'unknown',
};

export function lessonsOf(industry: Subject): Lesson[] {
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

const nameOf = (subject: Subject): string => (typeof subject === 'string' ? subject : (subject?.name ?? 'general'));
export const fileOf = (subject: Subject) => join(WEIGHTS, `${nameOf(subject)}.bin`);

/** Weights belong to the very phrases that they were trained on. */
function digestOf(lessons: readonly Lesson[]): Buffer {
  return createHash('sha256').update(JSON.stringify(lessons)).digest();
}

export async function teach(encoder: Encoder, lessons: readonly Lesson[]): Promise<Uint8Array> {
  const vectors = await encoder.encode(lessons.map(({ text }) => text));
  const trained = trainClassifier(lessons.map((lesson, index) => ({ ...lesson, vector: vectors[index]! })));
  return Buffer.concat([digestOf(lessons), trained.save()]);
}

/** The weights that ship; an industry that has none, or whose phrases have changed since, is taught at its first use. */
export async function loadLessons(encoder: Encoder, industry: Subject): Promise<Classifier> {
  const lessons = lessonsOf(industry);
  const digest = digestOf(lessons);
  const shipped = readShipped(industry, digest);
  return shipped ?? loadClassifier(Buffer.from(await teach(encoder, lessons)).subarray(digest.length));
}

/** Whether the weights that ship belong to the phrases as they are, and to the method. */
export const isCurrent = (industry: Subject): boolean =>
  readShipped(industry, digestOf(lessonsOf(industry))) !== undefined;

function readShipped(industry: Subject, digest: Buffer): Classifier | undefined {
  try {
    const bytes = readFileSync(fileOf(industry));
    const isTheirs = bytes.subarray(0, digest.length).equals(digest);
    return isTheirs ? loadClassifier(bytes.subarray(digest.length)) : undefined;
  } catch {
    return undefined;
  }
}
