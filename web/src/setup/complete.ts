// What a business has told of itself, and what is still a sample.
import type { Document } from '../business/draft.ts';
import { isSampleField, samplesLeft } from '../business/samples.ts';

export const hasContact = (document: Document) => {
  const contact = (document.contact ?? {}) as Record<string, string | undefined>;
  const isOwn = (name: string) => Boolean(contact[name]) && !isSampleField(document, `/contact/${name}`);
  return document.industry !== null && ['phone', 'email', 'address'].some(isOwn);
};

export const isOpen = (document: Document) =>
  !isSampleField(document, '/hours') &&
  Object.values((document.hours ?? {}) as Record<string, unknown[]>).some((periods) => periods.length > 0);

/** Samples of what the industry offers. */
export const hasSamples = (document: Document) =>
  samplesLeft(document).some(({ at }) => document.industries.includes(at.split('/')[1]!));
