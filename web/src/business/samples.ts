// Finds sample content in the document, which live customers do not see. The document's `samples` are JSON pointers to
// single fields; entries of lists have a flag `sample`.

import type { Entry } from './csv.ts';
import type { EditableDocument } from './draft.ts';
import { getLabel } from './schema.ts';

const getSamplePointers = (businessDocument: EditableDocument) => (businessDocument.samples ?? []) as string[];
const isContactPointer = (pointer: string) => pointer.startsWith('/contact/');

export const isSampleField = (businessDocument: EditableDocument, pointer: string) =>
  getSamplePointers(businessDocument).includes(pointer);

/** Sample contact details cannot be kept, so forms show them as placeholders. */
export const isPlaceholder = (businessDocument: EditableDocument, pointer: string) =>
  isContactPointer(pointer) && isSampleField(businessDocument, pointer);

type Fields = Record<string, unknown>;
export const findSamples = (value: unknown) =>
  Array.isArray(value) ? (value as (Fields | null)[]).filter((entry) => entry?.sample === true) : [];

export const getValueAt = (businessDocument: EditableDocument, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Fields | undefined)?.[name], businessDocument);

/** The samples of these sections that can be kept together. Not those in tables, whose rows each have a "Keep" button. */
export function findKeepableSamples(
  businessDocument: EditableDocument,
  sections: readonly string[],
  changes: Fields = {},
): string[] {
  const changedDocument = { ...businessDocument, ...changes };
  const isUnchanged = (pointer: string) =>
    JSON.stringify(getValueAt(changedDocument, pointer)) === JSON.stringify(getValueAt(businessDocument, pointer));
  const fieldPointers = getSamplePointers(changedDocument).filter(
    (pointer) => !isContactPointer(pointer) && sections.includes(pointer.split('/')[1]!) && isUnchanged(pointer),
  );
  const hasClosures = sections.includes('closures') && findSamples(changedDocument.closures).length > 0;
  return hasClosures ? [...fieldPointers, '/closures'] : fieldPointers;
}

/** Drops undefined values and the sample flag, because an edited entry is no longer a sample. */
export const removeSampleFlag = ({ sample: _, ...entry }: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));

/** The fields that change when these samples are kept. */
export const buildKeepChanges = (businessDocument: EditableDocument, pointers: readonly string[]): Fields => ({
  samples: getSamplePointers(businessDocument).filter((pointer) => !pointers.includes(pointer)),
  ...(pointers.includes('/closures')
    ? { closures: (businessDocument.closures as Fields[]).map(removeSampleFlag) }
    : {}),
});

/** The number of samples by JSON pointer; a single field counts as one. */
export function countSamples(businessDocument: EditableDocument): { pointer: string; count: number }[] {
  const lists = Object.entries(businessDocument).flatMap(([field, value]): [string, unknown][] =>
    businessDocument.industries.includes(field)
      ? Object.entries(value as object).map(([list, entries]) => [`/${field}/${list}`, entries])
      : [[`/${field}`, value]],
  );
  return [
    ...getSamplePointers(businessDocument)
      .filter((pointer) => !isContactPointer(pointer))
      .map((pointer) => ({ pointer, count: 1 })),
    ...lists
      .map(([pointer, entries]) => ({ pointer, count: findSamples(entries).length }))
      .filter(({ count }) => count > 0),
  ];
}

/** The names of the fields, such as “menu and tables”. */
export const formatSampleNames = (pointers: readonly string[]) =>
  new Intl.ListFormat('en-US').format(pointers.map((pointer) => getLabel(pointer.split('/').at(-1)!).toLowerCase()));
