// The clock leaps. For the database a clock that goes back is the same as times that all lie further ahead, so that is
// what is done here: every time in it is moved, but for those that customers will come at.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { everyDay, must } from '../business.ts';
import { mailsTo } from '../expect.ts';
import { asOwner, call, makeWorkspace, type Service, signUp, startService } from '../harness.ts';
import { openLive } from '../live.ts';
import { listen } from '../webhooks/receiver.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

const sql = async ({ connection }: Service, text: string, values: unknown[] = []) =>
  (await asOwner(connection, text, values)).rows;

async function moveTimes(service: Service, by: string): Promise<number> {
  const columns = await sql(
    service,
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname)) as times
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relname not in ('bookings', 'booked_times') and a.atttypid = 'timestamptz'::regtype and a.attgenerated = '' and not a.attisdropped group by c.oid`,
  );
  const moves = columns.map(
    ({ name, times }) =>
      `update ${name} set ${times.map((time: string) => `${time} = ${time} + interval '${by}'`).join(', ')};`,
  );
  await sql(service, `set session_replication_role = replica; ${moves.join('\n')}`);
  return columns.length;
}

describe('back by a year', () => {
  const receiver = listen();
  let before: Service;
  let after: Service;
  let key: string;
  let person: { email: string; password: string };
  const booked = ['dana@example.com', 'again@example.com'];
  const signIn = () =>
    call(before, 'POST', '/api/auth/sign-in/email', { body: { email: person.email, password: 'wrong-horse-9' } });
  const book = () =>
    call(before, 'POST', '/api/v1/restaurant/reservations', {
      key,
      headers: { 'idempotency-key': 'under way' },
      body: { partySize: 2, startsAt: `${soon}T20:00`, customer: { name: 'Lee', phone: '+12125550143' } },
    });
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    before = await startService(undefined, { jobs: 'off', webhooksAllowPrivate: true, authAttemptsPerMinute: 5 });
    const { url } = await receiver;
    const live = await openLive(before, 'restaurant', { hours: everyDay(['09:00', '23:00']), closures: [] });
    key = live.key;
    const { id } = must(
      201,
      await call(before, 'POST', '/api/webhooks', { key, body: { url, events: ['ping'] } }),
    ).json;
    for (let n = 0; n < 3; n++) must(202, await call(before, 'POST', `/api/webhooks/${id}/test`, { key, body: {} }));
    for (const [n, email] of booked.entries()) {
      const body = { partySize: 2, startsAt: `${soon}T1${n}:00`, customer: { name: 'Dana Fox', email } };
      must(201, await call(before, 'POST', '/api/v1/restaurant/reservations', { key, body }));
    }
    person = await signUp(before);
    for (let n = 0; n < 6; n++) await signIn();
    // One is under way by a worker that is dead by now, one waits for its next try; so does a mail.
    await sql(
      before,
      `update webhook_deliveries set leased_until = now() + interval '20 seconds'
       where id = (select min(id) from webhook_deliveries)`,
    );
    await sql(
      before,
      `update webhook_deliveries set tries = 3, due_at = now() + interval '20 hours'
       where id = (select max(id) from webhook_deliveries)`,
    );
    await sql(
      before,
      `update graphile_worker._private_jobs set attempts = 3, updated_at = now() - interval '1 year', run_at = now()
       where id = (select max(id) from graphile_worker.jobs where task_identifier = 'bookings.mail')`,
    );
    await sql(before, `insert into job_runners (id, lockers) values ('run_dead', '{worker-dead}')`);
    await sql(before, `update call_counters set window_used = 3000`);
    await sql(
      before,
      `insert into idempotency_keys (workspace_id, key, fingerprint, claim, claimed_until)
      values ($1, 'under way', $2, 'dead', now() + interval '1 minute')`,
      [live.id, await printOf(book)],
    );
    await sql(before, `insert into scheduled_tasks values ('reminders.send', date_trunc('minute', now()))`);

    expect(await moveTimes(before, '1 year')).toBeGreaterThan(30);
    after = await startService(before.connection, { webhooksAllowPrivate: true, dataDir: before.config.dataDir });
  });

  /** What the service itself takes the request for. */
  async function printOf(send: () => Promise<unknown>): Promise<Buffer> {
    await send();
    const [row] = await sql(before, `delete from idempotency_keys where key = 'under way' returning fingerprint`);
    await sql(before, `delete from bookings where customer ->> 'name' = 'Lee'`);
    return row.fingerprint;
  }

  it('webhooks and mails that waited go out, each once', async () => {
    const { until } = await receiver;
    const received = await until((all) => all.length >= 3);
    for (const email of booked)
      await vi.waitFor(async () => expect(await mailsTo(after, email)).toHaveLength(1), PATIENCE);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(received).toHaveLength(3);
  });

  it('nobody who was at a limit stays there', async () => {
    const counters = await sql(before, `select max(window_start) <= now() as past from call_counters`);
    const tries = await sql(before, `select max(window_start) <= now() as past from attempt_counters`);
    expect([...counters, ...tries]).toEqual([{ past: true }, { past: true }]);
    // A minute later.
    await sql(before, `update call_counters set window_start = window_start - interval '1 minute'`);
    await sql(before, `update attempt_counters set window_start = window_start - interval '61 seconds'`);
    expect((await call(before, 'GET', '/api/conversations', { key })).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });

  it('what was under way can be asked for again', async () => {
    expect((await book()).status).toBe(201);
    expect((await book()).headers.get('idempotent-replayed')).toBe('true');
  });

  it('the schedule goes on', async () => {
    await sql(before, `update scheduled_tasks set at = at - interval '1 minute'`);
    await vi.waitFor(async () => {
      const [row] = await sql(
        before,
        `select at > now() - interval '1 minute' as begun from scheduled_tasks where task = 'reminders.send'`,
      );
      expect(row).toEqual({ begun: true });
    }, PATIENCE);
    expect(await sql(before, `select id from job_runners where id = 'run_dead' and seen_at > now()`)).toEqual([]);
    expect(await sql(before, `select since <= now() as past from reminder_rules`)).toEqual([{ past: true }]);
  });
});

describe('forward by a year', () => {
  it('begins what was due once, and removes nothing for good before the clock has been steady', async () => {
    const service = await startService(undefined, { jobs: 'off' });
    const { key } = await makeWorkspace(service);
    must(200, await call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } }));
    const tasks = ['each minute', 'each night'];
    const schedule = [tasks, [1, 1440], [0, 187], [false, true]];
    const beat = async () => {
      await service.database.statement(`select keep_runner('run_one', '{}')`, []);
      await service.database.statement('select begin_scheduled($1, $2, $3, $4)', schedule);
    };
    const begun = async () =>
      (
        await sql(
          service,
          `select task_identifier as task from graphile_worker.jobs where task_identifier like 'each %' order by 1`,
        )
      ).map(({ task }) => task);
    await beat();
    await sql(service, `update job_clock set steady_since = now() - interval '2 hours'`);
    await beat();
    expect(await begun()).toEqual([]);

    await moveTimes(service, '-1 year');
    for (let n = 0; n < 3; n++) await beat();
    expect(await begun()).toEqual(['each minute']);

    await sql(service, `update job_clock set steady_since = now() - interval '61 minutes'`);
    for (let n = 0; n < 3; n++) await beat();
    expect(await begun()).toEqual(tasks);
  });
});
