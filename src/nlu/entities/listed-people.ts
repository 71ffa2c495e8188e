import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** "my 7yo" */
const AGED_PERSON_PATTERN = oneOf`(\d{1,2}|${NUMBER_PATTERN})[\s-]?(yo|y/o|yrs?[\s-]?olds?|years?[\s-]?olds?)`;

/** People by their relation to the customer: "me, my wife and two kids". */
const RELATION_PATTERN = oneOf`
  wife|husband|hubby|partner|spouse|girlfriend|gf|boyfriend|bf|fianc[eé]+|date|friend|mate|buddy|pal|bestie|mom|mum|mam
  mother|dad|father|son|daughter|sister|sis|brother|bro|aunt|auntie|uncle|cousin|nephew|niece|boss|manager|colleague
  co[- ]?worker|client|associate|neighbou?r|roommate|flatmate|housemate|gran|grandma|grandpa|gran(d)?dad|nan|nana
  grand(mother|father|son|daughter|child)|(mother|father|sister|brother|son|daughter)-in-law|sibling|parent|guest|man
  woman|lady|guy|boy|girl|adult|child|kid|baby|toddler|infant|teen|teenager|senior|grown-?up|person|other|student
  customer|employee|plus[- ]one|lad|lass|kiddo|little one|groomsman|bridesmaid|${AGED_PERSON_PATTERN}
`;
const PLURAL_RELATION_PATTERN = oneOf`
  groomsmen|parents|grandparents|twins|triplets|in-laws|couples?|wives|ladies|women|men|(grand)?children|babies|buddies|${RELATION_PATTERN}e?s
`;
/** The size of plurals with a fixed number of people. */
const SIZE_OF_PLURAL: Readonly<Record<string, number>> = {
  parents: 2,
  grandparents: 2,
  'in-laws': 2,
  twins: 2,
  triplets: 3,
  couple: 2,
};
const PEOPLE_WORD_PATTERN = oneOf`
  people|persons?|ppl|pple|peeps|peoples|pax|guests?|covers?|diners?|folks|heads|individuals|humans|members|attendees
  beings|seats|spots|places
`;
const ANY_PERSON_WORD_PATTERN = oneOf`${PEOPLE_WORD_PATTERN}|${PLURAL_RELATION_PATTERN}|${RELATION_PATTERN}`;
const OF_US_PATTERN = oneOf`of (us|them|you|my (friends|family|colleagues|mates|kids|children)|our (friends|family))`;
const ADJECTIVE_PATTERN = oneOf`other|hungry|small|little|young|younger|old|older|good|close|lady|adult|grown|family|human`;
const DETERMINER_PATTERN = oneOf`my|our|the|his|her|their|your`;

const NUMBER_RANGE_PATTERN = oneOf`(${NUMBER_PATTERN}\s*(-|–|or|to|and|/|maybe|possibly)\s*)?${NUMBER_PATTERN}`;
/** Around a number that is not part of a time, a price or a date. */
const NUMBER_START_PATTERN = String.raw`(?<![\w.:$£€#/])`;
const NUMBER_END_PATTERN = String.raw`(?![\w:/%]|[.,]\d|\s*(?:[ap]m|[ap]\.m|o.?clock|min|h(?:ou)?r|day|week|st|nd|rd|th)\w*)`;

