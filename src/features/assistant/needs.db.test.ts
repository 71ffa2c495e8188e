// What somebody must not eat is told once: no list, card or suggestion of the conversation forgets it.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, must, NOW, openBusiness } from '../../../test/business.ts';
import { asOwner, call } from '../../../test/harness.ts';
import { startServiceWithModel } from '../../../test/llm/scripted-model.ts';

const dish = (
  id: string,
  name: string,
  category: string,
  price: number,
  contains?: string[],
  diets: string[] = [],
) => ({
  ...{ id, name, category, price, diets },
  ...(contains ? { allergens: { contains } } : {}),
});
const menu = [
  dish('satay', 'Satay Bowl', 'Bowls', 1400, ['peanut', 'soy']),
  dish('garden', 'Garden Bowl', 'Bowls', 1200, ['sesame'], ['vegan', 'vegetarian']),
  dish('poke', 'Poke Bowl', 'Bowls', 1600, ['fish', 'soy']),
  dish('secret', 'Secret Bowl', 'Bowls', 900),
  dish('brittle', 'Peanut Brittle', 'Desserts', 500, ['peanut'], ['vegan', 'vegetarian']),
  dish('flan', 'Orange Flan', 'Desserts', 700, ['milk', 'egg'], ['vegetarian']),
  dish('sorbet', 'Lime Sorbet', 'Desserts', 600, [], ['vegan', 'vegetarian']),
];
const PEANUT = ['Satay Bowl', 'Secret Bowl', 'Peanut Brittle'];
const faqs = [{ question: 'What is your signature dish?', answer: 'Everybody comes for the Satay Bowl.' }];

let restaurant: BusinessOf;
const { model, service } = await startServiceWithModel('auto');
beforeAll(async () => {
  restaurant = await openBusiness(service, 'restaurant', {
    ...{ faqs, restaurant: { menu } },
    assistant: { engine: 'embedded' },
  });
});

function talk() {
  let conversationId: string | undefined;
  return async (message: string) => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const headers = { 'x-test-clock': NOW };
    const { json } = must(200, await call(service, 'POST', '/api/chat', { key: restaurant.key, headers, body }));
    ({ conversationId } = json);
    return json;
  };
}

async function lastOf(messages: string[]) {
  const say = talk();
  let answer = await say(messages[0]!);
  for (const message of messages.slice(1)) answer = await say(message);
  return answer;
}

type Answer = Awaited<ReturnType<typeof lastOf>>;
/** All that is shown beside the words. */
const shown = ({ cards = [], sources, suggestions }: Answer): string[] => [
  ...[...cards, ...sources].map(({ title }: { title: string }) => title),
  ...suggestions,
];

describe('an answer about an allergy or a diet', () => {
  it.each([
    ["I'm allergic to peanuts, what can I eat?", PEANUT, 'Garden Bowl'],
    ['I have a milk allergy, what can I eat?', ['Orange Flan', 'Secret Bowl'], 'Satay Bowl'],
    ["I'm allergic to fish. What can I have?", ['Poke Bowl', 'Secret Bowl'], 'Satay Bowl'],
    ["I'm vegan, what can I eat?", ['Satay Bowl', 'Poke Bowl', 'Secret Bowl', 'Orange Flan'], 'Lime Sorbet'],
    ["I'm vegan and allergic to peanuts, what is there?", [...PEANUT, 'Poke Bowl', 'Orange Flan'], 'Lime Sorbet'],
    ['Which dishes have peanut in them?', PEANUT, 'Garden Bowl'],
  ])('shows only what it recommends: %s', async (message, never, there) => {
    const answer = await lastOf([message]);
    expect(shown(answer).filter((each) => never.includes(each))).toEqual([]);
    expect(answer.cards.map(({ title }: { title: string }) => title)).toContain(there);
    expect(answer.reply).toContain(there);
  });

  it('names a dish that is asked about and does not suit, and shows it not', async () => {
    const answer = await lastOf(["I'm allergic to peanuts, can I have the Satay Bowl?"]);
    expect(answer.reply).toContain('not suitable');
    expect(shown(answer)).not.toContain('Satay Bowl');
  });
});

