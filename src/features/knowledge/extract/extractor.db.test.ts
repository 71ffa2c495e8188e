// Tests the extractor with real worker threads and hostile files.
import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createDocx,
  createDocxFromXml,
  createParagraph,
  createPdf,
  createPdfFromObjects,
  createPdfStream,
} from '../../../../test/knowledge/files.ts';
import { parseSite } from '../site.ts';
import { UnreadableError } from './blocks.ts';
import { openExtractor } from './extractor.ts';
import { DEFAULT_LIMITS } from './limited-worker.ts';
import type { Media } from './media.ts';

const openExtractors: ReturnType<typeof openExtractor>[] = [];
afterEach(async () => {
  for (const extractor of openExtractors.splice(0)) await extractor.close();
});
const openTestExtractor = (limits = DEFAULT_LIMITS) => {
  const extractor = openExtractor(limits);
  openExtractors.push(extractor);
  return extractor;
};
const extract = (media: Media, bytes: Buffer | string, limits = DEFAULT_LIMITS) =>
  openTestExtractor(limits).extract({ media, bytes: new Uint8Array(Buffer.from(bytes)) });

// Objects of a PDF file.
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [4 0 R] /Count 1 >>';
const TEXT_STREAM = createPdfStream('BT /F1 11 Tf 50 700 Td (We close at noon.) Tj ET');

