// What somebody wrote in an email, apart from what they quote, forward and sign with.
import { countAttributionLines, countHeaderBlockLines, isQuotedLine } from './quote-marks.ts';
import { isWarningBanner, removeSignature } from './signature.ts';

/** Longer texts are cut: a log that was pasted is not read to its end by a person either. */
const MAX_EMAIL_CHARACTERS = 100_000;
const MAX_EMAIL_LINES = 5_000;

export type OwnAndQuotedText = {
  /** Without quotes and signature. */
  ownText: string;
  /** The forwarded or quoted mail below, if nothing else was written. */
  quotedText: string;
};

export function separateQuotedText(text: string, senderName = ''): OwnAndQuotedText {
  const lines = normalizeLines(text);
  const { ownSegments, quoteStart } = separateQuotes(lines);
  const ownTexts = ownSegments.map((segment) => joinAndTidy(removeSignature(segment, senderName))).filter(Boolean);
  return {
    ownText: ownTexts.join('\n\n'),
    quotedText: joinAndTidy(lines.slice(quoteStart ?? lines.length).map(removeQuoteMark)),
  };
}

const removeQuoteMark = (line: string): string => line.replace(/^(?:\s{0,3}[>＞])+ ?/u, '');

/** Zero-width and odd spaces make words that look the same differ. */
const normalizeLines = (text: string): string[] =>
  text
    .slice(0, MAX_EMAIL_CHARACTERS)
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad\u200e\u200f]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .split('\n', MAX_EMAIL_LINES)
    .map((line) => line.trimEnd());

/**
 * The stretches of own lines, and where the lines of an email below begin. An answer may be above the quoted text, below it,
 * or between its lines; below headers or an attribution that is not followed by marked lines, everything is the other email.
 */
function separateQuotes(lines: readonly string[]): { ownSegments: string[][]; quoteStart: number | undefined } {
  const segments: string[][] = [[]];
  let quoteStart: number | undefined;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? '';
    if (isQuotedLine(line) || isWrappedQuote(lines, index)) {
      quoteStart ??= index;
      if (segments.at(-1)?.length) segments.push([]);
      index++;
      continue;
    }
    const headerLineCount = countHeaderBlockLines(lines, index);
    if (headerLineCount !== undefined)
      return { ownSegments: segments, quoteStart: quoteStart ?? index + headerLineCount };
    const attributionLineCount = countAttributionLines(lines, index);
    if (attributionLineCount > 0) {
      const nextIndex = findNextNonBlank(lines, index + attributionLineCount);
      if (!isQuotedLine(lines[nextIndex] ?? ''))
        return { ownSegments: segments, quoteStart: quoteStart ?? index + attributionLineCount };
      index += attributionLineCount;
      continue;
    }
    if (isUnknownAttribution(lines, index)) index++;
    else if (isWarningBanner(line)) index++;
    else segments.at(-1)?.push(lines[index++] ?? '');
  }
  return { ownSegments: segments, quoteStart };
}

function findNextNonBlank(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length && !lines[index]?.trim()) index++;
  return index;
}

/** A line with a date or address, and a colon, right above marked lines: an attribution in a language that is not known. */
function isUnknownAttribution(lines: readonly string[], index: number): boolean {
  const line = lines[index]?.trim() ?? '';
  const nextIndex = findNextNonBlank(lines, index + 1);
  return /[:：]$/u.test(line) && /\d|@/u.test(line) && nextIndex - index <= 2 && isQuotedLine(lines[nextIndex] ?? '');
}

const MIN_LONG_LINE_CHARACTERS = 60;

/** The rest of a marked line that a mail program has wrapped without marking it. */
function isWrappedQuote(lines: readonly string[], index: number): boolean {
  const [previousLine = '', line = '', nextLine = ''] = [lines[index - 1], lines[index], lines[index + 1]];
  return (
    isQuotedLine(previousLine) &&
    previousLine.length >= MIN_LONG_LINE_CHARACTERS &&
    isQuotedLine(nextLine) &&
    line.trim().length > 0 &&
    line.length < MIN_LONG_LINE_CHARACTERS / 2 &&
    /^[\p{Ll}\d(:;,.]/u.test(line) &&
    !/[.!?:]$/u.test(previousLine)
  );
}

const joinAndTidy = (lines: readonly string[]): string =>
  unwrap(lines)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const MIN_WRAP_WIDTH = 60;
const MAX_WRAP_WIDTH = 90;

/** Joins the lines of a sentence that a mail program has wrapped: the next word would not have fitted. */
function unwrap(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let lastWidth = 0;
  for (const line of lines) {
    const [word = ''] = line.trimStart().split(/\s/u);
    const previous = joined.at(-1);
    const isWrapped =
      previous &&
      word &&
      lastWidth <= MAX_WRAP_WIDTH &&
      lastWidth + 1 + word.length > MIN_WRAP_WIDTH &&
      lastWidth > MIN_WRAP_WIDTH / 2 &&
      !/^(?:[-*•–]|\d{1,2}[.)])\s/u.test(line.trimStart());
    if (isWrapped) joined[joined.length - 1] = `${previous} ${line.trim()}`;
    else joined.push(line);
    lastWidth = line.length;
  }
  return joined;
}
