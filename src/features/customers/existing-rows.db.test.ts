// Migration 0041 links the bookings, conversations and requests that existed before it.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { createDatabase, queryAsDbOwner } from '../../../test/harness.ts';
import type { ConnectionOptions } from '../../kernel/database/database.ts';

const UNDO_MIGRATION_SQL = `
  drop table customers, customer_imports cascade;
  drop function new_id, fold_text, customer_with, customer_with_hashes, link_booking, link_conversation_of_booking,
    link_conversation, link_request, note_last_booking, tell_customer cascade;
  alter table bookings drop column customer_id;
  alter table conversations drop column customer_id;
  alter table requests drop column customer_id;`;
const BOOKING_COUNT = 3_000;
let connection: ConnectionOptions;
const queryRows = async (sql: string, values: unknown[] = []) => (await queryAsDbOwner(connection, sql, values)).rows;

beforeAll(async () => {
  connection = await createDatabase();
  await queryRows(UNDO_MIGRATION_SQL);
  await queryRows(
    `insert into workspaces (id, live_id, mode, name, plan, timezone) select id, id, 'live', 'Bella', 'business', 'UTC' from unnest(array['ws_a', 'ws_b']) as id`,
  );
  const timesSql = `now() + n * interval '1 minute', now() + (n + 30) * interval '1 minute'`;
  // Three bookings of each customer in both workspaces, every seventh of a patient and some erased.
  await queryRows(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, sealed, person_hashes, conversation_id, erased_at, created_at, updated_at, settled_at)
     select w, 'bkg_' || n, 'reservation', 'x', 'confirmed', 'C' || n, ${timesSql},
       case when n % 7 = 0 then null when n % 11 = 0 then '{"name": "Erased"}'
         else jsonb_build_object('name', 'N' || n % ($1 / 3), 'phone', '+1212' || 5000000 + n % ($1 / 3)) end,
       case when n % 7 = 0 then '\\x01'::bytea end,
       case when n % 7 = 0 then array[int4send(n % 10), '\\x02'::bytea] else '{}' end,
       'conv_' || n, case when n % 11 = 0 and n % 7 > 0 then now() end, now(), now(), now()
     from unnest(array['ws_a', 'ws_b']) w, generate_series(1, $1::int) n`,
    [BOOKING_COUNT],
  );
  await queryRows(
    `insert into conversations (workspace_id, id, channel, customer, sealed, created_at, updated_at)
     select 'ws_a', 'conv_' || n, 'widget', case when n = 2 then '{"email": "New@Example.com"}'::jsonb else '{}' end,
       case when n % 7 = 0 then '\\x01'::bytea end, now(), now() from generate_series(1, 21) n`,
  );
  await queryRows(
    `insert into requests (workspace_id, id, type, status, data, created_at, updated_at) values
       ('ws_a', 'ret_1', 'return.requested', 'requested', '{"email": "new@example.com"}', now(), now()),
       ('ws_a', 'mbr_1', 'membership.requested', 'received', '{"customer": {"phone": "+12125000001"}}', now(), now())`,
  );
  await queryAsDbOwner(
    connection,
    await readFile(new URL('../../migrations/0041-customers.sql', import.meta.url), 'utf8'),
  );
});

it('creates one customer for each phone, email or patient in each workspace', async () => {
  const [bookingCounts] = await queryRows(
    `select count(distinct (workspace_id, customer ->> 'phone'))::int as people from bookings where erased_at is null and sealed is null`,
  );
  const customerCounts = await queryRows(
    `select count(*) filter (where phone is not null)::int as phones, count(*) filter (where email is not null)::int as emails,
       count(*) filter (where person_hashes <> '{}')::int as patients from customers`,
  );
  expect(customerCounts).toEqual([{ phones: bookingCounts.people, emails: 1, patients: 20 }]);
  const wrongRows = await queryRows(
    `select from bookings b left join customers c using (workspace_id) where c.id = b.customer_id
       and c.phone is distinct from b.phone and b.sealed is null
     union all select from bookings where (customer_id is null) <> (erased_at is not null)`,
  );
  expect(wrongRows).toEqual([]);
});

it('links conversations by their contact details or their booking, and requests by their contact details', async () => {
  const linkedConversations =
    await queryRows(`select v.id, c.email, c.person_hashes <> '{}' as "isPatient" from conversations v
    join customers c on c.workspace_id = v.workspace_id and c.id = v.customer_id order by v.created_at, length(v.id), v.id`);
  expect(linkedConversations).toHaveLength(20);
  expect(linkedConversations[1]).toEqual({ id: 'conv_2', email: 'new@example.com', isPatient: false });
  expect(linkedConversations[6]).toEqual({ id: 'conv_7', email: null, isPatient: true });
  const requests = await queryRows(
    `select r.id, coalesce(c.email, c.phone) as contact from requests r join customers c on c.id = r.customer_id order by 1`,
  );
  expect(requests).toEqual([
    { id: 'mbr_1', contact: '+12125000001' },
    { id: 'ret_1', contact: 'new@example.com' },
  ]);
  const [{ outdated }] = await queryRows(
    `select count(*)::int as outdated from customers c where last_booking_at is distinct from (
       select max(starts_at) from bookings b where b.workspace_id = c.workspace_id and b.customer_id = c.id)`,
  );
  expect(outdated).toBe(0);
});
