// What a business has written about how many people it takes bookings for.
import { must } from '../../kernel/must.ts';
import { normalizeApostrophes } from './extracted-entity.ts';
import { NUMBER, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

export type PartyLimit = { least?: number; most?: number };

const PEOPLE = oneOf`people|persons?|ppl|pax|guests?|diners?|covers?|heads|adults|participants|of (us|you|them)`;
/** "Bookings from 6 to 10" are those of an evening; of groups it is their size. */
const GROUPS = oneOf`
  (groups?|part(y|ies))(\s+sizes?)?(\s+(is|are|of|from|between))?:?
  (bookings?|reservations?|tables?|book|reserve)\s+(for|of)|you're|you are|there are
`;
/** A number that stands for itself, and not for a part of a time, a sum, an age or a date. */
const UNIT = oneOf`[ap]\.?m\b|o.?clock|min|h(ou)?rs?\b|days?\b|nights?\b|weeks?|months?|years?|yrs?|miles?|km|pounds?|euros?|dollars?|quid|percent`;
const figure = (name: string) =>
  String.raw`(?<![\w.:$£€#/]|[.,]\d)(?<${name}>${NUMBER})(?![\w/%]|[.,:]\d|\s*(?:${UNIT}))`;
const SOME = String.raw`(?:\s*${PEOPLE})?`;

/** How many, in the ways that need to be told apart from other numbers, and in those that do not. */
const SIZE = oneOf`
  (from |between )?${figure('from')}\s*(-|–|to|and|up to)\s*${figure('to')}
  ${figure('least')}\+?${SOME}\s*(or (more|over|above|larger|bigger|up(wards)?)|and (over|above|up(wards)?|more)|plus|(?<=\+))
  ${figure('most')}${SOME}\s*(or (fewer|less|under|below|smaller)|and (under|below))
  (up to|no (more|larger|bigger) than|not more than|at most)\s+${figure('upTo')}
  (at least|no (fewer|less) than|from)\s+${figure('atLeast')}
  (more|larger|bigger|greater) than\s+${figure('over')}|(over|above)\s+${figure('above')}
  (fewer|less|smaller) than\s+${figure('under')}|(under|below)\s+${figure('below')}
`;
const OF_PARTY = oneOf`(of|for|is|number|(party|group|table|booking)( size)?|size)`;
const ALONE = oneOf`
  min(imum)?\.?( ${OF_PARTY})*:? ${figure('minimum')}|${figure('minimumOf')}${SOME} min(imum)?\b
  max(imum)?\.?( ${OF_PARTY})*:? ${figure('maximum')}|${figure('maximumOf')}${SOME} (max(imum)?|tops|at (the )?most)\b
`;
const WAYS = [`\\b${ALONE}`, `\\b${GROUPS}\\s+(?:just |only )?${SIZE}`, `${SIZE}[\\s-]*${PEOPLE}\\b`].map(
  (way) => new RegExp(way, 'i'),
);

const LOWEST = ['from', 'least', 'atLeast', 'minimum', 'minimumOf'];
const HIGHEST = ['to', 'most', 'upTo', 'maximum', 'maximumOf'];

function sizeIn(clause: string): (PartyLimit & { said: string }) | undefined {
  const match = WAYS.map((way) => way.exec(clause)).find((found) => found !== null);
  if (!match) return undefined;
  const at = (names: string[], shift = 0) => {
    const said = names.map((name) => match.groups?.[name]).find((each) => each !== undefined);
    const number = said === undefined ? undefined : readNumber(said);
    return number === undefined ? undefined : number + shift;
  };
  const least = at(LOWEST) ?? at(['over', 'above'], 1);
  const most = at(HIGHEST) ?? at(['under', 'below'], -1);
  return { said: match[0], ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** What such groups pay, get or need beside the booking, or where they sit: no limit of what can be booked. */
const BESIDE = new RegExp(
  oneOf`
    [£$€]|%|\b(deposit|charged?|fees?|gratuity|tip|discount|offer|menus?|pre-?order|pre-?pay|cancel\w*|notice|refund\w*)\b
    \bno need\b|\b(need|have) not\b|\bneedn't\b|\b(don't|do not) (need|have) to\b|\bnot (necessary|required)\b
    \b(rooms?|booths?|counter|patio|terrace|garden|courtyard|area|benche?s?|marquee|upstairs|downstairs|private)\b
    \bcatering\b|\bwe cater\b
  `,
  'i',
);
const EXCEPT = /\b(?:except|unless|apart from|other than)\b/i;
const ONLY = /\bonly\b.{0,40}\b(?:book|reserv)|\b(?:book|reserv)\w*.{0,60}\bonly\b/i;
const TAKING = oneOf`(book|reserv|tak|accept|seat|accommodat|fit|cater|host)\w*`;
/** Such groups are not booked here: they walk in, or somebody must be asked. */
const AWAY = new RegExp(
  oneOf`
    \bwalk(ing)?[- ]?ins?\b|\bjust (come|turn up|show up|drop in)
    \b(no|not|never)(?! (more|fewer|less|larger|bigger) than)\b.{0,40}\b${TAKING}
    \b(don't|can't|cannot|won't|unable)\b.{0,40}\b${TAKING}
    \b(call|phone|ring|text|e-?mail|contact|message|get in touch|speak to|talk to|enquire|inquire)\b
  `,
  'i',
);
const LIMITS =
  /\b(?:only|min(?:imum)?|max(?:imum)?|tops|up to|at (?:the )?most|at least|no(?:t)? (?:more|fewer|less|larger|bigger) than|take|accept|limit(?:ed)?|can (?:be )?(?:book|reserve)\w*)\b/i;
/** So few words beside it that nothing else is said. */
const FEW = 4;

/** Said of bookings, and of all of them. */
const OF_BOOKINGS = /\b(?:book|reserv|table|seat|walk[- ]?in)/i;
const SOMETIMES = new RegExp(
  oneOf`
    \b((mon|tues|wednes|thurs|fri|satur|sun)days?|week(end|day)s?|(bank )?holidays?|christmas|easter|december)\b
    \b(breakfast|brunch|lunch|dinner|evenings?|nights?|mornings?|afternoons?|before|after|until|workshops?|class(es)?)\b
  `,
  'i',
);

function limitOf(clause: string, always: boolean): PartyLimit | undefined {
  const size = sizeIn(clause);
  if (!size || BESIDE.test(clause)) return undefined;
  if (always && (!OF_BOOKINGS.test(clause) || SOMETIMES.test(clause))) return undefined;
  const { said, ...range } = size;
  if (EXCEPT.test(clause)) return range;
  if (AWAY.test(clause) && !(ONLY.test(clause) && !/\bwalk/i.test(clause))) return outside(range);
  const isBare = clause.replace(said, ' ').trim().split(/\s+/).filter(Boolean).length <= FEW;
  return isBare || LIMITS.test(clause) ? range : undefined;
}

/** Whoever turns away fewer than six takes six; what is on both sides of a range nobody can tell. */
function outside({ least, most }: PartyLimit): PartyLimit | undefined {
  if (most !== undefined) return (least ?? 0) <= 2 ? { least: most + 1 } : undefined;
  return { most: must(least, 'a limit on either side') - 1 };
}

/** "…, smaller groups just walk in" says something of other groups. */
const CLAUSES =
  /(?<!\b(?:max|min))[.;!?\n]+(?:\s|$)|\s*[,(–—]\s*(?=(?:smaller|larger|bigger|others?|otherwise)\b)|\s+(?=(?:but|while)\b)/i;

/**
 * The limits that a passage sets to the number of people; undefined where it sets none, or where they contradict.
 * `always`: only what is said of bookings, and of those of every day.
 */
export function findPartyLimit(text: string, { always = false } = {}): PartyLimit | undefined {
  const limits = normalizeApostrophes(text)
    .split(CLAUSES)
    .flatMap((clause) => limitOf(clause, always) ?? []);
  const least = Math.max(0, ...limits.flatMap((limit) => limit.least ?? []));
  const most = Math.min(Number.POSITIVE_INFINITY, ...limits.flatMap((limit) => limit.most ?? []));
  if (least > most || (least <= 1 && most === Number.POSITIVE_INFINITY)) return undefined;
  return { ...(least > 1 ? { least } : {}), ...(most < Number.POSITIVE_INFINITY ? { most } : {}) };
}

export const isWithin = (size: number, { least = 0, most = Number.POSITIVE_INFINITY }: PartyLimit): boolean =>
  size >= least && size <= most;

/** A clause speaks of groups of that size: "Private, 14 to 30 people". */
export const isOfSize = (text: string, size: number): boolean =>
  normalizeApostrophes(text)
    .split(CLAUSES)
    .some((clause) => {
      const { least, most } = sizeIn(clause) ?? {};
      return least !== undefined && isWithin(size, { least, ...(most === undefined ? {} : { most }) });
    });
