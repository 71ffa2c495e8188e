import type { Finding, Note } from './findings.ts';
import { quoteOf } from './findings.ts';
import { createHoursReader } from './hours.ts';
import type { Line } from './outline.ts';
import { headingsOf } from './sections.ts';
import {
  CLOSED_WORDS,
  CLOSING_WORDS,
  FROM_WORDS,
  hasWord,
  monthsOf,
  OPEN_WORDS,
  RANGE_WORDS,
  wordsOf,
} from './words.ts';
import { createDateReader, dayBefore, isoDate, type Span, withYears } from './written-dates.ts';

type Closure = { from: string; to: string };
type ClosureFindings = { findings: Finding<'closure'>[]; notes: Note[] };

const MAX_CHARACTERS = 250;
const MAX_SHORT_MONTH_CHARACTERS = 5;
/** A line of a list of closed dates: "Thanksgiving Day – Thursday, November 26, 2026". */
const MAX_LISTED_WORDS = 8;
const NOT_OPEN = /\bno service\b|\bnot (?:be )?open\b|\bnicht geöffnet\b|\b(?:ist|sind|haben|bleib\p{L}+)\b.*\bzu$/iu;
/** On such a day the business is closed only for a part of it. */
const TIME_OF_DAY = /\d(?::\d\d|\s?[ap]\.?m\b|\s?(?:uhr|uur)\b|h\d\d|h\b)|\bnoon\b/iu;

/** Where a sentence ends, but not after "24." or "Dec." */
const sentenceEndPattern = (language: string) => {
  const shortMonths = [...monthsOf(language).keys()].filter((name) => name.length <= MAX_SHORT_MONTH_CHARACTERS);
  const months = shortMonths.flatMap((name) => [name, name.slice(0, 1).toUpperCase() + name.slice(1)]).join('|');
  return new RegExp(String.raw`(?<=(?<!(?<!\p{L})(?:${months}))(?:[\p{L})]|\d{4})[.!?])\s+(?=\p{Lu})`, 'u');
};

/** Days on which the page says that the business is closed. Only dates whose year is clear from the page count. */
export function findClosures(lines: readonly Line[], language: string): ClosureFindings {
  const readClosures = closureReader(lines, language);
  const headings = headingsOf(lines);
  const sentenceEnd = sentenceEndPattern(language);
  const result: ClosureFindings = { findings: [], notes: [] };
  for (const [index, { text, level }] of lines.entries()) {
    const isListed =
      !level && isClosing(headings[index]?.at(-1)?.text ?? '') && wordsOf(text).length <= MAX_LISTED_WORDS;
    for (const sentence of text.split(sentenceEnd)) {
      if (sentence.length > MAX_CHARACTERS || !(isListed || isClosing(sentence))) continue;
      const { closures, isPartial } = readClosures(sentence.replace(/[.!]$/, ''), isListed);
      const quote = quoteOf(sentence);
      for (const value of closures) result.findings.push({ kind: 'closure', value, certainty: 'text', quote });
      if (isPartial) result.notes.push({ about: 'closure', quote });
    }
  }
  return result;
}

const isClosing = (text: string): boolean =>
  hasWord(text, CLOSED_WORDS) || hasWord(text, CLOSING_WORDS) || NOT_OPEN.test(text.replace(/[.!]$/, ''));

type ClosureReading = { closures: Closure[]; isPartial: boolean };

