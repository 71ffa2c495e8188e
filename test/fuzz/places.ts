// Places inside a JSON value, for whoever wants to change one of them.
type Container = Record<string | number, unknown>;
export type Place = (string | number)[];

/** Every place below the top, the outer before the inner. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...names].flatMap((name) => {
    const place = [...at, name];
    return [place, ...placesIn((value as Container)[name], place)];
  });
}

/** A copy that is changed at one place alone; `undefined` takes it away. */
export function changed(value: unknown, [name, ...rest]: Place, change: (before: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const copy: Container = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Container;
  const after = changed(copy[name], rest, change);
  if (after !== undefined) copy[name] = after;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}
