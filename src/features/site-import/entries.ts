// Proposals for lists: the industry says which of its lists hold offers or people, its schema says which fields they have.
import type { AnyIndustry, SiteList } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { addSource, type Located, type Option, type Proposal, sourceOf } from './proposal.ts';
import { minorUnits } from './read/amounts.ts';
import type { Offer } from './read/findings.ts';
import { hasWord } from './read/words.ts';

/** A list of the document that entries can be added to. */
export type TargetList = {
  pointer: string;
  entryKind: SiteList['entryKind'];
  fields: ReadonlySet<string>;
  required: readonly string[];
  headings: ReadonlySet<string>;
};
type ListSchema = { items: { properties: Record<string, unknown>; required?: string[] } };

/** Without an industry, offers become the document's own services. */
const SERVICES: TargetList = {
  pointer: '/services/-',
  entryKind: 'offers',
  fields: new Set(['name', 'description', 'price']),
  required: ['name'],
  headings: new Set(),
};

export function targetsOf(industries: readonly AnyIndustry[]): TargetList[] {
  const lists = industries.flatMap((industry) => industry.siteLists?.map((list) => targetListOf(industry, list)) ?? []);
  return lists.some(({ entryKind }) => entryKind === 'offers') ? lists : [...lists, SERVICES];
}

function targetListOf(
  { name, schema }: AnyIndustry,
  { field, entryKind, headings, ignoredDefaults = [] }: SiteList,
): TargetList {
  const { items } = must((schema as { properties: Record<string, ListSchema> }).properties[field], `the list ${field}`);
  const fields = Object.keys(items.properties);
  return {
    pointer: `/${name}/${field}/-`,
    entryKind,
    fields: new Set(fields),
    required: [...fields.filter((each) => isRequired(items, each)), ...ignoredDefaults],
    headings: new Set(headings),
  };
}

/** Ids are generated, and fields with a default are filled in. */
const isRequired = ({ properties, required = [] }: ListSchema['items'], name: string): boolean =>
  name !== 'id' && required.includes(name) && !('default' in (properties[name] as object));

type Entries = {
  offers: readonly Located<'offer'>[];
  people: readonly Located<'person'>[];
  faqs: readonly Located<'faq'>[];
  closures: readonly Located<'closure'>[];
};

export function entriesOf(
  { offers, people, faqs, closures }: Entries,
  targets: readonly TargetList[],
  currency: string,
): Proposal[] {
  const list = targets.find(({ entryKind }) => entryKind === 'people');
  return [
    ...closures.reduce(
      (all, each) => addMention(all, '/closures/-', `${each.value.from} ${each.value.to}`, each.value, each),
      [] as KeyedProposal[],
    ),
    ...offers.reduce(
      (all, each) => addOffer(all, each, targetFor(each, offers, targets), currency),
      [] as KeyedProposal[],
    ),
    ...(list ? people.reduce((all, each) => addPerson(all, each, list), [] as KeyedProposal[]) : []),
    ...faqs.reduce(
      (all, each) => addMention(all, '/faqs/-', keyOf(each.value.question), each.value, each),
      [] as KeyedProposal[],
    ),
  ].map(({ key: _, ...proposal }) => proposal);
}

type KeyedProposal = Proposal & { key: string };
const keyOf = (name: string) => name.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();

/** The first mention counts; others only confirm it. They come from the best source to the least certain. */
function addMention(
  all: KeyedProposal[],
  pointer: string,
  key: string,
  value: unknown,
  found: Located,
  missing: string[] = [],
): KeyedProposal[] {
  const known = all.find((each) => each.key === key && each.pointer === pointer);
  const option: Option = { value, certainty: found.certainty, sources: [sourceOf(found)] };
  if (!known) return [...all, { key, pointer, missing, options: [option] }];
  const same = known.options[0];
  if (same) same.sources = addSource(same.sources, found);
  return all;
}

function addPerson(
  all: KeyedProposal[],
  found: Located<'person'>,
  { pointer, fields, required }: TargetList,
): KeyedProposal[] {
  const { name, description } = found.value;
  const value = { name, ...(description && fields.has('description') ? { description } : {}) };
  return addMention(
    all,
    pointer,
    keyOf(name),
    value,
    found,
    required.filter((field) => !(field in value)),
  );
}

