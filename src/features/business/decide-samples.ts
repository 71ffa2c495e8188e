// The owner keeps sample content as the business's own, or removes it together with the references to it.
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { isObject } from '../../capability/pointer.ts';
import { isSample } from '../../capability/samples.ts';

/** JSON pointers to fields, lists or entries. A list stands for all samples in it. */
export type SampleDecision = { keep: readonly string[]; remove: readonly string[] };

/** Returns the document's fields that change. */
export function decideSamples(
  document: Business,
  { keep, remove }: SampleDecision,
  industries: readonly AnyIndustry[],
): Partial<Business> {
  const isBelow = (parents: readonly string[], pointer: string) =>
    parents.some((parent) => `${pointer}/`.startsWith(`${parent.replace(/\/$/, '')}/`));
  const removedFields = (document.samples ?? []).filter((pointer) => isBelow(remove, pointer));

  const applyDecision = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value))
      return value.flatMap((entry, index) => {
        const entryPointer = `${pointer}/${index}`;
        if (!isSample(entry)) return [applyDecision(entry, entryPointer)];
        if (isBelow(remove, entryPointer)) return [];
        const { sample, ...content } = entry as Record<string, unknown>;
        return [applyDecision(isBelow(keep, entryPointer) ? content : { sample, ...content }, entryPointer)];
      });
    if (!isObject(value)) return value;
    const fields = Object.entries(value).filter(([name]) => !removedFields.includes(`${pointer}/${name}`));
    return Object.fromEntries(
      fields.map(([name, fieldValue]) => [name, applyDecision(fieldValue, `${pointer}/${name}`)]),
    );
  };

  const updated = Object.fromEntries(
    Object.entries(document).map(([field, value]) => [field, applyDecision(value, `/${field}`)]),
  ) as Business;
  for (const { name, schema } of industries)
    if (updated[name] !== undefined)
      updated[name] = removeDanglingIds(updated[name], schema, createRemovedIdsFinder(document, updated));
  const defaults: Record<string, unknown> = EMPTY_DOCUMENT;
  for (const field of removedFields.map((pointer) => pointer.slice(1)))
    if (field in defaults) updated[field] = defaults[field];
  const samples = (document.samples ?? []).filter((pointer) => !isBelow([...keep, ...remove], pointer));
  const isChanged = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(document[field]);
  return { ...Object.fromEntries(Object.entries(updated).filter(isChanged)), samples };
}

type Entry = { id?: string; name?: string };
type Schema = { title?: string; items?: unknown; properties?: Record<string, unknown> };

/** The ids and names that were removed from a list, given its path in the document. */
const createRemovedIdsFinder =
  (before: Business, after: Business) =>
  (list: string): Set<string | undefined> => {
    const [industryName = '', fieldName = ''] = list.split('.');
    const listEntries = (document: Business) =>
      ((document[industryName] as Record<string, Entry[]>)?.[fieldName] ?? []) as Entry[];
    const remaining = new Set(listEntries(after).flatMap((entry) => [entry.id, entry.name]));
    return new Set(
      listEntries(before).flatMap(({ id, name: entryName }) =>
        [id, entryName].filter((reference) => !remaining.has(reference)),
      ),
    );
  };

/** Removes references to deleted entries. A combination of entries, such as joined tables, goes if one of them is deleted. */
function removeDanglingIds(
  value: unknown,
  schema: unknown,
  findRemovedIds: (list: string) => Set<string | undefined>,
): unknown {
  const { items, properties } = schema as Schema;
  if (Array.isArray(value)) {
    const referencedList = findReferencedList(schema);
    if (referencedList) return value.filter((id) => !findRemovedIds(referencedList).has(String(id)));
    const combinedList = findReferencedList(items);
    const intactCombinations = combinedList
      ? value.filter((ids: string | string[]) => ![ids].flat().some((id) => findRemovedIds(combinedList).has(id)))
      : value;
    return intactCombinations.map((entry) => removeDanglingIds(entry, items ?? {}, findRemovedIds));
  }
  if (!isObject(value) || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [
      name,
      removeDanglingIds(fieldValue, properties[name] ?? {}, findRemovedIds),
    ]),
  );
}

const findReferencedList = (schema: unknown): string | undefined =>
  /^Ids in (.*)$/.exec((schema as Schema | undefined)?.title ?? '')?.[1];
