import { expect, it } from 'vitest';
import { createSlotMentions, findIndustry } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { createEmptySlots, createTask } from './dialogue-state.ts';
import { findRemainingPeople, offerNextPerson } from './remaining-people.ts';

const capabilityNamed = (name: string) =>
  findIndustry(name.split('.')[0]!).capabilities.find((candidate) => candidate.name === name)!;
const peopleStillToBook = (name: string, text: string, slots: Partial<Slots>) =>
  findRemainingPeople(
    text,
    { ...createEmptySlots(), ...slots },
    capabilityNamed(name),
    findIndustry(name.split('.')[0]!),
  ).more;

it.each<[string, Partial<Slots>, number, string | undefined, string]>([
  ['book me and my roommate', { partySize: 2 }, 1, 'your roommate', 'you'],
  ['need cuts for me and my 7yo thursday', { partySize: 2 }, 1, 'your 7yo', 'you'],
  ['my friend and I would like to come', { partySize: 2 }, 1, 'your friend', 'you'],
  ['can you put me down for 2 places', { partySize: 2 }, 1, undefined, 'you'],
  ['both of us on friday', { partySize: 2 }, 1, undefined, 'you'],
  ['there are 3 of us', { partySize: 3 }, 2, undefined, 'you'],
  ['book my two boys in', { partySize: 2 }, 1, undefined, 'the first'],
  ['a cut for two at 4pm', { partySize: 2, time: '16:00' }, 1, undefined, 'the first'],
  ['oh and one for my brother too', {}, 1, 'your brother', 'you'],
  [
    'two haircuts on friday',
    { catalogEntities: { service: [[{ id: 'cut', name: 'Haircut', said: 'haircuts' }]] } },
    1,
    undefined,
    'the first',
  ],
])('finds the people still to be booked in %j', (text, slots, left, who, first) => {
  const remaining = peopleStillToBook('salon.book', text, slots)!;
  expect(remaining).toEqual({ left, first, ...(who ? { who } : {}) });
});

it.each<[string, Partial<Slots>]>([
  ['a cut for my son on friday', {}],
  ['and can you tell my wife too', {}],
  ['just me', { partySize: 1 }],
  ['book me in for 2', { partySize: 2 }],
  ['book me in for 2 tomorrow', { partySize: 2, time: '14:00' }],
  ['Tony Russo, 773 555 0177', {}],
])('%j is about one person', (text, slots) => {
  expect(peopleStillToBook('salon.book', text, slots)).toBeUndefined();
});

it('finds nobody if the capability accepts a party size, or books nothing', () => {
  expect(peopleStillToBook('restaurant.reserve', 'book me and my roommate', { partySize: 2 })).toBeUndefined();
  expect(peopleStillToBook('salon.services', 'cuts for me and my roommate', { partySize: 2 })).toBeUndefined();
});

const dayAndTime = { date: '2026-11-20', time: '15:00' };
const catalogEntities = { ...createSlotMentions('service', 'Cut'), ...createSlotMentions('staff', 'Jordan') };
const bookedTask = {
  ...createTask('salon.book', { ...createEmptySlots(), ...dayAndTime, catalogEntities, name: 'Al', phone: '773' }),
  more: { left: 2 },
};

it('offers the next person the same service and time, without the staff member', () => {
  const { text, offer } = offerNextPerson(capabilityNamed('salon.book'), bookedTask, findIndustry('salon'))!;
  expect(text).toBe('There are 2 more to book. Should I book the same for the next person?');
  const slots = {
    ...dayAndTime,
    phone: '773',
    catalogEntities: createSlotMentions('service', 'Cut'),
    industryEntities: {},
  };
  expect(offer).toEqual({ intent: 'salon.book', slots, more: { left: 1 } });
});

it('does not reuse the phone number for a class', () => {
  const { offer } = offerNextPerson(
    capabilityNamed('fitness.join_class'),
    { ...bookedTask, intent: 'fitness.join_class' },
    findIndustry('fitness'),
  )!;
  expect(offer.slots).toEqual({ ...dayAndTime, catalogEntities, industryEntities: {} });
});

it('does not reuse the service if the next person wants another one', () => {
  const { text, offer } = offerNextPerson(
    capabilityNamed('salon.book'),
    { ...bookedTask, more: { left: 1, differs: true } },
    findIndustry('salon'),
  )!;
  expect(text).toBe('Should I book for the second person too?');
  expect(offer.slots.catalogEntities).toEqual({});
});

it('offers nothing after the last person, or for a single one', () => {
  expect(
    offerNextPerson(capabilityNamed('salon.book'), { ...bookedTask, more: { left: 0 } }, findIndustry('salon')),
  ).toBeUndefined();
  expect(
    offerNextPerson(capabilityNamed('salon.book'), createTask('salon.book'), findIndustry('salon')),
  ).toBeUndefined();
});
