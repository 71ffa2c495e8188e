import { straighten } from './found.ts';
import { NUMBER, readNumber } from './numbers.ts';

type Ordinal = number | 'last' | 'earlier' | 'later' | 'cheapest' | 'any';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const PLACE = `(?:${PLACES.join('|')}|\\d{1,2}(?:st|nd|rd|th))`;
const ONE = '(?:one|option|choice|slot|time|appointment|opening|suggestion|of (?:those|these|them)|on the list)';
const POLITE =
  '(?:\\s*(?:please|pls|plz|thanks|thank you|is fine|is good|works|then|sounds good|for me|would be (?:great|good))|[\\s.!,])*';
const LEAD =
  "(?:(?:yes|yeah|yep|ok(?:ay)?|sure|hmm|um|let's|lets|go|do|with|for|i'll|ill|i|take|want|prefer|like|i'd|would|have|book|how|about|maybe|the|that|just|can|get|we|me|we'll|give|choose|pick|make|it)[\\s,]+)*";

const WHICH: readonly [RegExp, Ordinal][] = [
  [/\b(?:cheap(?:er|est)|least expensive|less expensive|lowest[- ]priced?)\b/i, 'cheapest'],
  [
    new RegExp(`\\b(?:earlier|earliest|soonest|sooner)(?: (?:${ONE}|available|possible|you have|you've got))?\\b`, 'i'),
    'earlier',
  ],
  [new RegExp(`\\b(?:later|latest)(?: (?:${ONE}|available|possible|you have|you've got))?\\b`, 'i'), 'later'],
  [new RegExp(`\\b(?:the )?(?:last|final|bottom) ${ONE}(?! (?:time|week|month|year))`, 'i'), 'last'],
  [/^\W*(?:the )?last\W*$/i, 'last'],
  [
    /\b(?:either(?: (?:one|of (?:them|those|these)|way|time))?(?= (?:is|are|works?|would|will|'?s)\b|\W*$)|whichever|any of (?:them|those|these)|any(?: one)?(?= is (?:fine|good|ok)| works|'s fine)|you (?:choose|pick|decide)|surprise me)\b/i,
    'any',
  ],
];
/** Said of a time in the past or of what will be done one day, not of what was offered. */
const NO_CHOICE =
  /\b(?:(?:see|talk|speak|call|back|come|do (?:it|that)|tell) (?:you |to you )?(?:\w+ )?later|later (?:on|today|this|in)|no later than|(?:at the )?latest(?: by)?$|sooner or later|earlier (?:today|this|i)|first (?:time|visit|appointment|name))\b/i;

const NUMBERED = new RegExp(
  `\\b(?:option|number|choice|no\\.?|slot|#)\\s*#?\\s*(${NUMBER})\\b(?!\\s*(?:is|was)?\\s*\\d)`,
  'i',
);
const PLACED = new RegExp(`\\b(${PLACE}) ${ONE}\\b`, 'i');
const ONLY_PLACE = new RegExp(`^\\W*${LEAD}(${PLACE})${POLITE}$`, 'i');

/** Which of the things that were offered is meant, counted from 1. */
export function findOrdinal(text: string): Ordinal | undefined {
  const said = straighten(text);
  const place = said.match(PLACED) ?? said.match(ONLY_PLACE);
  if (place && !/\bfirst time\b/i.test(place[0])) return placeOf(place[1]!);
  const numbered = said.match(NUMBERED);
  if (numbered) return readNumber(numbered[1]!);
  if (NO_CHOICE.test(said)) return undefined;
  return WHICH.find(([pattern]) => pattern.test(said))?.[1];
}

function placeOf(word: string): number {
  const place = PLACES.indexOf(word.toLowerCase());
  return place < 0 ? Number.parseInt(word, 10) : place + 1;
}

const QUANTITIES = [
  new RegExp(
    `\\b(${NUMBER})\\s*(?:of (?:them|those|these|the|each)|x(?=\\s|$)|pairs?|pieces?|pcs|units?|copies)\\b`,
    'i',
  ),
  /(?<![\w.])x\s?(\d{1,3})\b(?![.:]\d)/i,
  new RegExp(`\\b(?:quantity|qty)\\s*(?:of|is|:)?\\s*(${NUMBER})\\b`, 'i'),
  new RegExp(`\\b(?:just|only)\\s+(?:the\\s+)?(${NUMBER})(?=\\W*$|\\s+(?:please|pls|thanks|of)\\b)`, 'i'),
  new RegExp(
    `\\b(?:buy|order|take|get|want|need|return|send(?: back)?|have)\\s+(?:me\\s+)?(${NUMBER})(?=\\W*$|\\s+(?:please|pls|thanks)\\b)`,
    'i',
  ),
];

/** How many of a thing. */
export function findQuantity(text: string): number | undefined {
  const said = straighten(text);
  if (/\bboth(?: of (?:them|those|these))?\b/i.test(said)) return 2;
  if (/\ba (?:pair|couple) of (?:them|those|these)\b/i.test(said)) return 2;
  for (const pattern of QUANTITIES) {
    const match = said.match(pattern);
    if (match) return readNumber(match[1]!);
  }
  return undefined;
}
