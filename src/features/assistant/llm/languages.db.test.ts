// Books a table in the customer's language from the first message to the receipt. The model only talks; the system books.
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, openBusiness, type TestBusiness } from '../../../../test/business.ts';
import { readFixtureConfig } from '../../../../test/document.ts';
import { call, type Service } from '../../../../test/harness.ts';
import { type ScriptedModel, startServiceWithModel } from '../../../../test/llm/scripted-model.ts';

let model: ScriptedModel;
let service: Service;
let business: TestBusiness;
beforeAll(async () => {
  ({ model, service } = await startServiceWithModel('auto'));
  business = await openBusiness(service, 'restaurant', readFixtureConfig('restaurant'));
});

function startConversation() {
  let conversationId: string | undefined;
  return async (message: string) => {
    const { json } = await call(service, 'POST', '/api/chat', {
      key: business.key,
      headers: { 'x-test-clock': NOW },
      body: { message, ...(conversationId ? { conversationId } : {}) },
    });
    conversationId = json.conversationId;
    return json;
  };
}

const RESERVE_INPUT = { partySize: 4, customer: { name: 'Ana Ruiz', phone: '212 555 0142' } };
const reserveInput = (day: number) => ({ ...RESERVE_INPUT, startsAt: `2026-11-${day}T19:30` });

describe.each([
  ['es', 'Quisiera una mesa para cuatro el jueves a las siete y media, a nombre de Ana Ruiz', 'Sí, por favor', /mesa/i],
  [
    'fr',
    'Je voudrais une table pour quatre jeudi à dix-neuf heures trente, au nom de Ana Ruiz',
    'Oui, parfait',
    /table/i,
  ],
  ['zh', '你好，我想预订星期四晚上七点半的四人桌，名字是 Ana Ruiz', '好的', /桌|位/],
  ['ar', 'أريد حجز طاولة لأربعة أشخاص يوم الخميس الساعة السابعة والنصف باسم Ana Ruiz', 'نعم', /طاولة/],
])('a table in %s', (language, request, confirmation, tableWord) => {
  const day = { es: 18, fr: 19, zh: 20, ar: 21 }[language]!;

  it('is proposed, booked and confirmed in that language', async () => {
    model.setScript({ call: 'restaurant_reserve', with: reserveInput(day) });
    const say = startConversation();
    const proposal = await say(request);
    expect(proposal.receipts).toEqual([]);
    expect(proposal.reply).toMatch(tableWord);
    expect(proposal.reply).not.toMatch(/Shall I|table for/);
    expect(proposal.suggestions).not.toContain('Yes please');
    const confirmedResponse = await say(confirmation);
    expect(confirmedResponse.receipts).toMatchObject([{ type: 'booking.created' }]);
    expect(confirmedResponse.reply).toContain(confirmedResponse.receipts[0].code);
    expect(confirmedResponse.reply).not.toMatch(/booked|Your code/);
  });
});

it('books after a confirmation that only the model understands', async () => {
  model.setScript(
    { call: 'restaurant_reserve', with: { ...reserveInput(18), startsAt: '2026-11-18T17:00' } },
    { call: 'customer_confirms', with: {} },
  );
  const say = startConversation();
  await say('Je voudrais une table pour quatre jeudi à midi et demi, au nom de Ana Ruiz');
  const confirmedResponse = await say('Mais oui, faites donc comme vous venez de le dire, ce sera très bien pour nous');
  expect(confirmedResponse).toMatchObject({ engine: 'openai:scripted', receipts: [{ type: 'booking.created' }] });
  expect(confirmedResponse.reply).toContain(confirmedResponse.receipts[0].code);
  expect(confirmedResponse.reply).not.toMatch(/booked|Your code/);
});

it('asks again in the language of the customer', async () => {
  model.setScript(
    { call: 'restaurant_reserve', with: { partySize: 4 } },
    { say: '¿Qué día y a qué hora les gustaría venir?' },
  );
  const say = startConversation();
  await say('Quisiera una mesa para cuatro personas, por favor');
  expect((await say('Sí')).reply).toBe('¿Qué día y a qué hora le gustaría?');
  const repeatedResponse = await say('Sí');
  expect(repeatedResponse).toMatchObject({ engine: 'embedded', receipts: [] });
  expect(repeatedResponse.reply).toMatch(/^Perdone, sigo sin entenderlo\. /);
  expect(repeatedResponse.suggestions).toContain('Hablar con una persona');
});

it('answers a button in the language of the customer', async () => {
  model.setScript({ say: 'Hola, ¿en qué puedo ayudarle?' });
  const say = startConversation();
  await say('Hola, buenas tardes, ¿me puede ayudar con una cosa?');
  model.setScript();
  expect((await say('Ver la carta')).reply).toMatch(/^En nuestra carta tenemos .+ ¿Sobre qué le gustaría saber más\?$/);
});

it('books nothing if there was nothing to confirm', async () => {
  model.setScript({ call: 'customer_confirms', with: {} }, { say: 'Pour combien de personnes ?' });
  const response = await startConversation()('Oui, faites donc comme vous voulez, ce sera très bien pour nous ce soir');
  expect(response.receipts).toEqual([]);
});

it('says that nothing is booked in a language in which claims cannot be recognized', async () => {
  model.setScript({ say: 'Конечно, с удовольствием помогу вам.' });
  const response = await startConversation()('Здравствуйте, я хотел бы заказать столик на четверых в четверг вечером');
  expect(response.reply).toContain('Пока ничего не забронировано');
});
