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
import { dateReader, dayBefore, isoDate, type Span, withYears } from './written-dates.ts';

type Closure = { from: string; to: string };
type Found = { findings: Finding<'closure'>[]; notes: Note[] };

const MAX_CHARACTERS = 250;
const MAX_SHORT_MONTH_CHARACTERS = 5;
/** A line of a list of closed dates: "Thanksgiving Day – Thursday, November 26, 2026". */
const MAX_LISTED_WORDS = 8;
const NOT_OPEN = /\bno service\b|\bnot (?:be )?open\b|\bnicht geöffnet\b|\b(?:ist|sind|haben|bleib\p{L}+)\b.*\bzu$/iu;
/** On such a day the business is closed only for a part of it. */
const TIME_OF_DAY = /\d(?::\d\d|\s?[ap]\.?m\b|\s?(?:uhr|uur)\b|h\d\d|h\b)|\bnoon\b/iu;

/** Not after "24." or "Dec." */
const sentenceEnd = (language: string) => {
  const short = [...monthsOf(language).keys()].filter((name) => name.length <= MAX_SHORT_MONTH_CHARACTERS);
  const months = short.flatMap((name) => [name, name.slice(0, 1).toUpperCase() + name.slice(1)]).join('|');
  return new RegExp(String.raw`(?<=(?<!(?<!\p{L})(?:${months}))(?:[\p{L})]|\d{4})[.!?])\s+(?=\p{Lu})`, 'u');
};

/** Days on which the page says that the business is closed. Only dates whose year the page makes clear count. */
export function findClosures(lines: readonly Line[], language: string): Found {
  const read = closureReader(lines, language);
  const headings = headingsOf(lines);
  const end = sentenceEnd(language);
  const found: Found = { findings: [], notes: [] };
  for (const [index, { text, level }] of lines.entries()) {
    const isListed =
      !level && isClosing(headings[index]?.at(-1)?.text ?? '') && wordsOf(text).length <= MAX_LISTED_WORDS;
    for (const sentence of text.split(end)) {
      if (sentence.length > MAX_CHARACTERS || !(isListed || isClosing(sentence))) continue;
      const { closures, isPartial } = read(sentence.replace(/[.!]$/, ''), isListed);
      const quote = quoteOf(sentence);
      for (const value of closures) found.findings.push({ kind: 'closure', value, certainty: 'text', quote });
      if (isPartial) found.notes.push({ about: 'closure', quote });
    }
  }
  return found;
}

const isClosing = (text: string): boolean =>
  hasWord(text, CLOSED_WORDS) || hasWord(text, CLOSING_WORDS) || NOT_OPEN.test(text.replace(/[.!]$/, ''));

type Reading = { closures: Closure[]; isPartial: boolean };

function closureReader(lines: readonly Line[], language: string): (text: string, isListed: boolean) => Reading {
  const datesIn = dateReader(language);
  const linkOf = linkReader(language);
  const years = yearsOn(lines);
  const closuresIn = (clause: string): Closure[] => {
    const groups: { spans: Span[]; reopens?: Span }[] = [{ spans: [] }];
    for (const span of withYears(datesIn(clause), years)) {
      const group = groups.at(-1);
      const before = group?.spans.at(-1);
      const between = before && clause.slice(before.end, span.start);
      const link = between === undefined || before?.end === span.end ? 'list' : linkOf(between);
      if (group?.reopens) break;
      if (link === 'list') group?.spans.push(span);
      else if (link === 'range' && before) group?.spans.splice(-1, 1, { ...before, end: span.end, to: span.to });
      else if (link === 'opens' && group) group.reopens = span;
      else groups.push({ spans: [span] });
    }
    // Where other words separate dates, those count that stand beside the word "closed".
    const [first] = groups;
    const group = isClosing(clause.slice(0, first?.spans[0]?.start ?? 0)) ? first : groups.at(-1);
    return group && (groups.length === 1 || isClosing(clause)) ? closuresOf(clause, group.spans, group.reopens) : [];
  };
  return (text, isListed) => {
    let isAnnounced = isListed;
    const reading: Reading = { closures: [], isPartial: isListed && hasNumbersBesides(text, datesIn(text)) };
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

/** Times in a list of dates: "Dec 24, 2026: 9 – 2". */
const hasNumbersBesides = (text: string, dates: readonly Span[]): boolean =>
  /\d/.test([...text].filter((_, at) => !dates.some(({ start, end }) => start <= at && at < end)).join(''));

function closuresOf(clause: string, spans: readonly Span[], reopens: Span | undefined): Closure[] {
  const closures = spans.flatMap((span, at): Closure[] => {
    const [from, to] = [isoDate(span.from), isoDate(span.to)];
    const reopening = at === spans.length - 1 && reopens ? isoDate(reopens.from) : undefined;
    const isSingle = from === to;
    if (!from || !to || from > to || (!reopening && isSingle && isOpenEnded(clause, span))) return [];
    // "Closed July 3, back on July 6"
    return [{ from, to: reopening && isSingle && reopening > from ? dayBefore(reopening) : to }];
  });
  // "December 25 and 26"
  const isNext = (each: Closure, at: number) => closures[at - 1]?.to === dayBefore(each.from);
  const lastOf = (at: number) => closures.slice(at + 1).findIndex((each, offset) => !isNext(each, at + 1 + offset));
  return closures.flatMap((each, at) => {
    if (isNext(each, at)) return [];
    const count = lastOf(at);
    return [{ from: each.from, to: (count < 0 ? closures.at(-1) : closures[at + count])?.to ?? each.to }];
  });
}

/** "Closed until May 4, 2026" is not closed on that day alone. */
function isOpenEnded(text: string, { start }: Span): boolean {
  const word = wordsOf(text.slice(0, start)).at(-1) ?? '';
  return RANGE_WORDS.has(word) || FROM_WORDS.has(word);
}

/** The years that a page speaks of, and the year after each: a closing at New Year is announced before. */
function yearsOn(lines: readonly Line[]): number[] {
  const written = lines.flatMap(({ text }) => text.match(/\b20\d\d\b/g) ?? []).map(Number);
  const latest = written.length ? Math.max(...written) : undefined;
  return latest ? [latest, latest + 1] : [];
}

const REASON = /(?:^|[\s,])(?:for|für|wegen|zu|zum|zur|pour|por|para|per|voor)\s[^,]*/giu;
const IN_BRACKETS = /\([^)]*\)/g;
const NAME = /\p{Lu}[\p{L}’']+/gu;

/** How a date belongs to the one before it, by the text between them. */
function linkReader(language: string): (between: string) => 'range' | 'list' | 'opens' | undefined {
  const { tokens } = createHoursReader(language);
  // German writes every noun like a name.
  const isNounCapital = /^de\b/i.test(language);
  return (between) => {
    if (hasWord(between, OPEN_WORDS)) return 'opens';
    const plain = between.replace(IN_BRACKETS, ' ').replace(REASON, ' ');
    const kindsOf = (text: string) => new Set(tokens(text).map(({ kind }) => kind));
    const kinds = kindsOf(plain);
    const link = (['range', 'list'] as const).find((kind) => kinds.has(kind));
    if (!kinds.has('other')) return link;
    return !isNounCapital && link === 'list' && !kindsOf(plain.replace(NAME, ' ')).has('other') ? 'list' : undefined;
  };
}
