import { must } from '../../kernel/must.ts';
import { type Lexeme, lexemesOf } from './lexemes.ts';
import { wide } from './patterns.ts';

/** A message as the rules see it: canonical pieces with one space around each, and where each came from. */
export type Phrase = {
  text: string;
  /** " table for 2 on d5 at half past 7w . " */
  line: string;
  pieces: readonly Lexeme[];
  /** Where each piece stands in the line */
  places: readonly number[];
};

export function phraseOf(text: string): Phrase {
  const pieces = withoutJoints(lexemesOf(text));
  const places: number[] = [];
  let line = ' ';
  for (let i = 0; i < pieces.length; i++) {
    places.push(line.length);
    line += `${meant(pieces, i, text)} `;
  }
  return { text, line, pieces, places };
}

/** Some of the line before a piece. */
export function lineBefore({ line, places }: Phrase, piece: number, most: number): string {
  const end = must(places[piece], 'the place of a piece');
  return line.slice(Math.max(0, end - most), end);
}

/** The index of the piece that holds a place in the line. */
export function pieceAt({ places }: Phrase, place: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
    if (places[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Without the dot of "Dec. 3" and the hyphen of "half-seven"; between numbers, weekdays and months it says "to". */
function withoutJoints(pieces: readonly Lexeme[]): Lexeme[] {
  const joins = /^(?:\d+(?:th|[:.]\d+)?|d\d|m\d+|am|pm|noon|midnight)$/;
  return pieces.filter(({ piece, start, end }, i) => {
    const before = pieces[i - 1];
    const after = pieces[i + 1];
    if (piece === '.')
      return !(after && before?.end === start && start - before.start < 6 && /^[dm]\d+$/.test(before.piece));
    if (piece !== '-') return true;
    if (before?.end !== start || after?.start !== end) return true;
    return joins.test(before.piece) && joins.test(after.piece);
  });
}

const DOERS = /^(?:i|we|they|he|she|you|who|u|it|that|was|were|have|had|has|been|being|be|is|are|get|got|ve|weve|ive)$/;
const AFTER_SAT = /^(?:down|outside|inside|there|here|near|beside|waiting|around|together|behind|alone|nav)$/;
const BEFORE_SUN = /^(?:the|full|some|more|much|direct|too|hot|of|strong|summer)$/;
const AFTER_SUN = new RegExp(
  wide`^(?:
    cream|block|screen|damaged?|burn|burnt|burned|tan|tanning|beds?|set|rise|shine|dried|room|terrace|loungers?|
    protection|protect|spots?|hats?|shirt|shade|glasses|exposure|salutations?|kissed|out|umbrella
  )$`,
);
const NUMBER = /^\d{1,2}(?:th)?w?$/;
const BEFORE_MONTH = /^(?:in|this|next|last|early|late|mid|until|during|since|through)$/;
const BEFORE_OF = /^(?:end|beginning|start|middle|rest|part|half|month|week|weekend|d\d|\d{1,2}(?:th)?w?)$/;
/** Months that are also words or first names. */
const OTHER_WORD = /^m[34568]$/;
const AFTER_MODAL = /^(?:i|we|you|be|not|have|need|want|he|she|they|it|as|or|well|also|come|go|take|bring|just|ask)$/;

/** A piece as its neighbours make it mean: "sat", "sun", "wed", "may" and "march" are other words too. */
function meant(pieces: readonly Lexeme[], i: number, text: string): string {
  const { piece, start, end } = must(pieces[i], 'a piece');
  if (!/^(?:d\d|m\d+)$/.test(piece)) return piece;
  const [before, after] = [pieces[i - 1]?.piece ?? '', pieces[i + 1]?.piece ?? ''];
  const isShort = end - start === 3;
  const isTime = piece.startsWith('d')
    ? !isShort || isWeekday(piece, before, after)
    : !(isShort || OTHER_WORD.test(piece)) || isMonth(pieces, i);
  return isTime ? piece : text.slice(start, end).toLowerCase();
}

function isWeekday(piece: string, before: string, after: string): boolean {
  if (piece === 'd6') return !DOERS.test(before) && !AFTER_SAT.test(after);
  if (piece === 'd7') return !BEFORE_SUN.test(before) && !AFTER_SUN.test(after);
  return piece !== 'd3' || !/^(?:get|getting|got|newly|be)$/.test(before);
}

function isMonth(pieces: readonly Lexeme[], i: number): boolean {
  const at = (offset: number) => pieces[i + offset]?.piece ?? '';
  // "12-Apr-1988"
  if (at(-1) === '-' && NUMBER.test(at(-2))) return true;
  const isCounted = /^(?:of|people)$/.test(at(2));
  if ((NUMBER.test(at(1)) && !isCounted) || NUMBER.test(at(-1)) || (at(1) === 'the' && /^\d{1,2}th/.test(at(2))))
    return true;
  if (at(-1) === 'of') return BEFORE_OF.test(at(-2));
  return (BEFORE_MONTH.test(at(-1)) && !AFTER_MODAL.test(at(1))) || pieces.length === 1;
}
