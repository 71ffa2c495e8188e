import { describe, expect, it } from 'vitest';
import { createEntityCatalog } from './entity-catalog.ts';

/** Entry names by slot, separated by `|`, and messages with the names that they mention. */
type CatalogCase = { entries: Record<string, string>; messages: readonly [message: string, ...names: string[]][] };

const namesIn = (text: string) => text.split('|').map((name) => name.trim());

export function describeCatalogs(businesses: Record<string, CatalogCase>): void {
  describe.each(Object.entries(businesses))('%s', (_, { entries, messages }) => {
    const catalog = createEntityCatalog(
      Object.entries(entries).flatMap(([slot, names]) => namesIn(names).map((name) => ({ slot, id: name, name }))),
    );
    it.each(messages.map(([message, ...names]) => ({ message, names })))(
      '"$message" names $names',
      ({ message, names }) => {
        const mentions = catalog.find(message);
        expect(mentions.map(({ name }) => name).sort()).toEqual(names.toSorted());
      },
    );
  });
}
