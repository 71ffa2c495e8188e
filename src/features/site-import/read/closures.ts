import type { Finding, Note } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line } from './outline.ts';
import { CLOSED_WORDS, hasWord, monthReader } from './words.ts';

type Found = { findings: Finding<'closure'>[]; notes: Note[] };

const MAX_CHARACTERS = 200;
const WRITTEN =
  /(?<![\d.])(?:(?<dayFirst>\d{1,2})\.?(?:er|st|nd|rd|th)?(?: de)? (?<monthAfter>\p{L}+)\.?|(?<monthBefore>\p{L}+)\.? (?<dayAfter>\d{1,2})(?:st|nd|rd|th)?),?(?: de)? (?<year>20\d\d)/gu;
/** With dots, the day comes first in every country. */
const DOTTED = /(?<![\d.])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>20\d\d)/g;
const ISO = /(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)/g;

/** Days on which a line says that the business is closed. Only complete dates count. */
export function findClosures(lines: readonly Line[], language: string): Found {
  const readMonth = monthReader(language);
  const found: Found = { findings: [], notes: [] };
  for (const { text } of lines) {
    if (text.length > MAX_CHARACTERS || !hasWord(text, CLOSED_WORDS)) continue;
    const [from, to = from, ...more] = datesIn(text, readMonth);
    if (from && to && !more.length && from <= to)
      found.findings.push({ kind: 'closure', value: { from, to }, certainty: 'text', quote: quoteOf(text) });
  }
  return found;
}

function datesIn(text: string, readMonth: (word: string) => number | undefined): string[] {
  const matches = [...text.matchAll(WRITTEN), ...text.matchAll(DOTTED), ...text.matchAll(ISO)];
  return matches
    .sort((a, b) => a.index - b.index)
    .flatMap(({ groups = {} }) => {
      const { dayFirst, dayAfter, day = dayFirst ?? dayAfter, monthAfter, monthBefore, year } = groups;
      const month = groups.month ? Number(groups.month) : readMonth(monthAfter ?? monthBefore ?? '');
      const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      return isDate(date) ? [date] : [];
    });
}

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