function addOffer(
  all: KeyedProposal[],
  found: Located<'offer'>,
  target: TargetList | undefined,
  currency: string,
): KeyedProposal[] {
  if (!target) return all;
  const value = entryOf(found.value, target, currency);
  const key = keyOf(found.value.name);
  const missing = target.required.filter((field) => !(field in value));
  const known = all.find(
    (each) => each.key === key && each.pointer === target.pointer && isSameEntry(each, found, value),
  );
  if (!known)
    return [
      ...all,
      {
        key,
        pointer: target.pointer,
        missing,
        options: [{ value, certainty: found.certainty, sources: [sourceOf(found)] }],
      },
    ];
  const same = known.options.find((option) => statesSameTerms(option.value as Fields, value));
  if (!same) known.options.push({ value, certainty: found.certainty, sources: [sourceOf(found)] });
  else {
    // Less certain places add what the better ones do not say.
    same.value = { ...value, ...(same.value as Fields) };
    same.sources = addSource(same.sources, found);
    known.missing = target.required.filter((field) => !(field in (same.value as Fields)));
  }
  return all;
}

type Fields = Record<string, unknown>;

/** Two sections of a menu may both have an entry "Small". */
function isSameEntry(known: KeyedProposal, found: Located<'offer'>, value: Fields): boolean {
  const [first] = known.options;
  const category = (first?.value as Fields | undefined)?.category;
  return (
    first?.certainty !== found.certainty ||
    category === undefined ||
    value.category === undefined ||
    category === value.category
  );
}

const statesSameTerms = (known: Fields, value: Fields): boolean =>
  ['price', 'durationMinutes', 'interval'].every(
    (field) => !(field in known) || !(field in value) || known[field] === value[field],
  );

function entryOf(
  { name, description, category, code, price, durationMinutes }: Offer,
  { fields }: TargetList,
  currency: string,
): Fields {
  const values: Fields = {
    name,
    description,
    category,
    price:
      price &&
      minorUnits(price.amount, /^[A-Z]{3}$/.test(price.currency ?? '') ? (price.currency ?? currency) : currency),
    durationMinutes,
    interval: price?.interval,
    sku: code,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== undefined && fields.has(field)),
  );
}

/** An entry that states neither how long it takes nor how often it is paid goes where the others of its list go. */
function targetFor(
  found: Located<'offer'>,
  offers: readonly Located<'offer'>[],
  targets: readonly TargetList[],
): TargetList | undefined {
  const statesDurationOrInterval = ({ value }: Located<'offer'>) =>
    Boolean(value.durationMinutes ?? value.price?.interval);
  const isBeside = ({ url, value }: Located<'offer'>) =>
    url === found.url && value.headings.join('\n') === found.value.headings.join('\n');
  const neighbors = statesDurationOrInterval(found)
    ? []
    : offers.filter((each) => statesDurationOrInterval(each) && isBeside(each));
  const [target, ...others] = new Set(neighbors.map(({ value }) => fittingTarget(value, targets)));
  return target && !others.length ? target : fittingTarget(found.value, targets);
}

/** The list whose headings and fields fit best; the first one if several do. */
function fittingTarget(offer: Offer, targets: readonly TargetList[]): TargetList | undefined {
  const stated = Object.entries({
    price: offer.price,
    durationMinutes: offer.durationMinutes,
    interval: offer.price?.interval,
  });
  const fit = ({ fields, headings, required }: TargetList) =>
    (offer.headings.some((heading) => hasWord(heading, headings)) ? 3 : 0) +
    stated.reduce(
      (sum, [field, value]) =>
        sum + (value === undefined ? (required.includes(field) ? -1 : 0) : fields.has(field) ? 1 : -1),
      0,
    );
  const lists = targets.filter(({ entryKind }) => entryKind === 'offers');
  return lists.reduce<TargetList | undefined>(
    (best, each) => (best && fit(best) >= fit(each) ? best : each),
    undefined,
  );
}
