import { must } from '../../kernel/must.ts';
import { type Lexeme, splitIntoLexemes } from './lexemes.ts';
import { joinPatternLines } from './patterns.ts';

/** A message as the rules see it: canonical pieces separated by single spaces, and their origin. */
export type Phrase = {
  text: string;
  /** " table for 2 on d5 at half past 7w . " */
  canonicalText: string;
  lexemes: readonly Lexeme[];
  /** The offset of each lexeme's piece in the canonical text. */
  offsets: readonly number[];
};

export function parsePhrase(text: string): Phrase {
  const lexemes = withoutJoiningMarks(splitIntoLexemes(text));
  const offsets: number[] = [];
  let canonicalText = ' ';
  for (let i = 0; i < lexemes.length; i++) {
    offsets.push(canonicalText.length);
    canonicalText += `${disambiguatePiece(lexemes, i, text)} `;
  }
  return { text, canonicalText, lexemes, offsets };
}

/** The end of the canonical text before a lexeme. */
export function getTextBefore({ canonicalText, offsets }: Phrase, lexemeIndex: number, maxChars: number): string {
  const end = must(offsets[lexemeIndex], 'the offset of a lexeme');
  return canonicalText.slice(Math.max(0, end - maxChars), end);
}

/** The index of the lexeme at an offset in the canonical text. */
export function lexemeIndexAt({ offsets }: Phrase, offset: number): number {
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
function withoutJoiningMarks(lexemes: readonly Lexeme[]): Lexeme[] {
  const RANGE_BOUND_PATTERN = /^(?:\d+(?:th|[:.]\d+)?|d\d|m\d+|am|pm|noon|midnight)$/;
  return lexemes.filter(({ piece, start, end }, i) => {
    const previous = lexemes[i - 1];
    const next = lexemes[i + 1];
    if (piece === '.')
      return !(next && previous?.end === start && start - previous.start < 6 && /^[dm]\d+$/.test(previous.piece));
    if (piece !== '-') return true;
    if (previous?.end !== start || next?.start !== end) return true;
    return RANGE_BOUND_PATTERN.test(previous.piece) && RANGE_BOUND_PATTERN.test(next.piece);
  });
}

const WORD_BEFORE_VERB_SAT_PATTERN =
  /^(?:i|we|they|he|she|you|who|u|it|that|was|were|have|had|has|been|being|be|is|are|get|got|ve|weve|ive)$/;
const WORD_AFTER_VERB_SAT_PATTERN =
  /^(?:down|outside|inside|there|here|near|beside|waiting|around|together|behind|alone|nav)$/;
const WORD_BEFORE_NOUN_SUN_PATTERN = /^(?:the|full|some|more|much|direct|too|hot|of|strong|summer)$/;
const WORD_AFTER_NOUN_SUN_PATTERN = new RegExp(
  joinPatternLines`^(?:
    cream|block|screen|damaged?|burn|burnt|burned|tan|tanning|beds?|set|rise|shine|dried|room|terrace|loungers?|
    protection|protect|spots?|hats?|shirt|shade|glasses|exposure|salutations?|kissed|out|umbrella
  )$`,
);
const NUMBER_PIECE_PATTERN = /^\d{1,2}(?:th)?w?$/;
const WORD_BEFORE_MONTH_PATTERN = /^(?:in|this|next|last|early|late|mid|until|during|since|through)$/;
const WORD_BEFORE_OF_PATTERN =
  /^(?:end|beginning|start|middle|rest|part|half|month|week|weekend|d\d|\d{1,2}(?:th)?w?)$/;
/** Months that are also ordinary words or first names. */
const AMBIGUOUS_MONTH_PATTERN = /^m[34568]$/;
const WORD_AFTER_MODAL_PATTERN =
  /^(?:i|we|you|be|not|have|need|want|he|she|they|it|as|or|well|also|come|go|take|bring|just|ask)$/;

/** Decides by its neighbours whether "sat", "sun", "wed", "may" or "march" is a day, a month or another word. */
function disambiguatePiece(lexemes: readonly Lexeme[], lexemeIndex: number, text: string): string {
  const { piece, start, end } = must(lexemes[lexemeIndex], 'a lexeme');
  if (!/^(?:d\d|m\d+)$/.test(piece)) return piece;
  const [previousPiece, nextPiece] = [lexemes[lexemeIndex - 1]?.piece ?? '', lexemes[lexemeIndex + 1]?.piece ?? ''];
  const isThreeLetters = end - start === 3;
  const isDayOrMonth = piece.startsWith('d')
    ? !isThreeLetters || isWeekday(piece, previousPiece, nextPiece)
    : !(isThreeLetters || AMBIGUOUS_MONTH_PATTERN.test(piece)) || isMonth(lexemes, lexemeIndex);
  return isDayOrMonth ? piece : text.slice(start, end).toLowerCase();
}

function isWeekday(piece: string, previous: string, next: string): boolean {
  if (piece === 'd6') return !WORD_BEFORE_VERB_SAT_PATTERN.test(previous) && !WORD_AFTER_VERB_SAT_PATTERN.test(next);
  if (piece === 'd7') return !WORD_BEFORE_NOUN_SUN_PATTERN.test(previous) && !WORD_AFTER_NOUN_SUN_PATTERN.test(next);
  return piece !== 'd3' || !/^(?:get|getting|got|newly|be)$/.test(previous);
}

function isMonth(lexemes: readonly Lexeme[], lexemeIndex: number): boolean {
  const neighborPiece = (offset: number) => lexemes[lexemeIndex + offset]?.piece ?? '';
  // "12-Apr-1988"
  if (neighborPiece(-1) === '-' && NUMBER_PIECE_PATTERN.test(neighborPiece(-2))) return true;
  const isCounted = /^(?:of|people)$/.test(neighborPiece(2));
  if (
    (NUMBER_PIECE_PATTERN.test(neighborPiece(1)) && !isCounted) ||
    NUMBER_PIECE_PATTERN.test(neighborPiece(-1)) ||
    (neighborPiece(1) === 'the' && /^\d{1,2}th/.test(neighborPiece(2)))
  )
    return true;
  if (neighborPiece(-1) === 'of') return WORD_BEFORE_OF_PATTERN.test(neighborPiece(-2));
  return (
    (WORD_BEFORE_MONTH_PATTERN.test(neighborPiece(-1)) && !WORD_AFTER_MODAL_PATTERN.test(neighborPiece(1))) ||
    lexemes.length === 1
  );
}
