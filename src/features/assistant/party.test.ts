import { expect, it } from 'vitest';
import { createSlotMentions, findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { createEmptySlots, createTask } from './dialogue-state.ts';
import {
  findApplicablePartyLimit,
  isNotTableRequest,
  refusePartySize,
  renderDepositNotice,
  withPartyLimit,
} from './party.ts';
import type { Turn } from './turn.ts';

const restaurant = findIndustry('restaurant');
const reserveCapability = restaurant.capabilities.find(({ name }) => name === 'restaurant.reserve')!;
const limitAnswer = 'We only take bookings for groups of 6 to 10. Smaller parties just walk in.';

function turnOf(faqs: { question: string; answer: string }[]): Turn {
  const business = { ...readFixtureDocument('restaurant'), faqs, description: undefined };
  return { ctx: { business }, businessContext: { business, industry: restaurant } } as unknown as Turn;
}
const taskForParty = (partySize: number | undefined, wasLimitTold = false) => ({
  ...createTask(reserveCapability.name, { ...createEmptySlots(), ...(partySize === undefined ? {} : { partySize }) }),
  limit: {
    ...findApplicablePartyLimit(turnOf([{ question: 'Can I book?', answer: limitAnswer }]), reserveCapability).limit!,
    told: wasLimitTold,
  },
});

it('finds a limit that applies to all bookings', () => {
  expect(
    findApplicablePartyLimit(turnOf([{ question: 'Can I book?', answer: limitAnswer }]), reserveCapability).limit,
  ).toMatchObject({
    least: 6,
    most: 10,
  });
  expect(
    findApplicablePartyLimit(
      turnOf([{ question: 'Is there a deposit?', answer: '£10 a head for 6 or more.' }]),
      reserveCapability,
    ),
  ).toEqual({});
});

it('sets no limit for capabilities without a party size', () => {
  const menuCapability = restaurant.capabilities.find(({ name }) => name === 'restaurant.menu')!;
  expect(findApplicablePartyLimit(turnOf([{ question: 'Can I book?', answer: limitAnswer }]), menuCapability)).toEqual(
    {},
  );
});

it('uses a passage about this request even if it does not mention bookings', () => {
  const passage = { text: 'Up to 8 people.', source: { kind: 'faq', id: '1', title: 'How many?' }, prompts: [] };
  expect(
    findApplicablePartyLimit(turnOf([]), reserveCapability, { relevantHit: { passage, score: 1 } }).limit,
  ).toMatchObject({
    most: 8,
  });
});

it.each([2, 5, 11])('refuses a party of %d and quotes the business', (size) => {
  expect(refusePartySize(taskForParty(size))?.text).toBe(
    `${limitAnswer} I'm sorry, I can't book this for ${size}, only for 6 to 10 people.`,
  );
  expect(refusePartySize(taskForParty(size, true))?.text).toMatch(/^I'm sorry/);
});

it.each([6, 10, undefined])('accepts a party of %s', (size) => {
  expect(refusePartySize(taskForParty(size))).toBeUndefined();
});

it('mentions the limit once before asking for the party size', () => {
  const question = { text: 'How many people will there be?' };
  const { part, limit } = withPartyLimit(question, taskForParty(undefined));
  expect(part.text).toBe(`${limitAnswer} ${question.text}`);
  expect(limit!.told).toBe(true);
  expect(withPartyLimit(question, taskForParty(undefined, true)).part).toEqual(question);
});

it.each([
  ['3 seeded loaves for friday please', { catalogEntities: createSlotMentions('item', 'Seeded Tin') }, false, true],
  [
    'a table on friday, we love the seeded loaf',
    { catalogEntities: createSlotMentions('item', 'Seeded Tin') },
    false,
    false,
  ],
  [
    'the tasting menu for 4 on friday',
    { catalogEntities: createSlotMentions('item', 'Tasting menu'), partySize: 4 },
    false,
    false,
  ],
  ['put me down for 2 places', { partySize: 2 }, true, true],
  ['put me down for 2 at 7', { partySize: 2 }, false, false],
])(
  '%j with slots %j, workshop in focus: %s, is not a table request: %s',
  (text, slots, isWorkshopInFocus, expected) => {
    const focus = isWorkshopInFocus ? [{ slot: 'offer', id: 'Ramen workshop', name: 'Ramen workshop' }] : [];
    expect(isNotTableRequest(restaurant, text, { ...createEmptySlots(), ...slots }, focus)).toBe(expected);
  },
);

it.each([
  ['£10 a head for groups, taken off the bill.', 6, true],
  ['£10 a head for groups, taken off the bill.', 2, false],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 10, true],
  ['$10 a person for parties of 9 to 12. Nothing for smaller tables.', 4, false],
  ['Half of the price for celebration cakes. Nothing for brunch tables.', 6, false],
])('quotes the deposit policy "%s" to a party of %d: %s', (deposit, size, isQuoted) => {
  const business = { ...readFixtureDocument('restaurant'), policies: { deposit } };
  const notice = renderDepositNotice({ ctx: { business } } as unknown as Turn, reserveCapability, size, {});
  expect(notice).toBe(isQuoted ? `There's a deposit: ${deposit.split(' Nothing')[0]}` : '');
});
