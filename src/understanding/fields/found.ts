/** A value that was read in a message, and where. */
export type Found<T> = { value: T; start: number; end: number };

/** One kind of apostrophe, so that patterns need to know but one; every other character stays where it is. */
export const straighten = (text: string): string => text.replace(/[‘’ʼ´`]/g, "'");

export const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;