const LIST_TERM_PATTERN = new RegExp(
  oneOf`
    (?<self>\b(me|myself|i)\b(?!')|\b(him|her|he|she)(?=\s*(and|&|\+|plus)\s))
    ${NUMBER_START_PATTERN}(${DETERMINER_PATTERN}\s+)?(between\s+)?(?<count>${NUMBER_RANGE_PATTERN})[\s-]*(${OF_US_PATTERN}(?!\w)|(${ADJECTIVE_PATTERN}\s+)*(?<what>${ANY_PERSON_WORD_PATTERN})\b(?!'))
    \b(${DETERMINER_PATTERN}|an?|another|one)\s+(${ADJECTIVE_PATTERN}\s+)*((?<kin>${RELATION_PATTERN})|(?<many>${PLURAL_RELATION_PATTERN}))\b(?!')
    \b((?<bareKin>${RELATION_PATTERN})|(?<bareMany>${PLURAL_RELATION_PATTERN}))\b(?!')
    ${NUMBER_START_PATTERN}(?<bare>${NUMBER_PATTERN})${NUMBER_END_PATTERN}
  `,
  'gi',
);
const LIST_SEPARATOR_PATTERN = new RegExp(
  `^(?:${oneOf`\s*,?\s*(and|&|\+|plus|with|as well as|also)\s+|,\s*|\s*[+&]\s*|\s*\(|:\s*`})$`,
  'i',
);
const CONJUNCTION_PATTERN = /and|&|plus|\+/i;
const ONLY_PEOPLE_PATTERN = new RegExp(`^${PEOPLE_WORD_PATTERN}$`, 'i');
/** Children rarely come alone: "highchairs for two kids" is not the whole party. */
const CHILD_WORD_PATTERN = /^(?:kid|child|bab|toddler|infant|teen|son|daughter|twin|triplet)/i;

type TermKind = 'self' | 'counted' | 'young' | 'people' | 'kin' | 'bareKin' | 'bare';
type Term = { kind: TermKind; size: number; start: number; end: number; text: string };

/** A list of people in a message. `isExplicit`: it says how many come, not only who. */
type ListedPeople = { size: number; start: number; end: number; isExplicit: boolean };

/** Finds lists of people; lists with an unknown number of people ("my kids") are ignored. */
export function findListedPeople(text: string): ListedPeople[] {
  const groups: Term[][] = [];
  for (const match of text.matchAll(LIST_TERM_PATTERN)) {
    const term = toTerm(match);
    const currentGroup = groups.at(-1);
    const previous = currentGroup?.at(-1);
    if (currentGroup && previous && continuesList(previous, term, text.slice(previous.end, term.start)))
      currentGroup.push(term);
    // A bare "wife" can continue a list but not start one.
    else groups.push(term.kind === 'bareKin' ? [] : [term]);
  }
  return groups.flatMap((group) => toListedPeople(group) ?? []).filter((people) => !isAboutSome(people, text));
}

function toTerm(match: RegExpExecArray): Term {
  const { self, count, what, kin, many = '', bareKin, bareMany = '', bare = '' } = match.groups ?? {};
  const term = (kind: TermKind, size: number): Term => {
    const start = match.index;
    return { kind, size, start, end: start + match[0].length, text: match[0] };
  };
  if (self) return term('self', 1);
  if (kin || many) return term('kin', kin ? 1 : getSizeOfPlural(many));
  if (bareKin || bareMany) return term('bareKin', bareKin ? 1 : getSizeOfPlural(bareMany));
  if (!count) return term('bare', parseSize(bare));
  const size = findLargestNumber(count) * (/^couples?$/i.test(what ?? '') ? 2 : 1);
  if (what === undefined || ONLY_PEOPLE_PATTERN.test(what)) return term('people', size);
  return term(CHILD_WORD_PATTERN.test(what) ? 'young' : 'counted', size);
}

const getSizeOfPlural = (word: string) => SIZE_OF_PLURAL[word.toLowerCase()] ?? Number.NaN;

const parseSize = (number: string) => readNumber(number) ?? Number.NaN;

/** The larger of "8 or 9", so that there is room for everyone. */
const findLargestNumber = (count: string) =>
  Math.max(...[...count.matchAll(new RegExp(NUMBER_PATTERN, 'gi'))].map(([number]) => parseSize(number)));

function continuesList(previous: Term, term: Term, textBetween: string): boolean {
  if (!LIST_SEPARATOR_PATTERN.test(textBetween)) {
    // "5 adults 2 kids"
    const areBothCounted =
      previous.kind !== 'self' && previous.kind !== 'bare' && term.kind !== 'self' && term.kind !== 'bare';
    return /^\s*$/.test(textBetween) && areBothCounted && term.kind !== 'bareKin';
  }
  // "I" often starts the next clause: "for 5 people and I need …".
  if (/^i$/i.test(term.text)) return CONJUNCTION_PATTERN.test(textBetween) && previous.kind !== 'people';
  if (term.kind === 'bare') return CONJUNCTION_PATTERN.test(textBetween) && previous.kind !== 'people';
  return previous.kind !== 'bare' || CONJUNCTION_PATTERN.test(textBetween);
}

function toListedPeople(terms: readonly Term[]): ListedPeople | undefined {
  const [first, ...others] = terms;
  if (!first || (others.length === 0 && (first.kind === 'self' || first.kind === 'bare'))) return undefined;
  const otherSize = others.reduce((sum, { size }) => sum + size, 0);
  // "4 people, 3 adults and 1 baby" are four people.
  const size = first.kind === 'people' && otherSize === first.size ? otherSize : first.size + otherSize;
  if (!(size > 0)) return undefined;
  const isExplicit = terms.some(({ kind }) => kind === 'people' || kind === 'counted' || kind === 'self');
  return { size, start: first.start, end: (others.at(-1) ?? first).end, isExplicit };
}

/** A statement about some of the party: "two of us are vegan", "one person has an allergy". */
const STATEMENT_ABOUT_SOME_PATTERN = new RegExp(
  `^\\s+${oneOf`
    (is|are|has|can't|cannot|don't|doesn't|might|may|would have|will have)\b(?!\s+${oneOf`
      what|coming|going|joining|dining|eating|booked|attending|arriving|looking|in|here|there|all|a table|at|on|now
    `}\b)
    (will|would) be (late|having|a bit|running|vegan|veg)
    have an? \w+ allergy
  `}`,
  'i',
);

function isAboutSome({ size, start, end }: ListedPeople, text: string): boolean {
  if (/\b(?:for|be|is|there's|it's|just|only|of)\s+$/i.test(text.slice(Math.max(0, start - 9), start))) return false;
  return (
    (size === 1 && /\bof\b/i.test(text.slice(start, end))) ||
    STATEMENT_ABOUT_SOME_PATTERN.test(text.slice(end, end + 40))
  );
}
