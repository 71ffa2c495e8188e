import { normalizeApostrophes } from './extracted-entity.ts';
import { NUMBER, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';
import { isSmall, wordsOf } from './word-forms.ts';

type Ordinal = number | 'last' | 'earlier' | 'later' | 'cheapest' | 'any';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** More are never offered; the 25th is a day. */
const PLACE = `(?:${PLACES.join('|')}|1st|2nd|3rd|[4-9]th|10th)`;
const ONE = oneOf`one|option|choice|slot|time|appointment|opening|suggestion|of (those|these|them)|on the list`;
const OFFERED = oneOf`${ONE}|available|possible|you have|you've got`;

/** What an answer that is nothing but a place may begin and end with. */
const BEFORE = oneOf`
  yes|yeah|yep|ok(ay)?|sure|hmm|um|let's|lets|go|do|with|for|i'll|ill|i|take|want|prefer|like|i'd|would|have|book
  how|about|maybe|the|that|just|can|get|we|me|we'll|give|choose|pick|make|it
`;
const AFTER = oneOf`please|pls|plz|thanks|thank you|is (fine|good)|works|then|sounds good|for me|would be (great|good)`;

const ONLY_PLACE = new RegExp(`^\\W*(?:${BEFORE}[\\s,]+)*(${PLACE})(?:\\s*${AFTER}|[\\s.!,])*$`, 'i');
const PLACED = new RegExp(`\\b(?!first time\\b)(${PLACE}) ${ONE}\\b`, 'i');
const NUMBERED = new RegExp(
  `(?:\\b(?:option|number|choice|slot|no\\.?(?=\\s*\\d))|#)\\s*#?\\s*(${NUMBER})\\b(?!\\s*(?:is|was)?\\s*\\d)`,
  'i',
);

const WHICH: readonly [Ordinal, string][] = [
  ['cheapest', oneOf`cheap(er|est)|(least|less) expensive|lowest[- ]priced?`],
  [
    'earlier',
    oneOf`^\W*(ok(ay)? |yes |yeah |well )?first thing(?=\W*(please|pls|then|thanks)?\W*$)|the (earlier|sooner) ${OFFERED}|(the )?(earliest|soonest)( ${OFFERED})?`,
  ],
  ['later', oneOf`the later ${OFFERED}|(the )?latest( ${OFFERED}|(?=\W*$))`],
  ['last', oneOf`(the )?(last|final|bottom) (?!time|appointment)${ONE}|^\W*(the )?last(?=\W*$)`],
  [
    'any',
    oneOf`
      either( (one|of (them|those|these)|way|time))?(?= (is|are|works?|would|will|'?s)\b|\W*$)|whichever
      when ?ever( (you|u|it|is|suits|works?|they|there)[\w' ]*)?(?=\W*$)|what ?ever( time)?( (you|u) have| is (free|going|left)| suits| works)?(?=( then)?\W*$)
      any ?time(?=\W*$| (is|works|suits|then))|(the )?next (available|free) (one|slot|time)
      any of (them|those|these)|any( one)?(?= is (fine|good|ok)| works|'s fine)|you (choose|pick|decide)|surprise me
    `,
  ],
];
const READERS = WHICH.map(([which, words]) => ({ which, pattern: new RegExp(`(?<!\\w)${words}(?!\\w)`, 'i') }));
/** Said of another day or of the past, not of what was offered. */
const NO_CHOICE = new RegExp(
  `\\b${oneOf`
    (see|talk|speak|call|back|come|do (it|that)|tell) (you |to you )?(\w+ )?later|later (on|today|this|in)
    (called|spoke|tried|said|was|were|did) earlier|no later than
    (at the )?latest( by)?$|sooner or later|earlier (today|this|i)|first (time|visit|appointment|name)
  `}\\b`,
  'i',
);

/** In a longer message "earlier" is seldom an answer. */
const FEW_WORDS = 6;

/** Which of the things that were offered is meant, counted from 1. */
export function findOrdinal(text: string): Ordinal | undefined {
  const said = normalizeApostrophes(text);
  const [, place] = said.match(PLACED) ?? said.match(ONLY_PLACE) ?? [];
  if (place !== undefined) return placeOf(place);
  const [, number] = said.match(NUMBERED) ?? [];
  if (number !== undefined) return readNumber(number);
  if (NO_CHOICE.test(said)) return undefined;
  const which = READERS.find(({ pattern }) => pattern.test(said))?.which;
  if (which || said.split(/\s+/).length > FEW_WORDS) return which;
  return /\b(?:earlier|sooner)\b/i.test(said) ? 'earlier' : /\blater\b/i.test(said) ? 'later' : undefined;
}

/** That one of them, by the order in which they were offered. */
export function pick<T>(among: readonly T[], ordinal: Ordinal | undefined): T | undefined {
  if (typeof ordinal === 'number') return among[ordinal - 1];
  if (ordinal === 'earlier' || ordinal === 'any') return among[0];
  return ordinal === 'later' || ordinal === 'last' ? among.at(-1) : undefined;
}

/** A longer answer says more than which of them. */
const MOST_WORDS = 8;

/** The one of the names that were offered whose words were said, where no other has as many of them. */
export function pickNamed(names: readonly string[], text: string): string | undefined {
  const words = wordsOf(text);
  if (words.length > MOST_WORDS || /\b(?:not?|without|except|n['’]?t)\b/i.test(text)) return undefined;
  const said = new Set(words.map(({ form }) => form).filter((form) => !isSmall(form)));
  const counts = names.map((name) => new Set(wordsOf(name).map(({ form }) => form)).intersection(said).size);
  const most = Math.max(0, ...counts);
  return most > 0 && counts.indexOf(most) === counts.lastIndexOf(most) ? names[counts.indexOf(most)] : undefined;
}

function placeOf(word: string): number {
  const place = PLACES.indexOf(word.toLowerCase());
  return place < 0 ? Number.parseInt(word, 10) : place + 1;
}

const WANT = oneOf`buy|order|take|get|want|need|return|send( back)?|have`;
const QUANTITY = new RegExp(
  oneOf`
    (?<![\w.])(?<counted>${NUMBER})\s*(of (them|those|these|the|each)|x|pairs?|pieces?|pcs|units?|copies)(?!\w)
    (?<![\w.])x\s?(?<times>\d{1,3})\b(?![.:]\d)
    \b(quantity|qty)\s*(of|is|:)?\s*(?<told>${NUMBER})\b
    \b(just|only)\s+(the\s+)?(?<only>${NUMBER})(?=\W*$|\s+(please|pls|thanks|of)\b)
    \b${WANT}\s+(me\s+)?(?<wanted>${NUMBER})(?=\W*$|\s+(please|pls|thanks)\b)
  `,
  'i',
);

/** How many of a thing. */
export function findQuantity(text: string): number | undefined {
  const said = normalizeApostrophes(text);
  if (/\bboth(?=\W*$| of (?:them|those|these)\b| please)|\ba (?:pair|couple) of (?:them|those|these)\b/i.test(said))
    return 2;
  const number = Object.values(said.match(QUANTITY)?.groups ?? {}).find(Boolean);
  return number === undefined ? undefined : readNumber(number);
}
