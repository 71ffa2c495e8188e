// Needs such as an allergy hold for the whole conversation: no list, card or suggestion may ignore them.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, queryAsDbOwner } from '../../../test/harness.ts';
import { startServiceWithModel } from '../../../test/llm/scripted-model.ts';

const createDish = (
  id: string,
  name: string,
  category: string,
  price: number,
  contains?: string[],
  diets: string[] = [],
) => ({
  id,
  name,
  category,
  price,
  diets,
  ...(contains ? { allergens: { contains } } : {}),
});
const menu = [
  createDish('satay', 'Satay Bowl', 'Bowls', 1400, ['peanut', 'soy']),
  createDish('garden', 'Garden Bowl', 'Bowls', 1200, ['sesame'], ['vegan', 'vegetarian']),
  createDish('poke', 'Poke Bowl', 'Bowls', 1600, ['fish', 'soy']),
  createDish('secret', 'Secret Bowl', 'Bowls', 900),
  createDish('brittle', 'Peanut Brittle', 'Desserts', 500, ['peanut'], ['vegan', 'vegetarian']),
  createDish('flan', 'Orange Flan', 'Desserts', 700, ['milk', 'egg'], ['vegetarian']),
  createDish('sorbet', 'Lime Sorbet', 'Desserts', 600, [], ['vegan', 'vegetarian']),
];
const UNSAFE_WITH_PEANUT_ALLERGY = ['Satay Bowl', 'Secret Bowl', 'Peanut Brittle'];
const faqs = [{ question: 'What is your signature dish?', answer: 'Everybody comes for the Satay Bowl.' }];

let restaurant: TestBusiness;
const { model, service } = await startServiceWithModel('auto');
beforeAll(async () => {
  restaurant = await openBusiness(service, 'restaurant', {
    faqs,
    restaurant: { menu },
    assistant: { engine: 'embedded' },
  });
});

function startConversation(business = restaurant) {
  let conversationId: string | undefined;
  return async (message: string) => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const headers = { 'x-test-clock': NOW };
    const { json } = expectStatus(200, await call(service, 'POST', '/api/chat', { key: business.key, headers, body }));
    ({ conversationId } = json);
    return json;
  };
}

async function lastReplyTo(messages: string[]) {
  const say = startConversation();
  let response = await say(messages[0]!);
  for (const message of messages.slice(1)) response = await say(message);
  return response;
}

type ChatResponse = Awaited<ReturnType<typeof lastReplyTo>>;
/** The titles of cards and sources, and the suggestions. */
const shownItems = ({ cards = [], sources, suggestions }: ChatResponse): string[] => [
  ...[...cards, ...sources].map(({ title }: { title: string }) => title),
  ...suggestions,
];

describe('an answer about an allergy or a diet', () => {
  it.each([
    ["I'm allergic to peanuts, what can I eat?", UNSAFE_WITH_PEANUT_ALLERGY, 'Garden Bowl'],
    ['I have a milk allergy, what can I eat?', ['Orange Flan', 'Secret Bowl'], 'Satay Bowl'],
    ["I'm allergic to fish. What can I have?", ['Poke Bowl', 'Secret Bowl'], 'Satay Bowl'],
    ["I'm vegan, what can I eat?", ['Satay Bowl', 'Poke Bowl', 'Secret Bowl', 'Orange Flan'], 'Lime Sorbet'],
    [
      "I'm vegan and allergic to peanuts, what is there?",
      [...UNSAFE_WITH_PEANUT_ALLERGY, 'Poke Bowl', 'Orange Flan'],
      'Lime Sorbet',
    ],
    ['Which dishes have peanut in them?', UNSAFE_WITH_PEANUT_ALLERGY, 'Garden Bowl'],
  ])('shows only what it recommends: %s', async (message, unsuitable, recommended) => {
    const response = await lastReplyTo([message]);
    expect(shownItems(response).filter((item) => unsuitable.includes(item))).toEqual([]);
    expect(response.cards.map(({ title }: { title: string }) => title)).toContain(recommended);
    expect(response.reply).toContain(recommended);
  });

  it('names an unsuitable dish that the customer asks about, but does not show it', async () => {
    const response = await lastReplyTo(["I'm allergic to peanuts, can I have the Satay Bowl?"]);
    expect(response.reply).toContain('not suitable');
    expect(shownItems(response)).not.toContain('Satay Bowl');
  });
});

