import type { ExtractedEntity } from './extracted-entity.ts';
import { oneOf } from './patterns.ts';

const DOMAIN_LABEL_PATTERN = '[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?';
// The lookbehind makes the pattern start at the beginning of a run only, which keeps long runs linear.
const EMAIL_PATTERN = new RegExp(
  `(?<![\\p{L}\\d._%+'-])[\\p{L}\\d_+%'.-]+@(?:${DOMAIN_LABEL_PATTERN}\\.)+\\p{L}{2,}`,
  'gu',
);
const SPELLED_OUT_EMAIL_PATTERN = new RegExp(
  oneOf`(?<![\p{L}\d._-])(?<local>[\p{L}\d._-]+)\s+[\(\[]?at[\)\]]?\s+(?<domain>${DOMAIN_LABEL_PATTERN}(\s+dot\s+${DOMAIN_LABEL_PATTERN})*)` +
    oneOf`\s+[\(\[]?dot[\)\]]?\s+(?<top>\p{L}{2,4})(?![\p{L}\d])`,
  'giu',
);

/** E-mail addresses in lower case, including spelled-out ones ("dana at example dot com"). */
export function findEmails(text: string): ExtractedEntity<string>[] {
  const emails: ExtractedEntity<string>[] = [];
  if (text.includes('@')) {
    for (const { 0: match, index } of text.matchAll(EMAIL_PATTERN)) {
      const leadingPunctuation = match.match(/^[.'%+-]+/)?.[0].length ?? 0;
      const value = match.slice(leadingPunctuation).toLowerCase();
      if (!value.startsWith('@')) emails.push({ value, start: index + leadingPunctuation, end: index + match.length });
    }
  } else if (/\sdot\s/i.test(text)) {
    for (const { 0: match, groups, index } of text.matchAll(SPELLED_OUT_EMAIL_PATTERN)) {
      const { local, domain = '', top: topLevelDomain } = groups ?? {};
      const value = `${local}@${domain.replace(/\s+dot\s+/gi, '.')}.${topLevelDomain}`.toLowerCase();
      emails.push({ value, start: index, end: index + match.length });
    }
  }
  return emails;
}
