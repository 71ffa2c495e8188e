import { type Block, type Extract, squeezed } from './blocks.ts';

const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/;
const UNDERLINE = /^ {0,3}(=+|-+)\s*$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const RULE = /^\s*(?:[-*_]\s*){3,}$|^\s*\|?[\s:|-]+\|[\s:|-]*$/;
const FENCE = /^\s*(?:```|~~~)/;

/** Plain text is Markdown that marks little: paragraphs end at empty lines, lines of a list stand for themselves. */
export function readMarkdown(source: string): Extract {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const end = (level?: number) => {
    const text = squeezed(withoutMarks(lines.join(' ')));
    if (text) blocks.push(level ? { text, level } : { text });
    lines = [];
  };
  for (const line of source.split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line);
    const underline = lines.length === 1 ? UNDERLINE.exec(line) : null;
    if (heading) {
      const [, signs = '', text = ''] = heading;
      end();
      lines = [text];
      end(signs.length);
    } else if (underline) {
      end(underline[1]?.startsWith('=') ? 1 : 2);
    } else if (!line.trim() || RULE.test(line) || FENCE.test(line)) {
      end();
    } else if (ITEM.test(line) || line.trimStart().startsWith('|')) {
      end();
      lines = [line.replace(ITEM, '').replace(/^\s*\||\|\s*$/g, '')];
    } else {
      lines.push(line.replace(/^\s*>\s?/, ''));
    }
  }
  end();
  const first = blocks[0]?.level === 1 ? blocks[0].text : undefined;
  return { blocks, ...(first ? { title: first } : {}) };
}

/** Marks end somewhere near: without a bound, a text of beginnings alone is read to its end for each of them. */
const withoutMarks = (text: string) =>
  text
    .replace(/<!--.{0,2000}?-->/g, '')
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/\[([^\]]{1,500})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__)(\S(?:.{0,1000}?\S)?)\1/g, '$2')
    .replace(/(?<![\w*])\*(\S(?:[^*]{0,1000}?\S)?)\*(?![\w*])/g, '$1')
    .replace(/`([^`]{1,1000})`/g, '$1');
