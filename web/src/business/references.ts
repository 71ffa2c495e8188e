import { createContext, useContext } from 'react';
import type { Schema } from './schema.ts';

type Entry = { id: string; name: string };

/** The document as it stands on the page, in which fields find the entries that they choose from. */
export const Surroundings = createContext<Record<string, unknown>>({});

const TITLE = /^Ids in (\w+)\.(\w+)$/;

/** What a field chooses from, where its schema says so. A new entry has its id once it is saved. */
export const useEntries = (schema: Schema): Entry[] | undefined => entriesIn(schema, useContext(Surroundings));

export function entriesIn({ title = '' }: Schema, document: Record<string, unknown>): Entry[] | undefined {
  const [, part, list] = TITLE.exec(title) ?? [];
  const entries = part && list ? (document[part] as Record<string, Entry[]> | undefined)?.[list] : undefined;
  return entries?.filter(({ id, name }) => id && name);
}
