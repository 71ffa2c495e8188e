// Many reminders at the same time, sent by two job runners on one database.
import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_LINEAR_GROWTH } from '../growth.ts';
import { queryAsDbOwner, type Service, startService } from '../harness.ts';
import { createTestClock, openLiveBusiness } from '../live-business.ts';
import { chooseCaseCount } from '../random.ts';

const DUE_COUNT = chooseCaseCount(500, 5);
const clock = createTestClock('2026-11-16T09:00:00-05:00');
let instances: [Service, Service];
const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(instances[0].connection, sql, values)).rows;

beforeAll(async () => {
  const first = await startService(undefined, {}, { clock });
  instances = [first, await startService(first.connection, {}, { clock })];
});

/** Inserts confirmed bookings of three businesses, two days ahead. Returns the workspace ids. */
async function insertDueBookings(): Promise<string[]> {
  const workspaceIds: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await openLiveBusiness(instances[0], 'restaurant', { name: `Place ${n}` });
    workspaceIds.push(id);
  }
  await queryRows(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, created_at, updated_at)
     select ($1::text[])[n % 3 + 1], 'bkg_' || lpad(n::text, 26, '0'), 'reservation', 'restaurant', 'confirmed', 'C' || n,
       $2::timestamptz, $2::timestamptz + interval '1 hour',
       jsonb_build_object('name', 'G', 'email', 'g' || n || '@example.com'), 2, $3, $3
     from generate_series(1, $4) as n`,
    [workspaceIds, '2026-11-18T19:00:00-05:00', clock(), DUE_COUNT],
  );
  return workspaceIds;
}

/** The emails that each instance sent. The outbox folder is missing if it sent none. */
const readEmailsByInstance = () =>
  Promise.all(instances.map(({ config }) => readdir(join(config.dataDir, 'outbox')).catch(() => [])));
const readAllEmails = async () => (await readEmailsByInstance()).flat();

describe(`${DUE_COUNT} due reminders and two runners`, () => {
  it('send each reminder once', async () => {
    const workspaceIds = await insertDueBookings();
    clock.set('2026-11-17T19:00:00-05:00');
    const startedAt = performance.now();
    // More jobs than the one per minute, to test that concurrent jobs do not send duplicates.
    await queryRows(`select graphile_worker.add_job('reminders.send', '{}') from generate_series(1, 6)`);
    await vi.waitFor(async () => expect(await readAllEmails()).toHaveLength(DUE_COUNT), {
      timeout: 300_000,
      interval: 100,
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`${DUE_COUNT} reminders mailed in ${seconds.toFixed(1)} s; load average ${loadavg()[0]!.toFixed(1)}`);
    // Wait for the reminder jobs only; other jobs, such as checkups, may still be queued.
    const readRemainingJobs = () =>
      queryRows(`select id from graphile_worker.jobs where task_identifier = 'reminders.send'`);
    await vi.waitFor(async () => expect(await readRemainingJobs()).toEqual([]), { timeout: 60_000, interval: 100 });
    const [eventCounts] = await queryRows(
      `select count(*)::integer as events, count(distinct data ->> 'id')::integer as bookings
       from events where type = 'booking.reminder' and workspace_id = any($1)`,
      [workspaceIds],
    );
    expect(eventCounts).toEqual({ events: DUE_COUNT, bookings: DUE_COUNT });
    expect(new Set(await readAllEmails()).size).toBe(DUE_COUNT);
    expect(await readAllEmails()).toHaveLength(DUE_COUNT);
    console.log(`by each of the two: ${(await readEmailsByInstance()).map(({ length }) => length).join(' and ')}`);
  });
});

describe('finding due reminders', () => {
  it('takes time proportional to the number of bookings of the next day', async () => {
    const { id } = await openLiveBusiness(instances[0], 'restaurant', {});
    const insertBookings = async (from: number, to: number) => {
      await queryRows(
        `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, created_at, updated_at)
         select $1, 'bkg_x' || n, 'reservation', 'restaurant', 'confirmed', 'X' || n, at, at + interval '1 hour', '{"name":"G"}', $2, $2
         from generate_series($3::integer, $4) as n, lateral (select $2::timestamptz + n * interval '0.8 seconds' as at) as t`,
        [id, clock(), from, to],
      );
      await queryRows('analyze bookings');
    };
    const findFastestMs = async () => {
      const times: number[] = [];
      while (times.length < 6) {
        const startedAt = performance.now();
        expect(await queryRows(`select * from due_reminders($1, '', '', 200)`, [clock()])).toEqual([]);
        times.push(performance.now() - startedAt);
      }
      return Math.min(...times);
    };
    await insertBookings(1, 12_500);
    const fewMs = await findFastestMs();
    await insertBookings(12_501, 100_000);
    const manyMs = await findFastestMs();
    console.log(`due of 12,500 in the next day: ${Math.round(fewMs)} ms; of 100,000: ${Math.round(manyMs)} ms`);
    expect(manyMs / fewMs).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});
