export type Media = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

const BY_ENDING: Record<string, Media> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  pdf: 'pdf',
  docx: 'docx',
};
const STARTS: Partial<Record<Media, { bytes: string; within: number; name: string }>> = {
  pdf: { bytes: '%PDF-', within: 1_024, name: 'a PDF' },
  docx: { bytes: 'PK\x03\x04', within: 4, name: 'a Word document (.docx)' },
};

/** What a file is by its name, as long as its first bytes do not say otherwise; or what is wrong with it. */
export function mediaOf(name: string, bytes: Buffer): { media: Media } | { wrong: string } {
  const media = BY_ENDING[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (!media) return { wrong: 'must be a .txt, .md, .html, .pdf or .docx file' };
  const start = STARTS[media];
  if (start && !bytes.subarray(0, start.within + start.bytes.length).includes(start.bytes, 0, 'latin1'))
    return { wrong: `is not ${start.name}, whatever its name says` };
  return { media };
}
