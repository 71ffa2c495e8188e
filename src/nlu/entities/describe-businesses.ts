import { describe, expect, it } from 'vitest';
import { createEntityCatalog } from './entity-catalog.ts';

/** Names of entries with `|` between them, by slot; and messages with the names that they mean. */
type Business = { entries: Record<string, string>; said: readonly [message: string, ...names: string[]][] };

const namesIn = (text: string) => text.split('|').map((name) => name.trim());

export function describeBusinesses(businesses: Record<string, Business>): void {
  describe.each(Object.entries(businesses))('%s', (_, { entries, said }) => {
    const catalog = createEntityCatalog(
      Object.entries(entries).flatMap(([slot, names]) => namesIn(names).map((name) => ({ slot, id: name, name }))),
    );
    it.each(said.map(([message, ...names]) => ({ message, names })))(
      '"$message" names $names',
      ({ message, names }) => {
        const found = catalog.find(message);
        expect(found.map(({ name }) => name).sort()).toEqual(names.toSorted());
      },
    );
  });
}
