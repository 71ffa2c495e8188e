// Who may choose the engine for a message, and who sees its cost.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { readFixtureConfig } from '../../../test/document.ts';
import { call, createApiKey, type Service, signUp, startService } from '../../../test/harness.ts';
import { type ScriptedModel, startScriptedModel } from '../../../test/llm/scripted-model.ts';
import { readConfig } from '../../kernel/config.ts';

const ORIGIN = 'https://bella-vista.example';
const QUESTION = 'Could you write me a poem about budgies?';
const BOOKING_DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
/** A complete request, so that the model writes no text of its own. */
const RESERVE_ARGUMENTS = {
  partySize: 4,
  startsAt: `${BOOKING_DAY}T19:30`,
  customer: { name: 'Dana Fox', phone: '+12125550142' },
};

let service: Service;
let model: ScriptedModel;
let cookie: string;
let workspaceId: string;
beforeAll(async () => {
  model = await startScriptedModel();
  const llm = { ...readConfig({}).llm, baseUrl: model.url, model: 'scripted' };
  service = await startService(undefined, { llm });
  ({ cookie } = await signUp(service, { businessName: 'Bella Vista' }));
  workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  const config = { ...readFixtureConfig('restaurant'), hours: createEveryDayHours(['09:00', '23:00']), closures: [] };
  for (const mode of ['live', 'test']) {
    const credentials = { cookie, headers: { 'x-mode': mode } };
    expectStatus(
      201,
      await call(service, 'POST', '/api/v1/setup', { ...credentials, body: { industry: 'restaurant' } }),
    );
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { ...credentials, body: config }));
  }
});

type Credentials = { key?: string; cookie?: string; headers?: Record<string, string> };
const chat = (credentials: Credentials, overrides: object = {}) =>
  call(service, 'POST', '/api/chat', { ...credentials, body: { message: QUESTION, ...overrides } });
const memberCredentials = (mode: 'live' | 'test') => ({ cookie, headers: { 'x-mode': mode } });
const keyCredentials = async (
  mode: 'live' | 'test',
  kind: 'secret' | 'publishable' = 'secret',
): Promise<Credentials> => {
  const { key } = await createApiKey(service, workspaceId, {
    mode,
    kind,
    ...(kind === 'secret' ? {} : { origins: [ORIGIN] }),
  });
  return { key, headers: kind === 'secret' ? {} : { origin: ORIGIN } };
};

describe('the engine of one message', () => {
  it.each<[string, () => Credentials | Promise<Credentials>]>([
    ['a secret test key', () => keyCredentials('test')],
    ['a member in the sandbox', () => memberCredentials('test')],
  ])('can be chosen with %s', async (_, createCredentials) => {
    model.setScript({ call: 'restaurant_reserve', with: RESERVE_ARGUMENTS });
    const credentials = await createCredentials();
    const firstReply = expectStatus(200, await chat(credentials, { engine: 'llm', explain: true })).json;
    expect(firstReply).toMatchObject({ engine: 'openai:scripted', understanding: { engineReason: 'model' } });
    const { conversationId } = firstReply;
    const secondReply = expectStatus(
      200,
      await chat(credentials, { engine: 'embedded', explain: true, conversationId }),
    ).json;
    expect([secondReply.engine, model.requests.length]).toEqual(['embedded', 1]);
    // Without `engine`, the workspace's choice applies.
    expect(expectStatus(200, await chat(credentials)).json.engine).toBe('embedded');
  });

  it.each<[string, () => Credentials | Promise<Credentials>]>([
    ['a live key', () => keyCredentials('live')],
    ['a widget key in the sandbox', () => keyCredentials('test', 'publishable')],
  ])('cannot be chosen with %s', async (_, createCredentials) => {
    model.setScript();
    const { status, json } = await chat(await createCredentials(), { engine: 'llm' });
    expect([status, json.code, json.errors?.[0].pointer]).toEqual([422, 'validation_failed', '/engine']);
    expect(model.requests).toEqual([]);
  });

  it('cannot be chosen by a member of the live workspace', async () => {
    expect((await chat(memberCredentials('live'), { engine: 'llm' })).status).toBe(403);
  });

  it('must be a known engine', async () => {
    expect((await chat(memberCredentials('test'), { engine: 'abacus' })).status).toBe(422);
  });

  it('comes with its cost only for members who ask for an explanation', async () => {
    model.setEveryResponse({ call: 'restaurant_reserve', with: RESERVE_ARGUMENTS });
    const [explainedReply, plainReply, apiKeyReply] = [
      await chat(memberCredentials('test'), { engine: 'llm', explain: true }),
      await chat(memberCredentials('test'), { engine: 'llm' }),
      await chat(await keyCredentials('test'), { engine: 'llm', explain: true }),
    ].map((response) => expectStatus(200, response).json);
    expect(explainedReply.usage).toMatchObject({ inputTokens: 100, outputTokens: 20, cost: 0 });
    expect(explainedReply.usage.latencyMs).toBeGreaterThanOrEqual(0);
    expect([plainReply.usage, apiKeyReply.usage, apiKeyReply.engine]).toEqual([
      undefined,
      undefined,
      'openai:scripted',
    ]);
  });

  it('counts dropped sentences in analytics and hides them from customers', async () => {
    model.setScript(
      { say: 'Your table is booked. Call us at +1 900 555 0100 instead.' },
      { call: 'restaurant_reserve', with: RESERVE_ARGUMENTS },
    );
    const { conversationId, reply } = expectStatus(200, await chat(memberCredentials('test'), { engine: 'llm' })).json;
    expect(reply).not.toMatch(/900|is booked/);
    const conversation = await call(service, 'GET', `/api/conversations/${conversationId}`, memberCredentials('test'));
    expect(conversation.json.messages.at(-1)).toMatchObject({ engineReason: 'model' });
    expect(conversation.text).not.toContain('dropped');
    const { usage, engineReasons } = (await call(service, 'GET', '/api/analytics', memberCredentials('test'))).json;
    expect(usage.dropped).toEqual([
      { why: 'contact', count: 1 },
      { why: 'deed', count: 1 },
    ]);
    expect(engineReasons).toContainEqual({ reason: 'model', messages: usage.replies });
  });
});
