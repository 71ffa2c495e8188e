// However many conversations of a workspace are open: the inbox, a message and the live streams read as many rows.
import { expect, it } from 'vitest';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { asOwner, call, createDatabase, makeWorkspace, type Service, startService } from '../harness.ts';
import { listen } from '../visitor.ts';

const FEW = 100;
const MANY = 10_000;
/** What chance and the planner may add to a table that is read for something else. */
const SLACK = 100;

const idOf = (n: number) => `conv_${String(n).padStart(26, '0')}`;

/** One a minute, and a customer's message in each. */
async function openConversations(connection: ConnectionOptions, workspace: string, from: number, to: number) {
  await asOwner(
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
    [workspace, from, to, MANY + 60],
  );
  await asOwner(connection, 'analyze');
}

type Counts = Record<string, number>;

/** A connection that ends tells what it has read, so nobody may be left. */
async function readSoFar(connection: ConnectionOptions): Promise<Counts> {
  const others = `select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await asOwner(connection, others)).rowCount, { timeout: 60_000 }).toBe(0);
  const { rows } = await asOwner(
    connection,
    'select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables',
  );
  return Object.fromEntries(rows.map(({ relname, count }) => [relname, count]));
}

/** Rows of each table that an instance of its own has read for it. */
async function rowsRead(connection: ConnectionOptions, work: (service: Service) => Promise<void>): Promise<Counts> {
  const before = await readSoFar(connection);
  const service = await startService(connection, { jobs: 'off' });
  await work(service);
  await service.stop();
  const after = Object.entries(await readSoFar(connection));
  return Object.fromEntries(after.map(([table, count]) => [table, count - (before[table] ?? 0)]));
}

it('ten thousand open conversations are listed, talked in and followed as a hundred are', async () => {
  const connection = await createDatabase();
  const service = await startService(connection, { jobs: 'off' });
  const { id, key } = await makeWorkspace(service);
  await service.stop();

  const useAll = (count: number) => async (at: Service) => {
    const headers = { authorization: `Bearer ${key}` };
    const list = async (query: string) => {
      const { status, json, text } = await call(at, 'GET', `/api${query}`, { key });
      expect(status, text).toBe(200);
      return json.data.map((each: { id: string }) => each.id);
    };
    const one = idOf(count / 2);
    const team = await listen(at, '/api/inbox/events', headers);
    const stream = await listen(at, `/api/conversations/${one}/events`, headers);
    await stream.hears(1);

    const newest = Array.from({ length: 20 }, (_, n) => idOf(count - n));
    expect(await list('/conversations')).toEqual(newest);
    expect(await list('/inbox/conversations')).toEqual(newest);
    expect(await list('/inbox/conversations?status=open&limit=2')).toEqual(newest.slice(0, 2));
    for (const nowhere of ['status=handoff', 'channel=sms', 'tag=vip', 'assignee=usr_1']) {
      expect(await list(`/inbox/conversations?${nowhere}`)).toEqual([]);
      if (/status|channel/.test(nowhere)) expect(await list(`/conversations?${nowhere}`)).toEqual([]);
    }
    expect(await list(`/inbox/conversations?limit=2&starting_after=${one}`)).toEqual([
      idOf(count / 2 - 1),
      idOf(count / 2 - 2),
    ]);

    const body = { message: 'hello', conversationId: one };
    const said = await call(at, 'POST', '/api/chat', { key, body });
    expect(said.json).toMatchObject({ conversationId: one, status: 'open', reply: expect.stringMatching(/\S/) });
    await stream.until(() => stream.messages().length === 2);
    await team.until(() => team.events.some(({ data }) => data.id === one));
    expect((await list('/inbox/conversations?limit=1'))[0]).toBe(one);
    for (const each of [team, stream]) each.close();
    // As before, for the next time.
    await asOwner(connection, 'update conversations set updated_at = created_at where workspace_id = $1 and id = $2', [
      id,
      one,
    ]);
  };

  await openConversations(connection, id, 1, FEW);
  const few = await rowsRead(connection, useAll(FEW));
  await openConversations(connection, id, FEW + 1, MANY);
  const many = await rowsRead(connection, useAll(MANY));
  console.log(
    `rows read with ${FEW} and with ${MANY} open:`,
    Object.fromEntries(['conversations', 'messages'].map((table) => [table, [few[table], many[table]]])),
  );
  expect(few.conversations).toBeGreaterThan(20);
  const grown = Object.entries(many).filter(([table, count]) => count > 2 * few[table]! + SLACK);
  expect(grown).toEqual([]);
});
