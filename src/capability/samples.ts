// Starter content shows a new owner how things work. Until the owner edits or keeps a sample, it is hidden from live
// customers.
import { isDeepStrictEqual } from 'node:util';
import { type Business, EMPTY_DOCUMENT } from './document.ts';
import { getValueAt, isFilled, isObject } from './pointer.ts';

type Fields = Record<string, unknown>;
type Document = Fields & {
  /** JSON pointers to the single fields that still hold starter content. */
  samples?: readonly string[];
};

/** List entries carry their own `sample` flag, and settings such as the time zone are never shown to customers. */
const CUSTOMER_VISIBLE_FIELDS = ['/description', '/greeting', '/hours'];
const CUSTOMER_VISIBLE_SECTIONS = ['contact', 'policies', 'handoff'];

/** JSON pointers to the single fields of starter content that customers would see. */
export function findSampleFields(common: Fields, industrySections: Record<string, Fields>): string[] {
  const sectionPointers = [
    ...CUSTOMER_VISIBLE_SECTIONS.flatMap((section) =>
      Object.keys(common[section] ?? {}).map((name) => `/${section}/${name}`),
    ),
    ...Object.entries(industrySections).flatMap(([section, fields]) => findSingleFields(fields, `/${section}`)),
  ];
  return [...CUSTOMER_VISIBLE_FIELDS.filter((pointer) => isFilled(getValueAt(common, pointer))), ...sectionPointers];
}

/** Pointers to the fields that are not lists, including those inside a group such as the refills of a practice. */
const findSingleFields = (fields: Fields, pointer: string): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    isObject(value)
      ? findSingleFields(value, `${pointer}/${name}`)
      : Array.isArray(value)
        ? []
        : [`${pointer}/${name}`],
  );

/** The fields that are still samples after an update: not those it changed or removed, nor those left out of `samples`. */
export const findRemainingSamples = (current: Document, next: Document): string[] =>
  (next.samples ?? []).filter((pointer) => {
    const value = typeof pointer === 'string' ? getValueAt(next, pointer) : undefined;
    const wasSample = current.samples?.includes(pointer);
    return value !== undefined && (!wasSample || isDeepStrictEqual(value, getValueAt(current, pointer)));
  });

const withoutSamplesCache = new WeakMap<Business, Business>();

/** Returns the same object for the same document, because other caches are keyed by it. */
export function withoutSamples(document: Business): Business {
  const stripped =
    withoutSamplesCache.get(document) ??
    withoutSampleFields(withoutSampleEntries(document) as Business, document.samples ?? []);
  withoutSamplesCache.set(document, stripped);
  return stripped;
}

/** Live customers see no samples; sandbox customers see everything. */
export const getCustomerView = (document: Business, mode: 'live' | 'test'): Business =>
  mode === 'live' ? withoutSamples(document) : document;

export const isSample = (entry: unknown): boolean => isObject(entry) && entry.sample === true;

function withoutSampleEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isSample(entry)).map(withoutSampleEntries);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [name, withoutSampleEntries(fieldValue)]),
  );
}

function withoutSampleFields(document: Business, pointers: readonly string[]): Business {
  const { samples: _, ...next } = document;
  for (const pointer of pointers) {
    const [field = '', ...path] = pointer.split('/').slice(1);
    next[field] = path.length === 0 ? EMPTY_DOCUMENT[field] : withoutField((next[field] ?? {}) as Fields, path);
  }
  return next as Business;
}

function withoutField(fields: Fields, [name = '', ...path]: readonly string[]): Fields {
  const { [name]: value, ...rest } = fields;
  return path.length > 0 && isObject(value) ? { ...fields, [name]: withoutField(value, path) } : rest;
}
