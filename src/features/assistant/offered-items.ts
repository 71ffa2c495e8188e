// What the industry's part of the document says of each thing and person, as a text that can be found by its meaning.
import type { CatalogEntity } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

export type OfferedItem = { slot: string; id: string; name: string; text: string };

type Entry = { id?: unknown; name?: unknown } & Record<string, unknown>;

/** Every word of the business that stands for an entry of its document, with what that entry says in words. */
export function offeredItemsOf(business: Business, industry: AnyIndustry | undefined): OfferedItem[] {
  const own = industry && (business[industry.name] as Record<string, unknown> | undefined);
  if (!own) return [];
  const entries = Object.values(own).flatMap((list) => (Array.isArray(list) ? (list as Entry[]) : []));
  const named = entries.filter((each) => typeof each?.name === 'string');
  const names = new Map(named.map(({ id, name }) => [id, name as string]));
  const words = (industry.vocabulary?.(own) ?? []) as CatalogEntity[];
  return named.flatMap((entry) => {
    const word = words.find(({ id, name }) => name === entry.name && (id === entry.id || id === entry.name));
    return word ? [{ slot: word.slot, id: word.id, name: word.name, text: described(entry, names) }] : [];
  });
}

/** Names beat ids, and numbers mean nothing without their field. */
function described({ id: _, ...entry }: Entry, names: ReadonlyMap<unknown, string>): string {
  const said = (value: unknown): string[] => {
    if (typeof value === 'string') return [names.get(value) ?? value];
    if (Array.isArray(value)) return value.flatMap(said);
    return [];
  };
  return Object.values(entry).flatMap(said).join('. ');
}
