// A business as it is in earnest, where customers are mailed, on a clock that tests set forward.
import { expect, vi } from 'vitest';
import { REMINDERS_TASK } from '../src/features/reminders/jobs.ts';
import { must } from './business.ts';
import { mailsTo } from './expect.ts';
import { asOwner, type CallOptions, call, makeWorkspace, type Reply, type Service, startService } from './harness.ts';
import { runTask } from './jobs.ts';

/** Monday morning in New York. */
const START = '2026-11-16T09:00:00-05:00';

export type TestClock = (() => Date) & { set(text: string): void };

export function testClock(start = START): TestClock {
  let now = new Date(start);
  return Object.assign(() => now, {
    set(text: string) {
      now = new Date(text);
    },
  });
}

/** The service with its runner of jobs, which send mails at once and know the same clock. */
export async function startLive(clock: TestClock): Promise<Service> {
  return startService(undefined, {}, { clock });
}

export type Live = {
  id: string;
  key: string;
  send(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** The types of its events about a booking, in their order. */
  told(bookingId: string): Promise<string[]>;
};

export async function openLive(service: Service, industry: string, patch: Record<string, unknown> = {}): Promise<Live> {
  const { id, key } = await makeWorkspace(service);
  const send: Live['send'] = (method, path, options = {}) =>
    call(service, method, `/api/v1${path}`, { key, ...options });
  must(201, await send('POST', '/setup', { body: { industry } }));
  must(200, await send('POST', '/config/samples', { body: { keep: ['/'] } }));
  must(200, await send('PUT', '/config', { body: patch }));
  return {
    id,
    key,
    send,
    async told(bookingId) {
      const found = await asOwner(
        service.connection,
        `select type from events where workspace_id = $1 and data ->> 'id' = $2 order by id`,
        [id, bookingId],
      );
      return found.rows.map(({ type }) => type);
    },
  };
}

/** What the runner does every minute, and then until every mail is out. */
export async function minute(service: Service, clock: TestClock): Promise<void> {
  await runTask(service, REMINDERS_TASK, {}, clock);
  await mailed(service);
}

/** Until every mail that was ordered is out. */
export async function mailed(service: Service): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await asOwner(
        service.connection,
        `select 1 from graphile_worker.jobs where task_identifier in ('bookings.mail', 'mail.send')`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 25 },
  );
}

/** The newest mail to an address, and the links in it on this service. */
export async function lastMail(service: Service, address: string) {
  const mails = await mailsTo(service, address);
  const text = mails.at(-1) ?? '';
  const link = (path: string) => new RegExp(`http://[^\\s"<>]*(/${path}/[\\w.-]+)`).exec(text)?.[1] ?? 'none';
  const [booking, unsubscribe, transcript] = ['booking', 'unsubscribe', 'transcript'].map(link) as [
    string,
    string,
    string,
  ];
  return { count: mails.length, text, booking, unsubscribe, transcript };
}

/** A form, as a browser without scripts sends it. */
export const submit = (service: Service, path: string, form: Record<string, string>): Promise<Reply> =>
  call(service, 'POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
