import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type Block, type Extract, squeezed, Unreadable } from './blocks.ts';

const DOCUMENT = 'word/document.xml';
const LARGEST_XML = 30 * 1024 * 1024;
/** Text in XML shrinks to a tenth, or a thirtieth where it is monotonous. */
const MOST_SHRUNK = 200;
const HEADING_STYLE = /^(?:heading|berschrift|titre|titolo|ttulo|rubrik|kop)\s?(\d)$/i;

/** The paragraphs of a Word file, with its headings. Nothing but the document's own text is unpacked. */
export function readDocx(bytes: Uint8Array): Extract {
  const xml = new TextDecoder().decode(unpack(bytes));
  const blocks: Block[] = [];
  let text = '';
  let level: number | undefined;
  let inText = false;
  /** Tables are told row by row. */
  let cells = 0;
  const end = () => {
    const said = squeezed(text);
    if (said) blocks.push(level ? { text: said, level } : { text: said });
    text = '';
    level = undefined;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:t') inText = true;
        else if (name === 'w:tab' || name === 'w:br' || name === 'w:cr') text += ' ';
        else if (name === 'w:tc') {
          cells++;
          if (text.trim()) text += ' | ';
        } else if (name === 'w:pStyle') level = levelOf(attributes['w:val'] ?? '') ?? level;
        else if (name === 'w:outlineLvl') level = Number(attributes['w:val']) + 1 || level;
      },
      ontext(data) {
        if (inText) text += data;
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        else if (name === 'w:tc') cells--;
        else if (name === 'w:tr' || (name === 'w:p' && cells === 0)) end();
        else if (name === 'w:p') text += ' ';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  end();
  return { blocks };
}

function levelOf(style: string): number | undefined {
  if (/^title$/i.test(style)) return 1;
  const level = Number(HEADING_STYLE.exec(style)?.[1]);
  return level >= 1 && level <= 6 ? level : undefined;
}

/** The sizes that the file claims are checked before anything is unpacked; one that lies runs into the time limit. */
function unpack(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes, {
    filter({ name, originalSize, size }) {
      if (name !== DOCUMENT) return false;
      if (originalSize > LARGEST_XML || originalSize > MOST_SHRUNK * size + 65_536)
        throw new Unreadable('This file unpacks to far more than a document of its size holds, so it was not opened.');
      return true;
    },
  });
  const found = files[DOCUMENT];
  if (!found) throw new Unreadable('This is not a Word document (.docx). Save it as .docx in Word and send it again.');
  return found;
}
