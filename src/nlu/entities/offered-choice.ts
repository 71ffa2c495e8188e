import { normalizeApostrophes } from './apostrophes.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';
import { isFunctionWord, isWeakWord, wordsOf } from './word-forms.ts';

type Ordinal = number | 'last' | 'earlier' | 'later' | 'cheapest' | 'any';

const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** No more than ten are ever offered; the 25th is a date. */
const ORDINAL_PATTERN = `(?:${ORDINAL_WORDS.join('|')}|1st|2nd|3rd|[4-9]th|10th)`;
const OFFERED_THING_PATTERN = oneOf`one|option|choice|slot|time|appointment|opening|suggestion|of (those|these|them)|on the list`;
const OFFERED_OR_AVAILABLE_PATTERN = oneOf`${OFFERED_THING_PATTERN}|available|possible|you have|you've got`;

/** Words that may surround a bare ordinal such as "the second". */
const WORDS_BEFORE_ORDINAL_PATTERN = oneOf`
  yes|yeah|yep|ok(ay)?|sure|hmm|um|let's|lets|go|do|with|for|i'll|ill|i|take|want|prefer|like|i'd|would|have|book
  how|about|maybe|the|that|just|can|get|we|me|we'll|give|choose|pick|make|it
`;
const WORDS_AFTER_ORDINAL_PATTERN = oneOf`please|pls|plz|thanks|thank you|is (fine|good)|works|then|sounds good|for me|would be (great|good)`;

const ONLY_ORDINAL_PATTERN = new RegExp(
  `^\\W*(?:${WORDS_BEFORE_ORDINAL_PATTERN}[\\s,]+)*(${ORDINAL_PATTERN})(?:\\s*${WORDS_AFTER_ORDINAL_PATTERN}|[\\s.!,])*$`,
  'i',
);
const ORDINAL_OF_OFFER_PATTERN = new RegExp(
  `\\b(?!first time\\b)(${ORDINAL_PATTERN}) ${OFFERED_THING_PATTERN}\\b`,
  'i',
);
const NUMBERED_OFFER_PATTERN = new RegExp(
  `(?:\\b(?:option|number|choice|slot|no\\.?(?=\\s*\\d))|#)\\s*#?\\s*(${NUMBER_PATTERN})\\b(?!\\s*(?:is|was)?\\s*\\d)`,
  'i',
);