function closureReader(lines: readonly Line[], language: string): (text: string, isListed: boolean) => ClosureReading {
  const datesIn = createDateReader(language);
  const linkOf = linkReader(language);
  const years = yearsOn(lines);
  const closuresIn = (clause: string): Closure[] => {
    const groups: { spans: Span[]; reopens?: Span }[] = [{ spans: [] }];
    for (const span of withYears(datesIn(clause), years)) {
      const group = groups.at(-1);
      const previousSpan = group?.spans.at(-1);
      const between = previousSpan && clause.slice(previousSpan.end, span.start);
      const link = between === undefined || previousSpan?.end === span.end ? 'list' : linkOf(between);
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
    return group && (groups.length === 1 || isClosing(clause)) ? closuresOf(clause, group.spans, group.reopens) : [];
  };
  return (text, isListed) => {
    let isAnnounced = isListed;
    const reading: ClosureReading = { closures: [], isPartial: isListed && hasNumbersBesides(text, datesIn(text)) };
    if (reading.isPartial) return reading;
    for (const clause of text.split(/[:;]\s/)) {
      const isAbout = isAnnounced || isClosing(clause);
      const isPartial = isAbout && TIME_OF_DAY.test(clause);
      reading.isPartial ||= isPartial && (hasWord(clause, CLOSING_WORDS) || datesIn(clause).length > 0);
      if (isAbout && !isPartial && !(isListed && hasWord(clause, OPEN_WORDS)))
        reading.closures.push(...closuresIn(clause));
      isAnnounced = isListed || (isAbout && !isPartial && !datesIn(clause).length);
    }
    return reading;
  };
}

/** Whether there are numbers besides the dates, such as times: "Dec 24, 2026: 9 – 2". */
const hasNumbersBesides = (text: string, dates: readonly Span[]): boolean =>
  /\d/.test([...text].filter((_, index) => !dates.some(({ start, end }) => start <= index && index < end)).join(''));

function closuresOf(clause: string, spans: readonly Span[], reopens: Span | undefined): Closure[] {
  const closures = spans.flatMap((span, index): Closure[] => {
    const [from, to] = [isoDate(span.from), isoDate(span.to)];
    const reopening = index === spans.length - 1 && reopens ? isoDate(reopens.from) : undefined;
    const isSingle = from === to;
    if (!from || !to || from > to || (!reopening && isSingle && isOpenEnded(clause, span))) return [];
    // "Closed July 3, back on July 6"
    return [{ from, to: reopening && isSingle && reopening > from ? dayBefore(reopening) : to }];
  });
  // "December 25 and 26"
  const isNext = (closure: Closure, index: number) => closures[index - 1]?.to === dayBefore(closure.from);
  const lastOf = (index: number) =>
    closures.slice(index + 1).findIndex((closure, offset) => !isNext(closure, index + 1 + offset));
  return closures.flatMap((closure, index) => {
    if (isNext(closure, index)) return [];
    const count = lastOf(index);
    return [{ from: closure.from, to: (count < 0 ? closures.at(-1) : closures[index + count])?.to ?? closure.to }];
  });
}

/** "Closed until May 4, 2026" is not closed on that day alone. */
function isOpenEnded(text: string, { start }: Span): boolean {
  const word = wordsOf(text.slice(0, start)).at(-1) ?? '';
  return RANGE_WORDS.has(word) || FROM_WORDS.has(word);
}

/** The years that a page speaks of, and the year after each: a closing at New Year is announced before. */
function yearsOn(lines: readonly Line[]): number[] {
  const writtenYears = lines.flatMap(({ text }) => text.match(/\b20\d\d\b/g) ?? []).map(Number);
  const latest = writtenYears.length ? Math.max(...writtenYears) : undefined;
  return latest ? [latest, latest + 1] : [];
}

const REASON = /(?:^|[\s,])(?:for|für|wegen|zu|zum|zur|pour|por|para|per|voor)\s[^,]*/giu;
const IN_BRACKETS = /\([^)]*\)/g;
const CAPITALIZED_WORD = /\p{Lu}[\p{L}’']+/gu;

/** Returns how a date belongs to the one before it, given the text between them. */
function linkReader(language: string): (between: string) => 'range' | 'list' | 'opens' | undefined {
  const { tokens } = createHoursReader(language);
  // German writes every noun like a name.
  const isNounCapital = /^de\b/i.test(language);
  return (between) => {
    if (hasWord(between, OPEN_WORDS)) return 'opens';
    const plainText = between.replace(IN_BRACKETS, ' ').replace(REASON, ' ');
    const kindsOf = (text: string) => new Set(tokens(text).map(({ kind }) => kind));
    const kinds = kindsOf(plainText);
    const link = (['range', 'list'] as const).find((kind) => kinds.has(kind));
    if (!kinds.has('other')) return link;
    return !isNounCapital && link === 'list' && !kindsOf(plainText.replace(CAPITALIZED_WORD, ' ')).has('other')
      ? 'list'
      : undefined;
  };
}
