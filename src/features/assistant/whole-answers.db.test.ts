// Questions from customers of every industry that once got no answer, half of one or a wrong one.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
const businesses: Record<string, TestBusiness> = {};
beforeAll(async () => {
  service = await startService();
  for (const industry of ['restaurant', 'salon', 'medical', 'retail', 'fitness'])
    businesses[industry] = await openBusiness(service, industry, { assistant: { engine: 'embedded' } });
});

async function lastResponseTo(industry: string, ...messages: string[]) {
  const business = requireBusiness(businesses[industry]);
  const responses: Awaited<ReturnType<typeof call>>['json'][] = [];
  for (const message of messages) {
    const conversationId = responses.at(-1)?.conversationId;
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const headers = { 'x-test-clock': NOW };
    responses.push(
      expectStatus(200, await call(service, 'POST', '/api/chat', { key: business.key, headers, body })).json,
    );
  }
  return responses.at(-1);
}
const requireBusiness = (business: TestBusiness | undefined): TestBusiness => {
  if (!business) throw new Error('no such business');
  return business;
};

describe('every part of a question', () => {
  it.each([
    ['restaurant', 'is the carbonara gluten free and how much is it, and do you deliver?', /gluten.*\$21.*deliver/s],
    ['medical', "do you take Aetna and what's the copay?", /accept Aetna.*between \$0 and \$40.*which plan/is],
    ['medical', 'do you have telehealth and is there a helipad?', /follow-ups.*“is there a helipad\?”/s],
    ['retail', 'do you have the merino sweater in pink and how much is it?', /doesn't come in pink.*\$89/s],
  ])('is answered: %s, %s', async (industry, message, expected) => {
    expect((await lastResponseTo(industry, message)).reply).toMatch(expected);
  });
});

describe('what a list left out', () => {
  it.each([
    ['restaurant', "what's under $25?", 'what are the other 18?', 'Tiramisu'],
    ['retail', 'what do you sell for under 60 dollars?', 'show me the rest', 'Gift Card'],
    ['fitness', 'what classes do you have this week?', 'what else?', 'Boxing Basics'],
  ])('is listed when asked for: %s', async (industry, question, followUp, item) => {
    expect((await lastResponseTo(industry, question)).reply).not.toContain(item);
    expect((await lastResponseTo(industry, question, followUp)).reply).toMatch(new RegExp(`^The others: .*${item}`));
  });

  it('is not listed after another question', async () => {
    expect((await lastResponseTo('restaurant', "what's under $25?", 'how much is the lasagna?')).reply).toContain(
      '$20',
    );
  });
});

it('lists only the wines of the drinks section', async () => {
  const { reply } = await lastResponseTo('restaurant', 'What wines do you have?');
  expect(reply).toMatch(/House Red.*House White/);
  expect(reply).not.toMatch(/Lager|Lemonade/);
});

it('gives the email address without the street address', async () => {
  const { reply } = await lastResponseTo('restaurant', "What's your email address?");
  expect(reply).toContain('hello@example.com');
  expect(reply).not.toContain('Main Street');
});

describe('a polite message about canceling', () => {
  it.each(['would you mind calling my visit off?', 'is it possible to cancel?', 'may I cancel?'])(
    'is a request to cancel: %s',
    async (message) => expect((await lastResponseTo('medical', message)).intent).toBe('booking.cancel'),
  );

  it.each(["what's your cancellation policy?", 'how late can I cancel?', 'do you charge if I cancel?'])(
    'is a question about the policy: %s',
    async (message) => expect((await lastResponseTo('medical', message)).reply).toContain('24 hours'),
  );

  it('is answered by the policy of a shop, which takes no bookings', async () => {
    expect((await lastResponseTo('retail', 'may I cancel my order?')).reply).toContain('until it ships');
  });
});

it.each(["my prescription still isn't at the pharmacy", 'did you send my script to Park Place Pharmacy?'])(
  'starts no refill, but offers the team: %s',
  async (message) => {
    const { reply, intent } = await lastResponseTo('medical', message);
    expect(intent).not.toBe('medical.refill');
    expect(reply).toMatch(/our (?:team|office)/);
  },
);

it('puts a stated allergy into the notes of an appointment, and reads it back', async () => {
  const messages = ['book a full color with Nina on Friday at 10am', "I'm allergic to PPD", 'Dana Fox, 212 555 0142'];
  const readBackResponse = await lastResponseTo('salon', ...messages);
  expect(readBackResponse.reply).toMatch(/note for the team: “I'm allergic to PPD”.*Shall I book it/);
  const { receipts } = await lastResponseTo('salon', messages[0]!.replace('10am', '2pm'), ...messages.slice(1), 'yes');
  const booking = expectStatus(
    200,
    await requireBusiness(businesses.salon).send('GET', `/bookings/${receipts[0].id}`),
  ).json;
  expect(booking.notes).toBe("I'm allergic to PPD");
});

it('gives the number of the emergency services', async () => {
  expect((await lastResponseTo('medical', 'what do I do outside your hours?')).reply).toContain(
    'emergency services (911)',
  );
});
