// Fills a database with a year of many businesses, in the order in which the rows would have come.
import type pg from 'pg';

export const WORKSPACE_COUNT = 1_000;
const TYPICAL_WORKSPACE_COUNT = 20;
const MESSAGES_PER_CONVERSATION = 4;
/** The rows that each measured workspace has at every size, so that a page is full and as long at all of them. */
const BASE_CONVERSATIONS = 100;
const LARGEST_SHARE = 0.05;
/** Below this, building indexes at the end gains nothing. */
const MIN_MESSAGES_TO_DROP_INDEXES = 100_000;

/** The ids of the workspaces to measure: one that has a twentieth of all rows, and some of the usual size. */
export type MeasuredWorkspaces = { largest: string; typical: string[] };

/** A search for it finds three of the oldest conversations. */
export const RARE_WORD = 'zanzibar';
export const COMMON_WORD = 'parking';
/** Common, but the conversations of the benchmark itself, which are the newest, do not have it. */
export const PAST_WORD = 'appointment';

const ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The time in an id, as in newId(): ids sort by time. */
const CREATE_STAMP_FUNCTION = `create or replace function bench_stamp(ms bigint) returns text language sql immutable
  return ${Array.from({ length: 10 }, (_, digitIndex) => `substr('${ID_DIGITS}', 1 + (ms >> ${45 - 5 * digitIndex} & 31)::int, 1)`).join(' || ')}`;
const createIdSql = (prefix: string, n: string, stamp = 'stamp') =>
  `'${prefix}_' || ${stamp} || lpad(to_hex(${n}), 16, '0')`;
const CONVERSATION_ID_SQL = createIdSql('conv', 'n');
const BOOKING_ID_SQL = createIdSql('bkg', 'n');
const createMessageIdSql = (k: string) => createIdSql('msg', `4 * n + ${k}`);
const EPOCH_MS_SQL = '(extract(epoch from at) * 1000)::bigint';

/** One row per conversation, from which all others follow. `nth` counts within its workspace. */
const CREATE_PLAN_SQL = `
  create unlogged table bench_plan as
  select n, workspace, at, bench_stamp(ms) as stamp, row_number() over (partition by workspace order by n) - 1 as nth from (
    select *, ${EPOCH_MS_SQL} as ms from (
    select n, now() - interval '365 days' + n * (interval '365 days' / $2::float8) as at,
      ($1::text[])[case when draw < $3 then 2 + (draw / $3 * ${TYPICAL_WORKSPACE_COUNT})::int % ${TYPICAL_WORKSPACE_COUNT}
        when draw < $3 + ${LARGEST_SHARE} then 1 else 2 + (random() * ${WORKSPACE_COUNT - 2})::int end] as workspace
    from (select n, random() as draw from generate_series(1, $2::bigint) n) as drawn
  ) as placed) as timed order by n`;

const CUSTOMER_ID_SQL = `'cus_' || lpad(to_hex(nth / 5), 26, '0')`;
const CUSTOMER_NAME_SQL = `(array['Dana','Priya','Tom','Aoife','Marcus','Yuki','Elena','Sam','Fatima','Jonas'])[1 + nth / 5 % 10] || ' ' ||
  initcap((array['fo','pa','wal','ki','lo','bro','no','ha','moo','sil'])[1 + nth / 50 % 10] || (array['ster','tel','sh','man','pez','wn','wak','ddad','re','va'])[1 + nth / 500 % 10])`;
const CUSTOMER_PHONE_SQL = `'+1212' || lpad((nth / 5)::text, 7, '0')`;
const CUSTOMER_JSON_SQL = `jsonb_build_object('name', ${CUSTOMER_NAME_SQL}, 'phone', ${CUSTOMER_PHONE_SQL})`;

