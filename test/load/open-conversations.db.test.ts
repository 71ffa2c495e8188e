// The inbox, a message and the live streams must read the same number of rows regardless of how many conversations are open.
import { expect, it } from 'vitest';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { call, createDatabase, createWorkspace, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { openEventStream } from '../visitor.ts';

const FEW_CONVERSATIONS = 100;
const MANY_CONVERSATIONS = 10_000;
/** Tolerance for rows that are read for other reasons or because of a different query plan. */
const TOLERATED_ROWS = 100;

const toConversationId = (n: number) => `conv_${String(n).padStart(26, '0')}`;

/** Inserts conversations one minute apart, each with one customer message. */
async function openConversations(connection: ConnectionOptions, workspace: string, from: number, to: number) {
  await queryAsDbOwner(
    connection,
    `with opened as (
       insert into conversations (workspace_id, id, channel, business_name, episodes, preview, message_count, created_at, updated_at)
       select $1, 'conv_' || lpad(n::text, 26, '0'), 'widget', 'Bella Vista',
         '[{"startedAt":"2026-11-15T10:00:00Z","resolvedAt":null}]', 'Hello ' || n, 1, at, at
       from generate_series($2::int, $3::int) n, lateral (select now() - make_interval(mins => $4 - n)) as times (at)
       returning id, created_at
     )
     insert into messages (workspace_id, id, conversation_id, role, text, created_at)
     select $1, 'msg_' || right(id, 26), id, 'customer', 'Hello', created_at from opened`,
    [workspace, from, to, MANY_CONVERSATIONS + 60],
  );
  await queryAsDbOwner(connection, 'analyze');
}

type RowCounts = Record<string, number>;

/** PostgreSQL reports the statistics of a connection when it closes, so this waits until all are closed. */
async function readTotalRowCount(connection: ConnectionOptions): Promise<RowCounts> {
  const otherConnections = `select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await expect
    .poll(async () => (await queryAsDbOwner(connection, otherConnections)).rowCount, { timeout: 60_000 })
    .toBe(0);
  const { rows } = await queryAsDbOwner(
    connection,
    'select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables',
  );
  return Object.fromEntries(rows.map(({ relname, count }) => [relname, count]));
}

/** The number of rows of each table that a new instance reads while it does the work. */
async function countRowsRead(
  connection: ConnectionOptions,
  work: (service: Service) => Promise<void>,
): Promise<RowCounts> {
  const countsBefore = await readTotalRowCount(connection);
  const service = await startService(connection, { jobs: 'off' });
  await work(service);
  await service.stop();
  const countsAfter = Object.entries(await readTotalRowCount(connection));
  return Object.fromEntries(countsAfter.map(([table, count]) => [table, count - (countsBefore[table] ?? 0)]));
}

it('reads no more rows with ten thousand open conversations than with a hundred', async () => {
  const connection = await createDatabase();
  const service = await startService(connection, { jobs: 'off' });
  const { id: workspaceId, key } = await createWorkspace(service);
  await service.stop();

  const useEveryFeature = (count: number) => async (instance: Service) => {
    const headers = { authorization: `Bearer ${key}` };
    const listIds = async (query: string) => {
      const { status, json, text } = await call(instance, 'GET', `/api${query}`, { key });
      expect(status, text).toBe(200);
      return json.data.map((conversation: { id: string }) => conversation.id);
    };
    const conversationId = toConversationId(count / 2);
    const inboxStream = await openEventStream(instance, '/api/inbox/events', headers);
    const conversationStream = await openEventStream(instance, `/api/conversations/${conversationId}/events`, headers);
    await conversationStream.waitForEvents(1);

    const newestIds = Array.from({ length: 20 }, (_, n) => toConversationId(count - n));
    expect(await listIds('/conversations')).toEqual(newestIds);
    expect(await listIds('/inbox/conversations')).toEqual(newestIds);
    expect(await listIds('/inbox/conversations?status=open&limit=2')).toEqual(newestIds.slice(0, 2));
    for (const filter of ['status=handoff', 'channel=sms', 'tag=vip', 'assignee=usr_1']) {
      expect(await listIds(`/inbox/conversations?${filter}`)).toEqual([]);
      if (/status|channel/.test(filter)) expect(await listIds(`/conversations?${filter}`)).toEqual([]);
    }
    expect(await listIds(`/inbox/conversations?limit=2&starting_after=${conversationId}`)).toEqual([
      toConversationId(count / 2 - 1),
      toConversationId(count / 2 - 2),
    ]);

    const body = { message: 'hello', conversationId };
    const chatReply = await call(instance, 'POST', '/api/chat', { key, body });
    expect(chatReply.json).toMatchObject({ conversationId, status: 'open', reply: expect.stringMatching(/\S/) });
    await conversationStream.waitUntil(() => conversationStream.listMessages().length === 2);
    await inboxStream.waitUntil(() => inboxStream.events.some(({ data }) => data.id === conversationId));
    expect((await listIds('/inbox/conversations?limit=1'))[0]).toBe(conversationId);
    for (const stream of [inboxStream, conversationStream]) stream.close();
    // Restore the order for the next run.
    await queryAsDbOwner(
      connection,
      'update conversations set updated_at = created_at where workspace_id = $1 and id = $2',
      [workspaceId, conversationId],
    );
  };

  await openConversations(connection, workspaceId, 1, FEW_CONVERSATIONS);
  const rowsReadWithFew = await countRowsRead(connection, useEveryFeature(FEW_CONVERSATIONS));
  await openConversations(connection, workspaceId, FEW_CONVERSATIONS + 1, MANY_CONVERSATIONS);
  const rowsReadWithMany = await countRowsRead(connection, useEveryFeature(MANY_CONVERSATIONS));
  console.log(
    `rows read with ${FEW_CONVERSATIONS} and with ${MANY_CONVERSATIONS} open:`,
    Object.fromEntries(
      ['conversations', 'messages'].map((table) => [table, [rowsReadWithFew[table], rowsReadWithMany[table]]]),
    ),
  );
  expect(rowsReadWithFew.conversations).toBeGreaterThan(20);
  const grownTables = Object.entries(rowsReadWithMany).filter(
    ([table, count]) => count > 2 * rowsReadWithFew[table]! + TOLERATED_ROWS,
  );
  expect(grownTables).toEqual([]);
});