describe('the extracted text', () => {
  it('of HTML is the visible text', async () => {
    const html = `<html><head><title>A &amp; B</title><style>p{}</style></head><body><nav>Home</nav>
      <header><h1><button>Tours</button></h1></header><button>Menu</button><p>By boat,<br>at nine.</p><div hidden>secret</div><p style="display:none">no</p>
      <ul><li>Adults <b>$12</b></li><li>Children $6</li></ul>
      <table><tr><th>Mon</th><td>9–5</td></tr></table><script>bad()</script><a href="/x">More</a></body></html>`;
    const page = { url: 'https://a.com/', site: parseSite('https://a.com/') };
    expect(
      await openTestExtractor().extract({ media: 'html', bytes: new Uint8Array(Buffer.from(html)), page }),
    ).toEqual({
      title: 'A & B',
      links: ['https://a.com/x'],
      passages: [{ heading: 'Tours', text: 'By boat,\nat nine.\nAdults $12\nChildren $6\nMon | 9–5\nMore' }],
    });
  });

  it('of Markdown has no markup', async () => {
    const markdown = 'Tours\n=====\n\nBy **boat**, see [here](http://x).\n\n## Prices\n- Adults *$12*\n- Children\n';
    expect((await extract('markdown', markdown)).passages).toEqual([
      { heading: 'Tours', text: 'By boat, see here.' },
      { heading: 'Tours › Prices', text: 'Adults $12\nChildren' },
    ]);
  });

  it('of DOCX has its headings', async () => {
    const docx = createDocx([{ text: 'Tours', style: 'Heading2' }, { text: 'By boat &amp;\0on foot.' }]);
    expect((await extract('docx', docx)).passages).toEqual([{ heading: 'Tours', text: 'By boat & on foot.' }]);
  });

  it('of DOCX has text boxes and moved text once', async () => {
    const textBox = (name: string) => `<${name}>${createParagraph('Closed on Monday.')}</${name}>`;
    const body = `<w:p><w:r><mc:AlternateContent>${textBox('mc:Choice')}${textBox('mc:Fallback')}</mc:AlternateContent></w:r></w:p>
      <w:p><w:moveFrom><w:r><w:t>Dogs are welcome.</w:t></w:r></w:moveFrom></w:p>${createParagraph('By boat.')}
      <w:p><w:moveTo><w:r><w:t>Dogs are welcome.</w:t></w:r></w:moveTo></w:p>`;
    const { passages } = await extract('docx', createDocxFromXml(body));
    expect(passages).toEqual([{ heading: '', text: 'Closed on Monday.\nBy boat.\nDogs are welcome.' }]);
  });

  it('of PDF has its headings and paragraphs, without repeated page headers and footers', async () => {
    const makePage = (index: number) => ({
      heading: `Part ${['one', 'two', 'three', 'four', 'five'][index]}`,
      lines: [
        `Boat ${'abcde'[index]} leaves at nine, what-`,
        `ever the weather at pier ${'abcde'[index]} is.`,
        `Page ${index + 1} of 5`,
      ],
    });
    const pagesRead: number[] = [];
    const bytes = new Uint8Array(createPdf([0, 1, 2, 3, 4].map(makePage)));
    const { passages } = await openTestExtractor().extract({ media: 'pdf', bytes }, (pageNumber) =>
      pagesRead.push(pageNumber),
    );
    expect(passages.slice(0, 2)).toEqual([
      { heading: 'Part one', text: 'Boat a leaves at nine, whatever the weather at pier a is.' },
      { heading: 'Part two', text: 'Boat b leaves at nine, whatever the weather at pier b is.' },
    ]);
    expect(pagesRead).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a hostile file', () => {
  const SHORT_LIMITS = { ...DEFAULT_LIMITS, idleTimeoutMs: 4_000, totalTimeoutMs: 8_000, externalMemoryMb: 400 };

  it('with JavaScript is read without running it', async () => {
    const catalogWithScript = '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> >>';
    expect(
      (await extract('pdf', createPdfFromObjects([catalogWithScript, PAGES, FONT, PAGE, TEXT_STREAM]))).passages,
    ).toEqual([{ heading: '', text: 'We close at noon.' }]);
  });

  it.each([
    [
      'with a circular page tree',
      [CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 900 >>', FONT, PAGE, TEXT_STREAM],
    ],
    [
      'with a page tree that is too wide',
      [CATALOG, `<< /Type /Pages /Kids [${'4 0 R '.repeat(50_000)}] /Count 50000 >>`, FONT, PAGE, TEXT_STREAM],
    ],
    [
      'with endlessly nested drawings',
      [
        CATALOG,
        PAGES,
        FONT,
        PAGE.replace('/Font << /F1 3 0 R >>', '/XObject << /A 6 0 R >>'),
        createPdfStream('/A Do '.repeat(1_000)),
        createPdfStream(
          '/A Do /A Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /A 6 0 R >> >> ',
        ),
      ],
    ],
    ['that is cut off', ['<< /Type /Catalog']],
  ] as [string, string[]][])('%s is refused with a readable message', async (_, objects) => {
    await expect(extract('pdf', createPdfFromObjects(objects), SHORT_LIMITS)).rejects.toThrow(UnreadableError);
  });

  it('that claims a billion pages is read for the pages it has', async () => {
    const pagesWithWrongCount = '<< /Type /Pages /Kids [4 0 R] /Count 1000000000 >>';
    const { passages } = await extract(
      'pdf',
      createPdfFromObjects([CATALOG, pagesWithWrongCount, FONT, PAGE, TEXT_STREAM]),
    );
    expect(passages).toEqual([{ heading: '', text: 'We close at noon.' }]);
  });

  it('that unpacks to gigabytes is aborted, and the next file is read', async () => {
    const zipBomb = deflateSync(deflateSync(Buffer.alloc(1_500_000_000, ' '), { level: 1 }));
    const contentStream = `<< /Length ${zipBomb.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${zipBomb.toString('latin1')}\nendstream`;
    const extractor = openTestExtractor(SHORT_LIMITS);
    const bytes = new Uint8Array(createPdfFromObjects([CATALOG, PAGES, FONT, PAGE, contentStream]));
    const rssBefore = process.memoryUsage.rss();
    await expect(extractor.extract({ media: 'pdf', bytes })).rejects.toThrow(
      /too long|more than can be read|damaged|pictures/,
    );
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(2_000 * 1024 * 1024);
    const nextResult = await extractor.extract({ media: 'text', bytes: new Uint8Array(Buffer.from('Still here.')) });
    expect(nextResult.passages).toEqual([{ heading: '', text: 'Still here.' }]);
  });

  it('with a false size is unpacked no further than it claims', async () => {
    const bytes = Buffer.from(
      zipSync({ 'word/document.xml': new Uint8Array(20 * 1024 * 1024).fill(32) }, { level: 9 }),
    );
    const directoryStart = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    bytes.writeUInt32LE(1_000, directoryStart + 24);
    const { passages } = await extract('docx', bytes, SHORT_LIMITS).catch(() => ({ passages: [] }));
    expect(passages).toEqual([]);
  });

  it('does not affect the memory limit of another file unpacked at the same time', async () => {
    const longLimits = { ...DEFAULT_LIMITS, idleTimeoutMs: 120_000, totalTimeoutMs: 120_000, externalMemoryMb: 60 };
    const pendingExtraction = extract('html', `${'<div>'.repeat(30_000)}<p>Here.`, longLimits);
    const otherBuffers: Buffer[] = [];
    const allocationTimer = setInterval(
      () => otherBuffers.length < 4 && otherBuffers.push(Buffer.alloc(50_000_000, 1)),
      20,
    );
    const result = await pendingExtraction.finally(() => clearInterval(allocationTimer));
    expect(result.passages).toEqual([{ heading: '', text: 'Here.' }]);
    // Two are more than the limit already; a busy machine may get no further before the file is read.
    expect(otherBuffers.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['deeply nested', '<div>'.repeat(200_000)],
    ['endless entities', '&amp;'.repeat(500_000)],
    ['unclosed', '<p title="'.repeat(100_000)],
  ])('with %s HTML does no harm', async (_, html) => {
    const passages = await extract('html', html, SHORT_LIMITS).then(
      (result) => result.passages,
      (error) => {
        expect(error).toBeInstanceOf(UnreadableError);
        return [];
      },
    );
    expect(passages.length).toBeLessThan(2);
  });
});
