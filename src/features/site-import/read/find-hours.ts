import type { Finding, Note, Week } from './findings.ts';
import { quoteOf } from './findings.ts';
import { createHoursReader } from './hours.ts';
import type { Line } from './outline.ts';
import { HOURS_WORDS, hasWord, OTHER_HOURS_WORDS } from './words.ts';

type Found = { findings: Finding<'hours'>[]; notes: Note[] };

/** Without a heading that says so, lines with days and times are opening hours only if they cover most of the week. */
const MIN_DAYS_WITHOUT_HEADING = 5;
const MAX_HOURS_CHARACTERS = 120;

/** Finds groups of lines that consist of days and times. */
export function findHours(lines: readonly Line[], language: string): Found {
  const reader = createHoursReader(language);
  const found: Found = { findings: [], notes: [] };
  let group: string[] = [];
  let unclear: string[] = [];
  let heading: string | undefined;
  const end = () => {
    const week = reader.read(group);
    const days = Object.keys(week).length;
    const isOpening = heading !== undefined && hasWord(heading, HOURS_WORDS) && !hasWord(heading, OTHER_HOURS_WORDS);
    const isOther = heading !== undefined && hasWord(heading, OTHER_HOURS_WORDS);
    if (days > 0 && (isOpening || (!isOther && days >= MIN_DAYS_WITHOUT_HEADING)))
      found.findings.push({ kind: 'hours', value: week, certainty: 'structure', quote: quoteOf(group.join('\n')) });
    if (isOpening || days >= MIN_DAYS_WITHOUT_HEADING)
      found.notes.push(...unclear.map((quote) => ({ about: 'hours' as const, quote })));
    [group, unclear] = [[], []];
  };
  for (const { text, level } of lines) {
    const kinds = new Set(text.length <= MAX_HOURS_CHARACTERS ? reader.tokens(text).map(({ kind }) => kind) : []);
    const namesDays = kinds.has('days') || kinds.has('closed');
    const isClear = (namesDays || kinds.has('clock')) && !kinds.has('other');
    if (isClear) group.push(text);
    else if (namesDays && (group.length || (heading && hasWord(heading, HOURS_WORDS))) && !isSentence(text))
      unclear.push(joinPending(group, text, reader.tokens));
    else if (pendingDays(group, reader.tokens)) unclear.push(joinPending(group, text, reader.tokens));
    else if (level > 0 || !isLabel(text)) {
      end();
      heading = level > 0 || isLabel(text) ? text : undefined;
    } else heading = text;
  }
  end();
  return found;
}

/** A line that only announces hours: "Open", "Hours:". */
const isLabel = (text: string) => text.length < 40 && hasWord(text, HOURS_WORDS);
const isSentence = (text: string) => /\p{L}\.$/u.test(text) && text.split(' ').length > 8;

type Tokens = ReturnType<typeof createHoursReader>['tokens'];

/** Whether the last line names days without saying when, so that the next line must: "Sun", "By appointment". */
const pendingDays = (group: readonly string[], tokens: Tokens): boolean => {
  const last = tokens(group.at(-1) ?? '').map(({ kind }) => kind);
  return last.includes('days') && !last.includes('clock') && !last.includes('closed');
};

/** Takes the days off the group, so that they do not get the times of the next line. */
function joinPending(group: string[], text: string, tokens: Tokens): string {
  return pendingDays(group, tokens) ? `${group.pop()} ${text}` : text;
}

/** Several sources that do not contradict each other describe one week together. */
export function mergeWeeks(first: Week, second: Week): Week | undefined {
  const isSame = (day: string) => {
    const [a, b] = [first[day as keyof Week], second[day as keyof Week]];
    return !a || !b || JSON.stringify(a) === JSON.stringify(b);
  };
  return Object.keys(first).every(isSame) ? { ...first, ...second } : undefined;
}
