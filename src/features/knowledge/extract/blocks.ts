/** A paragraph, a list item or a table row; with a level, a heading. */
export type Block = { text: string; level?: number };

/** The content of a file or web page. */
export type ParsedFile = {
  title?: string;
  blocks: Block[];
  /** Web pages only: links, the `<base>` address they are relative to, and whether the page forbids indexing. */
  links?: string[];
  base?: string;
  noIndex?: boolean;
};

/** The source cannot be read. The message is shown to the person who added it. */
export class UnreadableError extends Error {}

/** Also removes control characters, which PostgreSQL may reject in text. */
export const collapseWhitespace = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
