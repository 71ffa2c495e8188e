import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

type Entry = { id?: string; name?: string } & Record<string, unknown>;
type Schema = { title?: string; items?: { properties?: Record<string, Schema> }; properties?: Record<string, Schema> };

const MAX_LISTED_NAMES = 5;

export const joinNames = (names: readonly string[]) =>
  names.slice(0, MAX_LISTED_NAMES).join(', ') +
  (names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '');

/** Services that no staff member performs. The schema's titles say which staff field lists service ids. */
export function findUnassignedServices(business: Business, { name, schema }: AnyIndustry) {
  const section = (business[name] ?? {}) as Record<string, Entry[]>;
  return Object.entries((schema as Schema).properties ?? {}).flatMap(([list, { items }]) =>
    Object.entries(items?.properties ?? {}).flatMap(([field, { title = '' }]) => {
      const targetList = new RegExp(`^Ids in ${name}\\.(.*)$`).exec(title)?.[1];
      const people = section[list] ?? [];
      if (!targetList || people.length === 0 || people.some((person) => person[field] === undefined)) return [];
      const assignedKeys = new Set(
        people.flatMap((person) => person[field] as string[]).map((key) => key.toLowerCase()),
      );
      const isAssigned = (key: string | undefined) => key !== undefined && assignedKeys.has(key.toLowerCase());
      const unassignedEntries = (section[targetList] ?? []).filter(
        (entry) => !isAssigned(entry.id) && !isAssigned(entry.name),
      );
      const at = `/${name}/${list}`;
      const names = unassignedEntries.flatMap((entry) => entry.name ?? []);
      return names.length > 0
        ? [{ id: `uncovered${at}`, text: `No one is assigned to: ${joinNames(names)}.`, at }]
        : [];
    }),
  );
}
