// The whole sentences of a text that still grows, in whatever script.
import { MONTHS } from './calendar-words.ts';

const CLOSING = String.raw`["'”’»)\]」』）]*(?:\s*\[\d{1,2}\])*`;
/** The next place at which a sentence may end; Chinese and Japanese put no space after it. */
const END = new RegExp(String.raw`\n+\s*|[。！？]+${CLOSING}\s*|[.!?…؟۔।]+${CLOSING}\s+`, 'gu');
/** These end with a point, but no sentence ends with them. */
const ABBREVIATED =
  /(?:^|[\s(])(?:dr|dra|drs|mr|mrs|ms|prof|st|sr|sra|srta|sig|dott|m|mme|mlle|hr|fr|no|nr|núm|nº|approx|incl|excl|e\.g|i\.e|z\.b|p\.ej|p\. ej|ca|ok|bzw|np|bijv|vs|tel|tél|ext|max|min|ul|str|av|avda|godz|al|lek|med|\p{Lu})\.$/iu;
const HOURS = /(?:^|[\s\d])[ap]\.m\.$/i;
const NUMBERED = /^\s*(?:[-*•]\s*)?\d{1,2}\.$/;
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;

/** What is whole so far, each with the space after it, and what waits for more. All of it where no more will come. */
export function wholeSentences(text: string, isOver: boolean): { whole: string[]; rest: string } {
  const whole: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length;
    // What follows may still belong to it: a closing quote, the rest of an abbreviation or of a date.
    if (end >= text.length && !isOver && !isSurelyOver(text.slice(start, end))) break;
    if (!mark.includes('\n') && mark.startsWith('.') && isWithin(text.slice(start, end), text.slice(end))) continue;
    whole.push(text.slice(start, end));
    start = end;
  }
  const rest = text.slice(start);
  return isOver && rest.trim() ? { whole: [...whole, rest], rest: '' } : { whole, rest: isOver ? '' : rest };
}

/** Nothing that could come after it would make it longer. */
function isSurelyOver(sentence: string): boolean {
  const said = sentence.trimEnd();
  if (/\n\s*$/.test(sentence)) return true;
  return said !== sentence && !/\d\.$/.test(said) && !HOURS.test(said) && !ABBREVIATED.test(said.slice(-10));
}

function isWithin(sentence: string, next: string): boolean {
  const said = sentence.trimEnd();
  if (!said.endsWith('.') || said.endsWith('..')) return false;
  if (NUMBERED.test(said) || ABBREVIATED.test(said.slice(-10))) return true;
  // "8 p.m. on Friday", "am 12. ist".
  if (/^\p{Ll}/u.test(next) || (HOURS.test(said) && /^[\d(]/.test(next))) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next)?.[0]?.toLowerCase();
  return ORDINAL.test(said) && word !== undefined && MONTHS.has(word);
}
