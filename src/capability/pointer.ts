// JSON pointers into the document, limited to what is needed here: one or two field names.

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function getValueAt(document: Fields, pointer: string): unknown {
  const [, field = '', nestedField] = pointer.split('/');
  const value = document[field];
  return nestedField === undefined ? value : isObject(value) ? value[nestedField] : undefined;
}

/** Whether the value contains any data: opening hours with an empty list for every day do not. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== '';
}
