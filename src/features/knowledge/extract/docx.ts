import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type Block, collapseWhitespace, type ParsedDocument, UnreadableError } from './blocks.ts';

const DOCUMENT_PATH = 'word/document.xml';
const MAX_XML_BYTES = 30 * 1024 * 1024;
/** Real XML compresses about tenfold, repetitive text about thirtyfold; anything far beyond is a zip bomb. */
const MAX_COMPRESSION_RATIO = 200;
/** Small files may exceed the ratio by this much. */
const MAX_BYTES_BEYOND_RATIO = 65_536;
const HEADING_STYLE_PATTERN = /^(?:heading|berschrift|titre|titolo|ttulo|rubrik|kop)\s?(\d)$/i;

/** What stands elsewhere too: the older form of a text box, and text that a tracked change has moved away. */
const REPEATED_ELEMENTS = new Set(['mc:Fallback', 'w:moveFrom']);

/** Extracts the paragraphs and headings of a Word file. Only the main document part is unpacked. */
export function parseDocx(bytes: Uint8Array): ParsedDocument {
  const xml = new TextDecoder().decode(unzipMainDocument(bytes));
  const blocks: Block[] = [];
  let text = '';
  let level: number | undefined;
  let isInText = false;
  /** Nesting depth of table cells: a table row becomes one block. */
  let cellDepth = 0;
  let repeatedDepth = 0;
  const endBlock = () => {
    const blockText = collapseWhitespace(text);
    if (blockText) blocks.push(level ? { text: blockText, level } : { text: blockText });
    text = '';
    level = undefined;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (REPEATED_ELEMENTS.has(name)) repeatedDepth++;
        if (repeatedDepth > 0) return;
        if (name === 'w:t') isInText = true;
        else if (name === 'w:tab' || name === 'w:br' || name === 'w:cr') text += ' ';
        else if (name === 'w:tc') {
          cellDepth++;
          if (text.trim()) text += ' | ';
        } else if (name === 'w:pStyle') level = parseHeadingLevel(attributes['w:val'] ?? '') ?? level;
        else if (name === 'w:outlineLvl') level = Number(attributes['w:val']) + 1 || level;
      },
      ontext(data) {
        if (isInText) text += data;
      },
      onclosetag(name) {
        if (REPEATED_ELEMENTS.has(name)) repeatedDepth--;
        if (repeatedDepth > 0) return;
        if (name === 'w:t') isInText = false;
        else if (name === 'w:tc') cellDepth--;
        else if (name === 'w:tr' || (name === 'w:p' && cellDepth === 0)) endBlock();
        else if (name === 'w:p') text += ' ';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  endBlock();
  return { blocks };
}

function parseHeadingLevel(style: string): number | undefined {
  if (/^title$/i.test(style)) return 1;
  const level = Number(HEADING_STYLE_PATTERN.exec(style)?.[1]);
  return level >= 1 && level <= 6 ? level : undefined;
}

/** Checks the sizes declared in the archive before unpacking. A file with false sizes runs into the worker's limits. */
function unzipMainDocument(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes, {
    filter({ name, originalSize, size }) {
      if (name !== DOCUMENT_PATH) return false;
      if (originalSize > MAX_XML_BYTES || originalSize > MAX_COMPRESSION_RATIO * size + MAX_BYTES_BEYOND_RATIO)
        throw new UnreadableError(
          'This file unpacks to far more than a document of its size holds, so it was not opened.',
        );
      return true;
    },
  });
  const documentXml = files[DOCUMENT_PATH];
  if (!documentXml)
    throw new UnreadableError('This is not a Word document (.docx). Save it as .docx in Word and send it again.');
  return documentXml;
}
