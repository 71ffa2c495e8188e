// Limits on the party size in a business's own texts.
import { must } from '../../kernel/must.ts';
import { normalizeApostrophes } from './apostrophes.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** The smallest and the largest party that can be booked. */
export type PartyLimit = { least?: number; most?: number };

const PEOPLE_WORD_PATTERN = oneOf`people|persons?|ppl|pax|guests?|diners?|covers?|heads|adults|participants|of (us|you|them)`;
/** "Bookings from 6 to 10" is a time; after these words the numbers are sizes. */
const GROUP_PHRASE_PATTERN = oneOf`
  (groups?|part(y|ies))(\s+sizes?)?(\s+(is|are|of|from|between))?:?
  (bookings?|reservations?|tables?|book|reserve)\s+(for|of)|you're|you are|there are
`;
/** Units of numbers that are not sizes: times, prices, ages, distances. */
const OTHER_UNIT_PATTERN = oneOf`[ap]\.?m\b|o.?clock|min|h(ou)?rs?\b|days?\b|nights?\b|weeks?|months?|years?|yrs?|miles?|km|pounds?|euros?|dollars?|quid|percent`;
const createNumberPattern = (name: string) =>
  String.raw`(?<![\w.:$£€#/]|[.,]\d)(?<${name}>${NUMBER_PATTERN})(?![\w/%]|[.,:]\d|\s*(?:${OTHER_UNIT_PATTERN}))`;
const OPTIONAL_PEOPLE_PATTERN = String.raw`(?:\s*${PEOPLE_WORD_PATTERN})?`;

