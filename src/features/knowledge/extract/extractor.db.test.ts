// What strangers send, opened for real in its thread.
import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDocx, makePdf, pdfOf, stream } from '../../../../test/knowledge/files.ts';
import { siteOf } from '../site.ts';
import { Unreadable } from './blocks.ts';
import { LIMITS, openExtractor } from './extractor.ts';
import type { Media } from './media.ts';

const opened: ReturnType<typeof openExtractor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const open = (limits = LIMITS) => {
  const extractor = openExtractor(limits);
  opened.push(extractor);
  return extractor;
};
const read = (media: Media, bytes: Buffer | string, limits = LIMITS) =>
  open(limits).extract({ media, bytes: new Uint8Array(Buffer.from(bytes)) });

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [4 0 R] /Count 1 >>';
const TEXT = stream('BT /F1 11 Tf 50 700 Td (We close at noon.) Tj ET');

describe('what is written', () => {
  it('in HTML is what a page shows', async () => {
    const html = `<html><head><title>A &amp; B</title><style>p{}</style></head><body><nav>Home</nav>
      <header><h1><button>Tours</button></h1></header><button>Menu</button><p>By boat,<br>at nine.</p><div hidden>secret</div><p style="display:none">no</p>
      <ul><li>Adults <b>$12</b></li><li>Children $6</li></ul>
      <table><tr><th>Mon</th><td>9–5</td></tr></table><script>bad()</script><a href="/x">More</a></body></html>`;
    const page = { url: 'https://a.com/', site: siteOf('https://a.com/') };
    expect(await open().extract({ media: 'html', bytes: new Uint8Array(Buffer.from(html)), page })).toEqual({
      title: 'A & B',
      links: ['https://a.com/x'],
      passages: [{ heading: 'Tours', text: 'By boat,\nat nine.\nAdults $12\nChildren $6\nMon | 9–5\nMore' }],
    });
  });

  it('in Markdown comes without its marks', async () => {
    const markdown = 'Tours\n=====\n\nBy **boat**, see [here](http://x).\n\n## Prices\n- Adults *$12*\n- Children\n';
    expect((await read('markdown', markdown)).passages).toEqual([
      { heading: 'Tours', text: 'By boat, see here.' },
      { heading: 'Tours › Prices', text: 'Adults $12\nChildren' },
    ]);
  });

  it('in DOCX has its headings', async () => {
    const docx = makeDocx([{ text: 'Tours', style: 'Heading2' }, { text: 'By boat &amp;\0on foot.' }]);
    expect((await read('docx', docx)).passages).toEqual([{ heading: 'Tours', text: 'By boat & on foot.' }]);
  });

  it('in PDF has its headings and paragraphs, without what stands on every page', async () => {
    const page = (number: number) => ({
      heading: `Part ${['one', 'two', 'three', 'four', 'five'][number]}`,
      lines: [
        `Boat ${'abcde'[number]} leaves at nine, what-`,
        `ever the weather at pier ${'abcde'[number]} is.`,
        `Page ${number + 1} of 5`,
      ],
    });
    const told: number[] = [];
    const bytes = new Uint8Array(makePdf([0, 1, 2, 3, 4].map(page)));
    const { passages } = await open().extract({ media: 'pdf', bytes }, (done) => told.push(done));
    expect(passages.slice(0, 2)).toEqual([
      { heading: 'Part one', text: 'Boat a leaves at nine, whatever the weather at pier a is.' },
      { heading: 'Part two', text: 'Boat b leaves at nine, whatever the weather at pier b is.' },
    ]);
    expect(told).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a hostile file', () => {
  const QUICK = { ...LIMITS, silentMs: 4_000, wholeMs: 8_000, outsideMb: 400 };

  it('with JavaScript is read as if it had none', async () => {
    const catalogue = '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> >>';
    expect((await read('pdf', pdfOf([catalogue, PAGES, FONT, PAGE, TEXT]))).passages).toEqual([
      { heading: '', text: 'We close at noon.' },
    ]);
  });

  it.each([
    ['whose pages are each other', [CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 900 >>', FONT, PAGE, TEXT]],
    [
      'with a page tree that is too wide',
      [CATALOGUE, `<< /Type /Pages /Kids [${'4 0 R '.repeat(50_000)}] /Count 50000 >>`, FONT, PAGE, TEXT],
    ],
    [
      'that draws itself for ever',
      [
        CATALOGUE,
        PAGES,
        FONT,
        PAGE.replace('/Font << /F1 3 0 R >>', '/XObject << /A 6 0 R >>'),
        stream('/A Do '.repeat(1_000)),
        stream(
          '/A Do /A Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /A 6 0 R >> >> ',
        ),
      ],
    ],
    ['that is cut off', ['<< /Type /Catalog']],
  ] as [string, string[]][])('%s is refused in words', async (_, objects) => {
    await expect(read('pdf', pdfOf(objects), QUICK)).rejects.toThrow(Unreadable);
  });

  it('that claims a billion pages is asked for those that it has', async () => {
    const pages = '<< /Type /Pages /Kids [4 0 R] /Count 1000000000 >>';
    const { passages } = await read('pdf', pdfOf([CATALOGUE, pages, FONT, PAGE, TEXT]));
    expect(passages).toEqual([{ heading: '', text: 'We close at noon.' }]);
  });

  it('that unpacks to gigabytes is given up, and the next is read', async () => {
    const mountain = deflateSync(deflateSync(Buffer.alloc(1_500_000_000, ' '), { level: 1 }));
    const content = `<< /Length ${mountain.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${mountain.toString('latin1')}\nendstream`;
    const extractor = open(QUICK);
    const bytes = new Uint8Array(pdfOf([CATALOGUE, PAGES, FONT, PAGE, content]));
    const before = process.memoryUsage.rss();
    await expect(extractor.extract({ media: 'pdf', bytes })).rejects.toThrow(
      /too long|more than can be read|damaged|pictures/,
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(2_000 * 1024 * 1024);
    const after = await extractor.extract({ media: 'text', bytes: new Uint8Array(Buffer.from('Still here.')) });
    expect(after.passages).toEqual([{ heading: '', text: 'Still here.' }]);
  });

  it('that lies about its size unpacks no further than it says', async () => {
    const bytes = Buffer.from(
      zipSync({ 'word/document.xml': new Uint8Array(20 * 1024 * 1024).fill(32) }, { level: 9 }),
    );
    const central = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    bytes.writeUInt32LE(1_000, central + 24);
    const { passages } = await read('docx', bytes, QUICK).catch(() => ({ passages: [] }));
    expect(passages).toEqual([]);
  });

  it('of somebody else, unpacked at the same time, is no fault of this one', async () => {
    const patient = { ...LIMITS, silentMs: 120_000, wholeMs: 120_000, outsideMb: 60 };
    const reading = read('html', `${'<div>'.repeat(30_000)}<p>Here.`, patient);
    const theirs: Buffer[] = [];
    const grow = setInterval(() => theirs.length < 4 && theirs.push(Buffer.alloc(50_000_000, 1)), 20);
    const found = await reading.finally(() => clearInterval(grow));
    expect(found.passages).toEqual([{ heading: '', text: 'Here.' }]);
    expect(theirs).toHaveLength(4);
  });

  it.each([
    ['deep', '<div>'.repeat(200_000)],
    ['endless entities', '&amp;'.repeat(500_000)],
    ['unclosed', '<p title="'.repeat(100_000)],
  ])('of %s HTML does no harm', async (_, html) => {
    const passages = await read('html', html, QUICK).then(
      (opened) => opened.passages,
      (error) => {
        expect(error).toBeInstanceOf(Unreadable);
        return [];
      },
    );
    expect(passages.length).toBeLessThan(2);
  });
});
