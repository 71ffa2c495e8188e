// The entities of a text, independent of the dialogue. Each is extracted on first use and then cached.
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findSlotsWithRole } from '../../capability/roles.ts';
import { identifyObject, memoize, once } from '../../kernel/memoize.ts';
import { findAge } from '../../nlu/entities/ages.ts';
import { findNames } from '../../nlu/entities/customer-names.ts';
import { findEmails } from '../../nlu/entities/emails.ts';
import type { EntityMention } from '../../nlu/entities/entity-catalog.ts';
import type { ExtractedEntity } from '../../nlu/entities/extracted-entity.ts';
import { findMoneyLimit } from '../../nlu/entities/money.ts';
import { findQuantity } from '../../nlu/entities/offered-choice.ts';
import { findPartyChange } from '../../nlu/entities/party-change.ts';
import { findPartySize } from '../../nlu/entities/party-size.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import { findBookingCodes, findOrderNumbers } from '../../nlu/entities/references.ts';
import { matchTimeRules, type TimeRuleMatches } from '../../nlu/time/time.ts';
import { findCatalogMentions } from './mentions.ts';
import { findTaggedName, findTaggedPartySize } from './tagged-entities.ts';
import { findUnknownItem } from './unknown-item.ts';

type Span = { start: number; end: number };

export type ParsedText = {
  /** Items and people of the business. */
  getMentions(): readonly EntityMention[];
  /** Names of customers. If a name was requested, words that are not usually names count as well. */
  getNames(wasRequested: boolean): readonly ExtractedEntity<string>[];
  getTaggedName(): ExtractedEntity<string> | undefined;
  /** Contact details, times and numbers, ignoring the date of birth at this position. */
  getDetails(birthDate: Span | undefined): Details;
};

type Details = {
  phone: ExtractedEntity<string> | undefined;
  email: ExtractedEntity<string> | undefined;
  code: ExtractedEntity<string> | undefined;
  order: ExtractedEntity<string> | undefined;
  /** The text without the four above, because the digits of a phone number are neither a time nor a party size. */
  textWithoutDetails: string;
  getTimes(): TimeRuleMatches;
  getAge(): number | undefined;
  getPartySize(wasRequested: boolean): number | undefined;
  getPartyChange(): { partyChange?: number };
  getAmounts(): { maxPrice?: number; minPrice?: number; quantity?: number; sought?: string };
};

type TextContext = { business: Business; industry: AnyIndustry | undefined; getMentions: ParsedText['getMentions'] };

/** Memoized, because the result is the same for every customer of a business. */
export const parseText = memoize(
  (text: string, business: Business, industry: AnyIndustry | undefined) =>
    `${identifyObject(business)} ${industry ? identifyObject(industry) : ''} ${text}`,
  parse,
);

function parse(text: string, business: Business, industry: AnyIndustry | undefined): ParsedText {
  const getMentions = once(() => findCatalogMentions(text, business, industry));
  const createNameFinder = (wasRequested: boolean) =>
    once(() =>
      findNames(text, { isRequested: wasRequested, businessWords: getMentions().map((mention) => mention.name) }),
    );
  const [getNames, getRequestedNames] = [createNameFinder(false), createNameFinder(true)];
  const context = { business, industry, getMentions };
  const getDetails = once(() => extractDetails(text, text, context));
  return {
    getMentions,
    getNames: (wasRequested) => (wasRequested ? getRequestedNames() : getNames()),
    getTaggedName: once(() => findTaggedName(text)),
    getDetails: (birthDate) =>
      birthDate ? extractDetails(withoutBirthDate(text, birthDate), text, context) : getDetails(),
  };
}

function extractDetails(searchedText: string, text: string, context: TextContext): Details {
  const { business, industry, getMentions } = context;
  const [phone] = findPhones(searchedText, countryOf(business));
  const [email] = findEmails(searchedText);
  const [code] = findBookingCodes(searchedText, { fullText: text });
  const [order] = findOrderNumbers(searchedText);
  const textWithoutDetails = [phone, email, code, order]
    .filter((entity) => entity !== undefined)
    .reduce(blankOut, searchedText);
  const partySize = once(() => findPartySize(textWithoutDetails)?.value);
  const requestedPartySize = once(
    () => findPartySize(textWithoutDetails, { isRequested: true })?.value ?? findTaggedPartySize(textWithoutDetails),
  );
  return {
    phone,
    email,
    code,
    order,
    textWithoutDetails,
    // Words within proper names are not times: "Sun Life" is an insurer, not a Sunday.
    getTimes: once(() => matchTimeRules(findProperNames(context).reduce(blankOut, textWithoutDetails))),
    getAge: once(() => findAge(textWithoutDetails)?.value),
    getPartySize: (wasRequested) => (wasRequested ? requestedPartySize() : partySize()),
    getPartyChange: once(() => {
      const partyChange = findPartyChange(textWithoutDetails);
      return partyChange === undefined ? {} : { partyChange };
    }),
    getAmounts: once(() => {
      const limit = findMoneyLimit(textWithoutDetails);
      const quantity = findQuantity(textWithoutDetails);
      return {
        ...(limit?.max === undefined ? {} : { maxPrice: limit.max }),
        ...(limit?.min === undefined ? {} : { minPrice: limit.min }),
        ...(quantity === undefined ? {} : { quantity }),
        ...findUnknownItem(textWithoutDetails, getMentions(), industry),
      };
    }),
  };
}

/** Full names of people and companies. */
const findProperNames = ({ industry, getMentions }: TextContext): EntityMention[] => {
  const slots = findSlotsWithRole(industry, 'payer', 'person');
  return getMentions().filter(({ slot, isExact }) => isExact && slots.includes(slot));
};

const BIRTH_DATE_LABEL_PATTERN = /\b(?:dob|d\.o\.b\.?|date of birth|birth ?da(?:te|y)|born(?: on)?)\b:?/gi;

const withoutBirthDate = (text: string, birthDate: Span): string =>
  blankOut(text, birthDate).replace(BIRTH_DATE_LABEL_PATTERN, (label) => ' '.repeat(label.length));

/** Replaces a span by spaces, so that the positions of the rest stay valid. */
const blankOut = (text: string, { start, end }: Span) =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
