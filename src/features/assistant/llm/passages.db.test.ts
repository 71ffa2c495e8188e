// Which of the business's texts a model is given: those near to the question, also where that rests on the one before.
import { expect, it } from 'vitest';
import { openBusiness } from '../../../../test/business.ts';
import { configOf } from '../../../../test/document.ts';
import { call } from '../../../../test/harness.ts';
import { startServiceWithModel } from '../../../../test/llm/scripted-model.ts';

const TERRACE = 'The rooftop terrace has forty seats, heaters and blankets.';
const faqs = [
  { question: 'Do you have a rooftop terrace?', answer: TERRACE },
  { question: 'May we bring our own wine?', answer: 'Corkage is $20 a bottle.' },
];

it('finds what a short question is about by what was asked before it', async () => {
  const { model, service } = await startServiceWithModel('llm');
  const business = await openBusiness(service, 'restaurant', { ...configOf('restaurant'), faqs });
  const ask = async (message: string, conversationId?: string) =>
    (await call(service, 'POST', '/api/chat', { key: business.key, body: { message, conversationId } })).json;
  const passagesGiven = () =>
    JSON.stringify(model.asked.at(-1)!.body.messages).match(/<passage number.*?<\\?\/passage>/gs) ?? [];

  model.always({ say: 'Let me see.' });
  const { conversationId } = await ask('Tell me about your rooftop terrace please');
  expect(passagesGiven().join()).toContain('forty seats');
  await ask('And on Sundays?', conversationId);
  expect(passagesGiven()[0]).toContain('forty seats');
});
