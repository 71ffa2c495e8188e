// Finds sample content in the document, which live customers do not see.
import type { Document } from './draft.ts';

const samplePointersOf = (document: Document) => (document.samples ?? []) as string[];
const isContact = (pointer: string) => pointer.startsWith('/contact/');

export const isSampleField = (document: Document, pointer: string) => samplePointersOf(document).includes(pointer);

/** Sample contact details cannot be kept, so forms show them as placeholders. */
export const isPlaceholder = (document: Document, pointer: string) =>
  isContact(pointer) && isSampleField(document, pointer);

/** The sample fields of these sections that can be kept as they are. */
export const keepablePointers = (document: Document, sections: readonly string[]) =>
  samplePointersOf(document).filter((pointer) => !isContact(pointer) && sections.includes(pointer.split('/')[1]!));

const countSamples = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry) => (entry as { sample?: boolean } | null)?.sample).length : 0;

/** The number of samples by JSON pointer; a single field counts as one. */
export function samplesLeft(document: Document): { pointer: string; count: number }[] {
  const lists = Object.entries(document).flatMap(([field, value]): [string, unknown][] =>
    document.industries.includes(field)
      ? Object.entries(value as object).map(([list, entries]) => [`/${field}/${list}`, entries])
      : [[`/${field}`, value]],
  );
  return [
    ...samplePointersOf(document)
      .filter((pointer) => !isContact(pointer))
      .map((pointer) => ({ pointer, count: 1 })),
    ...lists.map(([pointer, entries]) => ({ pointer, count: countSamples(entries) })).filter(({ count }) => count > 0),
  ];
}
