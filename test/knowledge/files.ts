// Builds PDF and Word files by hand, so that tests can also build broken ones.
import { strToU8, zipSync } from 'fflate';

const escapePdfText = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`);

/** A PDF made of numbered objects, the first of which is the catalog. */
export function createPdfFromObjects(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xrefEntries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefEntries}${trailer}`, 'latin1');
}

export const createPdfStream = (content: string, extraEntries = '') =>
  `<< /Length ${content.length} ${extraEntries}>>\nstream\n${content}\nendstream`;

export type PdfPage = { heading?: string; lines: string[] };

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF with pages of text, as a word processor would create it. */
export function createPdf(pages: readonly PdfPage[]): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const pdfObjects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    FONT,
    ...pages.flatMap(({ heading, lines }, index) => {
      const headingOperators = heading
        ? `/F1 20 Tf 50 780 Td (${escapePdfText(heading)}) Tj /F1 11 Tf 0 -30 Td `
        : '/F1 11 Tf 50 750 Td ';
      const text = lines.map((line) => `(${escapePdfText(line)}) Tj 0 -14 Td`).join(' ');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        createPdfStream(`BT ${headingOperators}${text} ET`),
      ];
    }),
  ];
  return createPdfFromObjects(pdfObjects);
}

export const createParagraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

export const createDocx = (paragraphs: readonly { text: string; style?: string }[]): Buffer =>
  createDocxFromXml(paragraphs.map(({ text, style }) => createParagraph(text, style)).join(''));

export function createDocxFromXml(body: string): Buffer {
  const xml = `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`;
  return Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(xml) }));
}

/** A few kilobytes that decompress to a hundred megabytes. */
export const createZipBomb = (): Buffer =>
  Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(100 * 1024 * 1024) }, { level: 9 }));
