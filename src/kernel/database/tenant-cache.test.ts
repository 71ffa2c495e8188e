import { describe, expect, it } from 'vitest';
import type { CacheInvalidation } from './cache-invalidation.ts';
import { createTenantCache } from './tenant-cache.ts';

/** Notifications that a test sends itself. */
function createNotifications() {
  const listeners: [table: string, listener: (id: string | undefined) => void][] = [];
  let isListening = true;
  const notify = (table: string, id: string) => {
    for (const [watchedTable, listener] of listeners) if (watchedTable === table) listener(id);
  };
  const cacheInvalidation: CacheInvalidation = {
    on: (table, listener) => void listeners.push([table, listener]),
    isListening: () => isListening,
    close: async () => undefined,
  };
  return {
    cacheInvalidation,
    notify,
    setListening: (value: boolean) => {
      isListening = value;
    },
    /** What was missed is unknown, so each listener hears of it. */
    notifyMissed: () => {
      for (const [, listener] of listeners) listener(undefined);
    },
  };
}

type Key = { name: string; tenantId: string };
const getTenantId = ({ tenantId }: Key) => tenantId;

/** A cache of two tenants' keys, with the names that were loaded. */
function createKeyCache({ maxSize = 10 } = {}) {
  const notifications = createNotifications();
  const options = { tables: ['keys', 'tenants'], maxSize, getTenantId };
  const cache = createTenantCache<Key>(notifications.cacheInvalidation, options);
  const loadedNames: string[] = [];
  return {
    ...notifications,
    ...cache,
    loadedNames,
    load: (name: string, tenantId: string) =>
      cache.get(name, async () => {
        loadedNames.push(name);
        return { name, tenantId };
      }),
    /** Starts a load that ends when the test says so, with what it read. */
    startLoad(name: string, tenantId: string) {
      const { promise, resolve } = Promise.withResolvers<Key>();
      const value = cache.get(name, () => promise);
      return {
        finish(readName: string) {
          resolve({ name: readName, tenantId });
          return value;
        },
      };
    },
  };
}