/** Phrases for a size that need the word "people" or "group" nearby to be distinguished from other numbers. */
const SIZE_PHRASE_PATTERN = oneOf`
  (from |between )?${createNumberPattern('from')}\s*(-|–|to|and|up to)\s*${createNumberPattern('to')}
  ${createNumberPattern('least')}\+?${OPTIONAL_PEOPLE_PATTERN}\s*(or (more|over|above|larger|bigger|up(wards)?)|and (over|above|up(wards)?|more)|plus|(?<=\+))
  ${createNumberPattern('most')}${OPTIONAL_PEOPLE_PATTERN}\s*(or (fewer|less|under|below|smaller)|and (under|below))
  (up to|no (more|larger|bigger) than|not more than|at most)\s+${createNumberPattern('upTo')}
  (at least|no (fewer|less) than|from)\s+${createNumberPattern('atLeast')}
  (more|larger|bigger|greater) than\s+${createNumberPattern('over')}|(over|above)\s+${createNumberPattern('above')}
  (fewer|less|smaller) than\s+${createNumberPattern('under')}|(under|below)\s+${createNumberPattern('below')}
`;
const LIMIT_SUBJECT_PATTERN = oneOf`(of|for|is|number|(party|group|table|booking)( size)?|size)`;
const EXPLICIT_LIMIT_PATTERN = oneOf`
  min(imum)?\.?( ${LIMIT_SUBJECT_PATTERN})*:? ${createNumberPattern('minimum')}|${createNumberPattern('minimumOf')}${OPTIONAL_PEOPLE_PATTERN} min(imum)?\b
  max(imum)?\.?( ${LIMIT_SUBJECT_PATTERN})*:? ${createNumberPattern('maximum')}|${createNumberPattern('maximumOf')}${OPTIONAL_PEOPLE_PATTERN} (max(imum)?|tops|at (the )?most)\b
`;
const SIZE_PATTERNS = [
  `\\b${EXPLICIT_LIMIT_PATTERN}`,
  `\\b${GROUP_PHRASE_PATTERN}\\s+(?:just |only )?${SIZE_PHRASE_PATTERN}`,
  `${SIZE_PHRASE_PATTERN}[\\s-]*${PEOPLE_WORD_PATTERN}\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

const MIN_SIZE_GROUPS = ['from', 'least', 'atLeast', 'minimum', 'minimumOf'];
const MAX_SIZE_GROUPS = ['to', 'most', 'upTo', 'maximum', 'maximumOf'];

function parseSizeLimit(clause: string): (PartyLimit & { matchedText: string }) | undefined {
  const match = SIZE_PATTERNS.map((pattern) => pattern.exec(clause)).find((match) => match !== null);
  if (!match) return undefined;
  const readNumberIn = (names: string[], shift = 0) => {
    const numberText = names.map((name) => match.groups?.[name]).find((text) => text !== undefined);
    const number = numberText === undefined ? undefined : readNumber(numberText);
    return number === undefined ? undefined : number + shift;
  };
  const least = readNumberIn(MIN_SIZE_GROUPS) ?? readNumberIn(['over', 'above'], 1);
  const most = readNumberIn(MAX_SIZE_GROUPS) ?? readNumberIn(['under', 'below'], -1);
  return { matchedText: match[0], ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** Clauses about payment, menus or seating of such groups, which do not limit what can be booked. */
const NOT_A_BOOKING_LIMIT_PATTERN = new RegExp(
  oneOf`
    [£$€]|%|\b(deposit|charged?|fees?|gratuity|tip|discount|offer|menus?|pre-?order|pre-?pay|cancel\w*|notice|refund\w*)\b
    \bno need\b|\b(need|have) not\b|\bneedn't\b|\b(don't|do not) (need|have) to\b|\bnot (necessary|required)\b
    \b(rooms?|booths?|counter|patio|terrace|garden|courtyard|area|benche?s?|marquee|upstairs|downstairs|private)\b
    \bcatering\b|\bwe cater\b
  `,
  'i',
);
const EXCEPTION_PATTERN = /\b(?:except|unless|apart from|other than)\b/i;
const ONLY_BOOKABLE_PATTERN = /\bonly\b.{0,40}\b(?:book|reserv)|\b(?:book|reserv)\w*.{0,60}\bonly\b/i;
const ACCEPT_VERB_PATTERN = oneOf`(book|reserv|tak|accept|seat|accommodat|fit|cater|host)\w*`;
/** Such groups cannot be booked online: they walk in or have to contact the business. */
const NOT_BOOKED_HERE_PATTERN = new RegExp(
  oneOf`
    \bwalk(ing)?[- ]?ins?\b|\bjust (come|turn up|show up|drop in)
    \b(no|not|never)(?! (more|fewer|less|larger|bigger) than)\b.{0,40}\b${ACCEPT_VERB_PATTERN}
    \b(don't|can't|cannot|won't|unable)\b.{0,40}\b${ACCEPT_VERB_PATTERN}
    \b(call|phone|ring|text|e-?mail|contact|message|get in touch|speak to|talk to|enquire|inquire)\b
  `,
  'i',
);
const LIMIT_WORD_PATTERN =
  /\b(?:only|min(?:imum)?|max(?:imum)?|tops|up to|at (?:the )?most|at least|no(?:t)? (?:more|fewer|less|larger|bigger) than|take|accept|limit(?:ed)?|can (?:be )?(?:book|reserve)\w*)\b/i;
/** With so few other words, the clause says nothing else. */
const MAX_OTHER_WORDS = 4;

const MENTIONS_BOOKING_PATTERN = /\b(?:book|reserv|table|seat|walk[- ]?in)/i;
const ONLY_SOMETIMES_PATTERN = new RegExp(
  oneOf`
    \b((mon|tues|wednes|thurs|fri|satur|sun)days?|week(end|day)s?|(bank )?holidays?|christmas|easter|december)\b
    \b(breakfast|brunch|lunch|dinner|evenings?|nights?|mornings?|afternoons?|before|after|until|workshops?|class(es)?)\b
  `,
  'i',
);

function findLimitInClause(clause: string, onlyGeneralRules: boolean): PartyLimit | undefined {
  const size = parseSizeLimit(clause);
  if (!size || NOT_A_BOOKING_LIMIT_PATTERN.test(clause)) return undefined;
  if (onlyGeneralRules && (!MENTIONS_BOOKING_PATTERN.test(clause) || ONLY_SOMETIMES_PATTERN.test(clause)))
    return undefined;
  const { matchedText, ...range } = size;
  if (EXCEPTION_PATTERN.test(clause)) return range;
  if (NOT_BOOKED_HERE_PATTERN.test(clause) && !(ONLY_BOOKABLE_PATTERN.test(clause) && !/\bwalk/i.test(clause)))
    return complementOf(range);
  const saysNothingElse =
    clause.replace(matchedText, ' ').trim().split(/\s+/).filter(Boolean).length <= MAX_OTHER_WORDS;
  return saysNothingElse || LIMIT_WORD_PATTERN.test(clause) ? range : undefined;
}

/** A business that turns away fewer than six accepts six; the complement of a range on both sides is unknown. */
function complementOf({ least, most }: PartyLimit): PartyLimit | undefined {
  if (most !== undefined) return (least ?? 0) <= 2 ? { least: most + 1 } : undefined;
  return { most: must(least, 'a minimum or a maximum') - 1 };
}

/** A clause such as "…, smaller groups just walk in" is about other groups. */
const CLAUSE_BOUNDARY_PATTERN =
  /(?<!\b(?:max|min))[.;!?\n]+(?:\s|$)|\s*[,(–—]\s*(?=(?:smaller|larger|bigger|others?|otherwise)\b)|\s+(?=(?:but|while)\b)/i;

/**
 * The party size limits in a passage; undefined if there are none or they contradict each other. With `onlyGeneralRules`,
 * only limits on all bookings count, not those for certain days or meals.
 */
export function findPartyLimit(text: string, { onlyGeneralRules = false } = {}): PartyLimit | undefined {
  const limits = normalizeApostrophes(text)
    .split(CLAUSE_BOUNDARY_PATTERN)
    .flatMap((clause) => findLimitInClause(clause, onlyGeneralRules) ?? []);
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
    .split(CLAUSE_BOUNDARY_PATTERN)
    .some((clause) => {
      const { least, most } = parseSizeLimit(clause) ?? {};
      return least !== undefined && isWithinPartyLimit(size, { least, ...(most === undefined ? {} : { most }) });
    });
