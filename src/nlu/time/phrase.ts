import { must } from '../../kernel/must.ts';
import { type Lexeme, lexemesOf } from './lexemes.ts';
import { joinPatternLines } from './patterns.ts';

/** A message as the rules see it: canonical pieces separated by single spaces, and their origin. */
export type Phrase = {
  text: string;
  /** " table for 2 on d5 at half past 7w . " */
  line: string;
  pieces: readonly Lexeme[];
  /** The offset of each piece in the line */
  offsets: readonly number[];
};

export function phraseOf(text: string): Phrase {
  const pieces = withoutJoiningMarks(lexemesOf(text));
  const offsets: number[] = [];
  let line = ' ';
  for (let i = 0; i < pieces.length; i++) {
    offsets.push(line.length);
    line += `${disambiguate(pieces, i, text)} `;
  }
  return { text, line, pieces, offsets };
}

/** The end of the line before a piece. */
export function sameLineBefore({ line, offsets }: Phrase, pieceIndex: number, maxLength: number): string {
  const end = must(offsets[pieceIndex], 'the offset of a piece');
  return line.slice(Math.max(0, end - maxLength), end);
}

/** The index of the piece at an offset in the line. */
export function pieceIndexAt({ offsets }: Phrase, offset: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
    if (offsets[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Drops the dot of "Dec. 3" and the hyphen of "half-seven"; between numbers, weekdays and months a hyphen means "to". */
function withoutJoiningMarks(pieces: readonly Lexeme[]): Lexeme[] {
  const mayBoundRange = /^(?:\d+(?:th|[:.]\d+)?|d\d|m\d+|am|pm|noon|midnight)$/;
  return pieces.filter(({ piece, start, end }, i) => {
    const previous = pieces[i - 1];
    const next = pieces[i + 1];
    if (piece === '.')
      return !(next && previous?.end === start && start - previous.start < 6 && /^[dm]\d+$/.test(previous.piece));
    if (piece !== '-') return true;
    if (previous?.end !== start || next?.start !== end) return true;
    return mayBoundRange.test(previous.piece) && mayBoundRange.test(next.piece);
  });
}

const WORD_BEFORE_VERB_SAT =
  /^(?:i|we|they|he|she|you|who|u|it|that|was|were|have|had|has|been|being|be|is|are|get|got|ve|weve|ive)$/;
const WORD_AFTER_VERB_SAT = /^(?:down|outside|inside|there|here|near|beside|waiting|around|together|behind|alone|nav)$/;
const WORD_BEFORE_NOUN_SUN = /^(?:the|full|some|more|much|direct|too|hot|of|strong|summer)$/;
const WORD_AFTER_NOUN_SUN = new RegExp(
  joinPatternLines`^(?:
    cream|block|screen|damaged?|burn|burnt|burned|tan|tanning|beds?|set|rise|shine|dried|room|terrace|loungers?|
    protection|protect|spots?|hats?|shirt|shade|glasses|exposure|salutations?|kissed|out|umbrella
  )$`,
);
const NUMBER = /^\d{1,2}(?:th)?w?$/;
const WORD_BEFORE_MONTH = /^(?:in|this|next|last|early|late|mid|until|during|since|through)$/;
const WORD_BEFORE_OF = /^(?:end|beginning|start|middle|rest|part|half|month|week|weekend|d\d|\d{1,2}(?:th)?w?)$/;
/** Months that are also ordinary words or first names. */
const AMBIGUOUS_MONTH = /^m[34568]$/;
const WORD_AFTER_MODAL =
  /^(?:i|we|you|be|not|have|need|want|he|she|they|it|as|or|well|also|come|go|take|bring|just|ask)$/;

/** Decides by its neighbours whether "sat", "sun", "wed", "may" or "march" is a day, a month or another word. */
function disambiguate(pieces: readonly Lexeme[], i: number, text: string): string {
  const { piece, start, end } = must(pieces[i], 'a piece');
  if (!/^(?:d\d|m\d+)$/.test(piece)) return piece;
  const [previous, next] = [pieces[i - 1]?.piece ?? '', pieces[i + 1]?.piece ?? ''];
  const isShort = end - start === 3;
  const isDayOrMonth = piece.startsWith('d')
    ? !isShort || isWeekday(piece, previous, next)
    : !(isShort || AMBIGUOUS_MONTH.test(piece)) || isMonth(pieces, i);
  return isDayOrMonth ? piece : text.slice(start, end).toLowerCase();
}

function isWeekday(piece: string, previous: string, next: string): boolean {
  if (piece === 'd6') return !WORD_BEFORE_VERB_SAT.test(previous) && !WORD_AFTER_VERB_SAT.test(next);
  if (piece === 'd7') return !WORD_BEFORE_NOUN_SUN.test(previous) && !WORD_AFTER_NOUN_SUN.test(next);
  return piece !== 'd3' || !/^(?:get|getting|got|newly|be)$/.test(previous);
}

function isMonth(pieces: readonly Lexeme[], i: number): boolean {
  const neighbor = (offset: number) => pieces[i + offset]?.piece ?? '';
  // "12-Apr-1988"
  if (neighbor(-1) === '-' && NUMBER.test(neighbor(-2))) return true;
  const isCounted = /^(?:of|people)$/.test(neighbor(2));
  if (
    (NUMBER.test(neighbor(1)) && !isCounted) ||
    NUMBER.test(neighbor(-1)) ||
    (neighbor(1) === 'the' && /^\d{1,2}th/.test(neighbor(2)))
  )
    return true;
  if (neighbor(-1) === 'of') return WORD_BEFORE_OF.test(neighbor(-2));
  return (WORD_BEFORE_MONTH.test(neighbor(-1)) && !WORD_AFTER_MODAL.test(neighbor(1))) || pieces.length === 1;
}
