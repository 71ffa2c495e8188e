export type Recent<K, V> = { get(key: K): V | undefined; set(key: K, value: V): void; delete(key: K): void };

/** What was used lately: when the sizes of all keys exceed `most`, what was used longest ago is forgotten. */
export function recent<K, V>(most: number, sizeOf: (key: K) => number = () => 1): Recent<K, V> {
  // A Map keeps the order of insertion: what is used goes to its end.
  const values = new Map<K, V>();
  let size = 0;
  const remove = (key: K) => {
    if (values.delete(key)) size -= sizeOf(key);
  };
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      values.set(key, value);
      size += sizeOf(key);
      while (size > most) remove(values.keys().next().value!);
    },
    delete: remove,
  };
}

/** About three thousand sentences, or some dozens of the longest messages. */
const MOST_LETTERS = 250_000;

/**
 * A pure function that remembers its latest answers: people say much in the same few words. The next who asks gets the
 * same one, so nobody can change it.
 */
export function remembering<A extends readonly unknown[], V>(
  keyOf: (...given: A) => string,
  work: (...given: A) => V,
): (...given: A) => V {
  const known = recent<string, { answer: V }>(MOST_LETTERS, (key) => key.length);
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

/** Work that is done when its answer is first needed, and not again. */
export function once<T>(work: () => T): () => T {
  let done: { answer: T } | undefined;
  return () => {
    done ??= { answer: work() };
    return done.answer;
  };
}

let numbered = 0;
const numbers = new WeakMap<object, number>();

/** An object's own number, for keys: two versions of a document have two. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++numbered;
  numbers.set(object, number);
  return number;
}
