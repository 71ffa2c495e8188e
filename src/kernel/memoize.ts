import { LRUCache } from 'lru-cache';

/** A least-recently-used cache. It is bounded by size, because LRUCache would allocate all of `max` up front. */
export const createLruCache = <Key extends {}, Value extends {}>(
  maxSize: number,
  measureSize: (key: Key, value: Value) => number = () => 1,
  hooks: Pick<LRUCache.OptionsBase<Key, Value, unknown>, 'onInsert' | 'dispose'> = {},
): LRUCache<Key, Value> =>
  new LRUCache({ ...hooks, maxSize, sizeCalculation: (value, key) => measureSize(key, value) || 1 });

/** About 3,000 sentences, or a few dozen of the longest messages. */
const MAX_CACHED_CHARACTERS = 250_000;

/**
 * Memoizes a pure function in an LRU cache: customers use the same few phrases. Results are shared between callers and
 * therefore frozen.
 */
export function memoize<Args extends readonly unknown[], Result>(
  toKey: (...args: Args) => string,
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const cache = createLruCache<string, { result: Result }>(MAX_CACHED_CHARACTERS, (key) => key.length);
  return (...args) => {
    const key = toKey(...args);
    const cachedEntry = cache.get(key);
    if (cachedEntry) return cachedEntry.result;
    const result = deepFreeze(compute(...args));
    cache.set(key, { result });
    return result;
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}

/** Computes a value lazily, at most once. */
export function once<T>(compute: () => T): () => T {
  let computedEntry: { result: T } | undefined;
  return () => {
    computedEntry ??= { result: compute() };
    return computedEntry.result;
  };
}

let lastNumber = 0;
const numberByObject = new WeakMap<object, number>();

/** A stable number per object identity, for cache keys: two versions of a document have two numbers. */
export function identifyObject(object: object): number {
  const number = numberByObject.get(object) ?? ++lastNumber;
  numberByObject.set(object, number);
  return number;
}