/** What is inserted into each table from the plan: SQL after `insert into <table>`. Times and ids follow from the conversation's. */
const ROWS_SQL_BY_TABLE: Record<string, string> = {
  customers: `(workspace_id, id, name, phone, created_at, updated_at, last_booking_at)
    select workspace, ${CUSTOMER_ID_SQL}, ${CUSTOMER_NAME_SQL}, ${CUSTOMER_PHONE_SQL}, at, at, at + interval '2 days' from bench_plan where nth % 5 = 0`,
  conversations: `(workspace_id, id, status, channel, business_type, business_name, customer, customer_id, episodes, rating, preview, message_count,
      created_at, updated_at, waiting_since)
    select workspace, ${CONVERSATION_ID_SQL}, case when nth % 40 = 0 and nth < 400 then 'handoff' when nth % 10 < 3 then 'resolved' else 'open' end,
      (array['widget', 'widget', 'api', 'email', 'phone'])[1 + n % 5], 'salon', 'Bench', ${CUSTOMER_JSON_SQL}, ${CUSTOMER_ID_SQL},
      jsonb_build_array(jsonb_build_object('startedAt', at, 'resolvedAt', case when nth % 10 < 3 then at + interval '2 minutes' end)),
      case when n % 7 = 0 then 1 + n % 5 end, 'Thank you! Is there anything else that I can help you with today?', ${MESSAGES_PER_CONVERSATION},
      at, at + interval '2 minutes', case when nth % 40 = 0 and nth < 400 then at end
    from bench_plan`,
  messages: `(workspace_id, id, conversation_id, role, text, intent, confidence, created_at, details)
    select workspace, ${createMessageIdSql('k')}, ${CONVERSATION_ID_SQL},
      case when k % 2 = 1 then 'customer' else 'assistant' end,
      case when k % 2 = 1 then (array['Can I get an ${PAST_WORD} for a cut this week, ideally after work?', 'How much is a cut and do I have to pay in advance?',
          'Do you take walk-ins on Saturday, or is it better to book ahead?', 'Is there ${COMMON_WORD} near you, and how do I find the entrance?'])[1 + (n + k) % 4]
          || ' Ref item' || (n * 7919 + k * 104729) % 50000 || case when k = 1 and nth in (3, 13, 23) then ' ${RARE_WORD}' else '' end
        else 'Of course. ' || (array['We are open from nine to six, Monday to Saturday.', 'A cut takes forty-five minutes, and you pay when you are here.',
          'There is a car park behind the building.', 'The next free time is tomorrow at ten with any of our stylists.'])[1 + (n + k) % 4] || ' Shall I do that for you?' end,
      case when k = 1 and n % 15 = 0 then 'unknown' when k % 2 = 1 then (array['salon.book', 'salon.services', 'general.hours', 'faq', 'booking.change'])[1 + (n + k) % 5] end,
      case when k % 2 = 1 then 0.9 end, at + k * interval '30 seconds',
      case when k % 2 = 0 then '{"engine":"embedded","engineReason":"only","sources":[{"id":"hours","kind":"faq","title":"Opening hours"}],"receipts":[],"suggestions":["Book","Prices","Opening hours"]}'::jsonb end
    from bench_plan cross join generate_series(1, ${MESSAGES_PER_CONVERSATION}) k`,
  analytics_gaps: `select distinct workspace, 'gap_' || lpad((nth % 20)::text, 26, '0'), decode(repeat('00', 4 * 384), 'hex') from bench_plan`,
  analytics_questions: `(workspace_id, message_id, at, gap_id)
    select workspace, ${createMessageIdSql('1')}, at + interval '30 seconds', 'gap_' || lpad((nth % 20)::text, 26, '0')
    from bench_plan where n % 15 = 0`,
  // The first of each workspace are in the coming week, the others one per stylist and hour before now.
  bookings: `(workspace_id, id, kind, industry, status, code, starts_at, ends_at, service, resource, price, customer, customer_id, conversation_id,
      after_hours, created_at, updated_at, settled_at)
    select workspace, ${BOOKING_ID_SQL}, 'appointment', 'salon', 'confirmed', 'B' || n, starts_at, starts_at + interval '45 minutes',
      '{"id":"cut","name":"Cut"}', jsonb_build_object('id', 's' || booking_index % 20, 'name', 'Stylist ' || booking_index % 20), 4500, ${CUSTOMER_JSON_SQL}, ${CUSTOMER_ID_SQL},
      ${CONVERSATION_ID_SQL}, n % 4 = 0, at, at, at
    from bench_bookings`,
  booked_times: `(workspace_id, booking_id, resource_id, from_at, to_at)
    select workspace, ${BOOKING_ID_SQL}, 'salon/s' || booking_index % 20, starts_at, starts_at + interval '55 minutes' from bench_bookings`,
  events: `(workspace_id, id, type, data, occurred_at, created_at)
    select workspace, ${createIdSql('evt', '2 * n + k')},
      case when k = 1 then case when nth % 5 < 2 then 'booking.created' else 'conversation.created' end
        when nth % 10 < 3 then 'conversation.resolved' when nth % 40 = 0 then 'conversation.handoff' else 'message.received' end,
      jsonb_build_object('id', case when k = 1 and nth % 5 < 2 then ${BOOKING_ID_SQL} else ${CONVERSATION_ID_SQL} end, 'conversationId', ${CONVERSATION_ID_SQL},
        'status', 'confirmed', 'channel', 'widget', 'customer', ${CUSTOMER_JSON_SQL}, 'service', '{"id":"cut","name":"Cut"}'::jsonb, 'startsAt', at),
      at + k * interval '1 minute', at + k * interval '1 minute'
    from bench_plan cross join generate_series(1, 2) k`,
  // A month of requests, four for five conversations of the year.
  request_log: `(workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, logged_at)
    select workspace, ${createIdSql('rql', 'n', 'bench_stamp(ms)')}, 'req_' || n, 'key_' || n % 3, 'POST', '/api/chat', '{}',
      case when n % 50 = 0 then 422 else 200 end, 4 + random() * 40, requested_at, requested_at
    from (select *, (extract(epoch from requested_at) * 1000)::bigint as ms from (
      select *, now() - (now() - at) * (30.0 / 366) as requested_at from bench_plan where n % 5 > 0) as calls) as timed`,
  // Of the measured ones it is counted from the rows.
  analytics_quarters: `select workspace, quarter_of(at), 'widget', 'salon', jsonb_build_object('conversations', count(*), 'messages', 4 * count(*)), '{}'
    from bench_plan group by 1, 2`,
  analytics_days: `select workspace, 'day', at::date, 'widget', 'salon', jsonb_build_object('conversations', count(*), 'messages', 4 * count(*)), '{}'
    from bench_plan group by 1, 3`,
};

