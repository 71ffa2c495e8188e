import { NUMBER, readNumber } from './numbers.ts';

/** People who are named by what they are to the customer: "me, my wife and two kids". */
const KIN = [
  'wife|husband|hubby|partner|spouse|girlfriend|gf|boyfriend|bf|fianc[eé]+|date|friend|mate|buddy|pal|bestie|mom|mum',
  'mam|mother|dad|father|son|daughter|sister|sis|brother|bro|aunt|auntie|uncle|cousin|nephew|niece|boss|manager|colleague',
  'co[- ]?worker|client|associate|neighbou?r|roommate|flatmate|housemate|gran|grandma|grandpa|grandad|granddad|nan|nana',
  'grandmother|grandfather|grandson|granddaughter|grandchild|(?:mother|father|sister|brother|son|daughter)-in-law|sibling',
  'parent|guest|man|woman|lady|guy|boy|girl|adult|child|kid|baby|babies|toddler|infant|teen|teenager|senior|grown-?up',
  'person|other|student|customer|employee|buddies|plus[- ]one',
].join('|');
/** More than one without a number: so many, or nobody knows. */
const SEVERAL: Readonly<Record<string, number>> = {
  parents: 2,
  grandparents: 2,
  twins: 2,
  triplets: 3,
  couple: 2,
  'in-laws': 2,
};
const MANY = `parents|grandparents|twins|triplets|in-laws|couples?|(?:${KIN})e?s|wives|ladies|women|men|children|grandchildren`;
const PEOPLE =
  'people|persons?|ppl|pple|peeps|peoples|pax|guests?|covers?|diners?|folks|heads|individuals|humans|members|attendees|beings|seats|spots|places';
const US = 'of (?:us|them|you|my (?:friends|family|colleagues|mates|kids|children)|our (?:friends|family))';
const KIND = '(?:(?:other|hungry|small|little|young|younger|old|older|good|close|lady|adult|grown|family|human)\\s+)*';

