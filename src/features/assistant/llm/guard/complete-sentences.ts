// Splits a text that is still growing into complete sentences, in any script.
import { MONTH_BY_NAME } from './calendar-words.ts';

const CLOSING_MARKS_PATTERN = String.raw`["'”’»)\]」』）]*(?:\s*\[\d{1,2}\])*`;
/** A position where a sentence may end; Chinese and Japanese put no space after it. */
const SENTENCE_END_PATTERN = new RegExp(
  String.raw`\n+\s*|[。！？]+${CLOSING_MARKS_PATTERN}\s*|[.!?…؟۔।]+${CLOSING_MARKS_PATTERN}\s+`,
  'gu',
);
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION_PATTERN =
  /(?:^|[\s(])(?:dr|dra|drs|mr|mrs|ms|prof|st|sr|sra|srta|sig|dott|m|mme|mlle|hr|fr|no|nr|núm|nº|approx|incl|excl|e\.g|i\.e|z\.b|p\.ej|p\. ej|ca|ok|bzw|np|bijv|vs|tel|tél|ext|max|min|ul|str|av|avda|godz|al|lek|med|\p{Lu})\.$/iu;
const AM_PM_PATTERN = /(?:^|[\s\d])[ap]\.m\.$/i;
const LIST_NUMBER_PATTERN = /^\s*(?:[-*•]\s*)?\d{1,2}\.$/;
const ORDINAL_PATTERN = /(?:^|\s)\d{1,2}\.$/;

/**
 * The complete sentences so far, each with its trailing space, and the unfinished text after them. When `isFinal`, that
 * text counts as complete too.
 */
export function splitCompleteSentences(
  text: string,
  isFinal: boolean,
): { completeSentences: string[]; unfinishedText: string } {
  const completeSentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END_PATTERN)) {
    const end = index + mark.length;
    // The next characters may still belong to it: a closing quote, the rest of an abbreviation or of a date.
    if (end >= text.length && !isFinal && !isSurelyComplete(text.slice(start, end))) break;
    if (!mark.includes('\n') && mark.startsWith('.') && continuesAfter(text.slice(start, end), text.slice(end)))
      continue;
    completeSentences.push(text.slice(start, end));
    start = end;
  }
  const unfinishedText = text.slice(start);
  return isFinal && unfinishedText.trim()
    ? { completeSentences: [...completeSentences, unfinishedText], unfinishedText: '' }
    : { completeSentences, unfinishedText: isFinal ? '' : unfinishedText };
}

/** Whether no continuation could lengthen the sentence. */
function isSurelyComplete(sentence: string): boolean {
  const trimmed = sentence.trimEnd();
  if (/\n\s*$/.test(sentence)) return true;
  return (
    trimmed !== sentence &&
    !/\d\.$/.test(trimmed) &&
    !AM_PM_PATTERN.test(trimmed) &&
    !ABBREVIATION_PATTERN.test(trimmed.slice(-10))
  );
}

function continuesAfter(sentence: string, next: string): boolean {
  const trimmed = sentence.trimEnd();
  if (!trimmed.endsWith('.') || trimmed.endsWith('..')) return false;
  if (LIST_NUMBER_PATTERN.test(trimmed) || ABBREVIATION_PATTERN.test(trimmed.slice(-10))) return true;
  // A lower-case letter or a number continues it: "8 p.m. on Friday", "am 12. ist".
  if (/^\p{Ll}/u.test(next) || (AM_PM_PATTERN.test(trimmed) && /^[\d(]/.test(next))) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next)?.[0]?.toLowerCase();
  return ORDINAL_PATTERN.test(trimmed) && word !== undefined && MONTH_BY_NAME.has(word);
}
