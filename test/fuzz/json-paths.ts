// Lists and changes paths inside a JSON value.
type Container = Record<string | number, unknown>;
export type JsonPath = (string | number)[];

/** Every path below the root, parents before children. */
export function pathsIn(value: unknown, parent: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...names].flatMap((name) => {
    const path = [...parent, name];
    return [path, ...pathsIn((value as Container)[name], path)];
  });
}

/** Returns a copy that is changed at one path. `undefined` removes the value. */
export function changeAt(value: unknown, [name, ...rest]: JsonPath, change: (before: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const copy: Container = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Container;
  const newValue = changeAt(copy[name], rest, change);
  if (newValue !== undefined) copy[name] = newValue;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}
