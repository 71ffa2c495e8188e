import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { COUNT_FIELDS } from './counts.ts';
import { rebuildAnalytics, rollUpAnalytics } from './jobs.ts';

const FIRST_DAY_MS = Date.parse('2026-02-01T00:00:00Z');
const LAST_DAY_MS = Date.parse('2026-12-31T00:00:00Z');
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Apia',
  'America/Santiago',
];
const CHANNELS = ['api', 'widget', 'email'];
const INDUSTRIES = ['restaurant', 'salon', 'medical'];

let service: Service;
let workspace: { id: string; key: string };
let quietWorkspace: { id: string };

const queryDb = (sql: string, values: unknown[] = []) => queryAsDbOwner(service.connection, sql, values);
const readAnalytics = (query: Record<string, string>) =>
  call(service, 'GET', `/api/analytics?${new URLSearchParams(query)}`, { key: workspace.key });

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  workspace = await createWorkspace(service);
  await queryDb(`update workspaces set timezone = 'America/New_York' where id = $1`, [workspace.id]);
  await insertRandomRows(workspace.id, 1, 600);
  quietWorkspace = await createWorkspace(service);
  await insertRandomRows(quietWorkspace.id, 9, 100);
  await rollUpAnalytics(service.database, workspace.id);
  // From here on, only a part of the rows is rolled up.
  await insertRandomRows(workspace.id, 2, 50);
  await queryDb('analyze');
});

/** A year of random rows, concentrated around daylight-saving changes. */
async function insertRandomRows(workspaceId: string, seed: number, count: number): Promise<void> {
  await queryDb(`select setseed($1)`, [seed / 10]);
  await queryDb(
    `with t as materialized (
       select n, 'conv_' || $2::text || '_' || n as id, (array['api', 'widget', 'email'])[1 + floor(random() * 3)::int] as channel,
         (array['restaurant', 'salon', 'medical', null])[1 + floor(random() * 4)::int] as industry,
         case when n % 3 = 0 then (array['2026-03-08 00:00-05', '2026-11-01 00:00-04', '2026-03-29 00:00+01',
           '2026-10-25 00:00+02', '2026-04-05 00:00+10', '2026-11-01 00:00-05']::timestamptz[])[1 + floor(random() * 6)::int]
           + random() * interval '30 hours' else timestamptz '2026-02-01Z' + random() * interval '330 days' end as at,
         random() as r1, random() as r2, random() as r3, random() as r4
       from generate_series(1, $3::int) n
     ), rounded as (select *, date_trunc('milliseconds', at) as began from t
     ), c as (
       insert into conversations (workspace_id, id, channel, business_type, rating, status, episodes, created_at, updated_at)
       select $1, id, channel, industry, case when r1 < 0.3 then 1 + floor(r2 * 5)::int end,
         case when r3 < 0.3 and r4 >= 0.3 then 'resolved' else 'open' end,
         case when r3 < 0.3 and r4 < 0.3 then json_build_array(
             json_build_object('startedAt', began, 'resolvedAt', began + interval '2 hours'),
             json_build_object('startedAt', began + interval '2 hours' + r4 * interval '50 days', 'resolvedAt', null))
           when r3 < 0.3 then json_build_array(json_build_object('startedAt', began, 'resolvedAt', began + interval '2 hours'))
           else json_build_array(json_build_object('startedAt', began, 'resolvedAt', null)) end, began, began from rounded
     ), m as (
       insert into messages (workspace_id, id, conversation_id, role, text, intent, details, created_at)
       select $1, 'msg_' || id || '_' || k, id, case when k % 2 = 1 then 'customer' when k = 6 then 'agent' else 'assistant' end,
         'words', case when k % 2 = 1 then (array['faq', 'restaurant.menu', 'general.hours'])[1 + (k + n) % 3] end,
         case when k = 2 then '{"engine":"embedded"}'::jsonb end, began + k * interval '7 minutes'
       from rounded, generate_series(1, 6) k where k <= 2 + r2 * 5
     ), b as (
       insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, price, customer, after_hours, conversation_id, created_at, updated_at)
       select $1, 'bkg_' || id, 'appointment', coalesce(industry, 'salon'), case when r1 < 0.2 then 'cancelled' else 'confirmed' end,
         $2::text || '_' || n, at, at + interval '1 hour', case when r2 < 0.7 then floor(r4 * 9000)::int end, '{}', r4 < 0.4,
         case when r3 < 0.5 then id end, began + interval '1 minute', began from rounded where r1 < 0.5
     )
     insert into events (workspace_id, id, type, data, occurred_at)
     select $1, 'evt_r_' || id, 'conversation.resolved', json_build_object('id', id), began + interval '2 hours' from rounded where r3 < 0.3
     union all
     select $1, 'evt_h_' || id, 'conversation.handoff', json_build_object('id', id), began + interval '30 minutes' from rounded where r2 < 0.4
     union all
     select $1, 'evt_m_' || id, 'message.received', '{}', began from rounded`,
    [workspaceId, String(seed), count],
  );
}

