// Who answered and why, what a model's answers cost, and what of them was held back.
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, call, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { rebuild, rollUp } from './jobs.ts';

const RANGE = '?from=2026-06-01&to=2026-07-01';
const USAGE = { inputTokens: 100, outputTokens: 20, cost: 300, latencyMs: 800 };
const MODEL = { engine: 'openai:gpt-4.1-mini', engineReason: 'model', usage: USAGE };
const EMBEDDED = { engine: 'embedded', engineReason: 'record' };

let service: Service;
let mine: { id: string; key: string };
let count = 0;

const owner = (text: string, values: unknown[]) => asOwner(service.connection, text, values);

const begin = (id: string, at: string, channel = 'api') =>
  owner(`insert into conversations (workspace_id, id, channel, created_at, updated_at) values ($1, $2, $4, $3, $3)`, [
    ...[mine.id, id, at, channel],
  ]);

const said = (conversation: string, at: string, details: object | null) =>
  owner(
    `insert into messages (workspace_id, id, conversation_id, role, text, details, created_at, sealed)
     values ($1, $2, $3, 'assistant', '', $4, $5, case when $4::jsonb is null then 'x'::bytea end)`,
    [mine.id, `msg_${String(++count).padStart(4, '0')}`, conversation, details && JSON.stringify(details), at],
  );

async function read(query = '') {
  const { json } = await call(service, 'GET', `/api/analytics${RANGE}${query}`, { key: mine.key });
  return { engines: json.engines, engineReasons: json.engineReasons, usage: json.usage };
}

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  mine = await makeWorkspace(service);
  await begin('conv_a', '2026-06-01T10:00:00Z');
  await said('conv_a', '2026-06-01T10:00:00Z', EMBEDDED);
  await said('conv_a', '2026-06-01T10:01:00Z', MODEL);
  const price = { why: 'price', about: '$9 is in no record' };
  await said('conv_a', '2026-06-01T11:00:00Z', { ...MODEL, dropped: [price, { why: 'deed', about: '' }, price] });
  await begin('conv_b', '2026-06-02T10:00:00Z', 'widget');
  await said('conv_b', '2026-06-02T10:00:00Z', { ...EMBEDDED, engineReason: 'model-failed', usage: USAGE });
  await begin('conv_health', '2026-06-03T10:00:00Z');
  await said('conv_health', '2026-06-03T10:00:00Z', null);
});

const EXPECTED = {
  engines: [
    { engine: 'embedded', messages: 2 },
    { engine: 'openai:gpt-4.1-mini', messages: 2 },
    { engine: 'sealed', messages: 1 },
  ],
  engineReasons: [
    { reason: 'model', messages: 2 },
    { reason: 'model-failed', messages: 1 },
    { reason: 'record', messages: 1 },
  ],
  usage: {
    ...{ replies: 3, conversations: 2, inputTokens: 300, outputTokens: 60, cost: 900, averageLatencyMs: 800 },
    dropped: [
      { why: 'price', count: 2 },
      { why: 'deed', count: 1 },
    ],
  },
};

describe('engines', () => {
  it('are counted with why they answered, what they cost and what was held back, rolled up or not', async () => {
    expect(await read()).toEqual(EXPECTED);
    expect(await rollUp(service.database, mine.id)).toBeGreaterThan(0);
    expect(await read()).toEqual(EXPECTED);
    await rebuild(service.database, mine.id);
    expect(await read()).toEqual(EXPECTED);
  });

  it('are told by channel', async () => {
    expect((await read('&channel=widget')).usage).toMatchObject({ replies: 1, conversations: 1, dropped: [] });
  });

  it('count a conversation once, however often and whenever it asks a model, with a clock that is set back too', async () => {
    await said('conv_a', '2026-06-20T10:00:00Z', MODEL);
    await said('conv_a', '2026-06-01T09:00:00Z', MODEL);
    expect((await read()).usage).toMatchObject({ replies: 5, conversations: 2 });
    await rollUp(service.database, mine.id);
    expect((await read()).usage).toMatchObject({ replies: 5, conversations: 2 });
  });

  it('leave no count of a conversation that is gone', async () => {
    await owner('delete from conversations where workspace_id = $1 and id = $2', [mine.id, 'conv_a']);
    expect((await read()).usage).toMatchObject({ replies: 1, conversations: 1, cost: 300, dropped: [] });
  });
});
