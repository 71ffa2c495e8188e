/** A paragraph, a line of a list or of a table, or a heading of some level. */
export type Block = { text: string; level?: number };

/** What a file or a page holds. */
export type Extract = {
  title?: string;
  blocks: Block[];
  /** Addresses that a page links to, from where they lead, and whether it asks not to be kept. */
  links?: string[];
  base?: string;
  noIndex?: boolean;
};

/** A file that cannot be read, in words for whoever sent it. */
export class Unreadable extends Error {}

/** In one line, without what no database takes for text. */
export const squeezed = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
