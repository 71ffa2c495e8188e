import { UnreadableError } from './blocks.ts';
import type { Media } from './media.ts';

type EncodedText = { media: Media; bytes: Uint8Array; charset?: string };

/** A web page may state its character set only in itself. */
const MAX_DECLARATION_BYTES = 1_024;

export function decodeText({ media, bytes, charset }: EncodedText): string {
  const text = new TextDecoder(
    toSupportedCharset(charset ?? (media === 'html' ? findDeclaredCharset(bytes) : '')),
  ).decode(bytes);
  if (media !== 'html' && text.includes('\0'))
    throw new UnreadableError('This is not a text. Send it as text, Markdown, HTML, PDF or DOCX.');
  return text;
}

const findDeclaredCharset = (bytes: Uint8Array): string =>
  /<meta[^>]{1,200}charset=["']?([\w-]+)/i.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, MAX_DECLARATION_BYTES)),
  )?.[1] ?? '';

function toSupportedCharset(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return 'utf-8';
  }
}
