import type { Found } from './found.ts';

const LABEL = '[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?';
// The look behind lets a run of characters be tried from its beginning only, so that long runs cost no more than one look.
const WRITTEN = new RegExp(`(?<![\\p{L}\\d._%+'-])[\\p{L}\\d_+%'.-]+@(?:${LABEL}\\.)+\\p{L}{2,}`, 'gu');
const SPELT = new RegExp(
  `(?<![\\p{L}\\d._-])([\\p{L}\\d._-]+)\\s+(?:at|\\(at\\)|\\[at\\])\\s+(${LABEL}(?:\\s+dot\\s+${LABEL})*)\\s+(?:dot|\\(dot\\))\\s+(\\p{L}{2,4})(?![\\p{L}\\d])`,
  'giu',
);

/** E-mail addresses, in lower case; also those spelt out against robots ("dana at example dot com"). */
export function findEmails(text: string): Found<string>[] {
  const found: Found<string>[] = [];
  if (text.includes('@')) {
    for (const { 0: match, index } of text.matchAll(WRITTEN)) {
      const opening = match.match(/^[.'%+-]+/)?.[0].length ?? 0;
      const value = match.slice(opening).toLowerCase();
      if (!value.startsWith('@')) found.push({ value, start: index + opening, end: index + match.length });
    }
  } else if (/\sdot\s/i.test(text)) {
    for (const { 0: match, 1: local, 2: domain, 3: top, index } of text.matchAll(SPELT)) {
      const value = `${local}@${domain!.replace(/\s+dot\s+/gi, '.')}.${top}`.toLowerCase();
      found.push({ value, start: index, end: index + match.length });
    }
  }
  return found;
}
