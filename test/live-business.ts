// A business in live mode, where customers receive email, with a clock that tests can move forward.
import { expect, vi } from 'vitest';
import { REMINDERS_TASK } from '../src/features/reminders/jobs.ts';
import { expectStatus, KEEP_ALL_SAMPLES } from './business.ts';
import { findEmailsTo } from './expect.ts';
import {
  type CallOptions,
  call,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  startService,
} from './harness.ts';
import { runTask } from './jobs.ts';

/** A Monday morning in New York. */
const START_TIME = '2026-11-16T09:00:00-05:00';

export type TestClock = (() => Date) & { set(isoTime: string): void };

export function createTestClock(start = START_TIME): TestClock {
  let now = new Date(start);
  return Object.assign(() => now, {
    set(isoTime: string) {
      now = new Date(isoTime);
    },
  });
}

/** Starts the service with a job runner that sends emails immediately and uses the same clock. */
export async function startLiveService(clock: TestClock): Promise<Service> {
  return startService(undefined, {}, { clock });
}

export type LiveBusiness = {
  id: string;
  key: string;
  send(method: string, path: string, options?: CallOptions): Promise<HttpResponse>;
  /** The types of the events about a booking, oldest first. */
  listEventTypes(bookingId: string): Promise<string[]>;
};

export async function openLiveBusiness(
  service: Service,
  industry: string,
  patch: Record<string, unknown> = {},
): Promise<LiveBusiness> {
  const { id, key } = await createWorkspace(service);
  const send: LiveBusiness['send'] = (method, path, options = {}) =>
    call(service, method, `/api/v1${path}`, { key, ...options });
  expectStatus(201, await send('POST', '/setup', { body: { industry } }));
  expectStatus(200, await send('POST', '/config/samples', { body: KEEP_ALL_SAMPLES }));
  expectStatus(200, await send('PUT', '/config', { body: patch }));
  return {
    id,
    key,
    send,
    async listEventTypes(bookingId) {
      const events = await queryAsDbOwner(
        service.connection,
        `select type from events where workspace_id = $1 and data ->> 'id' = $2 order by id`,
        [id, bookingId],
      );
      return events.rows.map(({ type }) => type);
    },
  };
}

/** Runs the reminders job, which is due every minute, and waits until its emails are sent. */
export async function runReminders(service: Service, clock: TestClock): Promise<void> {
  await runTask(service, REMINDERS_TASK, {}, clock);
  await waitForEmails(service);
}

/** Waits until every queued email is sent. */
export async function waitForEmails(service: Service): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await queryAsDbOwner(
        service.connection,
        `select 1 from graphile_worker.jobs where task_identifier in ('bookings.mail', 'mail.send')`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 25 },
  );
}

/** The newest email to an address, and its links to this service. */
export async function findLatestEmail(service: Service, address: string) {
  const emails = await findEmailsTo(service, address);
  const text = emails.at(-1) ?? '';
  const findPath = (path: string) => new RegExp(`http://[^\\s"<>]*(/${path}/[\\w.-]+)`).exec(text)?.[1] ?? 'none';
  const [bookingPath, unsubscribePath, transcriptPath] = ['booking', 'unsubscribe', 'transcript'].map(findPath) as [
    string,
    string,
    string,
  ];
  return { count: emails.length, text, booking: bookingPath, unsubscribe: unsubscribePath, transcript: transcriptPath };
}

/** Submits a form the way a browser without JavaScript does. */
export const submitForm = (service: Service, path: string, form: Record<string, string>): Promise<HttpResponse> =>
  call(service, 'POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
