// A request for a booking gets the condition that applies to it, and none that only shares the words of the trade.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

const toFaqs = (answerByQuestion: Record<string, string>) =>
  Object.entries(answerByQuestion).map(([question, answer]) => ({ question, answer }));

const FAQS_BY_INDUSTRY: Record<string, ReturnType<typeof toFaqs>> = {
  medical: toFaqs({
    'Can I stay with my child?': 'A parent stays in the room during the whole visit.',
    'Do you vaccinate my child?': 'We give all vaccines of the national schedule.',
    'What should I bring for my child?': 'Bring the vaccination record and your insurance card.',
    'Can my child come alone?': 'Children under 16 need a parent or guardian with them.',
    'Does my child need a referral?': 'No referral is needed.',
    'Is there a play area for my child?': 'There is a play area in the waiting room.',
    'Can I bring my other child?': 'Brothers and sisters are welcome.',
    'How long is a visit for my child?': 'Most visits take twenty minutes.',
  }),
  restaurant: toFaqs({
    'How long do we have our table?': 'A table is yours for two hours.',
    'Can we choose our table?': 'Tell us your wish; we try our best.',
    'Can we decorate our table?': 'You may decorate from half an hour before.',
    'Do you take large groups?': 'Groups of eight or more choose from the set menu.',
    'Is there a minimum spend for parties?': 'Parties of ten or more have a minimum spend of $400.',
    'Can we get a table by the window?': 'Window tables cannot be reserved.',
  }),
};

let service: Service;
const businesses = new Map<string, TestBusiness>();
beforeAll(async () => {
  service = await startService();
  for (const [industry, faqs] of Object.entries(FAQS_BY_INDUSTRY))
    businesses.set(industry, await openBusiness(service, industry, { faqs, assistant: { engine: 'embedded' } }));
});

async function replyTo(industry: string, message: string): Promise<string> {
  const options = { key: businesses.get(industry)!.key, headers: { 'x-test-clock': NOW }, body: { message } };
  return expectStatus(200, await call(service, 'POST', '/api/chat', options)).json.reply;
}

describe('a condition on a booking', () => {
  it.each([
    ['medical', 'an appointment for my 15-year-old, she will come alone, Tuesday at 9', 'under 16'],
    ['restaurant', 'a table for 3 by the window on Tuesday at 7', 'Window tables'],
    ['restaurant', 'can a group of 10 come on Saturday at 6?', 'set menu'],
  ])('is told although others are worded alike: %s, %s', async (industry, message, condition) =>
    expect(await replyTo(industry, message)).toContain(condition),
  );

  it.each([
    ['medical', 'my child needs an appointment'],
    ['medical', 'can my child be seen on Friday?'],
    ['restaurant', 'can we get a table tonight for two?'],
    ['restaurant', 'reserve our usual table for Friday'],
  ])('is not told where only the words of the trade match: %s, %s', async (industry, message) => {
    const reply = await replyTo(industry, message);
    for (const { answer } of FAQS_BY_INDUSTRY[industry]!) expect(reply).not.toContain(answer);
  });
});
