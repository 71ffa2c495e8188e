import { expect, it } from 'vitest';
import { documentOf, industryOf, saying } from '../../../test/document.ts';
import { emptySlots, newTask } from './dialogue-state.ts';
import { depositFor, isNoTable, limitOn, refusePartySize, withLimit } from './party.ts';
import type { Turn } from './turn.ts';

const restaurant = industryOf('restaurant');
const reserve = restaurant.capabilities.find(({ name }) => name === 'restaurant.reserve')!;
const answer = 'We only take bookings for groups of 6 to 10. Smaller parties just walk in.';

function turn(faqs: { question: string; answer: string }[]): Turn {
  const business = { ...documentOf('restaurant'), faqs, description: undefined };
  return { ctx: { business }, businessContext: { business, industry: restaurant } } as unknown as Turn;
}
const task = (partySize: number | undefined, told = false) => ({
  ...newTask(reserve.name, { ...emptySlots(), ...(partySize === undefined ? {} : { partySize }) }),
  limit: { ...limitOn(turn([{ question: 'Can I book?', answer }]), reserve).limit!, told },
});

it('what is written of all bookings limits each of them', () => {
  expect(limitOn(turn([{ question: 'Can I book?', answer }]), reserve).limit).toMatchObject({ least: 6, most: 10 });
  expect(limitOn(turn([{ question: 'Is there a deposit?', answer: '£10 a head for 6 or more.' }]), reserve)).toEqual(
    {},
  );
});

it('nothing limits what takes no number of people', () => {
  const menu = restaurant.capabilities.find(({ name }) => name === 'restaurant.menu')!;
  expect(limitOn(turn([{ question: 'Can I book?', answer }]), menu)).toEqual({});
});

it('a passage that bears on the wish counts, also where it says nothing of bookings', () => {
  const passage = { text: 'Up to 8 people.', source: { kind: 'faq', id: '1', title: 'How many?' }, prompts: [] };
  expect(limitOn(turn([]), reserve, { bearing: { passage, score: 1 } }).limit).toMatchObject({ most: 8 });
});

it.each([2, 5, 11])('%d are turned away with what the business says', (size) => {
  expect(refusePartySize(task(size))?.text).toBe(
    `${answer} I'm afraid I can't book this for ${size}, only for 6 to 10 people.`,
  );
  expect(refusePartySize(task(size, true))?.text).toMatch(/^I'm afraid/);
});

it.each([6, 10, undefined])('%s are not', (size) => {
  expect(refusePartySize(task(size))).toBeUndefined();
});

it('who is asked how many they are hears of it once', () => {
  const asked = { text: 'How many of you will there be?' };
  const { part, limit } = withLimit(asked, task(undefined));
  expect(part.text).toBe(`${answer} ${asked.text}`);
  expect(limit!.told).toBe(true);
  expect(withLimit(asked, task(undefined, true)).part).toEqual(asked);
});

it.each([
  ['3 seeded loaves for friday please', { words: saying('item', 'Seeded Tin') }, false, true],
  ['a table on friday, we love the seeded loaf', { words: saying('item', 'Seeded Tin') }, false, false],
  ['the tasting menu for 4 on friday', { words: saying('item', 'Tasting menu'), partySize: 4 }, false, false],
  ['put me down for 2 places', { partySize: 2 }, true, true],
  ['put me down for 2 at 7', { partySize: 2 }, false, false],
])('%j is no table: %s', (text, slots, isSpokenOf, isNone) => {
  const focus = isSpokenOf ? [{ slot: 'offer', id: 'Ramen workshop', name: 'Ramen workshop' }] : [];
  expect(isNoTable(restaurant, text, { ...emptySlots(), ...slots }, focus)).toBe(isNone);
});

it.each([
  ['£10 a head for groups, taken off the bill.', 6, true],
  ['£10 a head for groups, taken off the bill.', 2, false],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 10, true],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 4, false],
  ['Half of the price for celebration cakes. Nothing for brunch tables.', 6, false],
])('of "%s" a party of %d is told before it is booked: %s', (deposit, size, isTold) => {
  const business = { ...documentOf('restaurant'), policies: { deposit } };
  const told = depositFor({ ctx: { business } } as unknown as Turn, reserve, size);
  expect(told).toBe(isTold ? `There's a deposit: ${deposit.split(' Nothing')[0]}` : '');
});
