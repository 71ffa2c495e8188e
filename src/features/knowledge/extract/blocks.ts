/** A paragraph, a list item or a table row; with a level, a heading. */
export type Block = { text: string; level?: number };

/** The content of a file, a text or a web page. */
export type ParsedDocument = {
  title?: string;
  blocks: Block[];
  /** Web pages only: links, the `<base>` URL they are relative to, and whether the page forbids indexing. */
  links?: string[];
  baseUrl?: string;
  noIndex?: boolean;
};

/** The source cannot be read. The message is shown to the person who added it. */
export class UnreadableError extends Error {}

/** Also removes control characters, which PostgreSQL may reject in text. */
export const collapseWhitespace = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
