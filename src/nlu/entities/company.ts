import { NUMBER, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** "My 7yo". */
const AGED = oneOf`(\d{1,2}|${NUMBER})[\s-]?(yo|y/o|yrs?[\s-]?olds?|years?[\s-]?olds?)`;

/** People by what they are to the customer: "me, my wife and two kids". */
const KIN = oneOf`
  wife|husband|hubby|partner|spouse|girlfriend|gf|boyfriend|bf|fianc[eé]+|date|friend|mate|buddy|pal|bestie|mom|mum|mam
  mother|dad|father|son|daughter|sister|sis|brother|bro|aunt|auntie|uncle|cousin|nephew|niece|boss|manager|colleague
  co[- ]?worker|client|associate|neighbou?r|roommate|flatmate|housemate|gran|grandma|grandpa|gran(d)?dad|nan|nana
  grand(mother|father|son|daughter|child)|(mother|father|sister|brother|son|daughter)-in-law|sibling|parent|guest|man
  woman|lady|guy|boy|girl|adult|child|kid|baby|toddler|infant|teen|teenager|senior|grown-?up|person|other|student
  customer|employee|plus[- ]one|lad|lass|kiddo|little one|groomsman|bridesmaid|${AGED}
`;
const MANY = oneOf`
  groomsmen|parents|grandparents|twins|triplets|in-laws|couples?|wives|ladies|women|men|(grand)?children|babies|buddies|${KIN}e?s
`;
/** How many they are without a number; of the others nobody knows. */
const SEVERAL: Readonly<Record<string, number>> = {
  parents: 2,
  grandparents: 2,
  'in-laws': 2,
  twins: 2,
  triplets: 3,
  couple: 2,
};
const PEOPLE = oneOf`
  people|persons?|ppl|pple|peeps|peoples|pax|guests?|covers?|diners?|folks|heads|individuals|humans|members|attendees
  beings|seats|spots|places
`;
const ANYBODY = oneOf`${PEOPLE}|${MANY}|${KIN}`;
const US = oneOf`of (us|them|you|my (friends|family|colleagues|mates|kids|children)|our (friends|family))`;
const KIND = oneOf`other|hungry|small|little|young|younger|old|older|good|close|lady|adult|grown|family|human`;
const OWN = oneOf`my|our|the|his|her|their|your`;

const RANGE = oneOf`(${NUMBER}\s*(-|–|or|to|and|/|maybe|possibly)\s*)?${NUMBER}`;
/** Before and after a number that stands for itself, not for a part of a time, a sum or a date. */
const FREE = String.raw`(?<![\w.:$£€#/])`;
const NO_UNIT = String.raw`(?![\w:/%]|[.,]\d|\s*(?:[ap]m|[ap]\.m|o.?clock|min|h(?:ou)?r|day|week|st|nd|rd|th)\w*)`;

const TERM = new RegExp(
  oneOf`
    (?<self>\b(me|myself|i)\b(?!')|\b(him|her|he|she)(?=\s*(and|&|\+|plus)\s))
    ${FREE}(${OWN}\s+)?(between\s+)?(?<count>${RANGE})[\s-]*(${US}(?!\w)|(${KIND}\s+)*(?<what>${ANYBODY})\b(?!'))
    \b(${OWN}|an?|another|one)\s+(${KIND}\s+)*((?<kin>${KIN})|(?<many>${MANY}))\b(?!')
    \b((?<bareKin>${KIN})|(?<bareMany>${MANY}))\b(?!')
    ${FREE}(?<bare>${NUMBER})${NO_UNIT}
  `,
  'gi',
);
const JOINT = new RegExp(
  `^(?:${oneOf`\s*,?\s*(and|&|\+|plus|with|as well as|also)\s+|,\s*|\s*[+&]\s*|\s*\(|:\s*`})$`,
  'i',
);
const AND = /and|&|plus|\+/i;
const ONLY_PEOPLE = new RegExp(`^${PEOPLE}$`, 'i');
/** Who seldom comes alone: "highchairs for two kids". */
const YOUNG = /^(?:kid|child|bab|toddler|infant|teen|son|daughter|twin|triplet)/i;

type Kind = 'self' | 'counted' | 'young' | 'people' | 'kin' | 'bareKin' | 'bare';
type Term = { kind: Kind; size: number; start: number; end: number; said: string };

/** `sure`: it was said how many come, and not only who. */
type Company = { size: number; start: number; end: number; sure: boolean };

/** Companies of people as they are listed; a list with people of unknown number ("my kids") is none. */
export function findCompanies(text: string): Company[] {
  const groups: Term[][] = [];
  for (const match of text.matchAll(TERM)) {
    const term = termOf(match);
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && continues(before, term, text.slice(before.end, term.start))) last.push(term);
    // A bare "wife" only goes on with a list.
    else groups.push(term.kind === 'bareKin' ? [] : [term]);
  }
  return groups.flatMap((group) => companyOf(group) ?? []).filter((company) => !isPart(company, text));
}

function termOf(match: RegExpExecArray): Term {
  const { self, count, what, kin, many = '', bareKin, bareMany = '', bare = '' } = match.groups ?? {};
  const term = (kind: Kind, size: number): Term => {
    const start = match.index;
    return { kind, size, start, end: start + match[0].length, said: match[0] };
  };
  if (self) return term('self', 1);
  if (kin || many) return term('kin', kin ? 1 : severalOf(many));
  if (bareKin || bareMany) return term('bareKin', bareKin ? 1 : severalOf(bareMany));
  if (!count) return term('bare', sizeOf(bare));
  const size = largest(count) * (/^couples?$/i.test(what ?? '') ? 2 : 1);
  if (what === undefined || ONLY_PEOPLE.test(what)) return term('people', size);
  return term(YOUNG.test(what) ? 'young' : 'counted', size);
}

const severalOf = (word: string) => SEVERAL[word.toLowerCase()] ?? Number.NaN;

const sizeOf = (number: string) => readNumber(number) ?? Number.NaN;

/** Of "8 or 9" the larger, so that there will be room. */
const largest = (count: string) =>
  Math.max(...[...count.matchAll(new RegExp(NUMBER, 'gi'))].map(([number]) => sizeOf(number)));

function continues(before: Term, term: Term, between: string): boolean {
  if (!JOINT.test(between)) {
    // "5 adults 2 kids"
    const counted = before.kind !== 'self' && before.kind !== 'bare' && term.kind !== 'self' && term.kind !== 'bare';
    return /^\s*$/.test(between) && counted && term.kind !== 'bareKin';
  }
  // "I" begins the next sentence as often: "for 5 people and I need …".
  if (/^i$/i.test(term.said)) return AND.test(between) && before.kind !== 'people';
  if (term.kind === 'bare') return AND.test(between) && before.kind !== 'people';
  return before.kind !== 'bare' || AND.test(between);
}

function companyOf(terms: readonly Term[]): Company | undefined {
  const [first, ...others] = terms;
  if (!first || (others.length === 0 && (first.kind === 'self' || first.kind === 'bare'))) return undefined;
  const more = others.reduce((sum, { size }) => sum + size, 0);
  // "4 people, 3 adults and 1 baby" are four.
  const size = first.kind === 'people' && more === first.size ? more : first.size + more;
  if (!(size > 0)) return undefined;
  const sure = terms.some(({ kind }) => kind === 'people' || kind === 'counted' || kind === 'self');
  return { size, start: first.start, end: (others.at(-1) ?? first).end, sure };
}

/** Of some of the party something is said: "two of us are vegan", "one person has an allergy". */
const PART = new RegExp(
  `^\\s+${oneOf`
    (is|are|has|can't|cannot|don't|doesn't|might|may|would have|will have)\b(?!\s+${oneOf`
      what|coming|going|joining|dining|eating|booked|attending|arriving|looking|in|here|there|all|a table|at|on|now
    `}\b)
    (will|would) be (late|having|a bit|running|vegan|veg)
    have an? \w+ allergy
  `}`,
  'i',
);

function isPart({ size, start, end }: Company, text: string): boolean {
  if (/\b(?:for|be|is|there's|it's|just|only|of)\s+$/i.test(text.slice(Math.max(0, start - 9), start))) return false;
  return (size === 1 && /\bof\b/i.test(text.slice(start, end))) || PART.test(text.slice(end, end + 40));
}
