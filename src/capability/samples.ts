// Starter content shows a new owner how things work. What the owner has neither changed nor kept is never told to real
// customers: for them it is as if it were not there.
import { isDeepStrictEqual } from 'node:util';
import { BARE, type Business } from './document.ts';
import { isFilled, isObject, valueAt } from './pointer.ts';

type Fields = Record<string, unknown>;
type Document = Fields & { samples?: readonly string[] };

/** Entries of lists carry a mark of their own, and settings, such as the time zone, tell nobody anything. */
const TOLD = ['/description', '/greeting', '/hours'];
const TOLD_PARTS = ['contact', 'policies', 'handoff'];

/** The single fields of starter content that customers would be told. `own` is an industry's part, by its name. */
export function sampleFieldsOf(common: Fields, own: Record<string, Fields>): string[] {
  const parts = [
    ...TOLD_PARTS.flatMap((part) => Object.keys(common[part] ?? {}).map((name) => `/${part}/${name}`)),
    ...Object.entries(own).flatMap(([part, fields]) =>
      Object.keys(fields)
        .filter((name) => typeof fields[name] !== 'object')
        .map((name) => `/${part}/${name}`),
    ),
  ];
  return [...TOLD.filter((pointer) => isFilled(valueAt(common, pointer))), ...parts];
}

/** What is still a sample after a change: what is changed or gone is not. Who sends `samples` says it themselves. */
export const samplesAfter = (current: Document, next: Document): string[] =>
  (next.samples ?? []).filter((pointer) => {
    const value = typeof pointer === 'string' ? valueAt(next, pointer) : undefined;
    const wasSample = current.samples?.includes(pointer);
    return value !== undefined && (!wasSample || isDeepStrictEqual(value, valueAt(current, pointer)));
  });

const owned = new WeakMap<Business, Business>();

/** The same object for the same document: what was learned of it is kept with it. */
export function withoutSamples(document: Business): Business {
  const known = owned.get(document) ?? withoutFields(withoutEntries(document) as Business, document.samples ?? []);
  owned.set(document, known);
  return known;
}

/** As customers get it: real ones nothing but what is the business's own, those of the sandbox all of it. */
export const asCustomersSee = (document: Business, mode: 'live' | 'test'): Business =>
  mode === 'live' ? withoutSamples(document) : document;

export const isSample = (entry: unknown): boolean => isObject(entry) && entry.sample === true;

function withoutEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isSample(entry)).map(withoutEntries);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, withoutEntries(own)]));
}

function withoutFields(document: Business, pointers: readonly string[]): Business {
  const { samples: _, ...next } = document;
  for (const pointer of pointers) {
    const [, field = '', name] = pointer.split('/');
    const { [name ?? '']: __, ...rest } = (next[field] ?? {}) as Fields;
    next[field] = name === undefined ? BARE[field] : rest;
  }
  return next as Business;
}
