// Who may choose the engine of one message, and who is told what it cost.
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../../test/business.ts';
import { configOf } from '../../../test/document.ts';
import { call, makeKey, type Service, signUp, startService } from '../../../test/harness.ts';
import { type ScriptedModel, startModel } from '../../../test/llm/scripted-model.ts';
import { readConfig } from '../../kernel/config.ts';

const ORIGIN = 'https://bella-vista.example';
const QUESTION = 'Could you write me a poem about budgies?';
const SOON = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
/** It needs no words of a model's own. */
const RESERVE = { partySize: 4, startsAt: `${SOON}T19:30`, customer: { name: 'Dana Fox', phone: '+12125550142' } };

let service: Service;
let model: ScriptedModel;
let cookie: string;
let workspace: string;
beforeAll(async () => {
  model = await startModel();
  const llm = { ...readConfig({}).llm, timeoutMs: 4_000, baseUrl: model.url, model: 'scripted' };
  service = await startService(undefined, { llm });
  ({ cookie } = await signUp(service, { businessName: 'Bella Vista' }));
  workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  for (const mode of ['live', 'test']) {
    const as = { cookie, headers: { 'x-mode': mode } };
    must(201, await call(service, 'POST', '/api/v1/setup', { ...as, body: { industry: 'restaurant' } }));
    must(200, await call(service, 'PUT', '/api/v1/config', { ...as, body: configOf('restaurant') }));
  }
});

type As = { key?: string; cookie?: string; headers?: Record<string, string> };
const chat = (as: As, more: object = {}) =>
  call(service, 'POST', '/api/chat', { ...as, body: { message: QUESTION, ...more } });
const member = (mode: 'live' | 'test') => ({ cookie, headers: { 'x-mode': mode } });
const withKey = async (mode: 'live' | 'test', kind: 'secret' | 'publishable' = 'secret'): Promise<As> => {
  const { key } = await makeKey(service, workspace, {
    mode,
    kind,
    ...(kind === 'secret' ? {} : { origins: [ORIGIN] }),
  });
  return { key, headers: kind === 'secret' ? {} : { origin: ORIGIN } };
};

describe('the engine of one message', () => {
  it.each<[string, () => As | Promise<As>]>([
    ['a secret test key', () => withKey('test')],
    ['a member in the sandbox', () => member('test')],
  ])('is chosen by %s', async (_, as) => {
    model.follows({ call: 'restaurant_reserve', with: RESERVE });
    const who = await as();
    const asked = must(200, await chat(who, { engine: 'llm', explain: true })).json;
    expect(asked).toMatchObject({ engine: 'openai:scripted', understanding: { engineReason: 'model' } });
    const { conversationId } = asked;
    const next = must(200, await chat(who, { engine: 'embedded', explain: true, conversationId })).json;
    expect([next.engine, model.asked.length]).toEqual(['embedded', 1]);
    // As the workspace has chosen, where nothing is said of it.
    expect(must(200, await chat(who)).json.engine).toBe('embedded');
  });

  it.each<[string, () => As | Promise<As>]>([
    ['a live key', () => withKey('live')],
    ['a page in the sandbox', () => withKey('test', 'publishable')],
  ])('is not chosen by %s', async (_, as) => {
    model.follows();
    const { status, json } = await chat(await as(), { engine: 'llm' });
    expect([status, json.code, json.errors?.[0].pointer]).toEqual([422, 'validation_failed', '/engine']);
    expect(model.asked).toEqual([]);
  });

  it('is not chosen by a member on the live workspace, who does not speak for customers', async () => {
    expect((await chat(member('live'), { engine: 'llm' })).status).toBe(403);
  });

  it('is one that there is', async () => {
    expect((await chat(member('test'), { engine: 'abacus' })).status).toBe(422);
  });

  it('is told with what it cost to members who want it explained, and to nobody else', async () => {
    model.always({ call: 'restaurant_reserve', with: RESERVE });
    const [explained, plain, byKey] = [
      await chat(member('test'), { engine: 'llm', explain: true }),
      await chat(member('test'), { engine: 'llm' }),
      await chat(await withKey('test'), { engine: 'llm', explain: true }),
    ].map((reply) => must(200, reply).json);
    expect(explained.usage).toMatchObject({ inputTokens: 100, outputTokens: 20, cost: 0 });
    expect(explained.usage.latencyMs).toBeGreaterThanOrEqual(0);
    expect([plain.usage, byKey.usage, byKey.engine]).toEqual([undefined, undefined, 'openai:scripted']);
  });

  it('leaves what was held back to the figures, and shows it to no customer', async () => {
    model.follows(
      { say: 'Your table is booked. Call us at +1 900 555 0100 instead.' },
      { call: 'restaurant_reserve', with: RESERVE },
    );
    const { conversationId, reply } = must(200, await chat(member('test'), { engine: 'llm' })).json;
    expect(reply).not.toMatch(/900|is booked/);
    const told = await call(service, 'GET', `/api/conversations/${conversationId}`, member('test'));
    expect(told.json.messages.at(-1)).toMatchObject({ engineReason: 'model' });
    expect(told.text).not.toContain('dropped');
    const { usage, engineReasons } = (await call(service, 'GET', '/api/analytics', member('test'))).json;
    expect(usage.dropped).toEqual([
      { why: 'contact', count: 1 },
      { why: 'deed', count: 1 },
    ]);
    expect(engineReasons).toContainEqual({ reason: 'model', messages: usage.replies });
  });
});
