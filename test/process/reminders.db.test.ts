// A worker is killed while it sends reminders: none may be lost or sent twice.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, queryAsDbOwner, startService } from '../harness.ts';
import { createTestClock, openLiveBusiness } from '../live-business.ts';
import { buildDatabaseUrl, createTemporaryFolder, spawnService, waitUntil } from './service-process.ts';

const REMINDER_COUNT = 300;

it('sends each of 300 reminders once after a kill -9', async () => {
  const connection = await createDatabase();
  const queryRows = async (sql: string, values: unknown[] = []) => (await queryAsDbOwner(connection, sql, values)).rows;
  const clock = createTestClock(new Date(Date.now() - 3 * 86_400_000).toISOString());
  const service = await startService(connection, { jobs: 'off' }, { clock });
  const { id: workspaceId } = await openLiveBusiness(service, 'restaurant');
  await queryRows(
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, created_at, updated_at)
     select $1, 'bkg_' || lpad(n::text, 26, '0'), 'reservation', 'restaurant', 'confirmed', 'C' || n,
       now() + interval '20 hours', now() + interval '21 hours',
       jsonb_build_object('name', 'G', 'email', 'g' || n || '@example.com'), 2, $2, $2
     from generate_series(1, $3) as n`,
    [workspaceId, clock(), REMINDER_COUNT],
  );

  const dataDir = join(await createTemporaryFolder(), 'data');
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: buildDatabaseUrl(connection, connection.database),
    MASTER_KEY: service.config.masterKey!,
    LOG_LEVEL: 'warn',
  };
  const listOutboxFiles = () => readdir(join(dataDir, 'outbox')).catch(() => []);
  const readSentEmails = async () => (await listOutboxFiles()).filter((file) => file.endsWith('.eml'));
  const countReminderEvents = async () =>
    (await queryRows(`select data ->> 'id' as id from events where type = 'booking.reminder'`)).length;

  const firstWorker = spawnService(env, 'worker');
  await waitUntil(() => firstWorker.out().includes('runs its jobs'));
  await queryRows(`select graphile_worker.add_job('reminders.send', '{}')`);
  await waitUntil(async () => (await countReminderEvents()) > REMINDER_COUNT / 3);
  firstWorker.child.kill('SIGKILL');
  await firstWorker.exitCode;
  const [emailCountBefore, eventCountBefore] = [(await readSentEmails()).length, await countReminderEvents()];
  console.log(`killed after ${eventCountBefore} events and ${emailCountBefore} emails`);
  expect(eventCountBefore).toBeLessThan(REMINDER_COUNT);

  // Simulate half a minute without a heartbeat.
  await queryRows(`update job_runners set seen_at = now() - interval '31 seconds'`);
  const secondWorker = spawnService(env, 'worker');
  await waitUntil(() => secondWorker.out().includes('runs its jobs'));
  await waitUntil(
    async () => (await readSentEmails()).length === REMINDER_COUNT && (await countReminderEvents()) === REMINDER_COUNT,
    300_000,
  );
  const readRemainingJobs = () =>
    queryRows(`select 1 from graphile_worker.jobs where task_identifier = 'reminders.send'`);
  await waitUntil(async () => (await readRemainingJobs()).length === 0);
  expect([(await readSentEmails()).length, await countReminderEvents()]).toEqual([REMINDER_COUNT, REMINDER_COUNT]);
  const duplicates = await queryRows(
    `select data ->> 'id' from events where type = 'booking.reminder' group by 1 having count(*) > 1`,
  );
  expect(duplicates).toEqual([]);
  secondWorker.child.kill('SIGTERM');
  expect(await secondWorker.exitCode).toBe(0);
});
