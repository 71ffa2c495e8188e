// Describes each item and person of a business as text, so that semantic search can find them.
import type { CatalogEntity } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

export type OfferedItem = { slot: string; id: string; name: string; text: string };

type Entry = { id?: unknown; name?: unknown } & Record<string, unknown>;

/** Every catalog entity that has an entry in the business document, with the text of that entry. */
export function listOfferedItems(business: Business, industry: AnyIndustry | undefined): OfferedItem[] {
  const industryData = industry && (business[industry.name] as Record<string, unknown> | undefined);
  if (!industryData) return [];
  const entries = Object.values(industryData).flatMap((list) => (Array.isArray(list) ? (list as Entry[]) : []));
  const namedEntries = entries.filter((entry) => typeof entry?.name === 'string');
  const namesById = new Map(namedEntries.map(({ id, name }) => [id, name as string]));
  const entities = (industry.vocabulary?.(industryData) ?? []) as CatalogEntity[];
  return namedEntries.flatMap((entry) => {
    const entity = entities.find(({ id, name }) => name === entry.name && (id === entry.id || id === entry.name));
    return entity ? [{ slot: entity.slot, id: entity.id, name: entity.name, text: collectText(entry, namesById) }] : [];
  });
}

/** All the text of an entry, with ids replaced by names. Numbers are left out: they mean nothing without their field. */
function collectText({ id: _, ...entry }: Entry, namesById: ReadonlyMap<unknown, string>): string {
  const collectTexts = (value: unknown): string[] => {
    if (typeof value === 'string') return [namesById.get(value) ?? value];
    if (Array.isArray(value)) return value.flatMap(collectTexts);
    return [];
  };
  return Object.values(entry).flatMap(collectTexts).join('. ');
}
