// Proposals for lists: the industry says which of its lists hold offers or people, its schema says which fields they have.
import type { AnyIndustry, SiteList } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { addSource, type Located, type Option, type Proposal, toSource } from './proposal.ts';
import { toMinorUnits } from './read/amounts.ts';
import type { Offer } from './read/findings.ts';
import { hasWord } from './read/words.ts';

/** A list of the document that entries can be added to. */
export type TargetList = {
  pointer: string;
  entryKind: SiteList['entryKind'];
  fields: ReadonlySet<string>;
  requiredFields: readonly string[];
  headings: ReadonlySet<string>;
};
type ListSchema = { items: { properties: Record<string, unknown>; required?: string[] } };

/** Without an industry, offers become the document's own services. */
const SERVICES_LIST: TargetList = {
  pointer: '/services/-',
  entryKind: 'offers',
  fields: new Set(['name', 'description', 'price']),
  requiredFields: ['name'],
  headings: new Set(),
};

export function collectTargetLists(industries: readonly AnyIndustry[]): TargetList[] {
  const targetLists = industries.flatMap(
    (industry) => industry.siteLists?.map((list) => toTargetList(industry, list)) ?? [],
  );
  return targetLists.some(({ entryKind }) => entryKind === 'offers') ? targetLists : [...targetLists, SERVICES_LIST];
}

