// When the embedded assistant's answer is kept although a language model is available.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBusiness, type TestBusiness } from '../../../../test/business.ts';
import { readFixtureConfig } from '../../../../test/document.ts';
import { call, type Service } from '../../../../test/harness.ts';
import { type ScriptedModel, startServiceWithModel } from '../../../../test/llm/scripted-model.ts';
import { keepsEmbeddedAnswer } from './routing.ts';

describe('the embedded answer', () => {
  it.each(['safety', 'done', 'yes-or-no', 'person'] as const)('is kept with either engine: %s', (reason) => {
    expect([keepsEmbeddedAnswer(reason, 'llm'), keepsEmbeddedAnswer(reason, 'auto')]).toEqual([true, true]);
  });
  it.each(['fits', 'record', 'courtesy'] as const)('is kept with `auto` only: %s', (reason) => {
    expect([keepsEmbeddedAnswer(reason, 'llm'), keepsEmbeddedAnswer(reason, 'auto')]).toEqual([false, true]);
  });
  it('is not kept without a reason', () => {
    expect([keepsEmbeddedAnswer(undefined, 'llm'), keepsEmbeddedAnswer(undefined, 'auto')]).toEqual([false, false]);
  });
});

describe('with the engine `auto`', () => {
  let model: ScriptedModel;
  let service: Service;
  let business: TestBusiness;
  beforeAll(async () => {
    ({ model, service } = await startServiceWithModel('auto'));
    business = await openBusiness(service, 'restaurant', readFixtureConfig('restaurant'));
  });
  const ask = async (message: string) =>
    (await call(service, 'POST', '/api/chat', { key: business.key, body: { message, explain: true } })).json;

  it.each([
    ['record', 'What are your opening hours?'],
    ['courtesy', 'hello'],
    ['fits', 'A table for four tomorrow at 7pm please'],
    ['person', 'I want to talk to a person'],
    ['safety', "my husband can't breathe, his throat is closing"],
  ])('%s: "%s" is answered by the embedded assistant', async (reason, message) => {
    model.setEveryResponse({ say: 'I see.' });
    const { engine, understanding } = await ask(message);
    expect([engine, understanding.engineReason]).toEqual(['embedded', reason]);
    expect(model.requests).toEqual([]);
  });

  it.each([
    ['another language', 'Bonjour, est-ce que vous avez une terrasse couverte pour les jours de pluie ?'],
    ['two questions at once', 'Do you have parking? And can we bring our own cake for a birthday?'],
    ['a diet', 'What can I eat here as a vegan with a nut allergy?'],
    ['a complaint', 'The soup was cold and nobody cared, I am really disappointed'],
    ['a question without an answer on record', 'Could you write me a poem about budgies?'],
  ])('a model is called for %s', async (_, message) => {
    model.setEveryResponse({ say: 'I see.' });
    const { understanding } = await ask(message);
    expect(model.requests.length).toBeGreaterThan(0);
    expect(['model', 'model-failed']).toContain(understanding.engineReason);
  });
});
