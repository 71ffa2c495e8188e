import { type Lexeme, lexemesOf } from './lexemes.ts';

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

/** The index of the piece that holds a place in the line. */
export function pieceAt({ places }: Phrase, place: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (places[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A hyphen says "to" between numbers, weekdays and months, and nothing elsewhere: "half-seven", "8-ish". */
function withoutJoints(pieces: readonly Lexeme[]): Lexeme[] {
  const joins = /^(?:\d+(?:th|[:.]\d+)?|d\d|m\d+|am|pm|noon|midnight)$/;
  return pieces.filter(({ piece, start, end }, i) => {
    if (piece !== '-') return true;
    const before = pieces[i - 1];
    const after = pieces[i + 1];
    if (before?.end !== start || after?.start !== end) return true;
    return joins.test(before.piece) && joins.test(after.piece);
  });
}

const DOERS = /^(?:i|we|they|he|she|you|who|u|it|that|was|were|have|had|has|been|being|be|is|are|get|got|ve|weve|ive)$/;
const AFTER_SAT = /^(?:down|outside|inside|there|here|near|beside|waiting|around|together|behind|alone|nav|for)$/;
const BEFORE_SUN = /^(?:the|full|some|more|much|direct|too|hot|of|strong|summer)$/;
const AFTER_SUN =
  /^(?:cream|block|screen|damage|damaged|burn|burnt|burned|tan|tanning|bed|beds|set|rise|shine|dried|room|terrace|lounge|lounger|protection|protect|spot|spots|hat|hats|shirt|shade|glasses|exposure|salutation|salutations|kissed|out|umbrella)$/;
const NUMBER = /^\d{1,2}(?:th)?w?$/;
const BEFORE_MONTH = /^(?:in|this|next|last|early|late|mid|of|until|during|since|through|end|from|for|by)$/;
const AFTER_MODAL = /^(?:i|we|you|be|not|have|need|want|he|she|they|it|as|or|well|also|come|go|take|bring|just|ask)$/;

/** A piece as its neighbours make it mean: "sat", "sun", "may", "march" and "wed" are other words too. */
function meant(pieces: readonly Lexeme[], i: number, text: string): string {
  const { piece, start, end } = pieces[i]!;
  const code = piece.charCodeAt(0);
  if (code !== 100 && code !== 109) return piece;
  const before = pieces[i - 1]?.piece ?? '';
  const after = pieces[i + 1]?.piece ?? '';
  if (piece === 'd6' && end - start === 3 && (DOERS.test(before) || AFTER_SAT.test(after))) {
    return after === 'for' && !DOERS.test(before) ? piece : 'sat';
  }
  if (piece === 'd7' && end - start === 3 && (BEFORE_SUN.test(before) || AFTER_SUN.test(after))) return 'sun';
  if (piece === 'd3' && end - start === 3 && /^(?:get|getting|got|newly|be)$/.test(before)) return 'wed';
  if (!/^m\d+$/.test(piece) || NUMBER.test(after) || NUMBER.test(before)) return piece;
  if (before === 'of' && NUMBER.test(pieces[i - 2]?.piece ?? '')) return piece;
  const isOtherWord = piece === 'm5' || piece === 'm3' || end - start === 3;
  if (
    !isOtherWord ||
    (BEFORE_MONTH.test(before) && !AFTER_MODAL.test(after)) ||
    (/^\d{1,2}th/.test(pieces[i + 2]?.piece ?? '') && after === 'the')
  ) {
    return piece;
  }
  return text.slice(start, end).toLowerCase();
}
