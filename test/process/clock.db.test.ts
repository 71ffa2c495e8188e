// The system clock jumps. Setting the clock back is equivalent to moving all stored times forward, so these tests move
// every time in the database except those of bookings.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { findEmailsTo } from '../expect.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, signUp, startService } from '../harness.ts';
import { openLiveBusiness } from '../live-business.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const POLL_OPTIONS = { timeout: 60_000, interval: 50 };

const queryRows = async ({ connection }: Service, sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(connection, sql, values)).rows;

async function shiftTimes(service: Service, interval: string): Promise<number> {
  const columns = await queryRows(
    service,
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname)) as times
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relname not in ('bookings', 'booked_times') and a.atttypid = 'timestamptz'::regtype and a.attgenerated = '' and not a.attisdropped group by c.oid`,
  );
  const updates = columns.map(
    ({ name, times }) =>
      `update ${name} set ${times.map((time: string) => `${time} = ${time} + interval '${interval}'`).join(', ')};`,
  );
  await queryRows(service, `set session_replication_role = replica; ${updates.join('\n')}`);
  return columns.length;
}

describe('after the clock is set back by a year', () => {
  const receiverStart = startReceiver();
  let serviceBefore: Service;
  let serviceAfter: Service;
  let key: string;
  let user: { email: string; password: string };
  const customerEmails = ['dana@example.com', 'again@example.com'];
  const signInWithWrongPassword = () =>
    call(serviceBefore, 'POST', '/api/auth/sign-in/email', {
      body: { email: user.email, password: 'wrong-horse-9' },
    });
  const bookTable = () =>
    call(serviceBefore, 'POST', '/api/v1/restaurant/reservations', {
      key,
      headers: { 'idempotency-key': 'under way' },
      body: { partySize: 2, startsAt: `${bookingDate}T20:00`, customer: { name: 'Lee', phone: '+12125550143' } },
    });
  const bookingDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    serviceBefore = await startService(undefined, {
      jobs: 'off',
      webhooksAllowPrivate: true,
      authAttemptsPerMinute: 5,
    });
    const { url } = await receiverStart;
    const business = await openLiveBusiness(serviceBefore, 'restaurant', {
      hours: createEveryDayHours(['09:00', '23:00']),
      closures: [],
    });
    key = business.key;
    const { id } = expectStatus(
      201,
      await call(serviceBefore, 'POST', '/api/webhooks', { key, body: { url, events: ['ping'] } }),
    ).json;
    for (let n = 0; n < 3; n++)
      expectStatus(202, await call(serviceBefore, 'POST', `/api/webhooks/${id}/test`, { key, body: {} }));
    for (const [n, email] of customerEmails.entries()) {
      const body = { partySize: 2, startsAt: `${bookingDate}T1${n}:00`, customer: { name: 'Dana Fox', email } };
      expectStatus(201, await call(serviceBefore, 'POST', '/api/v1/restaurant/reservations', { key, body }));
    }
    user = await signUp(serviceBefore);
    for (let n = 0; n < 6; n++) await signInWithWrongPassword();
    // One delivery is leased by a worker that has died, one waits for its next attempt, and so does an email.
    await queryRows(
      serviceBefore,
      `update webhook_deliveries set leased_until = now() + interval '20 seconds'
       where id = (select min(id) from webhook_deliveries)`,
    );
    await queryRows(
      serviceBefore,
      `update webhook_deliveries set tries = 3, due_at = now() + interval '20 hours'
       where id = (select max(id) from webhook_deliveries)`,
    );
    await queryRows(
      serviceBefore,
      `update graphile_worker._private_jobs set attempts = 3, updated_at = now() - interval '1 year', run_at = now()
       where id = (select max(id) from graphile_worker.jobs where task_identifier = 'bookings.mail')`,
    );
    await queryRows(serviceBefore, `insert into job_runners (id, lockers) values ('run_dead', '{worker-dead}')`);
    await queryRows(serviceBefore, `update call_counters set window_used = 3000`);
    await queryRows(
      serviceBefore,
      `insert into idempotency_keys (workspace_id, key, fingerprint, claim, claimed_until)
      values ($1, 'under way', $2, 'dead', now() + interval '1 minute')`,
      [business.id, await readFingerprint(bookTable)],
    );
    await queryRows(
      serviceBefore,
      `insert into scheduled_tasks values ('reminders.send', date_trunc('minute', now()))`,
    );

    expect(await shiftTimes(serviceBefore, '1 year')).toBeGreaterThan(30);
    serviceAfter = await startService(serviceBefore.connection, {
      webhooksAllowPrivate: true,
      dataDir: serviceBefore.config.dataDir,
    });
  });

  /** The fingerprint that the service computes for a request. */
  async function readFingerprint(send: () => Promise<unknown>): Promise<Buffer> {
    await send();
    const [row] = await queryRows(
      serviceBefore,
      `delete from idempotency_keys where key = 'under way' returning fingerprint`,
    );
    await queryRows(serviceBefore, `delete from bookings where customer ->> 'name' = 'Lee'`);
    return row.fingerprint;
  }

  it('pending webhooks and emails are sent once', async () => {
    const { waitUntil } = await receiverStart;
    const deliveries = await waitUntil((requests) => requests.length >= 3);
    for (const email of customerEmails)
      await vi.waitFor(async () => expect(await findEmailsTo(serviceAfter, email)).toHaveLength(1), POLL_OPTIONS);
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(deliveries).toHaveLength(3);
  });

  it('exhausted rate limits recover', async () => {
    const counters = await queryRows(serviceBefore, `select max(window_start) <= now() as past from call_counters`);
    const attempts = await queryRows(serviceBefore, `select max(window_start) <= now() as past from attempt_counters`);
    expect([...counters, ...attempts]).toEqual([{ past: true }, { past: true }]);
    // Simulate that a minute has passed.
    await queryRows(serviceBefore, `update call_counters set window_start = window_start - interval '1 minute'`);
    await queryRows(serviceBefore, `update attempt_counters set window_start = window_start - interval '61 seconds'`);
    expect((await call(serviceBefore, 'GET', '/api/conversations', { key })).status).toBe(200);
    expect((await signInWithWrongPassword()).status).toBe(401);
  });

  it('an interrupted idempotent request can be retried', async () => {
    expect((await bookTable()).status).toBe(201);
    expect((await bookTable()).headers.get('idempotent-replayed')).toBe('true');
  });

  it('scheduled tasks continue', async () => {
    await queryRows(serviceBefore, `update scheduled_tasks set at = at - interval '1 minute'`);
    await vi.waitFor(async () => {
      const [row] = await queryRows(
        serviceBefore,
        `select at > now() - interval '1 minute' as begun from scheduled_tasks where task = 'reminders.send'`,
      );
      expect(row).toEqual({ begun: true });
    }, POLL_OPTIONS);
    expect(
      await queryRows(serviceBefore, `select id from job_runners where id = 'run_dead' and seen_at > now()`),
    ).toEqual([]);
    expect(await queryRows(serviceBefore, `select since <= now() as past from reminder_rules`)).toEqual([
      { past: true },
    ]);
  });
});

describe('after the clock is set forward by a year', () => {
  it('due tasks run once, and destructive tasks only after the clock has been stable for a while', async () => {
    const service = await startService(undefined, { jobs: 'off' });
    const { key } = await createWorkspace(service);
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } }));
    const tasks = ['each minute', 'each night'];
    // The names of the tasks; every how many minutes and at which minute each runs; whether it is destructive.
    const schedule = [tasks, [1, 1440], [0, 187], [false, true]];
    const tick = async () => {
      await service.database.statement(`select keep_runner('run_one', '{}')`, []);
      await service.database.statement('select begin_scheduled($1, $2, $3, $4)', schedule);
    };
    const listStartedTasks = async () =>
      (
        await queryRows(
          service,
          `select task_identifier as task from graphile_worker.jobs where task_identifier like 'each %' order by 1`,
        )
      ).map(({ task }) => task);
    await tick();
    await queryRows(service, `update job_clock set steady_since = now() - interval '2 hours'`);
    await tick();
    expect(await listStartedTasks()).toEqual([]);

    await shiftTimes(service, '-1 year');
    for (let n = 0; n < 3; n++) await tick();
    expect(await listStartedTasks()).toEqual(['each minute']);

    await queryRows(service, `update job_clock set steady_since = now() - interval '61 minutes'`);
    for (let n = 0; n < 3; n++) await tick();
    expect(await listStartedTasks()).toEqual(tasks);
  });
});
