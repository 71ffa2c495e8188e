import { type Static, type TSchema, Type } from 'typebox';
import { EntryId } from '../capability/document.ts';
import type { FieldError } from '../kernel/problem.ts';

/** Optional in requests, but typed as required because validation fills in the default. */
export const WithDefault = <T extends TSchema>(schema: T, value: Static<T>) =>
  Type.Optional({ ...schema, default: value }) as unknown as T;

/** Optional in requests, but typed as required because storing generates it. `check` functions run before that. */
export const GeneratedId = Type.Optional(EntryId) as unknown as typeof EntryId;

/** Normalizes a name for comparison: ignores case, accents, extra spaces, and the kind of apostrophe. */
export function normalizeName(text: string): string {
  const withoutAccents = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'");
  return withoutAccents.toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Short forms of a category name: "Big Pots & Plates" is also "big pots", "plates" and "big plates". */
export function listShortNames(name: string): string[] {
  const [first, second, more] = name.split(/\s*(?:&|\+|\/|,|\band\b)\s*/i).filter(Boolean);
  if (!first || !second || more) return [];
  const firstWords = first.split(' ').slice(0, -1).join(' ');
  return [first, second, ...(firstWords ? [`${firstWords} ${second}`] : [])];
}

export const isSameName = (a: string, b: string) => normalizeName(a) === normalizeName(b);

type Entry = { id?: string; name: string };

/** Finds an entry by id or name; ids take precedence. */
export const findEntry = <E extends Entry>(entries: readonly E[], idOrName: string): E | undefined =>
  createEntryFinder(entries)(idOrName);

/** Narrows a word search to the entry with exactly this name, if there is one. */
export function preferExactName<E extends Entry>(entries: readonly E[], searchText: string | undefined): readonly E[] {
  const exactMatches = searchText === undefined ? [] : entries.filter(({ name }) => isSameName(name, searchText));
  return exactMatches.length === 1 ? exactMatches : entries;
}

/** Like `findEntry`, but indexes the list once for many lookups. */
function createEntryFinder<E extends Entry>(entries: readonly E[]): (wanted: string) => E | undefined {
  const firstById = indexFirstBy(entries, ({ id }) => id);
  let normalizedIndex: { ids: Map<string, E>; names: Map<string, E> } | undefined;
  return (idOrName) => {
    const found = firstById.get(idOrName);
    if (found) return found;
    normalizedIndex ??= {
      ids: indexFirstBy(entries, ({ id }) => (id === undefined ? undefined : normalizeName(id))),
      names: indexFirstBy(entries, ({ name }) => normalizeName(name)),
    };
    const normalizedQuery = normalizeName(idOrName);
    return normalizedIndex.ids.get(normalizedQuery) ?? normalizedIndex.names.get(normalizedQuery);
  };
}

function indexFirstBy<E>(entries: readonly E[], keyOf: (entry: E) => string | undefined): Map<string, E> {
  const firstByKey = new Map<string, E>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined && !firstByKey.has(key)) firstByKey.set(key, entry);
  }
  return firstByKey;
}

/** Returns a lookup of the people whose list of ids or names includes an entry. A person without a list has all entries. */
export function createPeopleLookup<P, E extends Entry>(
  people: readonly P[],
  getEntryNames: (person: P) => readonly string[] | undefined,
  entries: readonly E[],
): (entry: E) => P[] {
  const find = createEntryFinder(entries);
  const entrySets = people.map((person) => {
    const names = getEntryNames(person);
    return names && new Set(names.map(find));
  });
  return (entry) => people.filter((_, index) => entrySets[index]?.has(entry) ?? true);
}

/** Whether the texts together contain every wanted word. */
export function containsWords(query: string, texts: readonly (string | undefined)[]): boolean {
  const searchedText = normalizeName(texts.filter(Boolean).join(' '));
  return normalizeName(query)
    .split(' ')
    .every((word) => searchedText.includes(word));
}

/** Distinct values in order of first appearance; undefined is dropped. */
export function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

export function findDuplicateErrors(
  values: readonly (string | undefined)[],
  buildPointer: (index: number) => string,
): FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    if (seen.has(value)) return [{ pointer: buildPointer(index), detail: `${value} is used twice in this list` }];
    seen.add(value);
    return [];
  });
}

export const findDuplicateIdErrors = (entries: readonly { id?: string }[], listPointer: string): FieldError[] =>
  findDuplicateErrors(
    entries.map(({ id }) => id),
    (index) => `${listPointer}/${index}/id`,
  );

/** Customers ask for people by name, so a duplicate name would be ambiguous. */
export const findDuplicateNameErrors = (people: readonly { name: string }[], listPointer: string): FieldError[] =>
  findDuplicateErrors(
    people.map(({ name }) => normalizeName(name)),
    (index) => `${listPointer}/${index}/name`,
  );

/** Errors for names or ids that match no entry. */
export function findUnknownNameErrors(
  names: readonly string[] | undefined,
  entries: readonly Entry[],
  { pointer, what }: { pointer: string; what: string },
): FieldError[] {
  const find = createEntryFinder(entries);
  return (names ?? []).flatMap((name, index) =>
    find(name) ? [] : [{ pointer: `${pointer}/${index}`, detail: `there is no ${what} ${name}` }],
  );
}
