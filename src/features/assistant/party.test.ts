import { expect, it } from 'vitest';
import { findIndustry, fixtureDocument, slotMentions } from '../../../test/document.ts';
import { emptySlots, newTask } from './dialogue-state.ts';
import { isNotTableRequest, partyLimitFor, refusePartySize, renderDepositNotice, withPartyLimit } from './party.ts';
import type { Turn } from './turn.ts';

const restaurant = findIndustry('restaurant');
const reserve = restaurant.capabilities.find(({ name }) => name === 'restaurant.reserve')!;
const limitText = 'We only take bookings for groups of 6 to 10. Smaller parties just walk in.';

function turnOf(faqs: { question: string; answer: string }[]): Turn {
  const business = { ...fixtureDocument('restaurant'), faqs, description: undefined };
  return { ctx: { business }, businessContext: { business, industry: restaurant } } as unknown as Turn;
}
const task = (partySize: number | undefined, told = false) => ({
  ...newTask(reserve.name, { ...emptySlots(), ...(partySize === undefined ? {} : { partySize }) }),
  limit: { ...partyLimitFor(turnOf([{ question: 'Can I book?', answer: limitText }]), reserve).limit!, told },
});

it('finds a limit that applies to all bookings', () => {
  expect(partyLimitFor(turnOf([{ question: 'Can I book?', answer: limitText }]), reserve).limit).toMatchObject({
    least: 6,
    most: 10,
  });
  expect(
    partyLimitFor(turnOf([{ question: 'Is there a deposit?', answer: '£10 a head for 6 or more.' }]), reserve),
  ).toEqual({});
});

it('sets no limit for capabilities without a party size', () => {
  const menu = restaurant.capabilities.find(({ name }) => name === 'restaurant.menu')!;
  expect(partyLimitFor(turnOf([{ question: 'Can I book?', answer: limitText }]), menu)).toEqual({});
});

it('uses a passage about this request even if it does not mention bookings', () => {
  const passage = { text: 'Up to 8 people.', source: { kind: 'faq', id: '1', title: 'How many?' }, prompts: [] };
  expect(partyLimitFor(turnOf([]), reserve, { relevantHit: { passage, score: 1 } }).limit).toMatchObject({ most: 8 });
});

it.each([2, 5, 11])('refuses a party of %d and quotes the business', (size) => {
  expect(refusePartySize(task(size))?.text).toBe(
    `${limitText} I'm sorry, I can't book this for ${size}, only for 6 to 10 people.`,
  );
  expect(refusePartySize(task(size, true))?.text).toMatch(/^I'm sorry/);
});

it.each([6, 10, undefined])('accepts a party of %s', (size) => {
  expect(refusePartySize(task(size))).toBeUndefined();
});

it('mentions the limit once before asking for the party size', () => {
  const question = { text: 'How many people will there be?' };
  const { part, limit } = withPartyLimit(question, task(undefined));
  expect(part.text).toBe(`${limitText} ${question.text}`);
  expect(limit!.told).toBe(true);
  expect(withPartyLimit(question, task(undefined, true)).part).toEqual(question);
});

it.each([
  ['3 seeded loaves for friday please', { catalogEntities: slotMentions('item', 'Seeded Tin') }, false, true],
  ['a table on friday, we love the seeded loaf', { catalogEntities: slotMentions('item', 'Seeded Tin') }, false, false],
  [
    'the tasting menu for 4 on friday',
    { catalogEntities: slotMentions('item', 'Tasting menu'), partySize: 4 },
    false,
    false,
  ],
  ['put me down for 2 places', { partySize: 2 }, true, true],
  ['put me down for 2 at 7', { partySize: 2 }, false, false],
])(
  '%j with slots %j, workshop in focus: %s, is not a table request: %s',
  (text, slots, isWorkshopInFocus, expected) => {
    const focus = isWorkshopInFocus ? [{ slot: 'offer', id: 'Ramen workshop', name: 'Ramen workshop' }] : [];
    expect(isNotTableRequest(restaurant, text, { ...emptySlots(), ...slots }, focus)).toBe(expected);
  },
);

it.each([
  ['£10 a head for groups, taken off the bill.', 6, true],
  ['£10 a head for groups, taken off the bill.', 2, false],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 10, true],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 4, false],
  ['Half of the price for celebration cakes. Nothing for brunch tables.', 6, false],
])('quotes the deposit policy "%s" to a party of %d: %s', (deposit, size, isQuoted) => {
  const business = { ...fixtureDocument('restaurant'), policies: { deposit } };
  const notice = renderDepositNotice({ ctx: { business } } as unknown as Turn, reserve, size, {});
  expect(notice).toBe(isQuoted ? `There's a deposit: ${deposit.split(' Nothing')[0]}` : '');
});
