import type { Finding, UnclearQuote } from './findings.ts';
import { toQuote } from './findings.ts';
import { createHoursReader } from './hours.ts';
import type { Line } from './outline.ts';
import { findHeadingsAbove } from './sections.ts';
import {
  CLOSED_WORDS,
  CLOSING_WORDS,
  collectMonthNames,
  FROM_WORDS,
  hasWord,
  OPEN_WORDS,
  RANGE_WORDS,
  splitWords,
} from './words.ts';
import { createDateReader, type DateSpan, findDayBefore, formatIsoDate, withYears } from './written-dates.ts';

type Closure = { from: string; to: string };
type ClosureFindings = { findings: Finding<'closure'>[]; unclearQuotes: UnclearQuote[] };

const MAX_SENTENCE_CHARACTERS = 250;
const MAX_SHORT_MONTH_CHARACTERS = 5;
/** A line of a list of closed dates: "Thanksgiving Day – Thursday, November 26, 2026". */
const MAX_LISTED_WORDS = 8;
const NOT_OPEN_PATTERN =
  /\bno service\b|\bnot (?:be )?open\b|\bnicht geöffnet\b|\b(?:ist|sind|haben|bleib\p{L}+)\b.*\bzu$/iu;
/** On such a day the business is closed only for a part of it. */
const TIME_OF_DAY_PATTERN = /\d(?::\d\d|\s?[ap]\.?m\b|\s?(?:uhr|uur)\b|h\d\d|h\b)|\bnoon\b/iu;

/** Where a sentence ends, but not after "24." or "Dec." */
const createSentenceEndPattern = (language: string) => {
  const shortMonths = [...collectMonthNames(language).keys()].filter(
    (name) => name.length <= MAX_SHORT_MONTH_CHARACTERS,
  );
  const months = shortMonths.flatMap((name) => [name, name.slice(0, 1).toUpperCase() + name.slice(1)]).join('|');
  return new RegExp(String.raw`(?<=(?<!(?<!\p{L})(?:${months}))(?:[\p{L})]|\d{4})[.!?])\s+(?=\p{Lu})`, 'u');
};

/** Days on which the page says that the business is closed. Only dates whose year is clear from the page count. */
export function findClosures(lines: readonly Line[], language: string): ClosureFindings {
  const readClosures = createClosureReader(lines, language);
  const headings = findHeadingsAbove(lines);
  const sentenceEnd = createSentenceEndPattern(language);
  const closureFindings: ClosureFindings = { findings: [], unclearQuotes: [] };
  for (const [index, { text, level }] of lines.entries()) {
    const isListed =
      !level && isClosing(headings[index]?.at(-1)?.text ?? '') && splitWords(text).length <= MAX_LISTED_WORDS;
    for (const sentence of text.split(sentenceEnd)) {
      if (sentence.length > MAX_SENTENCE_CHARACTERS || !(isListed || isClosing(sentence))) continue;
      const { closures, isPartial } = readClosures(sentence.replace(/[.!]$/, ''), isListed);
      const quote = toQuote(sentence);
      for (const value of closures) closureFindings.findings.push({ kind: 'closure', value, certainty: 'text', quote });
      if (isPartial) closureFindings.unclearQuotes.push({ about: 'closure', quote });
    }
  }
  return closureFindings;
}

const isClosing = (text: string): boolean =>
  hasWord(text, CLOSED_WORDS) || hasWord(text, CLOSING_WORDS) || NOT_OPEN_PATTERN.test(text.replace(/[.!]$/, ''));

type ClosureReading = { closures: Closure[]; isPartial: boolean };

