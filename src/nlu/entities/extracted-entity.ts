/** A value extracted from a message, and its position. */
export type ExtractedEntity<T> = { value: T; start: number; end: number };

/** Normalizes apostrophes so that patterns handle only one kind; positions do not change. */
export const normalizeApostrophes = (text: string): string => text.replace(/[‘’ʼ´`]/g, "'");

export const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;
