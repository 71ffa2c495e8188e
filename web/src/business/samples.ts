// Finds sample content in the document, which live customers do not see.

import type { Entry } from './csv.ts';
import type { Document } from './draft.ts';
import { labelOf } from './schema.ts';

const samplePointersOf = (document: Document) => (document.samples ?? []) as string[];
const isContactPointer = (pointer: string) => pointer.startsWith('/contact/');

export const isSampleField = (document: Document, pointer: string) => samplePointersOf(document).includes(pointer);

/** Sample contact details cannot be kept, so forms show them as placeholders. */
export const isPlaceholder = (document: Document, pointer: string) =>
  isContactPointer(pointer) && isSampleField(document, pointer);

type Fields = Record<string, unknown>;
export const samplesIn = (value: unknown) =>
  Array.isArray(value) ? (value as (Fields | null)[]).filter((entry) => entry?.sample === true) : [];

export const valueAt = (document: Document, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Fields | undefined)?.[name], document);

/** The samples of these sections that can be kept together. Not those in tables, whose rows each have a "Keep" button. */
export function keepablePointers(document: Document, sections: readonly string[], changes: Fields = {}): string[] {
  const changedDocument = { ...document, ...changes };
  const isUnchanged = (pointer: string) =>
    JSON.stringify(valueAt(changedDocument, pointer)) === JSON.stringify(valueAt(document, pointer));
  const fieldPointers = samplePointersOf(changedDocument).filter(
    (pointer) => !isContactPointer(pointer) && sections.includes(pointer.split('/')[1]!) && isUnchanged(pointer),
  );
  const hasClosures = sections.includes('closures') && samplesIn(changedDocument.closures).length > 0;
  return hasClosures ? [...fieldPointers, '/closures'] : fieldPointers;
}

/** Drops undefined values and the sample flag, because an edited entry is no longer a sample. */
export const withoutSampleFlag = ({ sample: _, ...entry }: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));

/** The fields that change when these samples are kept. */
export const changesToKeepSamples = (document: Document, pointers: readonly string[]): Fields => ({
  samples: samplePointersOf(document).filter((pointer) => !pointers.includes(pointer)),
  ...(pointers.includes('/closures') ? { closures: (document.closures as Fields[]).map(withoutSampleFlag) } : {}),
});

/** The number of samples by JSON pointer; a single field counts as one. */
export function sampleCounts(document: Document): { pointer: string; count: number }[] {
  const lists = Object.entries(document).flatMap(([field, value]): [string, unknown][] =>
    document.industries.includes(field)
      ? Object.entries(value as object).map(([list, entries]) => [`/${field}/${list}`, entries])
      : [[`/${field}`, value]],
  );
  return [
    ...samplePointersOf(document)
      .filter((pointer) => !isContactPointer(pointer))
      .map((pointer) => ({ pointer, count: 1 })),
    ...lists
      .map(([pointer, entries]) => ({ pointer, count: samplesIn(entries).length }))
      .filter(({ count }) => count > 0),
  ];
}

/** The names of the fields, such as “menu and tables”. */
export const sampleNames = (pointers: readonly string[]) =>
  new Intl.ListFormat('en-US').format(pointers.map((pointer) => labelOf(pointer.split('/').at(-1)!).toLowerCase()));
