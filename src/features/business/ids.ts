import type { AnyIndustry } from '../../capability/industry.ts';

type Entry = { id?: string; name?: string };
type ListSchema = { type?: string; items?: { properties?: Record<string, unknown> } };

/** Gives an id to each entry without one, in the lists whose entries have ids: a readable one, made of its name. */
export function makeIds<Own extends Record<string, unknown>>(industry: AnyIndustry, own: Own): Own {
  const lists = (industry.schema as { properties: Record<string, ListSchema> }).properties;
  const withIds = Object.entries(own).map(([name, value]) => {
    const hasIds = lists[name]?.type === 'array' && lists[name].items?.properties?.id !== undefined;
    return [name, hasIds && Array.isArray(value) ? fill(value) : value];
  });
  return Object.fromEntries(withIds);
}

function fill(entries: Entry[]): Entry[] {
  const taken = new Set(entries.map(({ id }) => id));
  return entries.map((entry) => {
    if (entry.id !== undefined) return entry;
    const id = firstFree(slug(entry.name ?? 'entry'), taken);
    taken.add(id);
    return { id, ...entry };
  });
}

function firstFree(base: string, taken: Set<string | undefined>): string {
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(id)) return id;
  }
}

/** Letters and digits of any script would do for a key; ids also stand in addresses, so plain ones are kept. */
function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48) || 'entry'
  );
}
