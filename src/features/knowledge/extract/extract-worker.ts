// Opens what strangers send, in a thread that may be ended at any moment. Whatever work grows with what they send is here.
import { parentPort } from 'node:worker_threads';
import { must } from '../../../kernel/must.ts';
import { cutIntoPassages, type Passage } from '../passages.ts';
import { judge, type Robots, type RobotsVerdict } from '../robots.ts';
import { linksInside, type Site } from '../site.ts';
import { type Extract, Unreadable } from './blocks.ts';
import { readDocx } from './docx.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import type { Media } from './media.ts';
import { readPdf } from './pdf.ts';

/** `page`: where it is, which decides where its links lead and which of them are of interest. */
export type Wanted = { media: Media; bytes: Uint8Array; charset?: string; page?: { url: string; site: Site } };
export type Opened = { title?: string; passages: Passage[]; links: string[] };
export type Asked = { open: Wanted } | { robots: Robots };
export type Told =
  | { read: number; found: number }
  | { opened: Opened }
  | { verdict: RobotsVerdict }
  /** Without a reason that a person should be told, the file is broken. */
  | { unreadable: string | null };

const port = must(parentPort, 'a thread of its own');
const tell = (told: Told) => port.postMessage(told);

function textOf({ media, bytes, charset = 'utf-8' }: Wanted): string {
  const text = new TextDecoder(known(charset)).decode(bytes);
  if (media !== 'html' && text.includes('\0'))
    throw new Unreadable('This is not a text. Send it as text, Markdown, HTML, PDF or DOCX.');
  return text;
}

function known(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return 'utf-8';
  }
}

async function extract(wanted: Wanted): Promise<Extract> {
  if (wanted.media === 'pdf') return readPdf(wanted.bytes, (read, found) => tell({ read, found }));
  if (wanted.media === 'docx') return readDocx(wanted.bytes);
  return wanted.media === 'html' ? readHtml(textOf(wanted)) : readMarkdown(textOf(wanted));
}

async function open(wanted: Wanted): Promise<Opened> {
  const { page } = wanted;
  const { title, blocks, links = [], base = '', noIndex } = await extract(wanted);
  return {
    ...(title ? { title } : {}),
    passages: noIndex ? [] : cutIntoPassages(blocks),
    links: page ? linksInside(page.site, URL.parse(base, page.url)?.href ?? page.url, links) : [],
  };
}

port.on('message', async (asked: Asked) => {
  try {
    tell('robots' in asked ? { verdict: judge(asked.robots) } : { opened: await open(asked.open) });
  } catch (error) {
    tell({ unreadable: error instanceof Unreadable ? error.message : null });
  }
});