describe('a later turn of the conversation', () => {
  it.each([
    ["I'm allergic to peanuts", 'which bowls are safe then'],
    ["I'm allergic to peanuts", 'what bowls do you have?'],
    ['My daughter carries an epipen for peanuts', 'what desserts do you have?'],
    ['We are four and my son has a peanut allergy', 'what is your cheapest bowl?'],
    ['I have an allergy. Peanuts.', 'what bowls do you have?'],
  ])('remembers the allergy: %s … %s', async (statement, question) => {
    const say = startConversation();
    await say(statement);
    await say('are you open on friday?');
    const response = await say(question);
    expect(shownItems(response).filter((item) => UNSAFE_WITH_PEANUT_ALLERGY.includes(item))).toEqual([]);
    expect(shownItems(response).length).toBeGreaterThan(0);
    expect(response.reply).not.toMatch(/Satay|Brittle/);
    expect(response.reply).toContain('without');
  });

  it('combines a diet with an allergy that is stated later', async () => {
    const say = startConversation();
    await say("I'm vegan");
    expect((await say('what desserts do you have?')).reply).not.toContain('Flan');
    await say('and no peanuts please, I am allergic');
    const { reply } = await say('what desserts do you have?');
    expect(reply).toContain('Lime Sorbet');
    expect(reply).not.toMatch(/Flan|Brittle/);
  });

  it('answers about an unsuitable dish, with a warning', async () => {
    const response = await lastReplyTo(["I'm allergic to peanuts", 'how much is the Satay Bowl?']);
    expect(response.reply).toContain('$14');
    expect(response.reply).toContain('not suitable for anyone who has to avoid peanut');
    expect(shownItems(response)).not.toContain('Satay Bowl');
  });

  it('adds a warning to an FAQ answer that names an unsuitable dish', async () => {
    const response = await lastReplyTo(["I'm allergic to peanuts", 'What is your signature dish?']);
    expect(response.reply).toContain('Everybody comes for the Satay Bowl.');
    expect(response.reply).toContain('not suitable for anyone who has to avoid peanut');
  });

  it('forgets the allergy when the customer withdraws it', async () => {
    for (const withdrawal of [
      "Actually I'm not allergic to peanuts",
      'Please forget the peanut allergy',
      'I can eat peanuts after all',
    ]) {
      const say = startConversation();
      await say("I'm allergic to peanuts");
      await say(withdrawal);
      expect((await say('what bowls do you have?')).reply, withdrawal).toContain('Satay Bowl');
    }
  });

  it.each([
    "don't forget the peanut allergy",
    'so the Satay Bowl is not peanut free?',
    'no thanks. How late are you open?',
  ])('does not take this for a withdrawal: %s', async (message) => {
    const say = startConversation();
    await say("I'm allergic to peanuts");
    await say(message);
    expect((await say('what bowls do you have?')).reply).not.toContain('Satay Bowl');
  });

  it('does not take a question about ingredients for a need', async () => {
    const response = await lastReplyTo(['is there peanut in the Satay Bowl?', 'what bowls do you have?']);
    expect(response.reply).toContain('Satay Bowl');
  });

  it('reads a conversation stored without needs', async () => {
    const say = startConversation();
    const { conversationId } = await say("I'm allergic to peanuts");
    await queryAsDbOwner(service.connection, `update conversations set state = state - 'needs' where id = $1`, [
      conversationId,
    ]);
    expect((await say('what bowls do you have?')).reply).toContain('Satay Bowl');
  });
});

describe('a language model', () => {
  it('names nothing unsuitable, and is told the needs in every turn', async () => {
    const llmBusiness = await openBusiness(service, 'restaurant', {
      faqs,
      restaurant: { menu },
      assistant: { engine: 'llm' },
    });
    const send = async (message: string, conversationId?: string) => {
      const body = { message, ...(conversationId ? { conversationId } : {}) };
      return expectStatus(200, await call(service, 'POST', '/api/chat', { key: llmBusiness.key, body })).json;
    };
    const { conversationId } = await send("I'm allergic to peanuts");
    model.setEveryResponse({ say: 'Try the Satay Bowl.' });
    const unsafeResponse = await send('Sing me a song about budgies and lunch', conversationId);
    expect(unsafeResponse.reply).not.toContain('Satay');
    model.setEveryResponse({ say: 'Budgies love the Garden Bowl.' });
    expect((await send('Sing me another song about budgies', conversationId)).reply).toContain('Garden Bowl');
    expect(JSON.stringify(model.requests[0]!.body)).toContain('has told: ');
    expect((await send('what bowls do you have?', conversationId)).reply).not.toContain('Satay');
  });
});

it('puts an allergy into the notes of a booking, and reads it back first', async () => {
  const businessWithTables = await openBusiness(service, 'restaurant', { assistant: { engine: 'embedded' } });
  const say = startConversation(businessWithTables);
  await say('a table for 3 on Friday at 6pm, our son is allergic to sesame');
  expect((await say('Ana Ruiz, 212 555 0188')).reply).toMatch(/note for the team: “Allergies or diet: sesame”/);
  const { reply, receipts } = await say('yes');
  expect(reply).toContain('Our team will see your note.');
  const booking = expectStatus(200, await businessWithTables.send('GET', `/bookings/${receipts[0].id}`)).json;
  expect(booking.notes).toBe('Allergies or diet: sesame');
});
