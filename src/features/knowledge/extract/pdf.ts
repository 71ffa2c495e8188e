import { getDocumentProxy } from 'unpdf';
import { type Block, type Extract, squeezed, Unreadable } from './blocks.ts';

const MOST_PAGES = 1_000;
const MOST_TEXT = 10_000_000;
const PASSWORD = 'PasswordException';

type Line = { text: string; height: number; top: number };

/** The text of a PDF, page by page. Scripts, forms and attachments in it are never touched. */
export async function readPdf(bytes: Uint8Array, progress: (read: number, found: number) => void): Promise<Extract> {
  const pdf = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    stopAtErrors: true,
  }).catch((error: Error) => {
    if (error.name === PASSWORD)
      throw new Unreadable('This PDF is locked with a password. Save it without one and send it again.');
    throw new Unreadable('This PDF is damaged. Open it, print it to a new PDF, and send that one.');
  });
  if (pdf.numPages > MOST_PAGES)
    throw new Unreadable(
      `This PDF says that it has ${pdf.numPages} pages; at most ${MOST_PAGES} are read. Send it in parts.`,
    );
  const pages: Line[][] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const lines = await linesOf(await pdf.getPage(number));
    length += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (length > MOST_TEXT) throw new Unreadable('This PDF holds more text than can be read. Send it in parts.');
    pages.push(lines);
    progress(number, pdf.numPages);
  }
  const blocks = blocksOf(pages);
  if (!blocks.length)
    throw new Unreadable(
      'There is no text in this PDF: its pages are pictures. Send one with text that can be selected.',
    );
  return { blocks };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

async function linesOf(page: Page): Promise<Line[]> {
  const { items } = await page.getTextContent();
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const item of items) {
    if (!('str' in item)) continue;
    const top = item.transform[5] as number;
    if (item.str.trim()) {
      line ??= { text: '', height: 0, top };
      line.text += item.str;
      line.height = Math.max(line.height, item.height);
    } else if (line) line.text += ' ';
    if (item.hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  page.cleanup();
  return lines.map((each) => ({ ...each, text: squeezed(each.text) })).filter(({ text }) => text);
}

/** A line that stands on most pages is its running head, whatever the number in it. */
function withoutRunningHeads(pages: Line[][]): Line[][] {
  if (pages.length < 4) return pages;
  const shape = ({ text }: Line) => text.replace(/\d+/g, '#');
  const times = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set([...lines.slice(0, 2), ...lines.slice(-2)].map(shape)))
      times.set(key, (times.get(key) ?? 0) + 1);
  }
  const isRunning = (line: Line) => (times.get(shape(line)) ?? 0) > pages.length / 2;
  return pages.map((lines) => lines.filter((line, at) => !(isRunning(line) && (at < 2 || at >= lines.length - 2))));
}

/** The height of most letters. */
function usualHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { height, text } of lines) letters.set(height, (letters.get(height) ?? 0) + text.length);
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Larger letters are a heading, a gap begins a paragraph. */
function blocksOf(all: Line[][]): Block[] {
  const pages = withoutRunningHeads(all);
  const usual = usualHeight(pages.flat());
  const isHeading = ({ text, height }: Line) => height > 1.15 * usual && text.length < 120;
  const blocks: Block[] = [];
  for (const lines of pages) {
    let paragraph: string[] = [];
    const end = () => {
      const text = squeezed(paragraph.join('\n').replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1'));
      if (text) blocks.push({ text });
      paragraph = [];
    };
    for (const [at, line] of lines.entries()) {
      const before = lines[at - 1];
      const gap = before ? Math.abs(before.top - line.top) : 0;
      if (isHeading(line)) {
        end();
        blocks.push({ text: line.text, level: line.height > 1.6 * usual ? 1 : 2 });
        continue;
      }
      if (gap > 1.8 * Math.max(line.height, 1) || /^[•·▪–-]\s/.test(line.text)) end();
      paragraph.push(line.text);
    }
    end();
  }
  return blocks;
}
