// Bookings for several people where only one can be booked at a time: announces that, and offers the next one after each.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import { listEntities, type Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';
import { NUMBER_PATTERN, readNumber } from '../../nlu/entities/numbers.ts';
import { findPartySize } from '../../nlu/entities/party-size.ts';
import type { ActiveTask, DialogueState, RemainingPeople } from './dialogue-state.ts';
import { acceptsPartySize } from './party.ts';
import { listBookedSlots } from './slots.ts';

/** Who still has to be booked after the first person: "me and my roommate". */
export function findRemainingPeople(
  text: string,
  slots: Slots,
  capability: AnyCapability,
  industry: SlotDeclarations,
): { more?: RemainingPeople } {
  if (!booksOnePerson(capability)) return {};
  const party =
    findParty(text, slots, industry) ?? findCountedServices(text, slots, industry) ?? findAddedRelative(text);
  if (!party) return {};
  const includesCustomer =
    FIRST_PERSON_PATTERN.test(party.phrase) || (!/\bmy\b/i.test(party.phrase) && FIRST_PERSON_PATTERN.test(text));
  const remainingCount = party.count - 1;
  const [relative, secondRelative] = FIRST_PERSON_PATTERN.test(party.phrase)
    ? [...party.phrase.matchAll(RELATIVE_PATTERN)].map(([, name]) => name)
    : [];
  const relativeField = remainingCount === 1 && relative && !secondRelative ? { who: `your ${relative}` } : {};
  const differs = listBookedSlots(industry).some((slot) => listEntities(slots, slot).length > 1);
  return {
    more: {
      left: remainingCount,
      first: includesCustomer ? 'you' : 'the first',
      ...relativeField,
      ...(differs ? { differs } : {}),
    },
  };
}

/** Announced once, before the first confirmation. */
export const renderOneAtATime = (first: string, format: Formatter): string =>
  first === 'you'
    ? format.text("I book one person at a time, so I'll start with you.")
    : format.text("I book one person at a time, so I'll start with the first.");

const booksOnePerson = (capability: AnyCapability): boolean =>
  capability.effect === 'write' &&
  !acceptsPartySize(capability) &&
  'startsAt' in (capability.input as TObject).properties;

const FIRST_PERSON_PATTERN = /\b(?:me|myself|i|us|we|our)\b/i;
const RELATIVE_PATTERN = /\bmy ([^,&+]+?)(?=\s+(?:and|plus|with)\b|\s*[,&+]|$)/gi;
const BARE_NUMBER_PATTERN = new RegExp(`^${NUMBER_PATTERN}$`, 'i');

function findParty(
  text: string,
  { partySize, time, catalogEntities }: Slots,
  industry: SlotDeclarations,
): { count: number; phrase: string } | undefined {
  const partySizeMention = findPartySize(text);
  // The slot ignores the digits of phone numbers and codes, so both must agree.
  if (!partySizeMention || partySizeMention.value < 2 || partySizeMention.value !== partySize) return undefined;
  const phrase = text.slice(partySizeMention.start, partySizeMention.end);
  // A bare number may be a time: "book me in for 2".
  const isBareNumber = BARE_NUMBER_PATTERN.test(phrase) && /\bfor\s+$/i.test(text.slice(0, partySizeMention.start));
  const hasFixedTime = findSlotsWithRole(industry, 'meeting').some((slot) => catalogEntities[slot]);
  const cannotBeTime = time ? Number(time.slice(0, 2)) % 12 !== partySizeMention.value % 12 : hasFixedTime;
  return isBareNumber && !cannotBeTime ? undefined : { count: partySizeMention.value, phrase };
}

/** A counted service: "two haircuts". */
function findCountedServices(
  text: string,
  slots: Slots,
  industry: SlotDeclarations,
): { count: number; phrase: string } | undefined {
  const services = findSlotsWithRole(industry, 'service').flatMap((slot) => listEntities(slots, slot));
  for (const { said } of services.filter((service) => /s$/i.test(service.said))) {
    const start = text.toLowerCase().indexOf(said.toLowerCase());
    const number = start < 0 ? undefined : TRAILING_NUMBER_PATTERN.exec(text.slice(0, start))?.groups?.number;
    const count = (number && readNumber(number)) || 1;
    if (count > 1) return { count, phrase: `${number} ${said}` };
  }
  return undefined;
}
const TRAILING_NUMBER_PATTERN = new RegExp(`(?<![\\w.:$£€#/])(?<number>${NUMBER_PATTERN})\\s+$`, 'i');

/** Somebody added while the first booking is in progress: "and one for my brother too". */
function findAddedRelative(text: string): { count: number; phrase: string } | undefined {
  const relative = ADDS_RELATIVE_PATTERN.exec(text)?.groups?.relative;
  return relative ? { count: 2, phrase: `me and my ${relative}` } : undefined;
}
const ADDS_RELATIVE_PATTERN =
  /\b(?:and|also|plus|another|add)\b (?:(?:one|another|a second|the same|1|that)(?: one)? )?(?:for )?my (?<relative>[\w' -]{2,25}?),? (?:too|as well|also)\b/i;

/** Offers to book the same for the next person, under their own name. */
export function offerNextPerson(
  capability: AnyCapability,
  { intent, slots, more }: ActiveTask,
  industry: SlotDeclarations,
  format: Formatter = ENGLISH,
): { text: string; offer: NonNullable<DialogueState['offer']> } | undefined {
  if (!more || more.left < 1) return undefined;
  const { left, who, differs = false } = more;
  const whom = who ?? format.text(left === 1 ? 'the second person' : 'the next person');
  const countText = left > 1 ? `${format.text('There are {count} more to book.', { count: left })} ` : '';
  const question = differs
    ? format.text('Should I book for {whom} too?', { whom })
    : format.text('Should I book the same for {whom}?', { whom });
  return {
    text: `${countText}${question}`,
    offer: {
      intent,
      slots: createNextPersonSlots(slots, capability, differs, industry),
      more: { left: left - 1, ...(differs ? { differs } : {}) },
    },
  };
}

const listRequestSlots = (industry: SlotDeclarations) => [
  ...listBookedSlots(industry),
  ...findSlotsWithRole(industry, 'category'),
];

function createNextPersonSlots(
  { date, time, phone, email, catalogEntities: allEntities }: Slots,
  capability: AnyCapability,
  differs: boolean,
  industry: SlotDeclarations,
): Slots {
  // A staff member cannot serve two people at once, and a class accepts each phone number only once.
  const isCalendarBooking = capability.bookingRequest !== undefined;
  const droppedSlots = [
    ...(isCalendarBooking ? findSlotsWithRole(industry, 'person') : []),
    ...(differs ? listRequestSlots(industry) : []),
  ];
  const catalogEntities = Object.fromEntries(
    Object.entries(allEntities).filter(([slot]) => !droppedSlots.includes(slot)),
  );
  const sharedSlots = { date, time, ...(isCalendarBooking ? { phone, email } : {}) };
  return {
    ...JSON.parse(JSON.stringify(sharedSlots)),
    catalogEntities: JSON.parse(JSON.stringify(catalogEntities)),
    industryEntities: {},
  };
}
