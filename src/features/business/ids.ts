import type { AnyIndustry } from '../../capability/industry.ts';

type Entry = { id?: string; name?: string };
type ListSchema = { type?: string; items?: { properties?: Record<string, unknown> } };

/** Adds missing ids to the entries of lists whose entries have ids. An id is a readable slug of the name. */
export function addMissingIds<IndustryPart extends Record<string, unknown>>(
  industry: AnyIndustry,
  industryPart: IndustryPart,
): IndustryPart {
  const lists = (industry.schema as { properties: Record<string, ListSchema> }).properties;
  const withIds = Object.entries(industryPart).map(([name, value]) => {
    const hasIds = lists[name]?.type === 'array' && lists[name].items?.properties?.id !== undefined;
    return [name, hasIds && Array.isArray(value) ? addIds(value) : value];
  });
  return Object.fromEntries(withIds);
}

function addIds(entries: Entry[]): Entry[] {
  const usedIds = new Set(entries.map(({ id }) => id));
  return entries.map((entry) => {
    if (entry.id !== undefined) return entry;
    const id = createUniqueId(createSlug(entry.name ?? 'entry'), usedIds);
    usedIds.add(id);
    return { id, ...entry };
  });
}

function createUniqueId(baseId: string, usedIds: Set<string | undefined>): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? baseId : `${baseId}-${number}`;
    if (!usedIds.has(id)) return id;
  }
}

/** ASCII letters and digits only, because ids also appear in URLs. */
function createSlug(name: string): string {
  const asciiName = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    asciiName
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48) || 'entry'
  );
}
