import { expect, it } from 'vitest';
import { industryOf, saying } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { emptySlots, newTask } from './dialogue-state.ts';
import { offerNextPerson, remainingPeopleIn } from './remaining-people.ts';

const capability = (name: string) => industryOf(name.split('.')[0]!).capabilities.find((each) => each.name === name)!;
const more = (name: string, text: string, slots: Partial<Slots>) =>
  remainingPeopleIn(text, { ...emptySlots(), ...slots }, capability(name), industryOf(name.split('.')[0]!)).more;

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
    { words: { service: [[{ id: 'cut', name: 'Haircut', said: 'haircuts' }]] } },
    1,
    undefined,
    'the first',
  ],
])('%j: %j', (text, slots, left, who, first) => {
  const found = more('salon.book', text, slots)!;
  expect(found).toEqual({ left, first, ...(who ? { who } : {}) });
});

it.each<[string, Partial<Slots>]>([
  ['a cut for my son on friday', {}],
  ['and can you tell my wife too', {}],
  ['just me', { partySize: 1 }],
  ['book me in for 2', { partySize: 2 }],
  ['book me in for 2 tomorrow', { partySize: 2, time: '14:00' }],
  ['Tony Russo, 773 555 0177', {}],
])('%j is about one', (text, slots) => {
  expect(more('salon.book', text, slots)).toBeUndefined();
});

it('where a number of people is taken, or nothing is booked, nobody is left', () => {
  expect(more('restaurant.reserve', 'book me and my roommate', { partySize: 2 })).toBeUndefined();
  expect(more('salon.services', 'cuts for me and my roommate', { partySize: 2 })).toBeUndefined();
});

const when = { date: '2026-11-20', time: '15:00' };
const words = { ...saying('service', 'Cut'), ...saying('staff', 'Jordan') };
const booked = {
  ...newTask('salon.book', { ...emptySlots(), ...when, words, name: 'Al', phone: '773' }),
  more: { left: 2 },
};

it('the next one is offered the same thing at the same time, with another person of the house', () => {
  const { text, offer } = offerNextPerson(capability('salon.book'), booked, industryOf('salon'))!;
  expect(text).toBe('There are 2 more to book. Shall I book the same for the next person?');
  const slots = { ...when, phone: '773', words: saying('service', 'Cut'), own: {} };
  expect(offer).toEqual({ intent: 'salon.book', slots, more: { left: 1 } });
});

it('somebody in a class has a phone number of their own', () => {
  const { offer } = offerNextPerson(
    capability('fitness.join_class'),
    { ...booked, intent: 'fitness.join_class' },
    industryOf('fitness'),
  )!;
  expect(offer.slots).toEqual({ ...when, words, own: {} });
});

it('who wants something else is asked what', () => {
  const { text, offer } = offerNextPerson(
    capability('salon.book'),
    { ...booked, more: { left: 1, differs: true } },
    industryOf('salon'),
  )!;
  expect(text).toBe('Shall I book for the second person?');
  expect(offer.slots.words).toEqual({});
});

it('nobody is offered after the last, or where nobody else was spoken of', () => {
  expect(
    offerNextPerson(capability('salon.book'), { ...booked, more: { left: 0 } }, industryOf('salon')),
  ).toBeUndefined();
  expect(offerNextPerson(capability('salon.book'), newTask('salon.book'), industryOf('salon'))).toBeUndefined();
});
