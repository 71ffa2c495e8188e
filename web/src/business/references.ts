import { createContext, useContext } from 'react';
import type { Schema } from './schema.ts';

type Entry = { id: string; name: string };

/** The document with unsaved changes, from which reference fields take their choices. */
export const DocumentContext = createContext<Record<string, unknown>>({});

const REFERENCE_TITLE = /^Ids in (\w+)\.(\w+)$/;

/** The entries a field may reference, if its schema says so. New entries have no id until they are saved. */
export const useReferencedEntries = (schema: Schema): Entry[] | undefined =>
  referencedEntries(schema, useContext(DocumentContext));

export function referencedEntries({ title = '' }: Schema, document: Record<string, unknown>): Entry[] | undefined {
  const [, section, list] = REFERENCE_TITLE.exec(title) ?? [];
  const entries = section && list ? (document[section] as Record<string, Entry[]> | undefined)?.[list] : undefined;
  return entries?.filter(({ id, name }) => id && name);
}
