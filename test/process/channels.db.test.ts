// A service is killed again and again while customers write and get replies: no message may be lost, reordered or sent twice.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { signTwilioRequest } from '../../src/features/channels/twilio.ts';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { createCaller, readAttribute } from '../channels/caller.ts';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { addCleanup, call, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import { chooseCaseCount } from '../random.ts';
import {
  createTemporaryFolder,
  findFreePort,
  getEmbeddedConnection,
  type Process,
  startProcess,
  stopProcess,
  waitUntil,
} from './service-process.ts';

const MESSAGE_COUNT = chooseCaseCount(500);
const MESSAGES_PER_CUSTOMER = 5;
const CUSTOMER_COUNT = MESSAGE_COUNT / MESSAGES_PER_CUSTOMER;
/** The service is killed when this many messages have been sent. */
const KILL_AT_COUNTS = [0.2, 0.45, 0.7].map((share) => Math.round(share * MESSAGE_COUNT));
/** A safety net against hanging: most of the time is spent starting services. */
const TIMEOUT_MS = 1_200_000;
/** Messages that a service sends at the same time. */
const CONCURRENCY = 5;
const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
const AUTH_TOKEN = 'the-auth-token-of-the-account';
const BUSINESS_NUMBER = '+12125550100';
const QUESTIONS = [
  'are you open on sunday?',
  'do you have parking?',
  'where are you?',
  'can I bring my dog?',
  'thanks',
];

let dataDir: string;
let env: Record<string, string>;
let service: Process;
let webhookUrl: string;
let cookie: string;
let twilioSettings: Record<string, string>;
/** The messages that the provider has accepted, each with our ID. */
const sentMessages: { id: string; to: string; text: string }[] = [];

beforeAll(async () => {
  const twilioUrl = await startTwilio();
  dataDir = join(await createTemporaryFolder(), 'data');
  const port = await findFreePort();
  env = {
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
    LOG_LEVEL: 'error',
    PLAN_CHANGES: 'owner',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  service = await startProcess(env);
  ({ cookie } = await signUp(service as unknown as Service));
  expectStatus(200, await call(service, 'PUT', '/api/plan', { cookie, body: { plan: 'business' } }));
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { cookie, body: { industry: 'restaurant' } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { cookie, body: KEEP_ALL_SAMPLES }));
  twilioSettings = { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, apiUrl: twilioUrl };
  ({ webhookUrl } = await connectChannel('sms', { sender: BUSINESS_NUMBER }));
});

const connectChannel = async (kind: string, channelSettings: object): Promise<{ webhookUrl: string }> => {
  const body = { kind, settings: { ...twilioSettings, ...channelSettings } };
  return expectStatus(201, await call(service, 'POST', '/api/channels', { cookie, body })).json;
};

async function startTwilio(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const isMessage = request.url?.endsWith('/Messages.json');
    const id = new URL(form.get('StatusCallback') ?? 'http://none').searchParams.get('message');
    if (isMessage && id) sentMessages.push({ id, to: form.get('To') ?? '', text: form.get('Body') ?? '' });
    const numbers = [{ sid: 'PN1', phone_number: BUSINESS_NUMBER, capabilities: { sms: true, voice: true } }];
    const body = isMessage ? { sid: `SM${sentMessages.length}` } : { incoming_phone_numbers: numbers };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const getPhone = (customer: number) => `+1212555${String(1_000 + customer)}`;
const createText = (customer: number, n: number) => `${QUESTIONS[(customer + n) % QUESTIONS.length]} (${n})`;

/** Delivers a message as a provider does: again and again, until it is acknowledged. */
async function deliver(customer: number, n: number): Promise<void> {
  const fields = {
    MessageSid: `SM${customer}-${n}`,
    From: getPhone(customer),
    To: BUSINESS_NUMBER,
    Body: createText(customer, n),
  };
  const body = new URLSearchParams(fields);
  const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, body, AUTH_TOKEN) };
  await waitUntil(
    async () => (await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => undefined))?.status === 200,
    300_000,
  );
}

const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(getEmbeddedConnection(dataDir), sql, values)).rows;

async function killAndRestart(): Promise<void> {
  service.child.kill('SIGKILL');
  await service.exitCode;
  service = await startProcess(env);
  // Simulate half a minute without a heartbeat, and the two minutes after which claims of the dead service expire.
  await queryRows(
    `update job_runners set seen_at = now() - interval '31 seconds' where seen_at < now() - interval '3 seconds'`,
  );
  await queryRows(
    `update channel_incoming set claimed_until = clock_timestamp() where done_at is null and claimed_until is not null`,
  );
  await queryRows(`update channel_outgoing set sending_until = clock_timestamp() where status = 'sending'`);
}