describe('createTenantCache', () => {
  it('loads a value once', async () => {
    const { load, loadedNames } = createKeyCache();
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
    expect(loadedNames).toEqual(['a1']);
  });

  it('does not keep that a value is missing', async () => {
    const { get, load, loadedNames } = createKeyCache();
    expect(await get('a1', async () => undefined)).toBeUndefined();
    await load('a1', 'a');
    expect(loadedNames).toEqual(['a1']);
  });

  it('keeps nothing of a load that fails', async () => {
    const { get, load, loadedNames } = createKeyCache();
    await expect(get('a1', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    await load('a1', 'a');
    expect(loadedNames).toEqual(['a1']);
  });

  it.each(['keys', 'tenants'])(
    'forgets all values of the tenant that a change of %s names, and no others',
    async (table) => {
      const { load, loadedNames, notify } = createKeyCache();
      for (const name of ['a1', 'a2', 'b1']) await load(name, name.slice(0, 1));
      notify(table, 'a');
      for (const name of ['a1', 'a2', 'b1']) await load(name, name.slice(0, 1));
      expect(loadedNames).toEqual(['a1', 'a2', 'b1', 'a1', 'a2']);
    },
  );

  it('forgets a value by its key', async () => {
    const { load, loadedNames, notify } = createKeyCache();
    for (const name of ['a1', 'a2']) await load(name, 'a');
    notify('keys', 'a1');
    for (const name of ['a1', 'a2']) await load(name, 'a');
    expect(loadedNames).toEqual(['a1', 'a2', 'a1']);
  });

  it('ignores changes of other tables', async () => {
    const { load, loadedNames, notify } = createKeyCache();
    await load('a1', 'a');
    notify('bookings', 'a');
    await load('a1', 'a');
    expect(loadedNames).toEqual(['a1']);
  });

  it('forgets what this instance has changed', async () => {
    const { load, loadedNames, invalidate } = createKeyCache();
    for (const name of ['a1', 'b1']) await load(name, name.slice(0, 1));
    invalidate('a');
    for (const name of ['a1', 'b1']) await load(name, name.slice(0, 1));
    expect(loadedNames).toEqual(['a1', 'b1', 'a1']);
  });

  it.each([
    ['its tenant', 'a'],
    ['its key', 'a1'],
  ])('does not keep a value if %s changed during the load', async (_, changedId) => {
    const { startLoad, load, notify } = createKeyCache();
    const { finish } = startLoad('a1', 'a');
    notify('keys', changedId);
    expect(await finish('before')).toEqual({ name: 'before', tenantId: 'a' });
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
  });

  it('keeps a value if another tenant changed during the load', async () => {
    const { startLoad, load, notify } = createKeyCache();
    const { finish } = startLoad('a1', 'a');
    notify('keys', 'b');
    await finish('before');
    expect(await load('a1', 'a')).toEqual({ name: 'before', tenantId: 'a' });
  });

  it('keeps the newer value if an outdated load ends after it', async () => {
    const { startLoad, load, notify } = createKeyCache();
    const { finish } = startLoad('a1', 'a');
    notify('keys', 'a');
    await load('a1', 'a');
    await finish('before');
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
  });

  it('loads every time while notifications may be missed', async () => {
    const { load, loadedNames, setListening } = createKeyCache();
    await load('a1', 'a');
    setListening(false);
    for (let times = 0; times < 2; times++) await load('a1', 'a');
    expect(loadedNames).toEqual(['a1', 'a1', 'a1']);
  });

  it('forgets everything once notifications were missed', async () => {
    const { load, loadedNames, notifyMissed } = createKeyCache();
    for (const name of ['a1', 'b1']) await load(name, name.slice(0, 1));
    notifyMissed();
    for (const name of ['a1', 'b1']) await load(name, name.slice(0, 1));
    expect(loadedNames).toEqual(['a1', 'b1', 'a1', 'b1']);
  });

  it('does not keep a value if notifications were missed during the load', async () => {
    const { startLoad, load, setListening, notifyMissed } = createKeyCache();
    setListening(false);
    const { finish } = startLoad('a1', 'a');
    setListening(true);
    notifyMissed();
    await finish('before');
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
  });

  it('does not keep a value if notifications may be missed when the load ends', async () => {
    const { startLoad, load, setListening } = createKeyCache();
    const { finish } = startLoad('a1', 'a');
    setListening(false);
    await finish('before');
    setListening(true);
    expect(await load('a1', 'a')).toEqual({ name: 'a1', tenantId: 'a' });
  });

  it('evicts the least recently used values beyond its size', async () => {
    const { load, loadedNames } = createKeyCache({ maxSize: 2 });
    for (const name of ['a1', 'a2', 'a1', 'b1', 'a1', 'a2']) await load(name, name.slice(0, 1));
    expect(loadedNames).toEqual(['a1', 'a2', 'b1', 'a2']);
  });

  it('forgets the values of a tenant after some of them were evicted and loaded again', async () => {
    const { load, loadedNames, notify } = createKeyCache({ maxSize: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a1']) await load(name, 'a');
    loadedNames.length = 0;
    notify('keys', 'a');
    for (const name of ['a3', 'a1']) await load(name, 'a');
    expect(loadedNames).toEqual(['a3', 'a1']);
  });

  it('measures values, and does not keep one that is too large', async () => {
    const { cacheInvalidation } = createNotifications();
    const measureSize = (_: string, words: string[]) => words.length;
    const cache = createTenantCache<string[]>(cacheInvalidation, { tables: ['texts'], maxSize: 3, measureSize });
    const loadedKeys: string[] = [];
    const load = (key: string, text: string) =>
      cache.get(key, async () => {
        loadedKeys.push(key);
        return text.split(' ');
      });
    for (let times = 0; times < 2; times++) await load('a', 'far too many words');
    await load('b', 'two words');
    for (let times = 0; times < 2; times++) await load('c', 'one');
    await load('b', 'two words');
    await load('d', 'another two');
    await load('b', 'two words');
    expect(loadedKeys).toEqual(['a', 'a', 'b', 'c', 'd', 'b']);
  });
});
