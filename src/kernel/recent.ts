/** What was used lately: of more than `most` values, that which was used longest ago is forgotten. */
export type Recent<K, V> = { get(key: K): V | undefined; set(key: K, value: V): void; delete(key: K): void };

export function recent<K, V>(most: number): Recent<K, V> {
  // A Map keeps the order of insertion: what is used goes to its end.
  const values = new Map<K, V>();
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      if (values.size > most) values.delete(values.keys().next().value!);
    },
    delete: (key) => void values.delete(key),
  };
}
