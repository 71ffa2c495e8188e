// Finds where a text mentions something from the business's catalog: a dish, a service, a person.
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';
import { createEntityCatalog, type EntityCatalog, type EntityMention } from '../../nlu/entities/entity-catalog.ts';
import { withChildrensServices } from './childrens-services.ts';
import { extractContentWords } from './content-words.ts';
import { listBookedSlots } from './slots.ts';

/** The mentions in a text. The result does not depend on the conversation so far. */
export function findCatalogMentions(
  text: string,
  business: Business,
  industry: AnyIndustry | undefined,
): EntityMention[] {
  const allMentions = getCatalog(business, industry).find(text);
  return withoutRejectedMentions(
    withoutOverlappingMentions(withoutGenericMentions(allMentions, text, business), text, industry),
    text,
  );
}

const catalogsByBusiness = new WeakMap<Business, Map<string, EntityCatalog>>();

function getCatalog(business: Business, industry: AnyIndustry | undefined): EntityCatalog {
  const catalogsByIndustry = catalogsByBusiness.get(business) ?? new Map<string, EntityCatalog>();
  catalogsByBusiness.set(business, catalogsByIndustry);
  const industryName = industry?.name ?? '';
  let catalog = catalogsByIndustry.get(industryName);
  if (!catalog) {
    const industryData = industry && business[industry.name];
    const entities = [
      ...(industryData ? (industry.vocabulary?.(industryData) ?? []) : []),
      ...business.services.map((service) => ({ slot: 'offer', id: service.name, name: service.name })),
    ];
    // In health care, a child's illness must not be booked as the children's check-up just because a child is mentioned.
    const isHealthCare = industry?.capabilities.some(({ health }) => health);
    catalog = withChildrensServices(createEntityCatalog(entities), entities, listBookedSlots(industry), isHealthCare);
    catalogsByIndustry.set(industryName, catalog);
  }
  return catalog;
}

const selfDescriptions = new WeakMap<Business, Set<string>>();

function getSelfDescriptionWords(business: Business): Set<string> {
  const words = selfDescriptions.get(business) ?? extractContentWords(`${business.name} ${business.description ?? ''}`);
  selfDescriptions.set(business, words);
  return words;
}

/** Drops words that describe the whole business rather than one item: "yoga" in a yoga studio. */
function withoutGenericMentions(mentions: EntityMention[], text: string, business: Business): EntityMention[] {
  const extractMentionedWords = ({ start, end }: EntityMention) => extractContentWords(text.slice(start, end));
  const isUnambiguous = (mention: EntityMention) =>
    mentions.filter(({ slot, start }) => slot === mention.slot && start === mention.start).length === 1;
  const isPartialName = (mention: EntityMention) =>
    !mention.isExact && extractMentionedWords(mention).size < extractContentWords(mention.name).size;
  const isGeneric = (mention: EntityMention) =>
    extractMentionedWords(mention).isSubsetOf(getSelfDescriptionWords(business));
  return mentions.filter((mention) => !isPartialName(mention) || !isUnambiguous(mention) || !isGeneric(mention));
}

/** An exact mention wins over a partial one at the same place: "vegan" is a diet, not part of "Vegan Noodles". */
const withoutOverlappingMentions = (mentions: EntityMention[], text: string, industry: SlotDeclarations) =>
  mentions.filter(
    (mention) =>
      mention.isExact ||
      !mentions.some(
        (other) =>
          other.isExact &&
          !canAlsoNameService(other, text, industry) &&
          other.slot !== mention.slot &&
          other.start <= mention.start &&
          other.end >= mention.end,
      ),
  );

/** A job title or specialty can also be part of a service's name: "hygienist" in "Hygienist visit". */
function canAlsoNameService(
  { slot, name, start, end }: EntityMention,
  text: string,
  industry: SlotDeclarations,
): boolean {
  const nameWords = name.toLowerCase().split(/[\s.]+/);
  const mentionWords = text.slice(start, end).toLowerCase().split(/\s+/);
  const isPerson = findSlotsWithRole(industry, 'person').includes(slot);
  return (
    findSlotsWithRole(industry, 'excluded', 'specialty').includes(slot) ||
    (isPerson && !mentionWords.some((word) => nameWords.includes(word)))
  );
}

const REJECTION_BEFORE_MENTION_PATTERN =
  /(?:\b(?:not|instead of|rather than|other than|except|but not|anyone but|no longer)\s+(?:with\s+|the\s+|a\s+|an\s+)?)$/i;

/** Drops what the customer rules out, as long as they name an alternative: "Not Jordan, Maria". */
function withoutRejectedMentions(mentions: EntityMention[], text: string): EntityMention[] {
  const acceptedMentions = mentions.filter(({ start }) => !REJECTION_BEFORE_MENTION_PATTERN.test(text.slice(0, start)));
  return mentions.filter(
    (mention) => acceptedMentions.includes(mention) || !acceptedMentions.some(({ slot }) => slot === mention.slot),
  );
}