it(
  `answers ${MESSAGE_COUNT} messages once each and in order, though it is killed ${KILL_AT_COUNTS.length} times`,
  async () => {
    const customers = Array.from({ length: CUSTOMER_COUNT }, (_, customer) => customer);
    const deliveries = Promise.all(
      customers.map(async (customer) => {
        for (let n = 0; n < MESSAGES_PER_CUSTOMER; n++) await deliver(customer, n);
      }),
    );
    for (const count of KILL_AT_COUNTS) {
      await waitUntil(() => sentMessages.length >= count, 300_000);
      await killAndRestart();
    }
    await deliveries;
    const isSettled = async () => {
      const [{ unfinished }] = await queryRows(
        `select (select count(*) from channel_incoming where done_at is null)::int
         + (select count(*) from channel_outgoing where status in ('pending', 'sending'))::int as unfinished`,
      );
      return unfinished === 0;
    };
    await waitUntil(isSettled, 600_000);
    expect(await stopProcess(service)).toBe(0);
    service = await startProcess(env);

    // Each message is in its customer's only conversation, once, in order, with one reply.
    const threads = await queryRows(
      `select t.address, array_agg(m.text order by m.id) filter (where m.role = 'customer') as messages,
       count(*) filter (where m.role = 'assistant')::int as replies, count(distinct m.conversation_id)::int as conversations
     from messages m join channel_threads t on t.conversation_id = m.conversation_id group by t.address order by t.address`,
    );
    expect(threads).toEqual(
      customers.map((customer) => ({
        address: getPhone(customer),
        messages: Array.from({ length: MESSAGES_PER_CUSTOMER }, (_, n) => createText(customer, n)),
        replies: MESSAGES_PER_CUSTOMER,
        conversations: 1,
      })),
    );
    // The provider has accepted every reply, and some twice: where its confirmation was lost in a kill. Both copies carry our
    // ID, so that a provider could tell; this one does not look at it.
    const outgoingMessages = await queryRows(`select message_id, status from channel_outgoing order by message_id`);
    expect(outgoingMessages.every(({ status }) => status === 'sent')).toBe(true);
    expect([...new Set(sentMessages.map(({ id }) => id))].sort()).toEqual(
      outgoingMessages.map(({ message_id }) => message_id),
    );
    expect(outgoingMessages).toHaveLength(MESSAGE_COUNT);
    const repeatCount = sentMessages.length - outgoingMessages.length;
    console.log(
      `killed ${KILL_AT_COUNTS.length} times; of ${sentMessages.length} messages that the provider accepted, ${repeatCount} were repeated`,
    );
    expect(repeatCount).toBeLessThanOrEqual(KILL_AT_COUNTS.length * CONCURRENCY);
    // Apart from repeats, each customer got the replies in order.
    for (const customer of customers) {
      const ids = sentMessages.filter(({ to }) => to === getPhone(customer)).map(({ id }) => id);
      expect([...new Set(ids)]).toEqual([...new Set(ids)].sort());
    }
  },
  TIMEOUT_MS,
);

it(
  'repeats to a caller what it was saying when it was killed',
  async () => {
    const hours = createEveryDayHours(['11:00', '23:00']);
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { hours, closures: [] } }));
    const phoneChannel = await connectChannel('phone', { number: BUSINESS_NUMBER });
    const callerNumber = '+12125559000';
    const options = {
      serviceUrl: service.url,
      authToken: AUTH_TOKEN,
      webhookUrl: phoneChannel.webhookUrl,
      to: BUSINESS_NUMBER,
    };
    const caller = createCaller({ ...options, from: callerNumber, callSid: 'CA1' });
    await caller.dial();
    await caller.say('a table for two in nine days at six p m please, the name is Una Lost');
    const confirmation = await caller.say('yes');
    const code = /code is ([A-Z2-9], ){5}[A-Z2-9]/.exec(confirmation)?.[0] ?? 'no code';
    await killAndRestart();
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64105' };
    const { twiml } = await caller.post(`${phoneChannel.webhookUrl}?event=session&attempt=1`, fields);
    await caller.connect(readAttribute(twiml, 'url') ?? '');
    expect(await caller.listen()).toContain(code);
    expect(await queryRows('select from bookings where phone = $1', [callerNumber])).toHaveLength(1);
    await stopProcess(service);
  },
  TIMEOUT_MS,
);
