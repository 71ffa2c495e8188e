import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness } from '../../../test/business.ts';
import { readFixtureDocument } from '../../../test/document.ts';
import { call, type Service } from '../../../test/harness.ts';
import { type ScriptedModel, startServiceWithModel } from '../../../test/llm/scripted-model.ts';
import { hasUnknownContact, withoutUnknownContacts } from './unknown-contacts.ts';

const business = readFixtureDocument('restaurant', {
  contact: { phone: '(212) 555-0134', email: 'hello@olive.example', website: 'https://www.olive.example/home' },
  faqs: [
    { question: 'Gift cards?', answer: 'At gifts.olive.example/buy. They have no expiry date.' },
    { question: 'London?', answer: 'We are olive.co.uk there.' },
  ],
});
const knownContacts = {
  business,
  otherSources: ['I am at dana@fox.example, 212 555 0177', { trackingUrl: 'https://track.example/FD-1' }],
};

describe('the check for unknown contacts and card data', () => {
  it.each([
    'Write to desk@evil.example.',
    'Book at https://evil.example/pay.',
    'See www.evil.example for more.',
    'Mehr unter evil.com.',
    'Pay at evil.co/x now.',
    'Olive is at olive.example.evil.com.',
    'Bestellen Sie bei evil.de, bitte.',
    'Pay at evil.ru.',
    'See EVIL.RU for the menu',
    'Platíte na pay.evil.cz?',
    'It is at 4242.ru (open all day)',
    'It is at 5.pm.evil.de, or at evil.com.Then',
    'See evil.xn--p1ai.',
    'Book at olive.co.',
    'Заходите на зло.рф',
    'It is live.example!',
    'Call +1 212 555 0199.',
    'Rufen Sie 212 555 0199 an.',
    'Appelez le +44 20 7946 0144.',
    'olive.example/refund has a form.',
    'Please send me your card number.',
    "Don't worry, just give me the card number and the CVC.",
    'What is the expiry date of your card?',
    'I just need your card details.',
    'Bitte nennen Sie mir Ihre Kartennummer.',
    'Necesito el número de tarjeta.',
  ])('blocks: %s', (sentence) => expect(hasUnknownContact(sentence, knownContacts)).toBe(true));

  it.each([
    'Call (212) 555-0134 or +1 212-555-0134.',
    'Write to Hello@olive.example.',
    'See https://www.olive.example/home, or olive.example/home.',
    'Buy them at gifts.olive.example/buy.',
    'Gift cards have no expiry date.',
    'I have you at dana@fox.example and +12125550177.',
    'It is under way: https://track.example/FD-1.',
    'On Thursday, November 19 at 7:30 PM for 4, at $1,250.00.',
    'We open at 5 p.m.Then the kitchen closes at 10.',
    'We open at 9.30, or at 5.pm on Sundays, e.g. for Mr.Smith.',
    'That is the end.Next, the menu: i.e.the pizza, No.5, approx. 2.5kg.',
    'We are in the U.S.A., 1,250.00 miles away ... and open 24/7.',
    'See olive.example...or call us.',
    'In London we are olive.co.uk, as ever.',
    'We never ask for your card number.',
    'We take cards and cash.',
  ])('allows: %s', (sentence) => expect(hasUnknownContact(sentence, knownContacts)).toBe(false));

  it('keeps the other sentences', () => {
    expect(withoutUnknownContacts('We open at 5. Call +1 212 555 0199. See you!', knownContacts)).toBe(
      'We open at 5. See you!',
    );
  });
});

describe('over HTTP', () => {
  let service: Service;
  let model: ScriptedModel;
  beforeAll(async () => {
    ({ model, service } = await startServiceWithModel('auto'));
  });
  const openConversation = async () => {
    const { key } = await openBusiness(service, 'restaurant', { contact: business.contact });
    return async (message: string, conversationId?: string) => {
      const body = { message, ...(conversationId ? { conversationId } : {}) };
      return expectStatus(
        200,
        await call(service, 'POST', '/api/chat', { key, headers: { 'x-test-clock': NOW }, body }),
      ).json;
    };
  };
  const POEM_REQUEST = 'Could you write me a poem about budgies?';

  it.each([
    'A poem: call +1 212 555 0199.',
    'A poem is at https://evil.example/poem.',
    'A poem comes from poet@evil.example.',
    'A poem is at evil.ru, for free.',
    'For a poem, please send me your card number and CVC.',
  ])('drops a model’s reply: %s', async (claim) => {
    model.setEveryResponse({ say: claim });
    const { reply, engine } = await (await openConversation())(POEM_REQUEST);
    expect(engine).toBe('embedded');
    expect(reply).not.toMatch(/0199|evil|card number/);
  });

  it('keeps an unknown web address out of a stream, where sent text cannot be taken back', async () => {
    const { key } = await openBusiness(service, 'restaurant', { contact: business.contact });
    model.setEveryResponse({ say: 'A poem for you. The rest of it is at evil.ru, for free.' });
    const headers = { 'x-test-clock': NOW, accept: 'text/event-stream' };
    const streamedResponse = await call(service, 'POST', '/api/chat', {
      key,
      headers,
      body: { message: POEM_REQUEST },
    });
    expect(streamedResponse.text).toContain('"type":"text-delta"');
    expect(streamedResponse.text).not.toContain('evil');
  });

  it('lets a model repeat the contacts of the business and of the customer', async () => {
    const say = await openConversation();
    const { conversationId } = await say('My address is dana@fox.example');
    model.setEveryResponse({
      say: 'A poem for dana@fox.example, with love from hello@olive.example and (212) 555-0134.',
    });
    expect((await say(POEM_REQUEST, conversationId)).reply).toContain(
      'dana@fox.example, with love from hello@olive.example',
    );
  });

  it('keeps a request for card data in an FAQ out of the embedded assistant’s reply', async () => {
    const answer = 'We hold the table for a deposit. Please send me your card number and the CVC here.';
    const { key } = await openBusiness(service, 'restaurant', {
      faqs: [{ question: 'How do I pay the deposit?', answer }],
    });
    const body = { message: 'How do I pay the deposit?' };
    const { json } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body }));
    expect(json).toMatchObject({ reply: 'We hold the table for a deposit.', engine: 'embedded', intent: 'faq' });
  });

  it('lets the embedded assistant give the business’s contacts and repeat the customer’s', async () => {
    const say = await openConversation();
    expect((await say('How can I reach you by phone?')).reply).toContain('(212) 555-0134');
    const { reply, conversationId } = await say('Table for 2 on friday at 7pm, Dana Fox, dana@fox.example');
    expect(reply).toContain('Dana');
    expect((await say('yes please', conversationId)).receipts).toHaveLength(1);
  });
});
