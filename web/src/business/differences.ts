export type Difference = { path: string; before?: unknown; after?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const getEntryKey = (entry: unknown) =>
  isObject(entry) ? ((entry.id ?? entry.name ?? entry.question) as string | undefined) : undefined;

/** The differences between two documents. List entries are matched by id or name, not by position. */
export function findDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...fields].flatMap((field) =>
      findDifferences(before[field], after[field], path ? `${path} › ${field}` : field),
    );
  }
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    [...before, ...after].every((entry) => getEntryKey(entry) !== undefined)
  ) {
    const ids = new Set([...before, ...after].map((entry) => getEntryKey(entry)!));
    const findEntry = (entries: unknown[], id: string) => entries.find((entry) => getEntryKey(entry) === id);
    return [...ids].flatMap((id) => {
      const [oldEntry, newEntry] = [findEntry(before, id), findEntry(after, id)];
      const name = isObject(newEntry ?? oldEntry)
        ? String(((newEntry ?? oldEntry) as { name?: string }).name ?? id)
        : id;
      return findDifferences(oldEntry, newEntry, `${path} › ${name}`);
    });
  }
  return [{ path, before, after }];
}
