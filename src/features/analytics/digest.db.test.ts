import { beforeAll, describe, expect, it } from 'vitest';
import { call, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';
import { openSharedEncoder } from '../../../test/shared-resources.ts';
import { loadIndustries } from '../../industries/load.ts';
import { sendDigests } from './digest.ts';

let service: Service;
let accountOwner: Awaited<ReturnType<typeof signUp>>;
let workspaceId: string;
let apiKey: string;

const queryDb = (sql: string, values: unknown[] = []) => queryAsDbOwner(service.connection, sql, values);
const industries = await loadIndustries();
const sendDigestsAt = (time: string) =>
  sendDigests(
    { database: service.database, encoder: openSharedEncoder(), industries, publicUrl: 'https://desk.example' },
    new Date(time),
  );
const listDigestEmails = async () =>
  (
    await queryDb(`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'mail.send' and payload ->> 'subject' like '%week%'`)
  ).rows.map(({ payload }) => payload);

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  accountOwner = await signUp(service, { businessName: 'Bella Vista' });
  const keyResponse = await call(service, 'POST', '/api/keys', {
    cookie: accountOwner.cookie,
    body: { name: 'k', mode: 'live', kind: 'secret' },
  });
  apiKey = keyResponse.json.key;
  await call(service, 'PUT', '/api/v1/config', {
    key: apiKey,
    body: { name: 'Bella Vista', timezone: 'America/New_York', currency: 'USD' },
  });
  workspaceId = (await queryDb(`select id from workspaces where mode = 'live'`)).rows[0].id;
  await queryDb(
    `with c as (insert into conversations (workspace_id, id, channel, created_at, updated_at) values ($1, 'conv_1', 'api', '2026-11-10Z', '2026-11-10Z')),
     b as (insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, price, customer, after_hours, created_at, updated_at)
       select $1, 'bkg_' || n, 'reservation', 'restaurant', 'confirmed', 'C' || n, now(), now() + interval '1 hour', 1250, '{}', n = 1, '2026-11-10Z', now()
       from generate_series(1, 2) n),
     r as (insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, created_at, updated_at)
       select $1, 'bkg_r' || n, 'reservation', 'restaurant', case n when 1 then 'cancelled' else 'completed' end, 'R' || n,
         '2026-11-12T20:00Z', '2026-11-12T21:00Z', '{}', '2026-10-01Z', '2026-11-12T10:00Z' from generate_series(1, 2) n),
     s as (insert into reminders_sent (workspace_id, booking_id, starts_at, before_minutes, sent_at)
       select $1, 'bkg_r' || n, '2026-11-12T20:00Z', 1440, '2026-11-11T20:00Z' from generate_series(1, 2) n)
     insert into messages (workspace_id, id, conversation_id, role, text, intent, created_at)
     values ($1, 'msg_1', 'conv_1', 'customer', 'can I bring my dog?', 'unknown', '2026-11-10Z'), ($1, 'msg_2', 'conv_1', 'customer', 'are dogs allowed', 'unknown', '2026-11-11Z')`,
    [workspaceId],
  );
});

describe('the weekly digest', () => {
  it('is sent on Monday at eight o’clock, local time of the business', async () => {
    await sendDigestsAt('2026-11-16T12:59:00Z');
    await sendDigestsAt('2026-11-15T14:00:00Z');
    expect(await listDigestEmails()).toEqual([]);
  });

  it('is sent once even by concurrent runners, and recorded as an event', async () => {
    await Promise.all(Array.from({ length: 4 }, () => sendDigestsAt('2026-11-16T13:00:00Z')));
    await sendDigestsAt('2026-11-16T18:00:00Z');
    const sentEmails = await listDigestEmails();
    expect(sentEmails).toHaveLength(1);
    expect(sentEmails[0]).toMatchObject({ to: accountOwner.email, subject: 'Bella Vista: your week in review' });
    expect(sentEmails[0].text).toContain('  1 conversation\n  2 bookings, worth $25.00\n');
    expect(sentEmails[0].text).toContain('1 booking made after hours, worth $12.50');
    expect(sentEmails[0].text).toContain('1 customer rescheduled or canceled in time after a reminder');
    expect(sentEmails[0].text).toMatch(
      /“are dogs allowed” \(and 1 more like it\)\n {4}Answer: https:\/\/desk\.example\/\?gap=gap_\w+/,
    );
    const { rows } = await queryDb(`select data from events where type = 'digest.weekly'`);
    expect(rows).toMatchObject([{ data: { totals: { bookings: 2, afterHoursBookings: 1 }, gaps: [{ count: 2 }] } }]);
  });

  it('is not sent after a week without activity, or if turned off', async () => {
    await sendDigestsAt('2026-11-23T14:00:00Z');
    await call(service, 'PUT', '/api/v1/config', { key: apiKey, body: { digest: { weekly: false } } });
    await queryDb('delete from analytics_digests');
    await sendDigestsAt('2026-11-16T14:00:00Z');
    expect(await listDigestEmails()).toHaveLength(1);
  });
});