function toTargetList(
  { name, schema }: AnyIndustry,
  { field, entryKind, headings, ignoredDefaults = [] }: SiteList,
): TargetList {
  const { items } = must((schema as { properties: Record<string, ListSchema> }).properties[field], `the list ${field}`);
  const fields = Object.keys(items.properties);
  return {
    pointer: `/${name}/${field}/-`,
    entryKind,
    fields: new Set(fields),
    requiredFields: [...fields.filter((field) => isRequired(items, field)), ...ignoredDefaults],
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

export function proposeEntries(
  { offers, people, faqs, closures }: Entries,
  targets: readonly TargetList[],
  currency: string,
): Proposal[] {
  const peopleList = targets.find(({ entryKind }) => entryKind === 'people');
  return [
    ...closures.reduce(
      (proposals, closure) =>
        addMention(proposals, '/closures/-', `${closure.value.from} ${closure.value.to}`, closure.value, closure),
      [] as KeyedProposal[],
    ),
    ...offers.reduce(
      (proposals, offer) => addOffer(proposals, offer, chooseTarget(offer, offers, targets), currency),
      [] as KeyedProposal[],
    ),
    ...(peopleList
      ? people.reduce((proposals, person) => addPerson(proposals, person, peopleList), [] as KeyedProposal[])
      : []),
    ...faqs.reduce(
      (proposals, faq) => addMention(proposals, '/faqs/-', toKey(faq.value.question), faq.value, faq),
      [] as KeyedProposal[],
    ),
  ].map(({ key: _, ...proposal }) => proposal);
}

type KeyedProposal = Proposal & { key: string };
const toKey = (name: string) => name.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();

/** The first mention counts, because mentions come in order of certainty; later ones are added as its sources. */
function addMention(
  proposals: KeyedProposal[],
  pointer: string,
  key: string,
  value: unknown,
  finding: Located,
  missing: string[] = [],
): KeyedProposal[] {
  const existing = proposals.find((proposal) => proposal.key === key && proposal.pointer === pointer);
  const option: Option = { value, certainty: finding.certainty, sources: [toSource(finding)] };
  if (!existing) return [...proposals, { key, pointer, missing, options: [option] }];
  const existingOption = existing.options[0];
  if (existingOption) existingOption.sources = addSource(existingOption.sources, finding);
  return proposals;
}

function addPerson(
  proposals: KeyedProposal[],
  finding: Located<'person'>,
  { pointer, fields, requiredFields }: TargetList,
): KeyedProposal[] {
  const { name, description } = finding.value;
  const value = { name, ...(description && fields.has('description') ? { description } : {}) };
  return addMention(
    proposals,
    pointer,
    toKey(name),
    value,
    finding,
    requiredFields.filter((field) => !(field in value)),
  );
}

function addOffer(
  proposals: KeyedProposal[],
  finding: Located<'offer'>,
  target: TargetList | undefined,
  currency: string,
): KeyedProposal[] {
  if (!target) return proposals;
  const value = toEntry(finding.value, target, currency);
  const key = toKey(finding.value.name);
  const missing = target.requiredFields.filter((field) => !(field in value));
  const existing = proposals.find(
    (proposal) => proposal.key === key && proposal.pointer === target.pointer && isSameEntry(proposal, finding, value),
  );
  if (!existing)
    return [
      ...proposals,
      {
        key,
        pointer: target.pointer,
        missing,
        options: [{ value, certainty: finding.certainty, sources: [toSource(finding)] }],
      },
    ];
  const sameOption = existing.options.find((option) => statesSameTerms(option.value as EntryFields, value));
  if (!sameOption) existing.options.push({ value, certainty: finding.certainty, sources: [toSource(finding)] });
  else {
    // Less certain mentions add fields that the more certain ones lack.
    sameOption.value = { ...value, ...(sameOption.value as EntryFields) };
    sameOption.sources = addSource(sameOption.sources, finding);
    existing.missing = target.requiredFields.filter((field) => !(field in (sameOption.value as EntryFields)));
  }
  return proposals;
}

type EntryFields = Record<string, unknown>;

/** Two sections of a menu may both have an entry "Small". */
function isSameEntry(existing: KeyedProposal, finding: Located<'offer'>, value: EntryFields): boolean {
  const [firstOption] = existing.options;
  const category = (firstOption?.value as EntryFields | undefined)?.category;
  return (
    firstOption?.certainty !== finding.certainty ||
    category === undefined ||
    value.category === undefined ||
    category === value.category
  );
}

const statesSameTerms = (existing: EntryFields, value: EntryFields): boolean =>
  ['price', 'durationMinutes', 'interval'].every(
    (field) => !(field in existing) || !(field in value) || existing[field] === value[field],
  );

function toEntry(
  { name, description, category, code, price, durationMinutes }: Offer,
  { fields }: TargetList,
  currency: string,
): EntryFields {
  const values: EntryFields = {
    name,
    description,
    category,
    price:
      price &&
      toMinorUnits(price.amount, /^[A-Z]{3}$/.test(price.currency ?? '') ? (price.currency ?? currency) : currency),
    durationMinutes,
    interval: price?.interval,
    sku: code,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== undefined && fields.has(field)),
  );
}

/** An offer with neither a duration nor a payment interval goes into the same list as the offers beside it. */
function chooseTarget(
  finding: Located<'offer'>,
  offers: readonly Located<'offer'>[],
  targets: readonly TargetList[],
): TargetList | undefined {
  const statesDurationOrInterval = ({ value }: Located<'offer'>) =>
    Boolean(value.durationMinutes ?? value.price?.interval);
  const isBeside = ({ url, value }: Located<'offer'>) =>
    url === finding.url && value.headings.join('\n') === finding.value.headings.join('\n');
  const neighbors = statesDurationOrInterval(finding)
    ? []
    : offers.filter((offer) => statesDurationOrInterval(offer) && isBeside(offer));
  const [target, ...otherTargets] = new Set(neighbors.map(({ value }) => findFittingTarget(value, targets)));
  return target && !otherTargets.length ? target : findFittingTarget(finding.value, targets);
}

/** The list whose headings and fields fit best; the first one if several do. */
function findFittingTarget(offer: Offer, targets: readonly TargetList[]): TargetList | undefined {
  const statedValues = Object.entries({
    price: offer.price,
    durationMinutes: offer.durationMinutes,
    interval: offer.price?.interval,
  });
  const fitScore = ({ fields, headings, requiredFields }: TargetList) =>
    (offer.headings.some((heading) => hasWord(heading, headings)) ? 3 : 0) +
    statedValues.reduce(
      (sum, [field, value]) =>
        sum + (value === undefined ? (requiredFields.includes(field) ? -1 : 0) : fields.has(field) ? 1 : -1),
      0,
    );
  const offerLists = targets.filter(({ entryKind }) => entryKind === 'offers');
  return offerLists.reduce<TargetList | undefined>(
    (best, target) => (best && fitScore(best) >= fitScore(target) ? best : target),
    undefined,
  );
}
