// Limits on the party size in a business's own texts.
import { must } from '../../kernel/must.ts';
import { normalizeApostrophes } from './apostrophes.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

export type PartyLimit = { least?: number; most?: number };

const PEOPLE_WORD = oneOf`people|persons?|ppl|pax|guests?|diners?|covers?|heads|adults|participants|of (us|you|them)`;
/** "Bookings from 6 to 10" is a time; after these words the numbers are sizes. */
const GROUP_PHRASE = oneOf`
  (groups?|part(y|ies))(\s+sizes?)?(\s+(is|are|of|from|between))?:?
  (bookings?|reservations?|tables?|book|reserve)\s+(for|of)|you're|you are|there are
`;
/** Units of numbers that are not sizes: times, prices, ages, distances. */
const OTHER_UNIT = oneOf`[ap]\.?m\b|o.?clock|min|h(ou)?rs?\b|days?\b|nights?\b|weeks?|months?|years?|yrs?|miles?|km|pounds?|euros?|dollars?|quid|percent`;
const numberGroup = (name: string) =>
  String.raw`(?<![\w.:$£€#/]|[.,]\d)(?<${name}>${NUMBER_PATTERN})(?![\w/%]|[.,:]\d|\s*(?:${OTHER_UNIT}))`;
const OPTIONAL_PEOPLE = String.raw`(?:\s*${PEOPLE_WORD})?`;

