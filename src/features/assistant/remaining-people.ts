// Several people where one is booked at a time: said before anything is booked, and the next one offered after it.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';
import { NUMBER, readNumber } from '../../nlu/entities/numbers.ts';
import { findPartySize } from '../../nlu/entities/party-size.ts';
import type { ActiveTask, DialogueState, RemainingPeople } from './dialogue-state.ts';
import { takesParty } from './party.ts';
import { bookedSlots } from './slots.ts';

/** "Me and my roommate": who comes after the first. */
export function remainingPeopleIn(
  text: string,
  slots: Slots,
  capability: AnyCapability,
  industry: SlotDeclarations,
): { more?: RemainingPeople } {
  if (!booksOne(capability)) return {};
  const told = peopleIn(text, slots, industry) ?? placesIn(text, slots, industry) ?? addedIn(text);
  if (!told) return {};
  const isOwn = OURS.test(told.said) || (!/\bmy\b/i.test(told.said) && OURS.test(text));
  const left = told.count - 1;
  const [kin, another] = OURS.test(told.said) ? [...told.said.matchAll(KIN)].map(([, name]) => name) : [];
  const who = left === 1 && kin && !another ? { who: `your ${kin}` } : {};
  const differs = bookedSlots(industry).some((slot) => allOf(slots, slot).length > 1);
  return { more: { left, first: isOwn ? 'you' : 'the first', ...who, ...(differs ? { differs } : {}) } };
}

/** Said once, before anything is read back. */
export const renderOneByOne = (first: string, say: Formatter): string =>
  first === 'you'
    ? say.text("I book one person at a time, so I'll start with you.")
    : say.text("I book one person at a time, so I'll start with the first.");

const booksOne = (capability: AnyCapability): boolean =>
  capability.effect === 'write' && !takesParty(capability) && 'startsAt' in (capability.input as TObject).properties;

const OURS = /\b(?:me|myself|i|us|we|our)\b/i;
const KIN = /\bmy ([^,&+]+?)(?=\s+(?:and|plus|with)\b|\s*[,&+]|$)/gi;
const ONLY_NUMBER = new RegExp(`^${NUMBER}$`, 'i');

function peopleIn(
  text: string,
  { partySize, time, words }: Slots,
  industry: SlotDeclarations,
): { count: number; said: string } | undefined {
  const found = findPartySize(text);
  // What was heard leaves out the digits of phones and codes.
  if (!found || found.value < 2 || found.value !== partySize) return undefined;
  const said = text.slice(found.start, found.end);
  // "Book me in for 2" is a time as often.
  const isBare = ONLY_NUMBER.test(said) && /\bfor\s+$/i.test(text.slice(0, found.start));
  const isHeld = slotsBy(industry, 'meeting').some((slot) => words[slot]);
  const isElse = time ? Number(time.slice(0, 2)) % 12 !== found.value % 12 : isHeld;
  return isBare && !isElse ? undefined : { count: found.value, said };
}

/** "Two haircuts". */
function placesIn(text: string, slots: Slots, industry: SlotDeclarations): { count: number; said: string } | undefined {
  const services = slotsBy(industry, 'service').flatMap((slot) => allOf(slots, slot));
  for (const { said } of services.filter((each) => /s$/i.test(each.said))) {
    const at = text.toLowerCase().indexOf(said.toLowerCase());
    const number = at < 0 ? undefined : COUNTED.exec(text.slice(0, at))?.groups?.number;
    const count = (number && readNumber(number)) || 1;
    if (count > 1) return { count, said: `${number} ${said}` };
  }
  return undefined;
}
const COUNTED = new RegExp(`(?<![\\w.:$£€#/])(?<number>${NUMBER})\\s+$`, 'i');

/** "And one for my brother too", where the first is under way. */
function addedIn(text: string): { count: number; said: string } | undefined {
  const kin = ADDED.exec(text)?.groups?.kin;
  return kin ? { count: 2, said: `me and my ${kin}` } : undefined;
}
const ADDED =
  /\b(?:and|also|plus|another|add)\b (?:(?:one|another|a second|the same|1|that)(?: one)? )?(?:for )?my (?<kin>[\w' -]{2,25}?),? (?:too|as well|also)\b/i;

/** Once one is booked, the next is offered: the same thing at the same time, for somebody with a name of their own. */
export function offerNextPerson(
  capability: AnyCapability,
  { intent, slots, more }: ActiveTask,
  industry: SlotDeclarations,
  say: Formatter = ENGLISH,
): { text: string; offer: NonNullable<DialogueState['offer']> } | undefined {
  if (!more || more.left < 1) return undefined;
  const { left, who, differs = false } = more;
  const whom = who ?? say.text(left === 1 ? 'the second person' : 'the next person');
  const count = left > 1 ? `${say.text('There are {count} more to book.', { count: left })} ` : '';
  const question = differs
    ? say.text('Shall I book for {whom}?', { whom })
    : say.text('Shall I book the same for {whom}?', { whom });
  return {
    text: `${count}${question}`,
    offer: {
      intent,
      slots: forAnother(slots, capability, differs, industry),
      more: { left: left - 1, ...(differs ? { differs } : {}) },
    },
  };
}

const wishedSlots = (industry: SlotDeclarations) => [...bookedSlots(industry), ...slotsBy(industry, 'category')];

function forAnother(
  { date, time, phone, email, words: all }: Slots,
  capability: AnyCapability,
  differs: boolean,
  industry: SlotDeclarations,
): Slots {
  // Nobody serves two at the same time; a class takes a phone number once.
  const isOfCalendar = capability.bookingRequest !== undefined;
  const left = [...(isOfCalendar ? slotsBy(industry, 'person') : []), ...(differs ? wishedSlots(industry) : [])];
  const words = Object.fromEntries(Object.entries(all).filter(([slot]) => !left.includes(slot)));
  const known = { date, time, ...(isOfCalendar ? { phone, email } : {}) };
  return { ...JSON.parse(JSON.stringify(known)), words: JSON.parse(JSON.stringify(words)), own: {} };
}
