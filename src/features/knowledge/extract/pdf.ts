import { getDocumentProxy } from 'unpdf';
import { type Block, collapseWhitespace, type ParsedDocument, UnreadableError } from './blocks.ts';

const MAX_PAGES = 1_000;
const MAX_CHARACTERS = 10_000_000;
const PASSWORD_ERROR = 'PasswordException';
const MIN_PAGES_FOR_RUNNING_HEADS = 4;
/** Running heads and page numbers are looked for in this many lines at the top and bottom of a page. */
const MAX_EDGE_LINES = 2;
/** Heights compared to the body text. */
const HEADING_HEIGHT_RATIO = 1.15;
const TOP_HEADING_HEIGHT_RATIO = 1.6;
const MAX_HEADING_CHARACTERS = 120;
/** Distance between two lines compared to the line height. */
const PARAGRAPH_GAP_RATIO = 1.8;
/** Distance between two texts of a line compared to the line height. */
const WIDE_GAP_RATIO = 1.5;

export type PdfLine = {
  text: string;
  height: number;
  top: number;
  /** The text between wide gaps, such as columns or a price at the right edge. */
  columns: string[];
};

type OnProgress = (pagesRead: number, pagesTotal: number) => void;

/** Extracts the text of a PDF page by page. Scripts, forms and attachments are ignored. */
export async function parsePdf(bytes: Uint8Array, onProgress: OnProgress): Promise<ParsedDocument> {
  return { blocks: toBlocks(await readPdfLines(bytes, onProgress)) };
}

/** The lines of each page. */
export async function readPdfLines(bytes: Uint8Array, onProgress: OnProgress): Promise<PdfLine[][]> {
  const pdf = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    stopAtErrors: true,
  }).catch((error: Error) => {
    if (error.name === PASSWORD_ERROR)
      throw new UnreadableError('This PDF is locked with a password. Save it without one and send it again.');
    throw new UnreadableError('This PDF is damaged. Open it, print it to a new PDF, and send that one.');
  });
  if (pdf.numPages > MAX_PAGES)
    throw new UnreadableError(
      `This PDF says that it has ${pdf.numPages} pages; at most ${MAX_PAGES} are read. Send it in parts.`,
    );
  const pages: PdfLine[][] = [];
  let characterCount = 0;
  for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber++) {
    const lines = await readLines(await pdf.getPage(pageNumber));
    characterCount += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (characterCount > MAX_CHARACTERS)
      throw new UnreadableError('This PDF holds more text than can be read. Send it in parts.');
    pages.push(lines);
    onProgress(pageNumber, pdf.numPages);
  }
  if (!pages.some((lines) => lines.length))
    throw new UnreadableError(
      'There is no text in this PDF: its pages are pictures. Send one with text that can be selected.',
    );
  return pages;
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

async function readLines(page: PdfPage): Promise<PdfLine[]> {
  const { items } = await page.getTextContent();
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  let previousRight = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    const top = item.transform[5] as number;
    if (item.str.trim()) {
      line ??= { text: '', height: 0, top, columns: [] };
      const left = item.transform[4] as number;
      if (left - previousRight > WIDE_GAP_RATIO * item.height || !line.columns.length) line.columns.push('');
      line.columns.push(`${line.columns.pop()}${item.str}`);
      previousRight = left + item.width;
      line.text += item.str;
      line.height = Math.max(line.height, item.height);
    } else if (line) {
      line.text += ' ';
      line.columns.push(`${line.columns.pop()} `);
    }
    if (item.hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  page.cleanup();
  const cleanLines = lines.map((rawLine) => ({
    ...rawLine,
    text: collapseWhitespace(rawLine.text),
    columns: rawLine.columns.map(collapseWhitespace).filter(Boolean),
  }));
  return cleanLines.filter(({ text }) => text);
}

/** Removes lines that repeat at the top or bottom of most pages, ignoring page numbers. */
function removeRunningHeads(pages: PdfLine[][]): PdfLine[][] {
  if (pages.length < MIN_PAGES_FOR_RUNNING_HEADS) return pages;
  const maskNumbers = ({ text }: PdfLine) => text.replace(/\d+/g, '#');
  const pageCounts = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set([...lines.slice(0, MAX_EDGE_LINES), ...lines.slice(-MAX_EDGE_LINES)].map(maskNumbers)))
      pageCounts.set(key, (pageCounts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: PdfLine) => (pageCounts.get(maskNumbers(line)) ?? 0) > pages.length / 2;
  return pages.map((lines) =>
    lines.filter(
      (line, index) => !(isRunning(line) && (index < MAX_EDGE_LINES || index >= lines.length - MAX_EDGE_LINES)),
    ),
  );
}

/** The line height of the largest amount of text. */
export function measureBodyTextHeight(lines: readonly PdfLine[]): number {
  const lettersByHeight = new Map<number, number>();
  for (const { height, text } of lines) lettersByHeight.set(height, (lettersByHeight.get(height) ?? 0) + text.length);
  return [...lettersByHeight].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** 0 if the line is not larger than the rest of the text. */
export function findHeadingLevel({ text, height }: PdfLine, bodyHeight: number): number {
  if (height <= HEADING_HEIGHT_RATIO * bodyHeight || text.length >= MAX_HEADING_CHARACTERS) return 0;
  return height > TOP_HEADING_HEIGHT_RATIO * bodyHeight ? 1 : 2;
}

export const startsParagraph = (previous: PdfLine | undefined, line: PdfLine): boolean =>
  previous !== undefined && Math.abs(previous.top - line.top) > PARAGRAPH_GAP_RATIO * Math.max(line.height, 1);

/** Treats larger text as a heading and a vertical gap as the start of a paragraph. */
function toBlocks(allPages: PdfLine[][]): Block[] {
  const pages = removeRunningHeads(allPages);
  const bodyHeight = measureBodyTextHeight(pages.flat());
  const blocks: Block[] = [];
  for (const lines of pages) {
    let paragraph: string[] = [];
    const endParagraph = () => {
      const text = collapseWhitespace(paragraph.join('\n').replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1'));
      if (text) blocks.push({ text });
      paragraph = [];
    };
    for (const [index, line] of lines.entries()) {
      const level = findHeadingLevel(line, bodyHeight);
      if (level) {
        endParagraph();
        blocks.push({ text: line.text, level });
        continue;
      }
      if (startsParagraph(lines[index - 1], line) || /^[•·▪–-]\s/.test(line.text)) endParagraph();
      paragraph.push(line.text);
    }
    endParagraph();
  }
  return blocks;
}
