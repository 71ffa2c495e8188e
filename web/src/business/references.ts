import { createContext, useContext } from 'react';
import type { Schema } from './schema.ts';

type ReferencedEntry = { id: string; name: string };

/** The document with unsaved changes, from which reference fields take their choices. */
export const DocumentContext = createContext<Record<string, unknown>>({});

const REFERENCE_TITLE_PATTERN = /^Ids in (\w+)\.(\w+)$/;

/** The entries a field may reference, if its schema says so. New entries have no id until they are saved. */
export const useReferencedEntries = (schema: Schema): ReferencedEntry[] | undefined =>
  findReferencedEntries(schema, useContext(DocumentContext));

export function findReferencedEntries(
  { title = '' }: Schema,
  businessDocument: Record<string, unknown>,
): ReferencedEntry[] | undefined {
  const [, section, list] = REFERENCE_TITLE_PATTERN.exec(title) ?? [];
  const entries =
    section && list ? (businessDocument[section] as Record<string, ReferencedEntry[]> | undefined)?.[list] : undefined;
  return entries?.filter(({ id, name }) => id && name);
}
