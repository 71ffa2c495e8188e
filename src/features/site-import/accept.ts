// Turns accepted proposals into one change of the document.
import { isDeepStrictEqual } from 'node:util';
import type { Business } from '../../capability/document.ts';
import { getValueAt, isObject } from '../../capability/pointer.ts';
import { isSample } from '../../capability/samples.ts';
import type { FieldError } from '../../kernel/problem.ts';

/** A value for the document. A pointer that ends with `/-` adds an entry to a list. */
export type AcceptedValue = { pointer: string; value: unknown };
type Entry = Record<string, unknown>;

/** Entries of a list with the same value in the first of these fields that they have are the same entry. */
const IDENTIFYING_FIELDS = ['name', 'question', 'from'];

/** The changed top-level fields, and where each accepted value ended up in them. */
export function buildPatch(
  document: Business,
  accepted: readonly AcceptedValue[],
): { patch: Partial<Business>; pointers: string[] } {
  const patch: Record<string, unknown> = {};
  const pointers = accepted.map(({ pointer, value }) => {
    const [field = '', ...inner] = pointer.split('/').slice(1);
    const currentValue = field in patch ? patch[field] : document[field];
    const { value: newValue, path } = withValue(currentValue, inner, value);
    patch[field] = newValue;
    return ['', field, ...path].join('/');
  });
  // An accepted value is the owner's, even if it is the same as the sample.
  if (document.samples) patch.samples = document.samples.filter((pointer) => !pointers.includes(pointer));
  return { patch: patch as Partial<Business>, pointers };
}

type ValueWithPath = { value: unknown; path: string[] };

function withValue(current: unknown, [name, ...inner]: readonly string[], value: unknown): ValueWithPath {
  if (name === undefined) return { value, path: [] };
  if (name === '-') return withEntry(Array.isArray(current) ? current : [], value);
  const fields = isObject(current) ? current : {};
  const { value: newValue, path } = withValue(fields[name], inner, value);
  return { value: { ...fields, [name]: newValue }, path: [name, ...path] };
}

/** An entry with the same name is updated, so that a second import adds nothing twice. */
function withEntry(list: readonly unknown[], value: unknown): ValueWithPath {
  const index = isObject(value) ? list.findIndex((entry) => isObject(entry) && isSameEntry(entry, value)) : -1;
  if (index < 0) return { value: [...list, value], path: [String(list.length)] };
  const { sample: _, ...existing } = list[index] as Entry;
  return { value: list.with(index, { ...existing, ...(value as Entry) }), path: [String(index)] };
}

function isSameEntry(a: Entry, b: Entry): boolean {
  const field = IDENTIFYING_FIELDS.find((name) => name in b);
  return (
    field !== undefined &&
    normalizeText(a[field]) === normalizeText(b[field]) &&
    (a.category ?? b.category) === (b.category ?? a.category)
  );
}

const normalizeText = (value: unknown) => String(value).toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether the document already contains the value. Sample content does not count, because it is not the owner's. */
export function isInDocument(document: Business, { pointer, value }: AcceptedValue): boolean {
  if (!pointer.endsWith('/-'))
    return !document.samples?.includes(pointer) && isDeepStrictEqual(getValueAt(document, pointer), value);
  const list = getValueAt(document, pointer.slice(0, -2));
  return (
    Array.isArray(list) &&
    list.some(
      (entry) =>
        isObject(value) &&
        !isSample(entry) &&
        Object.entries(value).every(([field, fieldValue]) => isDeepStrictEqual(entry[field], fieldValue)),
    )
  );
}

/** Turns pointers into the document into pointers into the request. */
export const toRequestErrors = (errors: readonly FieldError[], pointers: readonly string[]): FieldError[] =>
  errors.map(({ pointer, detail }) => {
    const index = pointers.findIndex(
      (acceptedPointer) => pointer === acceptedPointer || pointer.startsWith(`${acceptedPointer}/`),
    );
    return { pointer: index < 0 ? pointer : `/accept/${index}/value${pointer.slice(pointers[index]?.length)}`, detail };
  });
