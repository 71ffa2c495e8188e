// Opens what strangers send, in a thread that may be ended at any moment.
import { parentPort } from 'node:worker_threads';
import { type Extract, Unreadable } from './blocks.ts';
import { readDocx } from './docx.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import type { Media } from './media.ts';
import { readPdf } from './pdf.ts';

export type Wanted = { media: Media; bytes: Uint8Array; charset?: string };
export type Told =
  | { read: number; found: number }
  | { extract: Extract }
  /** Without a reason that a person should be told, the file is broken. */
  | { unreadable: string | null };

const tell = (told: Told) => parentPort!.postMessage(told);

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

parentPort!.on('message', async (wanted: Wanted) => {
  try {
    tell({ extract: await extract(wanted) });
  } catch (error) {
    tell({ unreadable: error instanceof Unreadable ? error.message : null });
  }
});
