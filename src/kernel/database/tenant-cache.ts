import { createLruCache } from '../memoize.ts';
import type { CacheInvalidation } from './cache-invalidation.ts';

type TenantCacheOptions<Value> = {
  /** Changes of these tables invalidate the cache. */
  tables: string[];
  maxSize: number;
  measureSize?: (key: string, value: Value) => number;
  /** The tenant of a value whose key is not the tenant's id. */
  getTenantId?: (value: Value) => string;
};

/**
 * Caches rows of tenants in memory. The database notifies us of every change, and only what belongs to the changed tenant is
 * forgotten. While notifications cannot be received, the cache is not used.
 */
export function createTenantCache<Value extends {}>(
  cacheInvalidation: CacheInvalidation,
  { tables, maxSize, measureSize, getTenantId }: TenantCacheOptions<Value>,
) {
  const keysByTenant = new Map<string, Set<string>>();
  const updateIndex = getTenantId && {
    onInsert(value: Value, key: string) {
      const tenantId = getTenantId(value);
      keysByTenant.set(tenantId, (keysByTenant.get(tenantId) ?? new Set()).add(key));
    },
    dispose(value: Value, key: string) {
      const tenantId = getTenantId(value);
      const keys = keysByTenant.get(tenantId);
      keys?.delete(key);
      if (keys?.size === 0) keysByTenant.delete(tenantId);
    },
  };
  const cache = createLruCache<string, Value>(maxSize, measureSize, updateIndex);
  /** For each load in progress, the ids that were invalidated since it began; undefined stands for all. */
  const loads = new Set<Set<string | undefined>>();

  function invalidate(id: string | undefined): void {
    for (const invalidatedIds of loads) invalidatedIds.add(id);
    if (id === undefined) cache.clear();
    else for (const key of [id, ...(keysByTenant.get(id) ?? [])]) cache.delete(key);
  }
  for (const table of tables) cacheInvalidation.on(table, (id) => invalidate(id));

  async function loadAndCache<Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>) {
    const invalidatedIds = new Set<string | undefined>();
    loads.add(invalidatedIds);
    try {
      const value = await load();
      if (value === undefined || !cacheInvalidation.isListening()) return value;
      // A change during the load may have made the value outdated.
      const isOutdated = [undefined, key, getTenantId?.(value)].some((id) => invalidatedIds.has(id));
      if (!isOutdated) cache.set(key, value);
      return value;
    } finally {
      loads.delete(invalidatedIds);
    }
  }

  return {
    /**
     * Each caller loads with its own transaction, so that none depends on another's: concurrent loads are not shared. A
     * missing value is not cached.
     */
    async get<Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>): Promise<Value | Loaded> {
      const value = cacheInvalidation.isListening() ? cache.get(key) : undefined;
      return value ?? loadAndCache(key, load);
    },
    /**
     * Forgets the value with this key and those of this tenant. For changes made by this instance, which should apply before
     * the notification arrives.
     */
    invalidate: (id: string): void => invalidate(id),
  };
}
