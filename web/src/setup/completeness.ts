// Which parts of the setup are complete, not counting sample content.
import type { Key } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { isSampleField, keepablePointers, sampleCounts } from '../business/samples.ts';

export const hasContact = (document: Document) => {
  const contact = (document.contact ?? {}) as Record<string, string | undefined>;
  const isFilledIn = (name: string) => Boolean(contact[name]) && !isSampleField(document, `/contact/${name}`);
  return document.industry !== null && ['phone', 'email', 'address'].some(isFilledIn);
};

export const hasHours = (document: Document) =>
  keepablePointers(document, HOURS_FIELDS).length === 0 &&
  Object.values((document.hours ?? {}) as Record<string, unknown[]>).some((periods) => periods.length > 0);

export const ABOUT_FIELDS = ['name', 'description', 'contact', 'timezone', 'currency'];
export const HOURS_FIELDS = ['hours', 'closures'];

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

/** The samples that earlier steps left, which customers still do not see. None in the last step, which lists them itself. */
export function skippedSamples(document: Document, currentStep: Step): { step: Step; pointers: string[] }[] {
  const fieldsByStep: Partial<Record<Step, string[]>> = { business: [...ABOUT_FIELDS, 'handoff'], hours: HOURS_FIELDS };
  if (currentStep === STEPS.at(-1)) return [];
  return STEPS.slice(0, STEPS.indexOf(currentStep))
    .map((step) => ({ step, pointers: keepablePointers(document, fieldsByStep[step] ?? []) }))
    .filter(({ pointers }) => pointers.length > 0);
}

/** The parts of the industries' sections that still contain samples. */
export const industrySamplePointers = (document: Document): string[] =>
  sampleCounts(document)
    .map(({ pointer }) => pointer)
    .filter((pointer) => document.industries.includes(pointer.split('/')[1]!));

export const hasSamples = (document: Document) => industrySamplePointers(document).length > 0;
