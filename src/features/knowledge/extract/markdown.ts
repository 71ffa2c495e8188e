import { type Block, collapseWhitespace, type ParsedDocument } from './blocks.ts';

const HEADING_PATTERN = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const UNDERLINE_PATTERN = /^ {0,3}(=+|-+)\s*$/;
const LIST_ITEM_PATTERN = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const SEPARATOR_LINE_PATTERN = /^\s*(?:[-*_]\s*){3,}$|^\s*\|?[\s:|-]+\|[\s:|-]*$/;
const FENCE_PATTERN = /^\s*(?:```|~~~)/;

/** Also used for plain text: empty lines separate paragraphs, and each list item is its own block. */
export function parseMarkdown(source: string): ParsedDocument {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endBlock = (level?: number) => {
    const text = collapseWhitespace(stripMarkup(lines.join(' ')));
    if (text) blocks.push(level ? { text, level } : { text });
    lines = [];
  };
  for (const line of source.split(/\r\n?|\n/)) {
    const heading = HEADING_PATTERN.exec(line);
    const underline = lines.length === 1 ? UNDERLINE_PATTERN.exec(line) : null;
    if (heading) {
      const [, hashes = '', text = ''] = heading;
      endBlock();
      lines = [text];
      endBlock(hashes.length);
    } else if (underline) {
      endBlock(underline[1]?.startsWith('=') ? 1 : 2);
    } else if (!line.trim() || SEPARATOR_LINE_PATTERN.test(line) || FENCE_PATTERN.test(line)) {
      endBlock();
    } else if (LIST_ITEM_PATTERN.test(line) || line.trimStart().startsWith('|')) {
      endBlock();
      lines = [line.replace(LIST_ITEM_PATTERN, '').replace(/^\s*\||\|\s*$/g, '')];
    } else {
      lines.push(line.replace(/^\s*>\s?/, ''));
    }
  }
  endBlock();
  const title = blocks[0]?.level === 1 ? blocks[0].text : undefined;
  return { blocks, ...(title ? { title } : {}) };
}

/** The length limits keep unclosed markup from causing quadratic run time. */
const stripMarkup = (text: string) =>
  text
    .replace(/<!--.{0,2000}?-->/g, '')
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/\[([^\]]{1,500})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__)(\S(?:.{0,1000}?\S)?)\1/g, '$2')
    .replace(/(?<![\w*])\*(\S(?:[^*]{0,1000}?\S)?)\*(?![\w*])/g, '$1')
    .replace(/`([^`]{1,1000})`/g, '$1');
