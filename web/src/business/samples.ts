// What of the document is still starter content: customers do not see it.
import type { Document } from './draft.ts';

const fieldsOf = (document: Document) => (document.samples ?? []) as string[];
const isContact = (pointer: string) => pointer.startsWith('/contact/');

export const isSampleField = (document: Document, pointer: string) => fieldsOf(document).includes(pointer);

/** Nobody's phone number is kept: forms show what to write instead. */
export const isPlaceholder = (document: Document, pointer: string) =>
  isContact(pointer) && isSampleField(document, pointer);

/** The fields of some sections that can be kept as they are. */
export const keepable = (document: Document, sections: readonly string[]) =>
  fieldsOf(document).filter((pointer) => !isContact(pointer) && sections.includes(pointer.split('/')[1]!));

const countIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry) => (entry as { sample?: boolean } | null)?.sample).length : 0;

/** By place, with how many entries; of a field, one. */
export function samplesLeft(document: Document): { at: string; count: number }[] {
  const lists = Object.entries(document).flatMap(([field, value]): [string, unknown][] =>
    document.industries.includes(field)
      ? Object.entries(value as object).map(([list, entries]) => [`/${field}/${list}`, entries])
      : [[`/${field}`, value]],
  );
  return [
    ...fieldsOf(document)
      .filter((pointer) => !isContact(pointer))
      .map((at) => ({ at, count: 1 })),
    ...lists.map(([at, entries]) => ({ at, count: countIn(entries) })).filter(({ count }) => count > 0),
  ];
}
