import { type Static, type TSchema, Type } from 'typebox';
import { EntryId } from '../capability/document.ts';
import type { FieldError } from '../kernel/problem.ts';

/** May be left out; validation fills it in, so that code may rely on it: to the compiler it is no optional one. */
export const WithDefault = <T extends TSchema>(schema: T, value: Static<T>) =>
  Type.Optional({ ...schema, default: value }) as unknown as T;

/** May be left out; storing makes one, so that code may rely on it: to the compiler it is no optional one. Checks run before that. */
export const GeneratedId = Type.Optional(EntryId) as unknown as typeof EntryId;

/** How names are compared: without regard to case, accents, spaces around and between, and the kind of apostrophe. */
export function normalizeName(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'");
  return bare.toLowerCase().trim().replace(/\s+/g, ' ');
}

/** What a part of the offer is called for short: of "Big Pots & Plates" also "big pots", "plates" and "big plates". */
export function shortNames(name: string): string[] {
  const [first, second, more] = name.split(/\s*(?:&|\+|\/|,|\band\b)\s*/i).filter(Boolean);
  if (!first || !second || more) return [];
  const before = first.split(' ').slice(0, -1).join(' ');
  return [first, second, ...(before ? [`${before} ${second}`] : [])];
}

export const isSame = (a: string, b: string) => normalizeName(a) === normalizeName(b);

type Entry = { id?: string; name: string };

/** By id, or by name. An id is meant before a name that happens to read the same. */
export const findEntry = <E extends Entry>(entries: readonly E[], wanted: string): E | undefined =>
  entryFinder(entries)(wanted);

/** What was asked for by its whole name is meant, though its words may stand in other names too. */
export function asNamed<E extends Entry>(entries: readonly E[], wanted: string | undefined): readonly E[] {
  const named = wanted === undefined ? [] : entries.filter(({ name }) => isSame(name, wanted));
  return named.length === 1 ? named : entries;
}

/** The same for many lookups in one list, each of which would otherwise read all of it. */
function entryFinder<E extends Entry>(entries: readonly E[]): (wanted: string) => E | undefined {
  const exact = firstBy(entries, ({ id }) => id);
  let folded: { ids: Map<string, E>; names: Map<string, E> } | undefined;
  return (wanted) => {
    const found = exact.get(wanted);
    if (found) return found;
    folded ??= {
      ids: firstBy(entries, ({ id }) => (id === undefined ? undefined : normalizeName(id))),
      names: firstBy(entries, ({ name }) => normalizeName(name)),
    };
    const text = normalizeName(wanted);
    return folded.ids.get(text) ?? folded.names.get(text);
  };
}

function firstBy<E>(entries: readonly E[], keyOf: (entry: E) => string | undefined): Map<string, E> {
  const first = new Map<string, E>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined && !first.has(key)) first.set(key, entry);
  }
  return first;
}

/** Which people have an entry in their list of ids or names. One whose list was left out has them all. */
export function peopleWith<P, E extends Entry>(
  people: readonly P[],
  listOf: (person: P) => readonly string[] | undefined,
  entries: readonly E[],
): (entry: E) => P[] {
  const find = entryFinder(entries);
  const lists = people.map((person) => {
    const names = listOf(person);
    return names && new Set(names.map(find));
  });
  return (entry) => people.filter((_, index) => lists[index]?.has(entry) ?? true);
}

/** Whether every word that is looked for stands in one of the texts. */
export function holdsWords(wanted: string, texts: readonly (string | undefined)[]): boolean {
  const text = normalizeName(texts.filter(Boolean).join(' '));
  return normalizeName(wanted)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The values in the order of their first appearance, each once. */
export function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

export function duplicateErrors(
  values: readonly (string | undefined)[],
  pointerOf: (index: number) => string,
): FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    if (seen.has(value)) return [{ pointer: pointerOf(index), detail: `${value} is used twice in this list` }];
    seen.add(value);
    return [];
  });
}

export const duplicateIdErrors = (entries: readonly { id?: string }[], list: string): FieldError[] =>
  duplicateErrors(
    entries.map(({ id }) => id),
    (index) => `${list}/${index}/id`,
  );

/** People are asked for by name, so that two of one name would leave it to chance who is meant. */
export const duplicateNameErrors = (people: readonly { name: string }[], list: string): FieldError[] =>
  duplicateErrors(
    people.map(({ name }) => normalizeName(name)),
    (index) => `${list}/${index}/name`,
  );

/** Names or ids in a list that lead to no entry. */
export function unknownNameErrors(
  names: readonly string[] | undefined,
  entries: readonly Entry[],
  { pointer, what }: { pointer: string; what: string },
): FieldError[] {
  const find = entryFinder(entries);
  return (names ?? []).flatMap((name, index) =>
    find(name) ? [] : [{ pointer: `${pointer}/${index}`, detail: `there is no ${what} ${name}` }],
  );
}