const ORDINAL_PHRASES: readonly [Ordinal, string][] = [
  ['cheapest', oneOf`cheap(er|est)|(least|less) expensive|lowest[- ]priced?`],
  [
    'earlier',
    oneOf`^\W*(ok(ay)? |yes |yeah |well )?first thing(?=\W*(please|pls|then|thanks)?\W*$)|the (earlier|sooner) ${OFFERED_OR_AVAILABLE_PATTERN}|(the )?(earliest|soonest)( ${OFFERED_OR_AVAILABLE_PATTERN})?`,
  ],
  ['later', oneOf`the later ${OFFERED_OR_AVAILABLE_PATTERN}|(the )?latest( ${OFFERED_OR_AVAILABLE_PATTERN}|(?=\W*$))`],
  ['last', oneOf`(the )?(last|final|bottom) (?!time|appointment)${OFFERED_THING_PATTERN}|^\W*(the )?last(?=\W*$)`],
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
const ORDINAL_PATTERNS = ORDINAL_PHRASES.map(([ordinal, words]) => ({
  ordinal,
  pattern: new RegExp(`(?<!\\w)${words}(?!\\w)`, 'i'),
}));
/** About another day or the past, not about what was offered. */
const NOT_A_CHOICE_PATTERN = new RegExp(
  `\\b${oneOf`
    (see|talk|speak|call|back|come|do (it|that)|tell) (you |to you )?(\w+ )?later|later (on|today|this|in)
    (called|spoke|tried|said|was|were|did) earlier|no later than
    (at the )?latest( by)?$|sooner or later|earlier (today|this|i)|first (time|visit|appointment|name)
  `}\\b`,
  'i',
);

/** In longer messages "earlier" is rarely an answer. */
const MAX_WORDS_FOR_BARE_COMPARATIVE = 6;

/** Which of the offers is chosen, counted from 1. */
export function findOrdinal(text: string): Ordinal | undefined {
  const normalizedText = normalizeApostrophes(text);
  const [, ordinalWord] =
    normalizedText.match(ORDINAL_OF_OFFER_PATTERN) ?? normalizedText.match(ONLY_ORDINAL_PATTERN) ?? [];
  if (ordinalWord !== undefined) return parseOrdinal(ordinalWord);
  const [, number] = normalizedText.match(NUMBERED_OFFER_PATTERN) ?? [];
  if (number !== undefined) return readNumber(number);
  if (NOT_A_CHOICE_PATTERN.test(normalizedText)) return undefined;
  const ordinal = ORDINAL_PATTERNS.find(({ pattern }) => pattern.test(normalizedText))?.ordinal;
  if (ordinal || normalizedText.split(/\s+/).length > MAX_WORDS_FOR_BARE_COMPARATIVE) return ordinal;
  return /\b(?:earlier|sooner)\b/i.test(normalizedText)
    ? 'earlier'
    : /\blater\b/i.test(normalizedText)
      ? 'later'
      : undefined;
}

/** The chosen offer; offers are in the order in which they were presented. */
export function pickByOrdinal<T>(offers: readonly T[], ordinal: Ordinal | undefined): T | undefined {
  if (typeof ordinal === 'number') return offers[ordinal - 1];
  if (ordinal === 'earlier' || ordinal === 'any') return offers[0];
  return ordinal === 'later' || ordinal === 'last' ? offers.at(-1) : undefined;
}

/** A longer message is more than a choice. */
const MAX_WORDS_FOR_NAME_CHOICE = 8;

/** Words around a choice. */
const CHOOSING_WORDS = new Set(
  'yes yeah ok okay sure please pls thanks thank prefer choose pick take want like'.split(' '),
);

/** The offered name that shares the most words with the message, if it is unambiguous. */
export function pickByName(names: readonly string[], text: string): string | undefined {
  const words = wordsOf(text);
  if (words.length > MAX_WORDS_FOR_NAME_CHOICE || /\b(?:not?|without|except|n['’]?t)\b/i.test(text)) return undefined;
  const textForms = new Set(words.map(({ canonicalForm }) => canonicalForm).filter((form) => !isFunctionWord(form)));
  const contentFormsByName = names.map((name) => new Set(wordsOf(name).map(({ canonicalForm }) => canonicalForm)));
  const sharedWordCounts = contentFormsByName.map((forms) => forms.intersection(textForms).size);
  const maxCount = Math.max(0, ...sharedWordCounts);
  const index = sharedWordCounts.indexOf(maxCount);
  if (maxCount === 0 || index !== sharedWordCounts.lastIndexOf(maxCount)) return undefined;
  // "CVS on Main Street" has as much of another name as of "Greene Street Drugs".
  const otherWords = [...textForms.difference(contentFormsByName[index] ?? new Set())].filter(
    (form) => !isWeakWord(form) && !CHOOSING_WORDS.has(form),
  );
  return otherWords.length < maxCount ? names[index] : undefined;
}

function parseOrdinal(word: string): number {
  const ordinalWord = ORDINAL_WORDS.indexOf(word.toLowerCase());
  return ordinalWord < 0 ? Number.parseInt(word, 10) : ordinalWord + 1;
}

const WANT_VERB_PATTERN = oneOf`buy|order|take|get|want|need|return|send( back)?|have`;
const QUANTITY_PATTERN = new RegExp(
  oneOf`
    (?<![\w.])(?<counted>${NUMBER_PATTERN})\s*(of (them|those|these|the|each)|x|pairs?|pieces?|pcs|units?|copies)(?!\w)
    (?<![\w.])x\s?(?<times>\d{1,3})\b(?![.:]\d)
    \b(quantity|qty)\s*(of|is|:)?\s*(?<stated>${NUMBER_PATTERN})\b
    \b(just|only)\s+(the\s+)?(?<only>${NUMBER_PATTERN})(?=\W*$|\s+(please|pls|thanks|of)\b)
    \b${WANT_VERB_PATTERN}\s+(me\s+)?(?<wanted>${NUMBER_PATTERN})(?=\W*$|\s+(please|pls|thanks)\b)
  `,
  'i',
);

/** How many of a product the customer wants. */
export function findQuantity(text: string): number | undefined {
  const normalizedText = normalizeApostrophes(text);
  if (
    /\bboth(?=\W*$| of (?:them|those|these)\b| please)|\ba (?:pair|couple) of (?:them|those|these)\b/i.test(
      normalizedText,
    )
  )
    return 2;
  const number = Object.values(normalizedText.match(QUANTITY_PATTERN)?.groups ?? {}).find(Boolean);
  return number === undefined ? undefined : readNumber(number);
}
