// Which parts of the setup are complete, not counting sample content.
import type { Key } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { isSampleField, samplesLeft } from '../business/samples.ts';

export const hasContact = (document: Document) => {
  const contact = (document.contact ?? {}) as Record<string, string | undefined>;
  const isFilledIn = (name: string) => Boolean(contact[name]) && !isSampleField(document, `/contact/${name}`);
  return document.industry !== null && ['phone', 'email', 'address'].some(isFilledIn);
};

export const hasHours = (document: Document) =>
  !isSampleField(document, '/hours') &&
  Object.values((document.hours ?? {}) as Record<string, unknown[]>).some((periods) => periods.length > 0);

export const STEPS = ['industry', 'business', 'hours', 'offer', 'website'] as const;
export type Step = (typeof STEPS)[number];

/** The steps that are done, for setup and Home alike. */
export const doneSteps = (document: Document, widgetKeys: Key[]): Record<Step, boolean> => ({
  industry: document.industry !== null,
  business: hasContact(document),
  hours: hasHours(document),
  offer: document.industry !== null && !hasSamples(document),
  website: widgetKeys.length > 0,
});

/** Whether the industry's section still contains samples. */
export const hasSamples = (document: Document) =>
  samplesLeft(document).some(({ pointer }) => document.industries.includes(pointer.split('/')[1]!));
