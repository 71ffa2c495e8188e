export type Media = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

const MEDIA_BY_EXTENSION: Record<string, Media> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  pdf: 'pdf',
  docx: 'docx',
};
/** The bytes must start within the first `within` bytes of the file. */
const MAGIC_BYTES: Partial<Record<Media, { bytes: string; startsWithinBytes: number; name: string }>> = {
  pdf: { bytes: '%PDF-', startsWithinBytes: 1_024, name: 'a PDF' },
  docx: { bytes: 'PK\x03\x04', startsWithinBytes: 4, name: 'a Word document (.docx)' },
};

/** Detects the type by file extension and verifies the magic bytes; returns an error if they do not match. */
export function detectMedia(name: string, bytes: Buffer): { media: Media } | { error: string } {
  const media = MEDIA_BY_EXTENSION[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (!media) return { error: 'must be a .txt, .md, .html, .pdf or .docx file' };
  const magic = MAGIC_BYTES[media];
  if (magic && !bytes.subarray(0, magic.startsWithinBytes + magic.bytes.length).includes(magic.bytes, 0, 'latin1'))
    return { error: `is not ${magic.name}, whatever its name says` };
  return { media };
}
