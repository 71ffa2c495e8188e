import type { ExtractedEntity } from './extracted-entity.ts';
import { oneOf } from './patterns.ts';

const LABEL = '[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?';
// A run of characters is tried from its beginning only, so that a long one costs no more than one look.
const WRITTEN = new RegExp(`(?<![\\p{L}\\d._%+'-])[\\p{L}\\d_+%'.-]+@(?:${LABEL}\\.)+\\p{L}{2,}`, 'gu');
const SPELT = new RegExp(
  oneOf`(?<![\p{L}\d._-])(?<local>[\p{L}\d._-]+)\s+[\(\[]?at[\)\]]?\s+(?<domain>${LABEL}(\s+dot\s+${LABEL})*)` +
    oneOf`\s+[\(\[]?dot[\)\]]?\s+(?<top>\p{L}{2,4})(?![\p{L}\d])`,
  'giu',
);

/** E-mail addresses, in lower case; also those spelt out against robots ("dana at example dot com"). */
export function findEmails(text: string): ExtractedEntity<string>[] {
  const found: ExtractedEntity<string>[] = [];
  if (text.includes('@')) {
    for (const { 0: match, index } of text.matchAll(WRITTEN)) {
      const opening = match.match(/^[.'%+-]+/)?.[0].length ?? 0;
      const value = match.slice(opening).toLowerCase();
      if (!value.startsWith('@')) found.push({ value, start: index + opening, end: index + match.length });
    }
  } else if (/\sdot\s/i.test(text)) {
    for (const { 0: match, groups, index } of text.matchAll(SPELT)) {
      const { local, domain = '', top } = groups ?? {};
      const value = `${local}@${domain.replace(/\s+dot\s+/gi, '.')}.${top}`.toLowerCase();
      found.push({ value, start: index, end: index + match.length });
    }
  }
  return found;
}
