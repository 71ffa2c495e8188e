// Migration 0037, run on rows that were written before it.
import { beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, queryAsDbOwner } from '../../../test/harness.ts';
import { migrate } from '../../kernel/database/migrate.ts';

const WORKSPACE = 'ws_1';
let connection: Awaited<ReturnType<typeof createEmptyDatabase>>;
const query = async (sql: string, values: unknown[] = []) => (await queryAsDbOwner(connection, sql, values)).rows;

type OldBooking = { status: string; offered_until: string; conversation_id: string | null; customer: object | null };

/** Inserts a booking that was offered a place, and its conversation, which does not mention the offer. */
async function insertOffer(id: string, changes: Partial<OldBooking> = {}): Promise<void> {
  await query(
    `insert into conversations (workspace_id, id, status, channel, customer, publishable, created_at, updated_at)
     values ($1, 'conv_' || $2, 'open', 'api', '{}', false, now(), now())`,
    [WORKSPACE, id],
  );
  const customer = { name: 'Dana Fox', phone: '+12125550147' };
  const row = { status: 'offered', offered_until: '1 hour', conversation_id: `conv_${id}`, customer, ...changes };
  await query(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, sealed,
       conversation_id, offered_until, created_at, updated_at, settled_at)
     values ($1, $2, 'class', 'fitness', $3, $2, '2126-11-20T18:00:00.5Z', '2126-11-20T19:00Z', $4,
       case when $4::jsonb is null then '\\x00'::bytea end, $5, now() + $6::interval, now(), now(), now())`,
    [WORKSPACE, id, row.status, row.customer && JSON.stringify(row.customer), row.conversation_id, row.offered_until],
  );
}

/** Inserts the email thread of a website visitor (publishable) or of a customer who wrote an email. */
async function insertThread(key: string, isPublishable: boolean): Promise<void> {
  await query(
    `with conversation as (
       insert into conversations (workspace_id, id, channel, publishable, created_at, updated_at)
       values ($1, 'conv_' || $2, 'widget', $3, now(), now()))
     insert into channel_threads (workspace_id, connection_id, key, address, conversation_id, last_received_at)
     values ($1, 'chn_1', $2, 'dana@example.com', 'conv_' || $2, now())`,
    [WORKSPACE, key, isPublishable],
  );
}

const WAITING_JOBS_SQL = `select task, payload from jobs_of(array['${WORKSPACE}']) order by payload ->> 'bookingId'`;

beforeAll(async () => {
  connection = await createEmptyDatabase();
  await migrate(connection, '0036-service-levels-and-domains');
  await query(`insert into workspaces (id, live_id, mode, name) values ($1, $1, 'live', 'Bella Vista')`, [WORKSPACE]);
  await insertOffer('unannounced');
  await insertOffer('expired', { offered_until: '-1 minute' });
  await insertOffer('accepted', { status: 'confirmed' });
  await insertOffer('mailed', { customer: { name: 'Dana Fox', email: 'dana@example.com' } });
  await insertOffer('encrypted', { customer: null });
  await insertOffer('elsewhere', { conversation_id: null });
  await insertOffer('noticed');
  await query(
    `insert into booking_notices (workspace_id, id, booking_id, about, created_at)
     values ($1, 'mail_1', 'noticed', 'waitlist.offered', now())`,
    [WORKSPACE],
  );
  for (const [id, delay] of Object.entries({ announced: '1 second', earlier: '-1 hour' })) {
    await insertOffer(id);
    await query(
      `insert into messages (workspace_id, id, conversation_id, role, text, created_at)
       values ($1, 'msg_' || $2, 'conv_' || $2, 'assistant', 'A place is free.', now() + $3::interval)`,
      [WORKSPACE, id, delay],
    );
  }
  await query(`select enqueue('conversations.offer', '{"workspaceId": "ws_1"}')`);
  expect(await query(WAITING_JOBS_SQL)).toMatchObject([{ task: 'conversations.offer' }]);
  await query(
    `insert into channel_connections (workspace_id, id, kind, address, secrets, created_at, updated_at)
     values ($1, 'chn_1', 'email', 'desk@bella.example', '', now(), now())`,
    [WORKSPACE],
  );
  await insertThread('visitor', true);
  await insertThread('writer', false);
  expect(await migrate(connection, '0037-mailed-answers')).toEqual(['0037-mailed-answers']);
});

it('queues an email for each open offer that only its conversation could have announced', async () => {
  const startsAt = new Date('2126-11-20T18:00:00.5Z').toISOString();
  const jobFor = (bookingId: string) => ({
    task: 'bookings.mail',
    payload: { workspaceId: WORKSPACE, bookingId, about: 'waitlist.offered', startsAt },
  });
  expect(await query(WAITING_JOBS_SQL)).toEqual([jobFor('earlier'), jobFor('unannounced')]);
});

it('detaches visitors’ email threads from their website conversations, and no others', async () => {
  expect(await query('select key, conversation_id, continues_id from channel_threads order by key')).toEqual([
    { key: 'visitor', conversation_id: null, continues_id: 'conv_visitor' },
    { key: 'writer', conversation_id: 'conv_writer', continues_id: null },
  ]);
});
