export type Difference = { path: string; before?: unknown; after?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const idOf = (entry: unknown) =>
  isObject(entry) ? ((entry.id ?? entry.name ?? entry.question) as string | undefined) : undefined;

/** What is different between two documents. Entries of lists are the same entry by id or name, wherever they stand. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (same(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...fields].flatMap((field) =>
      differences(before[field], after[field], path ? `${path} › ${field}` : field),
    );
  }
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    [...before, ...after].every((entry) => idOf(entry) !== undefined)
  ) {
    const ids = new Set([...before, ...after].map((entry) => idOf(entry)!));
    const find = (all: unknown[], id: string) => all.find((entry) => idOf(entry) === id);
    return [...ids].flatMap((id) => {
      const [old, now] = [find(before, id), find(after, id)];
      const name = isObject(now ?? old) ? String(((now ?? old) as { name?: string }).name ?? id) : id;
      return differences(old, now, `${path} › ${name}`);
    });
  }
  return [{ path, before, after }];
}