/** The totals computed by plain SQL over the rows, to compare with. */
async function computeExpectedTotals(from: Date, to: Date, channel: string | undefined, industry: string | undefined) {
  const within = (column: string) => `${column} >= $2 and ${column} < $3`;
  const conversation = `($4::text is null or c.channel = $4) and ($5::text is null or c.business_type = $5)`;
  const { rows } = await queryDb(
    `with c as (select * from conversations c where workspace_id = $1 and ${conversation}),
     e as (select e.*, c.episodes, c.id as conversation from events e join c on c.id = e.data ->> 'id' where e.workspace_id = $1),
     r as (select e.*, exists (select from events h where h.workspace_id = $1 and h.type = 'conversation.handoff'
         and h.data ->> 'id' = e.conversation and h.occurred_at <= e.occurred_at) or exists (select from messages m
         where m.workspace_id = $1 and m.conversation_id = e.conversation and m.role = 'agent' and m.created_at <= e.occurred_at) as person,
         coalesce((e.episodes -> 1 ->> 'startedAt')::timestamptz < e.occurred_at + interval '168 hours', false) as reopened
       from e where type = 'conversation.resolved' and ${within('occurred_at')})
     select
       (select count(*) from c where ${within('created_at')})::int as conversations,
       (select count(*) from messages m join c on c.id = m.conversation_id where m.workspace_id = $1 and ${within('m.created_at')})::int as messages,
       count(b.*)::int as bookings, coalesce(sum(b.price), 0)::int as "bookingValue",
       (count(b.*) filter (where b.after_hours))::int as "afterHoursBookings",
       (select count(*) from r)::int as resolved,
       (select count(*) from e where type = 'conversation.handoff' and ${within('occurred_at')})::int as handoffs,
       (select (count(*) filter (where not person))::float8 / nullif(count(*), 0) from r) as "resolutionRate",
       (select (count(*) filter (where not person and not reopened))::float8 / nullif(count(*), 0) from r) as "durableResolutionRate",
       (select sum(rating)::float8 / nullif(count(rating), 0) from c where ${within('created_at')}) as "averageRating"
     from (select b.* from bookings b left join conversations own on own.workspace_id = $1 and own.id = b.conversation_id
       where b.workspace_id = $1 and ${within('b.created_at')} and ($5::text is null or b.industry = $5)
       and ($4::text is null or coalesce(own.channel, 'api') = $4)) b`,
    [workspace.id, from, to, channel ?? null, industry ?? null],
  );
  return rows[0];
}

const randomInstant = fc.oneof(
  fc.integer({ min: FIRST_DAY_MS, max: LAST_DAY_MS }).map((ms) => new Date(ms).toISOString()),
  fc
    .integer({ min: FIRST_DAY_MS / 900_000, max: LAST_DAY_MS / 900_000 })
    .map((n) => new Date(Math.floor(n) * 900_000).toISOString()),
  fc.integer({ min: 32, max: 364 }).map((day) => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)),
  fc.constantFrom('2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02', '2026-03-29', '2026-04-24', '2026-10-25'),
);
const randomQuery = fc.record({
  range: fc.tuple(randomInstant, randomInstant).filter(([a, b]) => Date.parse(b) - Date.parse(a) > 86_400_000),
  tz: fc.option(fc.constantFrom(...ZONES), { nil: undefined }),
  interval: fc.constantFrom('hour', 'day', 'week', 'month'),
  channel: fc.option(fc.constantFrom(...CHANNELS), { nil: undefined }),
  industry: fc.option(fc.constantFrom(...INDUSTRIES), { nil: undefined }),
});

type RandomQuery = typeof randomQuery extends fc.Arbitrary<infer T> ? T : never;

