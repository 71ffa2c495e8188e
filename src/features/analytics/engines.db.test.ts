// Counts of engines and their reasons, the cost of models, and their dropped sentences.
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { rebuildAnalytics, rollUpAnalytics } from './jobs.ts';

const RANGE_QUERY = '?from=2026-06-01&to=2026-07-01';
const USAGE = { inputTokens: 100, outputTokens: 20, cost: 300, latencyMs: 800 };
const MODEL_DETAILS = { engine: 'openai:gpt-4.1-mini', engineReason: 'model', usage: USAGE };
const EMBEDDED_DETAILS = { engine: 'embedded', engineReason: 'record' };

let service: Service;
let workspace: { id: string; key: string };
let messageCount = 0;

const queryDb = (sql: string, values: unknown[]) => queryAsDbOwner(service.connection, sql, values);

const insertConversation = (conversationId: string, createdAt: string, channel = 'api') =>
  queryDb(`insert into conversations (workspace_id, id, channel, created_at, updated_at) values ($1, $2, $4, $3, $3)`, [
    workspace.id,
    conversationId,
    createdAt,
    channel,
  ]);

const insertReply = (conversationId: string, createdAt: string, details: object | null) =>
  queryDb(
    `insert into messages (workspace_id, id, conversation_id, role, text, details, created_at, sealed)
     values ($1, $2, $3, 'assistant', '', $4, $5, case when $4::jsonb is null then 'x'::bytea end)`,
    [
      workspace.id,
      `msg_${String(++messageCount).padStart(4, '0')}`,
      conversationId,
      details && JSON.stringify(details),
      createdAt,
    ],
  );

async function readUsage(query = '') {
  const { json } = await call(service, 'GET', `/api/analytics${RANGE_QUERY}${query}`, { key: workspace.key });
  return { engines: json.engines, engineReasons: json.engineReasons, usage: json.usage };
}

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  workspace = await createWorkspace(service);
  await insertConversation('conv_a', '2026-06-01T10:00:00Z');
  await insertReply('conv_a', '2026-06-01T10:00:00Z', EMBEDDED_DETAILS);
  await insertReply('conv_a', '2026-06-01T10:01:00Z', MODEL_DETAILS);
  const droppedPrice = { why: 'price', about: '$9 is in no record' };
  await insertReply('conv_a', '2026-06-01T11:00:00Z', {
    ...MODEL_DETAILS,
    dropped: [droppedPrice, { why: 'deed', about: '' }, droppedPrice],
  });
  await insertConversation('conv_b', '2026-06-02T10:00:00Z', 'widget');
  await insertReply('conv_b', '2026-06-02T10:00:00Z', {
    ...EMBEDDED_DETAILS,
    engineReason: 'model-failed',
    usage: USAGE,
  });
  await insertConversation('conv_health', '2026-06-03T10:00:00Z');
  await insertReply('conv_health', '2026-06-03T10:00:00Z', null);
});

const EXPECTED_USAGE = {
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
    replies: 3,
    conversations: 2,
    inputTokens: 300,
    outputTokens: 60,
    cost: 900,
    averageLatencyMs: 800,
    dropped: [
      { why: 'price', count: 2 },
      { why: 'deed', count: 1 },
    ],
  },
};

describe('engines', () => {
  it('are counted with reasons, costs and dropped sentences, before and after the rollup', async () => {
    expect(await readUsage()).toEqual(EXPECTED_USAGE);
    expect(await rollUpAnalytics(service.database, workspace.id)).toBeGreaterThan(0);
    expect(await readUsage()).toEqual(EXPECTED_USAGE);
    await rebuildAnalytics(service.database, workspace.id);
    expect(await readUsage()).toEqual(EXPECTED_USAGE);
  });

  it('can be filtered by channel', async () => {
    expect((await readUsage('&channel=widget')).usage).toMatchObject({ replies: 1, conversations: 1, dropped: [] });
  });

  it('count a conversation once, however often it uses a model, even if the clock is set back', async () => {
    await insertReply('conv_a', '2026-06-20T10:00:00Z', MODEL_DETAILS);
    await insertReply('conv_a', '2026-06-01T09:00:00Z', MODEL_DETAILS);
    expect((await readUsage()).usage).toMatchObject({ replies: 5, conversations: 2 });
    await rollUpAnalytics(service.database, workspace.id);
    expect((await readUsage()).usage).toMatchObject({ replies: 5, conversations: 2 });
  });

  it('no longer count a deleted conversation', async () => {
    await queryDb('delete from conversations where workspace_id = $1 and id = $2', [workspace.id, 'conv_a']);
    expect((await readUsage()).usage).toMatchObject({ replies: 1, conversations: 1, cost: 300, dropped: [] });
  });
});
