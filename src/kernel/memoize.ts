import { LRUCache } from 'lru-cache';

/** A least-recently-used cache: once the sizes of all keys exceed `most`, the oldest entries are evicted. */
export const createLruCache = <K extends {}, V extends {}>(
  most: number,
  sizeOf?: (key: K) => number,
): LRUCache<K, V> =>
  sizeOf ? new LRUCache({ maxSize: most, sizeCalculation: (_, key) => sizeOf(key) || 1 }) : new LRUCache({ max: most });

/** About three thousand sentences, or some dozens of the longest messages. */
const MOST_LETTERS = 250_000;

/**
 * Memoizes a pure function in an LRU cache: customers use the same few phrases. Results are shared between callers and
 * therefore frozen.
 */
export function memoize<A extends readonly unknown[], V>(
  keyOf: (...given: A) => string,
  work: (...given: A) => V,
): (...given: A) => V {
  const known = createLruCache<string, { answer: V }>(MOST_LETTERS, (key) => key.length);
  return (...given) => {
    const key = keyOf(...given);
    const found = known.get(key);
    if (found) return found.answer;
    const answer = frozen(work(...given));
    known.set(key, { answer });
    return answer;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** Computes a value lazily, at most once. */
export function once<T>(work: () => T): () => T {
  let done: { answer: T } | undefined;
  return () => {
    done ??= { answer: work() };
    return done.answer;
  };
}

let numbered = 0;
const numbers = new WeakMap<object, number>();

/** A stable number per object identity, for cache keys: two versions of a document have two numbers. */
export function objectId(object: object): number {
  const number = numbers.get(object) ?? ++numbered;
  numbers.set(object, number);
  return number;
}