function createClosureReader(
  lines: readonly Line[],
  language: string,
): (text: string, isListed: boolean) => ClosureReading {
  const readDates = createDateReader(language);
  const findLink = createLinkFinder(language);
  const years = findYears(lines);
  const readClosuresInClause = (clause: string): Closure[] => {
    const groups: { spans: DateSpan[]; reopens?: DateSpan }[] = [{ spans: [] }];
    for (const span of withYears(readDates(clause), years)) {
      const group = groups.at(-1);
      const previousSpan = group?.spans.at(-1);
      const between = previousSpan && clause.slice(previousSpan.end, span.start);
      const link = between === undefined || previousSpan?.end === span.end ? 'list' : findLink(between);
      if (group?.reopens) break;
      if (link === 'list') group?.spans.push(span);
      else if (link === 'range' && previousSpan)
        group?.spans.splice(-1, 1, { ...previousSpan, end: span.end, to: span.to });
      else if (link === 'opens' && group) group.reopens = span;
      else groups.push({ spans: [span] });
    }
    // If other words separate the dates, only those beside the word "closed" count.
    const [firstGroup] = groups;
    const group = isClosing(clause.slice(0, firstGroup?.spans[0]?.start ?? 0)) ? firstGroup : groups.at(-1);
    return group && (groups.length === 1 || isClosing(clause)) ? toClosures(clause, group.spans, group.reopens) : [];
  };
  return (text, isListed) => {
    let isAnnounced = isListed;
    const reading: ClosureReading = { closures: [], isPartial: isListed && hasNumbersBesides(text, readDates(text)) };
    if (reading.isPartial) return reading;
    for (const clause of text.split(/[:;]\s/)) {
      const isAboutClosing = isAnnounced || isClosing(clause);
      const isPartial = isAboutClosing && TIME_OF_DAY_PATTERN.test(clause);
      reading.isPartial ||= isPartial && (hasWord(clause, CLOSING_WORDS) || readDates(clause).length > 0);
      if (isAboutClosing && !isPartial && !(isListed && hasWord(clause, OPEN_WORDS)))
        reading.closures.push(...readClosuresInClause(clause));
      isAnnounced = isListed || (isAboutClosing && !isPartial && !readDates(clause).length);
    }
    return reading;
  };
}

/** Whether there are numbers besides the dates, such as times: "Dec 24, 2026: 9 – 2". */
const hasNumbersBesides = (text: string, dates: readonly DateSpan[]): boolean =>
  /\d/.test([...text].filter((_, index) => !dates.some(({ start, end }) => start <= index && index < end)).join(''));

function toClosures(clause: string, spans: readonly DateSpan[], reopens: DateSpan | undefined): Closure[] {
  const closures = spans.flatMap((span, index): Closure[] => {
    const [from, to] = [formatIsoDate(span.from), formatIsoDate(span.to)];
    const reopening = index === spans.length - 1 && reopens ? formatIsoDate(reopens.from) : undefined;
    const isSingle = from === to;
    if (!from || !to || from > to || (!reopening && isSingle && isOpenEnded(clause, span))) return [];
    // "Closed July 3, back on July 6"
    return [{ from, to: reopening && isSingle && reopening > from ? findDayBefore(reopening) : to }];
  });
  // "December 25 and 26"
  const isNext = (closure: Closure, index: number) => closures[index - 1]?.to === findDayBefore(closure.from);
  const countConsecutive = (index: number) =>
    closures.slice(index + 1).findIndex((closure, offset) => !isNext(closure, index + 1 + offset));
  return closures.flatMap((closure, index) => {
    if (isNext(closure, index)) return [];
    const count = countConsecutive(index);
    return [{ from: closure.from, to: (count < 0 ? closures.at(-1) : closures[index + count])?.to ?? closure.to }];
  });
}

/** "Closed until May 4, 2026" is not closed on that day alone. */
function isOpenEnded(text: string, { start }: DateSpan): boolean {
  const word = splitWords(text.slice(0, start)).at(-1) ?? '';
  return RANGE_WORDS.has(word) || FROM_WORDS.has(word);
}

/** The years that a page speaks of, and the year after each: a closing at New Year is announced before. */
function findYears(lines: readonly Line[]): number[] {
  const writtenYears = lines.flatMap(({ text }) => text.match(/\b20\d\d\b/g) ?? []).map(Number);
  const latest = writtenYears.length ? Math.max(...writtenYears) : undefined;
  return latest ? [latest, latest + 1] : [];
}

const REASON_PATTERN = /(?:^|[\s,])(?:for|für|wegen|zu|zum|zur|pour|por|para|per|voor)\s[^,]*/giu;
const IN_BRACKETS_PATTERN = /\([^)]*\)/g;
const CAPITALIZED_WORD_PATTERN = /\p{Lu}[\p{L}’']+/gu;

/** Returns how a date belongs to the one before it, given the text between them. */
function createLinkFinder(language: string): (between: string) => 'range' | 'list' | 'opens' | undefined {
  const { tokenize } = createHoursReader(language);
  // German writes every noun like a name.
  const areNounsCapitalized = /^de\b/i.test(language);
  return (between) => {
    if (hasWord(between, OPEN_WORDS)) return 'opens';
    const plainText = between.replace(IN_BRACKETS_PATTERN, ' ').replace(REASON_PATTERN, ' ');
    const findKinds = (text: string) => new Set(tokenize(text).map(({ kind }) => kind));
    const kinds = findKinds(plainText);
    const link = (['range', 'list'] as const).find((kind) => kinds.has(kind));
    if (!kinds.has('other')) return link;
    return !areNounsCapitalized &&
      link === 'list' &&
      !findKinds(plainText.replace(CAPITALIZED_WORD_PATTERN, ' ')).has('other')
      ? 'list'
      : undefined;
  };
}
