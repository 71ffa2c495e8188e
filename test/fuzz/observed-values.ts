// Records the values of earlier responses, so that later requests can refer to existing things: a booking, a service, an
// order together with its email address.

import { NAME_ALIASES } from './example-values.ts';

const MAX_VALUES_PER_NAME = 40;
const MAX_OBJECTS_PER_KIND = 8;

export type ObservedValues = ReturnType<typeof createObservedValues>;
export type Fields = Record<string, unknown>;

export function createObservedValues() {
  const values = new Map<string, unknown[]>();
  const objects = new Map<string, Fields[]>();

  /** Records every value in a response under its field name, and the ids in a list of stylists as stylists. */
  function record(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) record(name, item);
    else if (typeof value === 'object' && value !== null) recordObject(name, value as Fields);
    else if (value !== null && value !== undefined) addLimited(values, normalizeName(name), value, MAX_VALUES_PER_NAME);
  }

  function recordObject(name: string, fields: Fields): void {
    // A page of a list has no meaning of its own, only its entries.
    if (fields.object === 'list') return void record(name, fields.data);
    addLimited(objects, normalizeName(name), fields, MAX_OBJECTS_PER_KIND);
    for (const identifier of [fields.id, fields.name]) if (typeof identifier === 'string') record(name, identifier);
    for (const [field, inner] of Object.entries(fields)) record(field, inner);
  }

  return {
    record,
    /** Removes a value that no longer exists. */
    remove(value: unknown): void {
      for (const [name, list] of values)
        values.set(
          name,
          list.filter((recorded) => recorded !== value),
        );
    },
    has: (name: string, value: unknown): boolean => values.get(normalizeName(name))?.includes(value) ?? false,
    getLatest: (name: string): unknown => values.get(normalizeName(name))?.at(-1),
    /** One of the values recorded under a name, selected by `randomIndex`. */
    pick: (name: string, randomIndex: number, isSuitable: (value: unknown) => boolean = () => true): unknown =>
      pickItemAt((values.get(normalizeName(name)) ?? []).filter(isSuitable), randomIndex),
    /** An object with some of these fields: preferably of that kind, else with all fields, else with two of them. */
    pickObject(kind: string, fieldNames: string[], randomIndex: number): Fields | undefined {
      const countFields = (fields: Fields) => fieldNames.filter((name) => fields[name] !== undefined).length;
      const withFieldCount = (candidates: Fields[], minFields: number) =>
        candidates.filter((fields) => countFields(fields) >= minFields);
      const objectsOfKind = withFieldCount(objects.get(normalizeName(kind)) ?? [], 1);
      if (objectsOfKind.length) return pickItemAt(objectsOfKind, randomIndex);
      const allObjects = [...objects.values()].flat();
      const completeObjects = withFieldCount(allObjects, fieldNames.length);
      return pickItemAt(completeObjects.length ? completeObjects : withFieldCount(allObjects, 2), randomIndex);
    },
  };
}

const pickItemAt = <T>(list: T[], randomIndex: number): T | undefined =>
  list.length ? list[randomIndex % list.length] : undefined;

function addLimited<T>(lists: Map<string, T[]>, name: string, value: T, max: number): void {
  const list = lists.get(name) ?? [];
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > max) list.shift();
  lists.set(name, list);
}

/** Normalizes a field name: `services`, `service` and `serviceId` refer to the same thing. */
export function normalizeName(name: string): string {
  const singular = name
    .replace(/Ids?$/, '')
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  return NAME_ALIASES[name] ?? NAME_ALIASES[singular] ?? singular;
}
