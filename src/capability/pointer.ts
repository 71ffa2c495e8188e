// Places of the document by their JSON pointers, as far as one needs them: names of fields, at most two.

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(document: Fields, pointer: string): unknown {
  const [, field = '', name] = pointer.split('/');
  const value = document[field];
  return name === undefined ? value : isObject(value) ? value[name] : undefined;
}

/** Whether anything is said there: hours of which every day is an empty list say nothing. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== '';
}
