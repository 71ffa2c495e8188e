// Many reminders at once, over two runners of jobs on one database.
import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { IN_STEP } from '../effort.ts';
import { asOwner, type Service, startService } from '../harness.ts';
import { openLive, testClock } from '../live.ts';

const DUE = 500;
const clock = testClock('2026-11-16T09:00:00-05:00');
let instances: [Service, Service];
const sql = async (text: string, values: unknown[] = []) => (await asOwner(instances[0].connection, text, values)).rows;

beforeAll(async () => {
  const first = await startService(undefined, {}, { clock });
  instances = [first, await startService(first.connection, {}, { clock })];
});

/** So many confirmed bookings of three businesses, two days ahead. */
async function fill(): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await openLive(instances[0], 'restaurant', { name: `Place ${n}` });
    ids.push(id);
  }
  await sql(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, created_at, updated_at)
     select ($1::text[])[n % 3 + 1], 'bkg_' || lpad(n::text, 26, '0'), 'reservation', 'restaurant', 'confirmed', 'C' || n,
       $2::timestamptz, $2::timestamptz + interval '1 hour',
       jsonb_build_object('name', 'G', 'email', 'g' || n || '@example.com'), 2, $3, $3
     from generate_series(1, $4) as n`,
    [ids, '2026-11-18T19:00:00-05:00', clock(), DUE],
  );
  return ids;
}

/** What each of the two has mailed; one that has mailed nothing has no folder for it. */
const mailed = () =>
  Promise.all(instances.map(({ config }) => readdir(join(config.dataDir, 'outbox')).catch(() => [])));
const mails = async () => (await mailed()).flat();

describe('500 due reminders and two runners', () => {
  it('each goes out once', async () => {
    const workspaces = await fill();
    clock.set('2026-11-17T19:00:00-05:00');
    const began = performance.now();
    // More than the one job of each minute: what they do at the same time must not add up.
    await sql(`select graphile_worker.add_job('reminders.send', '{}') from generate_series(1, 6)`);
    await vi.waitFor(async () => expect(await mails()).toHaveLength(DUE), { timeout: 300_000, interval: 100 });
    const seconds = (performance.now() - began) / 1_000;
    console.log(`${DUE} reminders mailed in ${seconds.toFixed(1)} s; load average ${loadavg()[0]!.toFixed(1)}`);
    // Every runner is done with them; other jobs, such as the businesses' checkups, come in their own time.
    const left = () => sql(`select id from graphile_worker.jobs where task_identifier = 'reminders.send'`);
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000, interval: 100 });
    const [told] = await sql(
      `select count(*)::integer as events, count(distinct data ->> 'id')::integer as bookings
       from events where type = 'booking.reminder' and workspace_id = any($1)`,
      [workspaces],
    );
    expect(told).toEqual({ events: DUE, bookings: DUE });
    expect(new Set(await mails()).size).toBe(DUE);
    expect(await mails()).toHaveLength(DUE);
    console.log(`by each of the two: ${(await mailed()).map(({ length }) => length).join(' and ')}`);
  });
});

describe('looking for what is due', () => {
  it('is work that grows in step with the bookings of the next day', async () => {
    const { id } = await openLive(instances[0], 'restaurant', {});
    const fill = async (from: number, to: number) => {
      await sql(
        `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, created_at, updated_at)
         select $1, 'bkg_x' || n, 'reservation', 'restaurant', 'confirmed', 'X' || n, at, at + interval '1 hour', '{"name":"G"}', $2, $2
         from generate_series($3::integer, $4) as n, lateral (select $2::timestamptz + n * interval '0.8 seconds' as at) as t`,
        [id, clock(), from, to],
      );
      await sql('analyze bookings');
    };
    const leastMs = async () => {
      const times: number[] = [];
      while (times.length < 6) {
        const began = performance.now();
        expect(await sql(`select * from due_reminders($1, '', '', 200)`, [clock()])).toEqual([]);
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    await fill(1, 12_500);
    const few = await leastMs();
    await fill(12_501, 100_000);
    const many = await leastMs();
    console.log(`due of 12,500 in the next day: ${Math.round(few)} ms; of 100,000: ${Math.round(many)} ms`);
    expect(many / few).toBeLessThan(IN_STEP);
  });
});
