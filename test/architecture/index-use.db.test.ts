// A search is quick only as long as it reads its index. PostgreSQL counts how often an index is read, even inside of functions,
// whose plans it does not show.
import type { QueryResult } from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../harness.ts';

const ROW_COUNT = 4_000;
const SEARCHED_NUMBER = '0777';
const createConversationId = (n: string) => `conv_00000000000000000000${n}`;

/** Rows of a workspace whose triggers would only make this test slow. Each has a number of four digits in it. */
const INSERT_STATEMENTS = [
  `insert into customers (workspace_id, id, name, phone, created_at, updated_at)
   select $1, 'cus_' || n, 'Dana Number' || n, '+1212555' || n, now(), now() from numbers`,
  `insert into conversations (workspace_id, id, channel, status, customer, created_at, updated_at)
   select $1, '${createConversationId('')}' || n, 'api', 'open', jsonb_build_object('name', 'Dana Number' || n), now(), now() from numbers`,
  `insert into messages (workspace_id, id, conversation_id, role, text, created_at)
   select $1, 'msg_' || n, '${createConversationId('')}' || n, 'customer', 'Where is parcel' || n || '?', now() from numbers`,
  `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, service, customer, created_at, updated_at,
     settled_at)
   select $1, 'bkg_' || n, 'appointment', 'salon', 'confirmed', 'B' || n, now(), now() + interval '1 hour', '{"id":"cut","name":"Cut"}',
     jsonb_build_object('name', 'Dana Number' || n), now(), now(), now() from numbers`,
  `insert into events (workspace_id, id, type, data, occurred_at, created_at)
   select $1, 'evt_' || n, case when n = '${SEARCHED_NUMBER}' then 'conversation.handoff' else 'booking.created' end,
     jsonb_build_object('id', 'bkg_' || n, 'conversationId', '${createConversationId('')}' || n, 'bookingId', 'bkg_' || n), now(), now()
   from numbers`,
  `insert into analytics_gaps select $1, 'gap_' || n, decode(repeat('00', 4 * 384), 'hex') from numbers where n < '0020'`,
  `insert into analytics_questions (workspace_id, message_id, at, gap_id)
   select $1, 'msg_' || n, now(), 'gap_' || lpad((n::integer % 20)::text, 4, '0') from numbers`,
];

let service: Service;
let workspace: { id: string; key: string };

beforeAll(async () => {
  service = await startService();
  [workspace] = await Promise.all([createWorkspace(service), createWorkspace(service)]);
  const { rows: workspaces } = await queryAsDbOwner(
    service.connection,
    `select id from workspaces where mode = 'live'`,
  );
  const numbers = `with numbers as (select lpad(n::text, 4, '0') as n from generate_series(1, ${ROW_COUNT}) as n)`;
  const statements = workspaces.flatMap(({ id }) =>
    INSERT_STATEMENTS.map((insert) => `${insert.replace('insert', `${numbers} insert`).replaceAll('$1', `'${id}'`)};`),
  );
  await queryAsDbOwner(service.connection, `set session_replication_role = replica; ${statements.join('')} analyze`);
});

const formatDateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const INDEXED_PATHS: [request: string, indexes: string[]][] = [
  [`/api/v1/bookings?q=number${SEARCHED_NUMBER}`, ['bookings_parts']],
  [`/api/v1/customers?q=number${SEARCHED_NUMBER}`, ['customers_parts']],
  [
    `/api/conversations?q=parcel${SEARCHED_NUMBER}`,
    ['messages_workspace_id_words_idx', 'conversations_workspace_id_contact_of_idx'],
  ],
  ['/api/events?type=conversation.handoff', ['events_workspace_id_type_id_idx']],
  [
    `/api/events?objectId=${createConversationId(SEARCHED_NUMBER)}`,
    ['events_by_id_of_object', 'events_by_conversation', 'events_by_booking'],
  ],
  [
    `/api/analytics?from=${formatDateInDays(0)}&to=${formatDateInDays(1)}`,
    ['analytics_questions_workspace_id_gap_id_at_capability_idx'],
  ],
];

const countIndexScans = async (indexes: string[]): Promise<number[]> => {
  const { rows } = await queryAsDbOwner(
    service.connection,
    `select coalesce(s.idx_scan, 0)::int as count from unnest($1::text[]) with ordinality as wanted (name, position)
     left join pg_stat_all_indexes s on s.indexrelname = wanted.name order by position`,
    [indexes],
  );
  return rows.map(({ count }) => count);
};

it.concurrent.each(INDEXED_PATHS)('%s reads its index', async (path, indexes) => {
  const before = await countIndexScans(indexes);
  // A session reports what it has read when it ends a transaction, at most once a second.
  await vi.waitFor(
    async () => {
      const { status, json } = await call(service, 'GET', path, { key: workspace.key });
      expect([status, json.data?.length ?? 1]).toEqual([200, 1]);
      const after = await countIndexScans(indexes);
      expect(indexes.filter((_, n) => (after[n] ?? 0) <= (before[n] ?? 0))).toEqual([]);
    },
    { timeout: 20_000, interval: 500 },
  );
});

it('an added job reads the index of jobs by workspace, whatever the collation of its key', async () => {
  const addJobs = `select enqueue('test', json_build_object('workspaceId', n % 100), (n || random()::text) collate "C")
    from generate_series(1, 300) as n; select pg_stat_force_next_flush()`;
  await queryAsDbOwner(service.connection, addJobs);
  const [before = 0] = await countIndexScans(['jobs_by_workspace']);
  await queryAsDbOwner(service.connection, addJobs);
  expect((await countIndexScans(['jobs_by_workspace']))[0]).toBeGreaterThan(before);
});

it('the rows of a conversation that is answered or removed are looked up in its workspace alone', async () => {
  // The other workspace has a conversation with this id too.
  const statementResults: unknown = await queryAsDbOwner(
    service.connection,
    `begin; select mark_conversation('${workspace.id}', '${createConversationId(SEARCHED_NUMBER)}' collate "C");
     select idx_tup_fetch::integer as count from pg_stat_xact_user_tables where relname = 'messages'; rollback`,
  );
  expect((statementResults as QueryResult[])[2]?.rows).toEqual([{ count: 1 }]);
});
