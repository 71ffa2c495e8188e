// The entities of a text, independent of the dialogue. Each finder runs lazily, and once.
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { slotsBy } from '../../capability/roles.ts';
import { memoize, objectId, once } from '../../kernel/memoize.ts';
import { findAge } from '../../nlu/entities/ages.ts';
import { findQuantity } from '../../nlu/entities/choice.ts';
import { findEmails } from '../../nlu/entities/emails.ts';
import type { Mention } from '../../nlu/entities/entity-catalog.ts';
import type { ExtractedEntity } from '../../nlu/entities/extracted-entity.ts';
import { findMoneyLimit } from '../../nlu/entities/money.ts';
import { findNames } from '../../nlu/entities/names.ts';
import { findPartyChange } from '../../nlu/entities/party-change.ts';
import { findPartySize } from '../../nlu/entities/party-size.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import { findCodes, findOrders } from '../../nlu/entities/references.ts';
import { findTimeWords, type TimeWords } from '../../nlu/time/time.ts';
import { mentionsIn } from './mentions.ts';
import { taggedName, taggedPartySize } from './tagged-entities.ts';
import { findUnknownItem } from './unknown-item.ts';

type Span = { start: number; end: number };

export type ParsedText = {
  /** What it names of the business. */
  mentions(): readonly Mention[];
  /** Names of customers; where one was asked for, also what is no name otherwise. */
  names(isAsked: boolean): readonly ExtractedEntity<string>[];
  taggedName(): ExtractedEntity<string> | undefined;
  /** The rest of it, beside a date of birth. */
  details(birth: Span | undefined): Details;
};

type Details = {
  phone: ExtractedEntity<string> | undefined;
  email: ExtractedEntity<string> | undefined;
  code: ExtractedEntity<string> | undefined;
  order: ExtractedEntity<string> | undefined;
  /** Without these: digits of a phone number are neither a time nor a number of people. */
  plainText: string;
  times(): TimeWords;
  age(): number | undefined;
  partySize(isAsked: boolean): number | undefined;
  partyChange(): { partyChange?: number };
  amounts(): { maxPrice?: number; minPrice?: number; quantity?: number; sought?: string };
};

type Place = { business: Business; industry: AnyIndustry | undefined; mentions: ParsedText['mentions'] };

/** The same for every customer of a business, so it is memoized. */
export const parseText = memoize(
  (text: string, business: Business, industry: AnyIndustry | undefined) =>
    `${objectId(business)} ${industry ? objectId(industry) : ''} ${text}`,
  parse,
);

function parse(text: string, business: Business, industry: AnyIndustry | undefined): ParsedText {
  const mentions = once(() => mentionsIn(text, business, industry));
  const namesFor = (asked: boolean) =>
    once(() => findNames(text, { asked, known: mentions().map((mention) => mention.name) }));
  const [names, namesAsked] = [namesFor(false), namesFor(true)];
  const place = { business, industry, mentions };
  const whole = once(() => detailsIn(text, text, place));
  return {
    mentions,
    names: (isAsked) => (isAsked ? namesAsked() : names()),
    taggedName: once(() => taggedName(text)),
    details: (birth) => (birth ? detailsIn(withoutBirth(text, birth), text, place) : whole()),
  };
}

function detailsIn(rest: string, text: string, place: Place): Details {
  const { business, industry, mentions } = place;
  const [phone] = findPhones(rest, countryOf(business));
  const [email] = findEmails(rest);
  const [code] = findCodes(rest, { among: text });
  const [order] = findOrders(rest);
  const plainText = [phone, email, code, order].filter((found) => found !== undefined).reduce(blank, rest);
  const partySize = once(() => findPartySize(plainText)?.value);
  const partyAnswered = once(() => findPartySize(plainText, { asked: true })?.value ?? taggedPartySize(plainText));
  return {
    ...{ phone, email, code, order, plainText },
    // "Sun Life" is no Sunday.
    times: once(() => findTimeWords(properNamesIn(place).reduce(blank, plainText))),
    age: once(() => findAge(plainText)?.value),
    partySize: (isAsked) => (isAsked ? partyAnswered() : partySize()),
    partyChange: once(() => {
      const partyChange = findPartyChange(plainText);
      return partyChange === undefined ? {} : { partyChange };
    }),
    amounts: once(() => {
      const limit = findMoneyLimit(plainText);
      const quantity = findQuantity(plainText);
      return {
        ...(limit?.max === undefined ? {} : { maxPrice: limit.max }),
        ...(limit?.min === undefined ? {} : { minPrice: limit.min }),
        ...(quantity === undefined ? {} : { quantity }),
        ...findUnknownItem(plainText, mentions(), industry),
      };
    }),
  };
}

/** Whole names of people and companies, whose words mean nothing else. */
const properNamesIn = ({ industry, mentions }: Place): Mention[] => {
  const slots = slotsBy(industry, 'payer', 'person');
  return mentions().filter(({ slot, exact }) => exact && slots.includes(slot));
};

const BIRTH = /\b(?:dob|d\.o\.b\.?|date of birth|birth ?da(?:te|y)|born(?: on)?)\b:?/gi;

const withoutBirth = (text: string, birth: Span): string =>
  blank(text, birth).replace(BIRTH, (cue) => ' '.repeat(cue.length));

const blank = (text: string, { start, end }: Span) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