/** Phrases for a size that need the word "people" or "group" nearby to be distinguished from other numbers. */
const SIZE_PHRASE = oneOf`
  (from |between )?${numberGroup('from')}\s*(-|–|to|and|up to)\s*${numberGroup('to')}
  ${numberGroup('least')}\+?${OPTIONAL_PEOPLE}\s*(or (more|over|above|larger|bigger|up(wards)?)|and (over|above|up(wards)?|more)|plus|(?<=\+))
  ${numberGroup('most')}${OPTIONAL_PEOPLE}\s*(or (fewer|less|under|below|smaller)|and (under|below))
  (up to|no (more|larger|bigger) than|not more than|at most)\s+${numberGroup('upTo')}
  (at least|no (fewer|less) than|from)\s+${numberGroup('atLeast')}
  (more|larger|bigger|greater) than\s+${numberGroup('over')}|(over|above)\s+${numberGroup('above')}
  (fewer|less|smaller) than\s+${numberGroup('under')}|(under|below)\s+${numberGroup('below')}
`;
const LIMIT_SUBJECT = oneOf`(of|for|is|number|(party|group|table|booking)( size)?|size)`;
const EXPLICIT_LIMIT = oneOf`
  min(imum)?\.?( ${LIMIT_SUBJECT})*:? ${numberGroup('minimum')}|${numberGroup('minimumOf')}${OPTIONAL_PEOPLE} min(imum)?\b
  max(imum)?\.?( ${LIMIT_SUBJECT})*:? ${numberGroup('maximum')}|${numberGroup('maximumOf')}${OPTIONAL_PEOPLE} (max(imum)?|tops|at (the )?most)\b
`;
const SIZE_PATTERNS = [
  `\\b${EXPLICIT_LIMIT}`,
  `\\b${GROUP_PHRASE}\\s+(?:just |only )?${SIZE_PHRASE}`,
  `${SIZE_PHRASE}[\\s-]*${PEOPLE_WORD}\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

const MIN_SIZE_GROUPS = ['from', 'least', 'atLeast', 'minimum', 'minimumOf'];
const MAX_SIZE_GROUPS = ['to', 'most', 'upTo', 'maximum', 'maximumOf'];

function parseSizeLimit(clause: string): (PartyLimit & { matchedText: string }) | undefined {
  const match = SIZE_PATTERNS.map((pattern) => pattern.exec(clause)).find((match) => match !== null);
  if (!match) return undefined;
  const numberIn = (names: string[], shift = 0) => {
    const numberText = names.map((name) => match.groups?.[name]).find((text) => text !== undefined);
    const number = numberText === undefined ? undefined : readNumber(numberText);
    return number === undefined ? undefined : number + shift;
  };
  const least = numberIn(MIN_SIZE_GROUPS) ?? numberIn(['over', 'above'], 1);
  const most = numberIn(MAX_SIZE_GROUPS) ?? numberIn(['under', 'below'], -1);
  return { matchedText: match[0], ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** Clauses about payment, menus or seating of such groups, which do not limit what can be booked. */
const NOT_A_BOOKING_LIMIT = new RegExp(
  oneOf`
    [£$€]|%|\b(deposit|charged?|fees?|gratuity|tip|discount|offer|menus?|pre-?order|pre-?pay|cancel\w*|notice|refund\w*)\b
    \bno need\b|\b(need|have) not\b|\bneedn't\b|\b(don't|do not) (need|have) to\b|\bnot (necessary|required)\b
    \b(rooms?|booths?|counter|patio|terrace|garden|courtyard|area|benche?s?|marquee|upstairs|downstairs|private)\b
    \bcatering\b|\bwe cater\b
  `,
  'i',
);
const EXCEPTION = /\b(?:except|unless|apart from|other than)\b/i;
const ONLY_BOOKABLE = /\bonly\b.{0,40}\b(?:book|reserv)|\b(?:book|reserv)\w*.{0,60}\bonly\b/i;
const ACCEPT_VERB = oneOf`(book|reserv|tak|accept|seat|accommodat|fit|cater|host)\w*`;
/** Such groups cannot be booked online: they walk in or have to contact the business. */
const NOT_BOOKED_HERE = new RegExp(
  oneOf`
    \bwalk(ing)?[- ]?ins?\b|\bjust (come|turn up|show up|drop in)
    \b(no|not|never)(?! (more|fewer|less|larger|bigger) than)\b.{0,40}\b${ACCEPT_VERB}
    \b(don't|can't|cannot|won't|unable)\b.{0,40}\b${ACCEPT_VERB}
    \b(call|phone|ring|text|e-?mail|contact|message|get in touch|speak to|talk to|enquire|inquire)\b
  `,
  'i',
);
const LIMIT_WORD =
  /\b(?:only|min(?:imum)?|max(?:imum)?|tops|up to|at (?:the )?most|at least|no(?:t)? (?:more|fewer|less|larger|bigger) than|take|accept|limit(?:ed)?|can (?:be )?(?:book|reserve)\w*)\b/i;
/** With so few other words, the clause says nothing else. */
const MAX_OTHER_WORDS = 4;

const MENTIONS_BOOKING = /\b(?:book|reserv|table|seat|walk[- ]?in)/i;
const ONLY_SOMETIMES = new RegExp(
  oneOf`
    \b((mon|tues|wednes|thurs|fri|satur|sun)days?|week(end|day)s?|(bank )?holidays?|christmas|easter|december)\b
    \b(breakfast|brunch|lunch|dinner|evenings?|nights?|mornings?|afternoons?|before|after|until|workshops?|class(es)?)\b
  `,
  'i',
);

function limitInClause(clause: string, onlyGeneralRules: boolean): PartyLimit | undefined {
  const size = parseSizeLimit(clause);
  if (!size || NOT_A_BOOKING_LIMIT.test(clause)) return undefined;
  if (onlyGeneralRules && (!MENTIONS_BOOKING.test(clause) || ONLY_SOMETIMES.test(clause))) return undefined;
  const { matchedText, ...range } = size;
  if (EXCEPTION.test(clause)) return range;
  if (NOT_BOOKED_HERE.test(clause) && !(ONLY_BOOKABLE.test(clause) && !/\bwalk/i.test(clause)))
    return complementOf(range);
  const isBare = clause.replace(matchedText, ' ').trim().split(/\s+/).filter(Boolean).length <= MAX_OTHER_WORDS;
  return isBare || LIMIT_WORD.test(clause) ? range : undefined;
}

/** A business that turns away fewer than six accepts six; the complement of a range on both sides is unknown. */
function complementOf({ least, most }: PartyLimit): PartyLimit | undefined {
  if (most !== undefined) return (least ?? 0) <= 2 ? { least: most + 1 } : undefined;
  return { most: must(least, 'a minimum or a maximum') - 1 };
}

/** A clause such as "…, smaller groups just walk in" is about other groups. */
const CLAUSE_BOUNDARY =
  /(?<!\b(?:max|min))[.;!?\n]+(?:\s|$)|\s*[,(–—]\s*(?=(?:smaller|larger|bigger|others?|otherwise)\b)|\s+(?=(?:but|while)\b)/i;

/**
 * The party size limits in a passage; undefined if there are none or they contradict each other. With `onlyGeneralRules`,
 * only limits on all bookings count, not those for certain days or meals.
 */
export function findPartyLimit(text: string, { onlyGeneralRules = false } = {}): PartyLimit | undefined {
  const limits = normalizeApostrophes(text)
    .split(CLAUSE_BOUNDARY)
    .flatMap((clause) => limitInClause(clause, onlyGeneralRules) ?? []);
  const least = Math.max(0, ...limits.flatMap((limit) => limit.least ?? []));
  const most = Math.min(Number.POSITIVE_INFINITY, ...limits.flatMap((limit) => limit.most ?? []));
  if (least > most || (least <= 1 && most === Number.POSITIVE_INFINITY)) return undefined;
  return { ...(least > 1 ? { least } : {}), ...(most < Number.POSITIVE_INFINITY ? { most } : {}) };
}

export const isWithinPartyLimit = (size: number, { least = 0, most = Number.POSITIVE_INFINITY }: PartyLimit): boolean =>
  size >= least && size <= most;

/** Whether a clause is about groups of that size: "Private, 14 to 30 people". */
export const mentionsGroupOfSize = (text: string, size: number): boolean =>
  normalizeApostrophes(text)
    .split(CLAUSE_BOUNDARY)
    .some((clause) => {
      const { least, most } = parseSizeLimit(clause) ?? {};
      return least !== undefined && isWithinPartyLimit(size, { least, ...(most === undefined ? {} : { most }) });
    });