const OWN = '(?:my|our|the|his|her|their|your)';
const RANGE = `(?:${NUMBER}\\s*(?:-|–|or|to|and|/|maybe|possibly)\\s*)?${NUMBER}`;
const TERM = new RegExp(
  [
    `(?<self>\\b(?:me|myself|i)\\b(?!['’]))`,
    `(?<![\\w.:$£€#/])(?:${OWN}\\s+)?(?:between\\s+)?(?<count>${RANGE})[\\s-]*(?:${US}(?=\\W|$)|${KIND}(?<what>${PEOPLE}|${MANY}|${KIN}))\\b(?!['’])`,
    `\\b(?:${OWN}|an?|another|one)\\s+${KIND}(?<kin>${KIN})\\b(?!['’])`,
    `\\b(?:${OWN}|an?)\\s+${KIND}(?<many>${MANY})\\b(?!['’])`,
    `\\b(?<bareKin>${KIN})\\b(?!['’])`,
    `\\b(?<bareMany>${MANY})\\b(?!['’])`,
    `(?<![\\w.:$£€#/])(?<bare>${NUMBER})(?![\\w:/%]|[.,]\\d|\\s*(?:am|pm|a\\.m|p\\.m|o.?clock|min|h(?:ou)?r|day|week|st|nd|rd|th)\\w*)`,
  ].join('|'),
  'gi',
);
const BETWEEN = /^\s*(?:,?\s*(?:and|&|\+|plus|with|as well as|also)\s+(?:also\s+)?|,\s*|\s*[+&]\s*|\(|:\s*)$/i;

/** Who seldom comes alone: "highchairs for two kids". */
const YOUNG = /^(?:kid|child|bab|toddler|infant|teen|son|daughter|twin|triplet)/i;
/** Of some of the party something is said: "two of us are vegan", "one person has an allergy". */
const PART = new RegExp(
  "^\\s+(?:(?:is|are|has|can't|cannot|don't|doesn't|might|may|would have|will have)\\b" +
    '(?!\\s+(?:what|coming|going|joining|dining|eating|booked|attending|arriving|looking|in|here|there|all|a table|at|on|now))' +
    '|(?:will|would) be (?:late|having|a bit|running|vegan|veg)|have an? \\w+ allergy)',
  'i',
);

type Term = {
  kind: 'self' | 'counted' | 'young' | 'people' | 'kin' | 'bareKin' | 'bare';
  size: number;
  start: number;
  end: number;
  /** "I", which as often begins the next sentence. */
  first?: boolean;
};
/** `sure`: people were counted, not only named. */
export type Company = { size: number; start: number; end: number; sure: boolean; kin: boolean };

/** Companies of people as they are listed; a list with people of unknown number ("my kids") is none. */
export function findCompanies(text: string): Company[] {
  const companies: Company[] = [];
  let group: Term[] = [];
  const close = () => {
    const company = companyOf(group);
    if (company && !isPart(company, text)) companies.push(company);
    group = [];
  };
  for (const match of text.matchAll(TERM)) {
    const term = termOf(match);
    const before = group.at(-1);
    if (before && continues(before, term, text.slice(before.end, term.start))) group.push(term);
    else {
      close();
      if (term.kind !== 'bareKin') group = [term];
    }
  }
  close();
  return companies;
}

function isPart({ size, start, end }: Company, text: string): boolean {
  const told = /\b(?:for|be|is|there's|it's|just|only|of)\s+$/i.test(text.slice(Math.max(0, start - 9), start));
  if (size === 1 && /\bof\b/i.test(text.slice(start, end))) return !told;
  return !told && PART.test(text.slice(end, end + 40));
}

function termOf(match: RegExpMatchArray): Term {
  const { self, count, what, kin, many, bareKin, bareMany, bare } = match.groups!;
  const place = { start: match.index!, end: match.index! + match[0].length };
  if (self) return { kind: 'self', size: 1, first: /^i$/i.test(self), ...place };
  if (count) {
    const size = largest(count) * (/^couples?$/i.test(what ?? '') ? 2 : 1);
    const people = what === undefined || new RegExp(`^(?:${PEOPLE})$`, 'i').test(what);
    return { kind: people ? 'people' : YOUNG.test(what) ? 'young' : 'counted', size, ...place };
  }
  if (kin) return { kind: 'kin', size: 1, ...place };
  if (many) return { kind: 'kin', size: severalOf(many), ...place };
  if (bareKin) return { kind: 'bareKin', size: 1, ...place };
  if (bareMany) return { kind: 'bareKin', size: severalOf(bareMany), ...place };
  return { kind: 'bare', size: readNumber(bare!) ?? Number.NaN, ...place };
}

const severalOf = (word: string) => SEVERAL[word.toLowerCase()] ?? Number.NaN;

/** Of "8 or 9" the larger, so that there will be room. */
const largest = (count: string) =>
  Math.max(...[...count.matchAll(new RegExp(NUMBER, 'gi'))].map(([number]) => readNumber(number) ?? 0));

function continues(before: Term, term: Term, between: string): boolean {
  const joined = BETWEEN.test(between);
  if (term.kind === 'self')
    return joined && (term.first ? before.kind !== 'people' && /and|&|plus/i.test(between) : true);
  if (term.kind === 'bare') return /plus|\+|and|&/i.test(between) && joined && before.kind !== 'people';
  if (joined) return before.kind !== 'bare' || /plus|\+|and|&/i.test(between);
  return /^\s*$/.test(between) && before.kind !== 'self' && before.kind !== 'bare' && term.kind !== 'bareKin';
}

function companyOf(terms: readonly Term[]): Company | undefined {
  const first = terms[0];
  const last = terms.at(-1);
  if (!first || !last || (terms.length === 1 && (first.kind === 'self' || first.kind === 'bare'))) return undefined;
  const others = terms.slice(1).reduce((sum, { size }) => sum + size, 0);
  // "4 people, 3 adults and 1 baby" are four.
  const size = first.kind === 'people' && others === first.size ? first.size : first.size + others;
  if (!(size > 0)) return undefined;
  const sure = terms.some(({ kind }) => kind === 'people' || kind === 'counted' || kind === 'self');
  return { size, start: first.start, end: last.end, sure, kin: terms.every(({ kind }) => kind === 'kin') };
}