async function checkTotals({ range: [from, to], tz, interval, channel, industry }: RandomQuery): Promise<void> {
  const queryParameters = { from, to, tz, interval, channel, industry };
  const query = Object.fromEntries(
    Object.entries(queryParameters).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const { status, json } = await readAnalytics(query);
  expect({ queryParameters, status }).toEqual({ queryParameters, status: 200 });
  const expected = await computeExpectedTotals(new Date(json.from), new Date(json.to), channel, industry);
  const { totals } = json;
  expect({ queryParameters, totals }).toEqual({ queryParameters, totals: { ...totals, ...expected } });
  const seriesSums = Object.fromEntries(
    COUNT_FIELDS.map((name) => [
      name,
      json.series.reduce((sum: number, entry: Record<string, number>) => sum + entry[name]!, 0),
    ]),
  );
  expect({ queryParameters, sums: seriesSums }).toEqual({
    queryParameters,
    sums: Object.fromEntries(COUNT_FIELDS.map((name) => [name, totals[name]])),
  });
  const entry = json.series[Math.floor(json.series.length / 2)];
  const nextStart = json.series[Math.floor(json.series.length / 2) + 1]?.at ?? json.to;
  const expectedEntry = await computeExpectedTotals(new Date(entry.at), new Date(nextStart), channel, industry);
  expect({ queryParameters, entry }).toEqual({ queryParameters, entry: { ...entry, ...pickCounts(expectedEntry) } });
}

const pickCounts = (counts: Record<string, number>) =>
  Object.fromEntries(COUNT_FIELDS.filter((name) => name !== 'apiCalls').map((name) => [name, counts[name]]));

/** The content of all derived tables. */
async function dumpDerivedTables(): Promise<string> {
  const { rows } = await queryDb(
    `select (select json_agg(q order by at, channel, industry) from analytics_quarters q where workspace_id = $1)::text
       || (select json_agg(d order by span, day, channel, industry) from analytics_days d where workspace_id = $1)::text as text`,
    [quietWorkspace.id],
  );
  return rows[0].text;
}

describe('totals', () => {
  it('equal plain SQL over the rows, for any range, zone and filter', async () => {
    await fc.assert(fc.asyncProperty(randomQuery, checkTotals), { numRuns: 50, endOnFailure: true });
  });

  it('are the same before and after the rollup', async () => {
    const query = { from: '2026-02-01', to: '2026-12-31', interval: 'day' };
    const readResult = async () => {
      const { totals, series, intents, channels, engines, handoffReasons } = (await readAnalytics(query)).json;
      // The request itself counts as a call.
      return JSON.stringify([totals, series, intents, channels, engines, handoffReasons]).replaceAll(
        /"apiCalls":\d+/g,
        '',
      );
    };
    const resultBefore = await readResult();
    expect(await rollUpAnalytics(service.database, workspace.id)).toBeGreaterThan(100);
    expect(await readResult()).toBe(resultBefore);
  });

  it('are byte-identical after a rebuild', async () => {
    expect(await rollUpAnalytics(service.database, quietWorkspace.id)).toBeGreaterThan(100);
    const dumpBefore = await dumpDerivedTables();
    expect(dumpBefore.length).toBeGreaterThan(10_000);
    await rebuildAnalytics(service.database, quietWorkspace.id);
    expect(await dumpDerivedTables()).toBe(dumpBefore);
    expect(await rollUpAnalytics(service.database, quietWorkspace.id)).toBe(0);
  });

  it('follow changes of rows that were counted earlier', async () => {
    await queryDb(`update bookings set price = coalesce(price, 0) + 100 where workspace_id = $1 and id like '%7'`, [
      workspace.id,
    ]);
    await queryDb(`update conversations set business_type = 'salon' where workspace_id = $1 and id like '%3'`, [
      workspace.id,
    ]);
    await queryDb(`update conversations set rating = 5 where workspace_id = $1 and id like '%21'`, [workspace.id]);
    await queryDb(`delete from conversations where workspace_id = $1 and id like '%44'`, [workspace.id]);
    await service.database.inWorkspace(workspace.id, (db) => sql`delete from bookings where id like '%91'`.execute(db));
    await fc.assert(fc.asyncProperty(randomQuery, checkTotals), { numRuns: 10, endOnFailure: true });
    await rollUpAnalytics(service.database, workspace.id);
    await fc.assert(fc.asyncProperty(randomQuery, checkTotals), { numRuns: 10, endOnFailure: true });
  });

  it('are correct after the business moves to another time zone', async () => {
    await queryDb(`update workspaces set timezone = 'Asia/Kolkata' where id = $1`, [workspace.id]);
    await fc.assert(fc.asyncProperty(randomQuery, checkTotals), { numRuns: 8, endOnFailure: true });
    await rollUpAnalytics(service.database, workspace.id);
    await fc.assert(fc.asyncProperty(randomQuery, checkTotals), { numRuns: 8, endOnFailure: true });
  });

  it('are deleted with their workspace', async () => {
    await queryDb(
      `insert into messages (workspace_id, id, conversation_id, role, text, intent, created_at)
       select workspace_id, 'msg_x', id, 'customer', 'what?', 'unknown', now() from conversations where workspace_id = $1 limit 1`,
      [workspace.id],
    );
    await readAnalytics({});
    expect((await queryDb('select from analytics_gaps where workspace_id = $1', [workspace.id])).rowCount).toBe(1);
    await queryDb('delete from workspaces where live_id = $1', [workspace.id]);
    const { rows } = await queryDb(
      `select (select count(*) from analytics_marks where workspace_id = $1)::int as marks,
         (select count(*) from analytics_questions where workspace_id = $1)::int as questions`,
      [workspace.id],
    );
    expect(rows).toEqual([{ marks: 0, questions: 0 }]);
  });
});
