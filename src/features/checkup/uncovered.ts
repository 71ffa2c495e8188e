import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

type Entry = { id?: string; name?: string } & Record<string, unknown>;
type Schema = { title?: string; items?: { properties?: Record<string, Schema> }; properties?: Record<string, Schema> };

const MOST_NAMED = 5;

export const namesOf = (names: readonly string[]) =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

/** Services that nobody does: the schema says which lists of people name them. */
export function uncovered(own: Business, { name, schema }: AnyIndustry) {
  const part = (own[name] ?? {}) as Record<string, Entry[]>;
  return Object.entries((schema as Schema).properties ?? {}).flatMap(([list, { items }]) =>
    Object.entries(items?.properties ?? {}).flatMap(([field, { title = '' }]) => {
      const target = new RegExp(`^Ids in ${name}\\.(.*)$`).exec(title)?.[1];
      const people = part[list] ?? [];
      if (!target || people.length === 0 || people.some((person) => person[field] === undefined)) return [];
      const done = new Set(people.flatMap((person) => person[field] as string[]).map((each) => each.toLowerCase()));
      const does = (each: string | undefined) => each !== undefined && done.has(each.toLowerCase());
      const left = (part[target] ?? []).filter((entry) => !does(entry.id) && !does(entry.name));
      const at = `/${name}/${list}`;
      const names = left.flatMap((entry) => entry.name ?? []);
      return names.length > 0 ? [{ id: `uncovered${at}`, text: `No one is assigned to: ${namesOf(names)}.`, at }] : [];
    }),
  );
}
