// A worker that is killed while it sends reminders: nothing is lost, nothing is sent twice.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asOwner, createDatabase, startService } from '../harness.ts';
import { openLive, testClock } from '../live.ts';
import { databaseUrl, spawnService, temporaryFolder, until } from './service-process.ts';

const DUE = 300;

it('kill -9 in the middle of 300 reminders', async () => {
  const connection = await createDatabase();
  const sql = async (text: string, values: unknown[] = []) => (await asOwner(connection, text, values)).rows;
  const clock = testClock(new Date(Date.now() - 3 * 86_400_000).toISOString());
  const service = await startService(connection, { jobs: 'off' }, { clock });
  const { id } = await openLive(service, 'restaurant');
  await sql(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, created_at, updated_at)
     select $1, 'bkg_' || lpad(n::text, 26, '0'), 'reservation', 'restaurant', 'confirmed', 'C' || n,
       now() + interval '20 hours', now() + interval '21 hours',
       jsonb_build_object('name', 'G', 'email', 'g' || n || '@example.com'), 2, $2, $2
     from generate_series(1, $3) as n`,
    [id, clock(), DUE],
  );

  const dataDir = join(await temporaryFolder(), 'data');
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(connection, connection.database),
    MASTER_KEY: service.config.masterKey!,
    LOG_LEVEL: 'warn',
  };
  const mails = () => readdir(join(dataDir, 'outbox')).catch(() => []);
  const sent = async () => (await mails()).filter((file) => file.endsWith('.eml'));
  const events = async () =>
    (await sql(`select data ->> 'id' as id from events where type = 'booking.reminder'`)).length;

  const first = spawnService(env, 'worker');
  await until(() => first.out().includes('runs its jobs'));
  await sql(`select graphile_worker.add_job('reminders.send', '{}')`);
  await until(async () => (await events()) > DUE / 3);
  first.child.kill('SIGKILL');
  await first.ended;
  const [before, told] = [(await sent()).length, await events()];
  console.log(`killed after ${told} events and ${before} mails`);
  expect(told).toBeLessThan(DUE);

  // As if half a minute had passed without a sign of life.
  await sql(`update job_runners set seen_at = now() - interval '31 seconds'`);
  const second = spawnService(env, 'worker');
  await until(() => second.out().includes('runs its jobs'));
  await until(async () => (await sent()).length === DUE && (await events()) === DUE, 300_000);
  const left = () => sql(`select 1 from graphile_worker.jobs where task_identifier = 'reminders.send'`);
  await until(async () => (await left()).length === 0);
  expect([(await sent()).length, await events()]).toEqual([DUE, DUE]);
  const twice = await sql(
    `select data ->> 'id' from events where type = 'booking.reminder' group by 1 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
