// Generates large documents.
import { createPdf } from './files.ts';
import { createHtml, openWebsite, type Website } from './website.ts';

const WORDS =
  'guest room tour boat pier morning ticket child adult price free season winter summer garden lake path guide lunch table towel locker key lift stairs car bus train card cash refund voucher group school weekend holiday music film book map dog bicycle rain coat shoe boot hat tent fire wood kitchen bed'.split(
    ' ',
  );

let wordCount = 0;
const pickWord = () => WORDS[(++wordCount * wordCount + 7 * wordCount) % WORDS.length]!;
/** A sentence that differs from all others. */
const createSentence = () =>
  `At ${++wordCount} the ${pickWord()} for each ${pickWord()} is kept by the ${pickWord()} near the ${pickWord()} and the ${pickWord()}.`;
const createParagraph = (sentenceCount: number) => Array.from({ length: sentenceCount }, createSentence);

/** The upload body of a PDF with this many pages. */
export function createLargePdf(pageCount: number): { file: { name: string; base64: string } } {
  const pdfPages = Array.from({ length: pageCount }, (_, index) => ({
    heading: `Chapter ${index}`,
    lines: createParagraph(20),
  }));
  return { file: { name: 'book.pdf', base64: createPdf(pdfPages).toString('base64') } };
}

/** A website with this many pages of three sections each, where every page is linked from one other page. */
export function openLargeWebsite(pageCount: number): Promise<Website> {
  const bodies = Array.from({ length: pageCount }, (_, index) =>
    [1, 2, 3].map((part) => `<h2>Part ${part} of ${index}</h2><p>${createParagraph(4).join(' ')}</p>`).join(''),
  );
  return openWebsite((path) => {
    const pageNumber = path === '/' ? 0 : Number(path.slice(1));
    const children = [1, 2, 3, 4, 5, 6].map((child) => 6 * pageNumber + child).filter((child) => child < pageCount);
    const links = children.map((child) => `/${child}`);
    return bodies[pageNumber] === undefined ? undefined : createHtml(`Page ${pageNumber}`, bodies[pageNumber], links);
  });
}
