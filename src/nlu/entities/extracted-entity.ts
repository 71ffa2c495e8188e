/** A value extracted from a message, and its position. */
export type ExtractedEntity<T> = { value: T; start: number; end: number };

export const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;
