// The model gets the passages that match the question, or the previous question if it is a follow-up.
import { expect, it } from 'vitest';
import { openBusiness } from '../../../../test/business.ts';
import { readFixtureConfig } from '../../../../test/document.ts';
import { call } from '../../../../test/harness.ts';
import { startServiceWithModel } from '../../../../test/llm/scripted-model.ts';

const TERRACE = 'The rooftop terrace has forty seats, heaters and blankets.';
const faqs = [
  { question: 'Do you have a rooftop terrace?', answer: TERRACE },
  { question: 'May we bring our own wine?', answer: 'Corkage is $20 a bottle.' },
];

it('finds passages for a follow-up by the previous question', async () => {
  const { model, service } = await startServiceWithModel('llm');
  const business = await openBusiness(service, 'restaurant', { ...readFixtureConfig('restaurant'), faqs });
  const ask = async (message: string, conversationId?: string) =>
    (await call(service, 'POST', '/api/chat', { key: business.key, body: { message, conversationId } })).json;
  const passagesInPrompt = () =>
    JSON.stringify(model.requests.at(-1)!.body.messages).match(/<passage number.*?<\\?\/passage>/gs) ?? [];

  model.setEveryResponse({ say: 'Let me see.' });
  const { conversationId } = await ask('Tell me about your rooftop terrace please');
  expect(passagesInPrompt().join()).toContain('forty seats');
  await ask('And on Sundays?', conversationId);
  expect(passagesInPrompt()[0]).toContain('forty seats');
});