describe('in a later turn', () => {
  it.each([
    ["I'm allergic to peanuts", 'which bowls are safe then'],
    ["I'm allergic to peanuts", 'what bowls do you have?'],
    ['My daughter carries an epipen for peanuts', 'what desserts do you have?'],
    ['We are four and my son has a peanut allergy', 'what is your cheapest bowl?'],
    ['I have an allergy. Peanuts.', 'what bowls do you have?'],
  ])('%s … %s', async (told, asked) => {
    const say = talk();
    await say(told);
    await say('are you open on friday?');
    const answer = await say(asked);
    expect(shown(answer).filter((each) => PEANUT.includes(each))).toEqual([]);
    expect(shown(answer).length).toBeGreaterThan(0);
    expect(answer.reply).not.toMatch(/Satay|Brittle/);
    expect(answer.reply).toContain('without');
  });

  it('a diet holds, and with an allergy that is told after it, both', async () => {
    const say = talk();
    await say("I'm vegan");
    expect((await say('what desserts do you have?')).reply).not.toContain('Flan');
    await say('and no peanuts please, I am allergic');
    const { reply } = await say('what desserts do you have?');
    expect(reply).toContain('Lime Sorbet');
    expect(reply).not.toMatch(/Flan|Brittle/);
  });

  it('a dish that is named is told of, with what is known against it', async () => {
    const answer = await lastOf(["I'm allergic to peanuts", 'how much is the Satay Bowl?']);
    expect(answer.reply).toContain('$14');
    expect(answer.reply).toContain('not suitable for anyone who has to avoid peanut');
    expect(shown(answer)).not.toContain('Satay Bowl');
  });

  it('what the business has written is said with what is known against it', async () => {
    const answer = await lastOf(["I'm allergic to peanuts", 'What is your signature dish?']);
    expect(answer.reply).toContain('Everybody comes for the Satay Bowl.');
    expect(answer.reply).toContain('not suitable for anyone who has to avoid peanut');
  });

  it('it holds until a customer takes it back', async () => {
    for (const back of [
      "Actually I'm not allergic to peanuts",
      'Please forget the peanut allergy',
      'I can eat peanuts after all',
    ]) {
      const say = talk();
      await say("I'm allergic to peanuts");
      await say(back);
      expect((await say('what bowls do you have?')).reply, back).toContain('Satay Bowl');
    }
  });

  it.each([
    "don't forget the peanut allergy",
    'so the Satay Bowl is not peanut free?',
    'no thanks. How late are you open?',
  ])('and is not taken back by: %s', async (message) => {
    const say = talk();
    await say("I'm allergic to peanuts");
    await say(message);
    expect((await say('what bowls do you have?')).reply).not.toContain('Satay Bowl');
  });

  it('who only asks what is in a dish has told nothing', async () => {
    const answer = await lastOf(['is there peanut in the Satay Bowl?', 'what bowls do you have?']);
    expect(answer.reply).toContain('Satay Bowl');
  });

  it('a conversation from before is read', async () => {
    const say = talk();
    const { conversationId } = await say("I'm allergic to peanuts");
    await asOwner(service.connection, `update conversations set state = state - 'needs' where id = $1`, [
      conversationId,
    ]);
    expect((await say('what bowls do you have?')).reply).toContain('Satay Bowl');
  });
});

describe('a language model', () => {
  it('names nothing that does not suit, and forgets nothing that was told to it', async () => {
    const modern = await openBusiness(service, 'restaurant', {
      faqs,
      restaurant: { menu },
      assistant: { engine: 'llm' },
    });
    const send = async (message: string, conversationId?: string) => {
      const body = { message, ...(conversationId ? { conversationId } : {}) };
      return must(200, await call(service, 'POST', '/api/chat', { key: modern.key, body })).json;
    };
    const { conversationId } = await send("I'm allergic to peanuts");
    model.always({ say: 'Try the Satay Bowl.' });
    const held = await send('Sing me a song about budgies and lunch', conversationId);
    expect(held.reply).not.toContain('Satay');
    model.always({ say: 'Budgies love the Garden Bowl.' });
    expect((await send('Sing me another song about budgies', conversationId)).reply).toContain('Garden Bowl');
    expect(JSON.stringify(model.asked[0]!.body)).toContain('has told: ');
    expect((await send('what bowls do you have?', conversationId)).reply).not.toContain('Satay');
  });
});
