// Lists and changes paths inside a JSON value.
type Container = Record<string | number, unknown>;
export type JsonPath = (string | number)[];

/** Every path below the root, parents before children. */
export function listPaths(value: unknown, parent: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => {
    const path = [...parent, key];
    return [path, ...listPaths((value as Container)[key], path)];
  });
}

/** Returns a copy that is changed at one path. `undefined` removes the value. */
export function changeAt(value: unknown, [key, ...rest]: JsonPath, change: (before: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy: Container = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Container;
  const newValue = changeAt(copy[key], rest, change);
  if (newValue !== undefined) copy[key] = newValue;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}
