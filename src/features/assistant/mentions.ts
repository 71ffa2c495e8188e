// Where a text names something of the business: a dish, a service, a person.
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';
import { createEntityCatalog, type EntityCatalog, type Mention } from '../../nlu/entities/entity-catalog.ts';
import { withChildren } from './children.ts';
import { contentWords } from './content-words.ts';
import { bookedSlots } from './slots.ts';

/** The same whatever was asked before. */
export function mentionsIn(text: string, business: Business, industry: AnyIndustry | undefined): Mention[] {
  const found = catalogOf(business, industry).find(text);
  return withoutRejected(withoutEchoes(withoutGeneric(found, text, business), text, industry), text);
}

const catalogs = new WeakMap<Business, Map<string, EntityCatalog>>();

function catalogOf(business: Business, industry: AnyIndustry | undefined): EntityCatalog {
  const known = catalogs.get(business) ?? new Map<string, EntityCatalog>();
  catalogs.set(business, known);
  const name = industry?.name ?? '';
  let catalog = known.get(name);
  if (!catalog) {
    const own = industry && business[industry.name];
    const words = [
      ...(own ? (industry.vocabulary?.(own) ?? []) : []),
      ...business.services.map((service) => ({ slot: 'offer', id: service.name, name: service.name })),
    ];
    // A sick child does not want the check-up that is for children, but of two check-ups it is theirs.
    const isHealth = industry?.capabilities.some(({ health }) => health);
    catalog = withChildren(createEntityCatalog(words), words, bookedSlots(industry), isHealth);
    known.set(name, catalog);
  }
  return catalog;
}

const ownWords = new WeakMap<Business, Set<string>>();

function ownWordsOf(business: Business): Set<string> {
  const known = ownWords.get(business) ?? contentWords(`${business.name} ${business.description ?? ''}`);
  ownWords.set(business, known);
  return known;
}

/** A word in which a business describes itself names no single thing there: "yoga" in a yoga studio. */
function withoutGeneric(mentions: Mention[], text: string, business: Business): Mention[] {
  const saidOf = ({ start, end }: Mention) => contentWords(text.slice(start, end));
  const isAlone = (one: Mention) =>
    mentions.filter(({ slot, start }) => slot === one.slot && start === one.start).length === 1;
  const isPart = (one: Mention) => !one.exact && saidOf(one).size < contentWords(one.name).size;
  return mentions.filter((one) => !isPart(one) || !isAlone(one) || !saidOf(one).isSubsetOf(ownWordsOf(business)));
}

/** "vegan" is a diet before it is a part of "Vegan Noodles". */
const withoutEchoes = (mentions: Mention[], text: string, industry: SlotDeclarations) =>
  mentions.filter(
    (mention) =>
      mention.exact ||
      !mentions.some(
        (other) =>
          other.exact &&
          !isOfTheirs(other, text, industry) &&
          other.slot !== mention.slot &&
          other.start <= mention.start &&
          other.end >= mention.end,
      ),
  );

/** What somebody does or is names what they are booked for as well: "hygienist" is part of "Hygienist visit". */
function isOfTheirs({ slot, name, start, end }: Mention, text: string, industry: SlotDeclarations): boolean {
  const own = name.toLowerCase().split(/[\s.]+/);
  const said = text.slice(start, end).toLowerCase().split(/\s+/);
  const isPerson = slotsBy(industry, 'person').includes(slot);
  return (
    slotsBy(industry, 'excluded', 'specialty').includes(slot) || (isPerson && !said.some((word) => own.includes(word)))
  );
}

const REJECTED =
  /(?:\b(?:not|instead of|rather than|other than|except|but not|anyone but|no longer)\s+(?:with\s+|the\s+|a\s+|an\s+)?)$/i;

/** "Not Jordan, Maria": who is named after a "not" is not wanted, as long as somebody else is. */
function withoutRejected(mentions: Mention[], text: string): Mention[] {
  const kept = mentions.filter(({ start }) => !REJECTED.test(text.slice(0, start)));
  return mentions.filter((mention) => kept.includes(mention) || !kept.some(({ slot }) => slot === mention.slot));
}
