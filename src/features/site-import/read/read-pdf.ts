import { findHeadingLevel, measureBodyTextHeight, type PdfLine, startsParagraph } from '../../knowledge/extract/pdf.ts';
import { findPrices } from './amounts.ts';
import type { PageFindings } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { TITLE_LEVEL } from './outline.ts';
import { findInOutline } from './read-page.ts';

const MAX_TITLE_CHARACTERS = 60;

export const findInPdf = (pages: readonly PdfLine[][], peopleWords: ReadonlySet<string>): PageFindings =>
  findInOutline(createPdfOutline(pages), '', peopleWords);

/** A PDF has no boxes; paragraphs take their place. */
function createPdfOutline(pages: readonly PdfLine[][]): Outline {
  const bodyHeight = measureBodyTextHeight(pages.flat());
  let paragraph = 0;
  const lines = pages.flatMap((page) => {
    paragraph++;
    return page.flatMap((line, index) => {
      const level = findHeadingLevel(line, bodyHeight) || (isCapitals(line.text) ? TITLE_LEVEL : 0);
      if (level || startsParagraph(page[index - 1], line)) paragraph++;
      const box = paragraph;
      if (level) paragraph++;
      return splitColumns(line).map((columns) => createLine(columns, level, box));
    });
  });
  return { lines, shapes: new Map(), childIndexes: new Map(), links: [] };
}

/** Entries side by side, each ending with its price. */
function splitColumns({ columns }: PdfLine): string[][] {
  const entries: string[][] = [[]];
  for (const column of columns) {
    entries.at(-1)?.push(column);
    const price = findPrices(column).at(-1);
    if (price?.end === column.length) entries.push([]);
  }
  return entries.filter((entry) => entry.length);
}

function createLine(columns: readonly string[], level: number, box: number): Line {
  const breaks = columns.slice(1).map((_, index) => columns.slice(0, index + 1).join(' ').length + 1);
  return {
    text: columns.join(' '),
    breaks,
    superscripts: [],
    level,
    boxes: [box],
    element: '',
    isLink: false,
    isBadge: false,
  };
}

const isCapitals = (text: string) =>
  text.length <= MAX_TITLE_CHARACTERS && /\p{Lu}{3}/u.test(text) && !/[\p{Ll}\d]/u.test(text);