const CREATE_BOOKINGS_SQL = `
  create unlogged table bench_bookings as
  select *, case when booking_index < 28 then date_trunc('day', now()) + interval '1 day' * (1 + booking_index / 4) + interval '1 hour' * (12 + booking_index % 4)
    else date_trunc('hour', now()) - interval '2 days' - interval '1 hour' * (booking_index / 20) end as starts_at
  from (select *, row_number() over (partition by workspace order by n) - 1 as booking_index from bench_plan where nth % 5 < 2) as b order by n`;

/** As if the log had been written day by day. */
const CREATE_REQUEST_LOG_DAYS = `do $$ declare day timestamptz; begin
  for day in select date_trunc('day', now(), 'UTC') - make_interval(days => n) from generate_series(1, 31) as n loop
    execute format('create table %I partition of request_log for values from (%L) to (%L)', request_log_name(day), day, day + interval '1 day');
  end loop;
end $$`;

/** Fills the database as its owner. Triggers do not run: what they would write is written here. */
export async function fillDatabase(
  dbOwnerPool: pg.Pool,
  workspaces: string[],
  messageCount: number,
): Promise<MeasuredWorkspaces> {
  const conversationCount = messageCount / MESSAGES_PER_CONVERSATION;
  const client = await dbOwnerPool.connect();
  const run = async (label: string, statement: string, values: unknown[] = []) => {
    const startedAt = performance.now();
    const { rowCount } = await client.query(statement, values);
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds > 5) console.log(`  ${label}: ${rowCount?.toLocaleString('en') ?? ''} in ${seconds.toFixed(0)} s`);
  };
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
    set maintenance_work_mem = '1GB'; set timezone = 'UTC'; select setseed(0.5)`);
  await client.query(CREATE_STAMP_FUNCTION);
  await client.query(CREATE_REQUEST_LOG_DAYS);
  const measuredShare = (TYPICAL_WORKSPACE_COUNT * BASE_CONVERSATIONS) / conversationCount;
  await run('plan', CREATE_PLAN_SQL, [workspaces, conversationCount, Math.min(0.8, measuredShare)]);
  await run('bookings', CREATE_BOOKINGS_SQL);
  const droppedIndexes = messageCount < MIN_MESSAGES_TO_DROP_INDEXES ? [] : await dropIndexes(client);
  for (const [table, rowsSql] of Object.entries(ROWS_SQL_BY_TABLE)) await run(table, `insert into ${table} ${rowsSql}`);
  for (const definition of droppedIndexes) await run(definition.slice(0, 60), definition);
  await client.query('drop table bench_plan, bench_bookings');
  await client.query('reset session_replication_role; reset work_mem');
  const [largest = '', ...otherWorkspaces] = workspaces;
  const typical = otherWorkspaces.slice(0, TYPICAL_WORKSPACE_COUNT);
  for (const workspace of [largest, ...typical]) {
    await client.query('begin');
    await client.query(`select set_config('app.workspace_id', $1, true)`, [workspace]);
    await run('analytics', 'select rebuild_analytics()');
    await client.query('commit');
  }
  await run('vacuum', 'vacuum (analyze, freeze)');
  await client.query('checkpoint');
  client.release();
  return { largest, typical };
}

/** Returns the statements that create them again. Indexes of constraints and of partitions are kept. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relname = any($1) and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [Object.keys(ROWS_SQL_BY_TABLE)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
