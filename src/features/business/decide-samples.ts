// An owner keeps starter content as the business's own, or has it removed with all that points to it.
import { BARE, type Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { isObject } from '../../capability/pointer.ts';
import { isSample } from '../../capability/samples.ts';

/** JSON pointers to fields, lists or entries; of a list, all samples in it are meant. */
export type SampleDecision = { keep: readonly string[]; remove: readonly string[] };

/** The fields of the document that change by it. */
export function decideSamples(
  document: Business,
  { keep, remove }: SampleDecision,
  industries: readonly AnyIndustry[],
): Partial<Business> {
  const isOf = (pointers: readonly string[], place: string) =>
    pointers.some((pointer) => `${place}/`.startsWith(`${pointer.replace(/\/$/, '')}/`));
  const removed = (document.samples ?? []).filter((place) => isOf(remove, place));

  const walk = (value: unknown, place: string): unknown => {
    if (Array.isArray(value))
      return value.flatMap((entry, index) => {
        const at = `${place}/${index}`;
        if (!isSample(entry)) return [walk(entry, at)];
        if (isOf(remove, at)) return [];
        const { sample, ...own } = entry as Record<string, unknown>;
        return [walk(isOf(keep, at) ? own : { sample, ...own }, at)];
      });
    if (!isObject(value)) return value;
    const fields = Object.entries(value).filter(([name]) => !removed.includes(`${place}/${name}`));
    return Object.fromEntries(fields.map(([name, own]) => [name, walk(own, `${place}/${name}`)]));
  };

  const next = Object.fromEntries(
    Object.entries(document).map(([field, value]) => [field, walk(value, `/${field}`)]),
  ) as Business;
  for (const { name, schema } of industries)
    if (next[name] !== undefined) next[name] = withoutStrays(next[name], schema, idsGone(document, next));
  const bare: Record<string, unknown> = BARE;
  for (const field of removed.map((place) => place.slice(1))) if (field in bare) next[field] = bare[field];
  const samples = (document.samples ?? []).filter((place) => !isOf([...keep, ...remove], place));
  const isChanged = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(document[field]);
  return { ...Object.fromEntries(Object.entries(next).filter(isChanged)), samples };
}

type Entry = { id?: string; name?: string };
type Schema = { title?: string; items?: unknown; properties?: Record<string, unknown> };

/** Ids and names by the list that they are gone from, such as `salon.services`. */
const idsGone =
  (before: Business, after: Business) =>
  (list: string): Set<string | undefined> => {
    const [part = '', name = ''] = list.split('.');
    const entriesOf = (document: Business) => ((document[part] as Record<string, Entry[]>)?.[name] ?? []) as Entry[];
    const there = new Set(entriesOf(after).flatMap((entry) => [entry.id, entry.name]));
    return new Set(entriesOf(before).flatMap(({ id, name: own }) => [id, own].filter((each) => !there.has(each))));
  };

/** Without references to what is gone; a set of tables of which one is gone is none any more. */
function withoutStrays(value: unknown, schema: unknown, gone: (list: string) => Set<string | undefined>): unknown {
  const { items, properties } = schema as Schema;
  if (Array.isArray(value)) {
    const own = listOf(schema);
    if (own) return value.filter((id) => !gone(own).has(String(id)));
    const inner = listOf(items);
    const whole = inner ? value.filter((ids: string[]) => !ids.some((id) => gone(inner).has(id))) : value;
    return whole.map((entry) => withoutStrays(entry, items ?? {}, gone));
  }
  if (!isObject(value) || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, withoutStrays(own, properties[name] ?? {}, gone)]),
  );
}

const listOf = (schema: unknown): string | undefined =>
  /^Ids in (.*)$/.exec((schema as Schema | undefined)?.title ?? '')?.[1];
