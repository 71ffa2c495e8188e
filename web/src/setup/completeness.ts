// Which parts of the setup are complete, not counting sample content.
import type { Key } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { countSamples, findKeepableSamples, isSampleField } from '../business/samples.ts';

export const hasContact = (businessDocument: EditableDocument) => {
  const contact = (businessDocument.contact ?? {}) as Record<string, string | undefined>;
  const isFilledIn = (name: string) => Boolean(contact[name]) && !isSampleField(businessDocument, `/contact/${name}`);
  return businessDocument.industry !== null && ['phone', 'email', 'address'].some(isFilledIn);
};

export const hasHours = (businessDocument: EditableDocument) =>
  findKeepableSamples(businessDocument, HOURS_FIELDS).length === 0 &&
  Object.values((businessDocument.hours ?? {}) as Record<string, unknown[]>).some((periods) => periods.length > 0);

export const ABOUT_FIELDS = ['name', 'description', 'contact', 'timezone', 'currency'];
export const HOURS_FIELDS = ['hours', 'closures'];

/** `offer` is about what the business sells: a menu, services or products. */
export const STEPS = ['industry', 'business', 'hours', 'offer', 'website'] as const;
export type Step = (typeof STEPS)[number];

/** The steps that are done, for setup and Home alike. */
export const findDoneSteps = (businessDocument: EditableDocument, widgetKeys: Key[]): Record<Step, boolean> => ({
  industry: businessDocument.industry !== null,
  business: hasContact(businessDocument),
  hours: hasHours(businessDocument),
  offer: businessDocument.industry !== null && !hasIndustrySamples(businessDocument),
  website: widgetKeys.length > 0,
});

/** The samples that earlier steps left, which customers still do not see. None in the last step, which lists them itself. */
export function findSkippedSamples(
  businessDocument: EditableDocument,
  currentStep: Step,
): { step: Step; pointers: string[] }[] {
  const fieldsByStep: Partial<Record<Step, string[]>> = { business: [...ABOUT_FIELDS, 'handoff'], hours: HOURS_FIELDS };
  if (currentStep === STEPS.at(-1)) return [];
  return STEPS.slice(0, STEPS.indexOf(currentStep))
    .map((step) => ({ step, pointers: findKeepableSamples(businessDocument, fieldsByStep[step] ?? []) }))
    .filter(({ pointers }) => pointers.length > 0);
}

/** The parts of the industries' sections that still contain samples. */
export const findIndustrySamplePointers = (businessDocument: EditableDocument): string[] =>
  countSamples(businessDocument)
    .map(({ pointer }) => pointer)
    .filter((pointer) => businessDocument.industries.includes(pointer.split('/')[1]!));

export const hasIndustrySamples = (businessDocument: EditableDocument) =>
  findIndustrySamplePointers(businessDocument).length > 0;
