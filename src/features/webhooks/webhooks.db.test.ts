import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { waitUntil } from '../../../test/process/service-process.ts';
import {
  acceptRequest,
  neverRespond,
  type ReceivedRequest,
  type Responder,
  respondWith,
  startReceiver,
} from '../../../test/webhooks/receiver.ts';
import { newId } from '../../kernel/ids.ts';
import { webhookJobs } from './jobs.ts';
import { DELIVERY_TIMING } from './schedule.ts';

/** Divides the delays, so that hours become seconds. */
const TIME_SCALE = 3_000;
/** Tolerance for a busy machine. */
const SLACK_MS = 10_000;
const timing = {
  ...DELIVERY_TIMING,
  retryDelaysMs: DELIVERY_TIMING.retryDelaysMs.map((ms) => ms / TIME_SCALE),
  timeoutMs: 2_000,
  leaseMs: 4_000,
  idlePauseMs: 10,
  busyPauseMs: 5,
};

let service: Service;

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true }, { webhookTiming: timing });
});

async function registerEndpoint(key: string, url: string, events = ['*']) {
  const { status, json } = await call(service, 'POST', '/api/webhooks', { key, body: { url, events } });
  expect(status).toBe(201);
  return json;
}
const ping = (key: string, id: string) => call(service, 'POST', `/api/webhooks/${id}/test`, { key });
const chat = (key: string, body: object = {}) =>
  call(service, 'POST', '/api/chat', { key, body: { message: 'Are you open?', ...body } });
const readEndpoint = async (key: string, id: string) =>
  (await call(service, 'GET', `/api/webhooks/${id}`, { key })).json;
const listDeliveries = async (key: string, id: string): Promise<Delivery[]> =>
  (await call(service, 'GET', `/api/webhooks/${id}/deliveries?limit=100`, { key })).json.data;
const runSql = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
const eventTypes = (receivedRequests: ReceivedRequest[]) => receivedRequests.map(({ json }) => json.type).sort();

type Delivery = {
  id: string;
  type: string;
  status: string;
  attempts: { responseStatus: number | null; error: string }[];
};

/** Polls until no delivery is pending. */
async function waitUntilSettled(key: string, id: string): Promise<Delivery[]> {
  let deliveryList: Delivery[] = [];
  await waitUntil(async () => {
    deliveryList = await listDeliveries(key, id);
    return deliveryList.length > 0 && deliveryList.every(({ status }) => status !== 'pending');
  });
  return deliveryList;
}

/** Independent implementation of the spec: base64 of the HMAC over id, time and body, keyed by the bytes after `whsec_`. */
function signatureOf(secret: string, { headers, body }: ReceivedRequest): string {
  const signedContent = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signedContent).digest('base64')}`;
}

describe('a receiver that fails three times, then hangs, then accepts', () => {
  it('gets the event on schedule, with the same id and signed', async () => {
    const { key } = await createWorkspace(service);
    const responders = [
      respondWith(500, {}, 'broken'),
      respondWith(302, { location: 'http://127.0.0.1:1/' }),
      respondWith(429),
      neverRespond,
      acceptRequest,
    ];
    const receiver = await startReceiver((request, response, index) => responders[index]!(request, response, index));
    const { id, secret } = await registerEndpoint(key, `${receiver.url}/hook?x=1`, ['ping']);
    expect((await ping(key, id)).status).toBe(202);
    const receivedRequests = await receiver.waitUntil(({ length }) => length === 5);
    const [delivery, ...otherDeliveries] = await waitUntilSettled(key, id);

    expect(new Set(receivedRequests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receivedRequests.map(({ body }) => body)).size).toBe(1);
    for (const request of receivedRequests) {
      expect(request.headers['webhook-signature']).toBe(signatureOf(secret, request));
      expect(new Webhook(secret).verify(request.body, request.headers as Record<string, string>)).toEqual(request.json);
      expect(() => new Webhook(secret).verify(`${request.body} `, request.headers as Record<string, string>)).toThrow();
    }
    const gaps = receivedRequests
      .slice(1)
      .map(({ receivedAtMs }, index) => receivedAtMs - receivedRequests[index]!.receivedAtMs);
    for (const [index, gap] of gaps.entries()) {
      const hangMs = index === 3 ? timing.timeoutMs : 0;
      expect(gap).toBeGreaterThanOrEqual(timing.retryDelaysMs[index]! + hangMs - 2);
      expect(gap).toBeLessThan(timing.retryDelaysMs[index]! * (1 + timing.maxJitterShare) + hangMs + SLACK_MS);
    }
    expect(otherDeliveries).toEqual([]);
    expect(delivery).toMatchObject({
      eventId: receivedRequests[0]!.headers['webhook-id'],
      type: 'ping',
      status: 'delivered',
    });
    const attemptOutcomes = delivery!.attempts.map(({ responseStatus, error }) => [responseStatus, error]);
    expect(attemptOutcomes).toEqual([
      [500, null],
      [302, null],
      [429, null],
      [null, 'timed_out'],
      [204, null],
    ]);
    const fullDelivery = await call(service, 'GET', `/api/webhooks/deliveries/${delivery!.id}`, { key });
    expect(fullDelivery.json.attempts[0].response).toBe('broken');
    expect(fullDelivery.json.payload).toEqual(receivedRequests[0]!.json);
  });
});

describe('an event', () => {
  it('goes to every subscribed endpoint of its own mode only', async () => {
    const { id: workspaceId, key } = await createWorkspace(service);
    const testKey = (await createApiKey(service, workspaceId, { mode: 'test' })).key;
    const subscriptions: [string, string[]][] = [
      [key, ['*']],
      [key, ['message.*']],
      [key, ['conversation.created', 'message.replied']],
      [key, ['booking.*', 'ping']],
      [testKey, ['*']],
      [(await createWorkspace(service)).key, ['*']],
    ];
    const receivers = await Promise.all(subscriptions.map(() => startReceiver()));
    for (const [index, [endpointKey, events]] of subscriptions.entries())
      await registerEndpoint(endpointKey, receivers[index]!.url, events);
    await chat(key);
    await receivers[0]!.waitUntil(({ length }) => length === 3);
    await receivers[1]!.waitUntil(({ length }) => length === 2);
    await receivers[2]!.waitUntil(({ length }) => length === 2);
    await chat(testKey, { dryRun: true });
    await chat(testKey);
    await receivers[4]!.waitUntil(({ length }) => length === 3);
    expect(receivers.map((receiver) => eventTypes(receiver.received))).toEqual([
      ['conversation.created', 'message.received', 'message.replied'],
      ['message.received', 'message.replied'],
      ['conversation.created', 'message.replied'],
      [],
      ['conversation.created', 'message.received', 'message.replied'],
      [],
    ]);
  });

  it('carries the resource as the API shows it, and the time of the event', async () => {
    const { id: workspaceId } = await createWorkspace(service);
    const { key } = await createApiKey(service, workspaceId, { mode: 'test' });
    const headers = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
    const receiver = await startReceiver();
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
    await registerEndpoint(key, receiver.url);
    const body = { message: 'I want to talk to a person', metadata: { from: 'here' } };
    const chatResponse = await call(service, 'POST', '/api/chat', { key, headers, body: { message: 'Hello!' } });
    const { conversationId } = chatResponse.json;
    await call(service, 'POST', '/api/chat', { key, headers, body: { ...body, conversationId } });
    const bookingResponse = await call(service, 'POST', '/api/v1/restaurant/reservations', {
      key,
      headers,
      body: { partySize: 2, startsAt: '2026-11-19T19:30', customer: { name: 'Dana Fox', phone: '212 555 0142' } },
    });
    const receivedRequests = await receiver.waitUntil(({ length }) => length === 7);
    const [conversation, booking] = await Promise.all([
      call(service, 'GET', `/api/conversations/${conversationId}`, { key }),
      call(service, 'GET', `/api/v1/bookings/${bookingResponse.json.id}`, { key }),
    ]);
    const eventData = (type: string) =>
      receivedRequests.filter(({ json }) => json.type === type).map(({ json }) => json.data);
    expect(eventData('booking.created')).toEqual([booking.json]);
    expect(eventData('conversation.handoff')).toEqual([conversation.json]);
    expect(eventData('conversation.created')[0].messages).toEqual(conversation.json.messages.slice(0, 2));
    const messages = [...eventData('message.received'), ...eventData('message.replied')];
    const expectedMessages = conversation.json.messages.map((message: object) => ({ ...message, conversationId }));
    expect(messages.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expectedMessages);
    for (const { json, headers: requestHeaders } of receivedRequests) {
      expect(json.timestamp).toBe('2026-11-18T10:00:00-05:00');
      expect(Object.keys(json)).toEqual(['type', 'timestamp', 'data']);
      expect(requestHeaders).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^evt_/),
      });
    }
  });

  it('about health carries only ids and statuses', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'medical' } });
    await registerEndpoint(key, receiver.url);
    const { json } = await chat(key, { message: 'My knee hurts, I am Ada Grey', customer: { name: 'Ada Grey' } });
    await call(service, 'POST', `/api/conversations/${json.conversationId}/feedback`, {
      key,
      body: { rating: 4, comment: 'My knee is better' },
    });
    const receivedRequests = await receiver.waitUntil(({ length }) => length >= 4);
    for (const { body } of receivedRequests) expect(body).not.toMatch(/knee|Grey|text/);
  });

  it('is not missed if its transaction commits late', async () => {
    const { id: workspaceId, key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const { id } = await registerEndpoint(key, receiver.url);
    const lateClient = new pg.Client(service.connection);
    await lateClient.connect();
    await lateClient.query('begin');
    await lateClient.query(
      `insert into events (workspace_id, id, type, data, occurred_at) values ($1, $2, 'config.changed', '{}', now())`,
      [workspaceId, newId('evt')],
    );
    await ping(key, id);
    await receiver.waitUntil(({ length }) => length === 1);
    await lateClient.query('commit');
    await lateClient.end();
    expect(eventTypes(await receiver.waitUntil(({ length }) => length === 2))).toEqual(['config.changed', 'ping']);
  });
});

describe('attempts', () => {
  it('follow Retry-After', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver((request, response, index) =>
      (index ? acceptRequest : respondWith(503, { 'retry-after': '1' }))(request, response, index),
    );
    const { id } = await registerEndpoint(key, receiver.url);
    await ping(key, id);
    const [firstRequest, secondRequest] = await receiver.waitUntil(({ length }) => length === 2);
    expect(secondRequest!.receivedAtMs - firstRequest!.receivedAtMs).toBeGreaterThanOrEqual(998);
    await waitUntilSettled(key, id);
    expect((await readEndpoint(key, id)).failingSince).toBeNull();
  });

  it('end after the last scheduled retry', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver(respondWith(500));
    const { id } = await registerEndpoint(key, receiver.url);
    await ping(key, id);
    await receiver.waitUntil(({ length }) => length >= 1);
    await waitUntil(async () => (await listDeliveries(key, id))[0]!.attempts.length > 0);
    expect((await readEndpoint(key, id)).failingSince).toMatch(/^\d{4}-/);
    await runSql('update webhook_deliveries set tries = $2, due_at = now() where endpoint_id = $1', [
      id,
      timing.retryDelaysMs.length,
    ]);
    expect(await waitUntilSettled(key, id)).toMatchObject([{ status: 'failed' }]);
  });

  it('name the failure if there is no response', async () => {
    const { key } = await createWorkspace(service);
    const brokenReceiver = await startReceiver((_, response) => void response.socket?.destroy());
    const failures: [string, string][] = [
      ['http://127.0.0.1:1/', 'connection_refused'],
      [brokenReceiver.url, 'connection_lost'],
      [brokenReceiver.url.replace('http:', 'https:'), 'tls_failed'],
      ['http://nowhere.invalid/', 'name_not_found'],
    ];
    for (const [url, error] of failures) {
      const { id } = await registerEndpoint(key, url, ['ping']);
      await ping(key, id);
      await waitUntil(async () => (await listDeliveries(key, id))[0]!.attempts.length > 0);
      expect((await listDeliveries(key, id))[0]!.attempts[0]).toMatchObject({ responseStatus: null, error });
      await call(service, 'DELETE', `/api/webhooks/${id}`, { key });
    }
  });

  it('fail if the secret cannot be decrypted, without blocking others', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const [brokenEndpoint, workingEndpoint] = [
      await registerEndpoint(key, receiver.url, ['ping']),
      await registerEndpoint(key, receiver.url, ['ping']),
    ];
    await runSql(`update webhook_endpoints set secrets = 'x' where id = $1`, [brokenEndpoint.id]);
    await ping(key, brokenEndpoint.id);
    await waitUntil(async () => (await listDeliveries(key, brokenEndpoint.id))[0]!.attempts.length > 0);
    expect((await listDeliveries(key, brokenEndpoint.id))[0]!.attempts[0]).toMatchObject({
      responseStatus: null,
      error: 'failed',
    });
    await ping(key, workingEndpoint.id);
    expect(await waitUntilSettled(key, workingEndpoint.id)).toMatchObject([{ status: 'delivered' }]);
    expect(receiver.received).toHaveLength(1);
    await call(service, 'DELETE', `/api/webhooks/${brokenEndpoint.id}`, { key });
  });

  it('store the first 16 KB of any response', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver(respondWith(200, {}, `\0\ud800${'é'.repeat(20_000)}`));
    const { id } = await registerEndpoint(key, receiver.url);
    await ping(key, id);
    const [delivery] = await waitUntilSettled(key, id);
    const { json } = await call(service, 'GET', `/api/webhooks/deliveries/${delivery!.id}`, { key });
    expect(json.attempts[0].response).toMatch(/^\ufffdé{8000,8192}\ufffd?$/);
  });

  it('are not duplicated by two instances, and a hanging receiver does not block another', async () => {
    const { id: workspaceId, key } = await createWorkspace(service);
    const secondInstance = await startService(
      service.connection,
      { webhooksAllowPrivate: true },
      { webhookTiming: timing },
    );
    const hangingReceiver = await startReceiver(neverRespond);
    const receiver = await startReceiver((_, response) => void setTimeout(() => response.writeHead(204).end(), 20));
    for (const { url } of [hangingReceiver, receiver]) await registerEndpoint(key, url, ['config.*']);
    await runSql(
      `insert into events (workspace_id, id, type, data, occurred_at)
       select $1, 'evt_' || lpad(n::text, 26, '0'), 'config.changed', '{}', now() from generate_series(1, 300) n`,
      [workspaceId],
    );
    const receivedRequests = await receiver.waitUntil(({ length }) => length === 300);
    expect(new Set(receivedRequests.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
    expect(hangingReceiver.received.length).toBeLessThan(300);
    await secondInstance.stop();
    expect(receiver.received.length).toBe(300);
    await call(service, 'DELETE', `/api/webhooks/${(await listEndpoints(key))[1]!.id}`, { key });
  });

  it('in progress are awaited when the service stops', async () => {
    const otherService = await startService(undefined, { webhooksAllowPrivate: true }, { webhookTiming: timing });
    const { key } = await createWorkspace(otherService);
    let finishResponse = () => {};
    const receiver = await startReceiver((_, response) => {
      finishResponse = () => response.writeHead(204).end();
    });
    const body = { url: receiver.url, events: ['*'] };
    const { id } = (await call(otherService, 'POST', '/api/webhooks', { key, body })).json;
    await call(otherService, 'POST', `/api/webhooks/${id}/test`, { key });
    await receiver.waitUntil(({ length }) => length === 1);
    const serviceStopped = otherService.stop();
    finishResponse();
    await serviceStopped;
    const { rows: remainingDeliveries } = await queryAsDbOwner(
      otherService.connection,
      'select status from webhook_deliveries',
    );
    expect(remainingDeliveries).toEqual([{ status: 'delivered' }]);
  });
});

const listEndpoints = async (key: string): Promise<{ id: string; url: string }[]> =>
  (await call(service, 'GET', '/api/webhooks', { key })).json.data;

describe('an endpoint', () => {
  it('is disabled at once by 410: other endpoints get an event, the owner an email, and pending deliveries fail', async () => {
    const { cookie, email } = await signUp(service);
    const keyOptions = { name: 'k', mode: 'test', kind: 'secret' };
    const { key } = (await call(service, 'POST', '/api/keys', { cookie, body: keyOptions })).json;
    const goneReceiver = await startReceiver(respondWith(410));
    const otherReceiver = await startReceiver();
    const { id } = await registerEndpoint(key, goneReceiver.url, ['ping']);
    await registerEndpoint(key, otherReceiver.url, ['webhook.*']);
    await ping(key, id);
    const [{ json }] = (await otherReceiver.waitUntil(({ length }) => length === 1)) as [ReceivedRequest];
    const disabledEndpoint = await readEndpoint(key, id);
    expect(json).toMatchObject({ type: 'webhook.disabled', data: disabledEndpoint });
    expect(disabledEndpoint).toMatchObject({ status: 'disabled', disabledBecause: 'gone' });
    expect(await listDeliveries(key, id)).toMatchObject([{ status: 'failed', attempts: [{ responseStatus: 410 }] }]);
    expect(goneReceiver.received).toHaveLength(1);
    const outbox = join(service.config.dataDir, 'outbox');
    const readEmails = async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
    };
    await waitUntil(async () =>
      (await readEmails()).some((emailText) => emailText.includes(email) && emailText.includes('/developers/webhooks')),
    );
    const secondPing = await ping(key, id);
    expect({ status: secondPing.status, code: secondPing.json.code }).toEqual({ status: 409, code: 'conflict' });
  });

  it('is disabled after five days of failures only, not before and not by a jump of the clock', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver(respondWith(500));
    const { id } = await registerEndpoint(key, receiver.url);
    const setFailingSince = (since: string) =>
      runSql(`update webhook_endpoints set failing_since = now() - $2::interval where id = $1`, [id, since]);
    const setClockSteadyFor = (time: string) =>
      runSql('update job_clock set steady_since = now() - $1::interval', [time]);
    for (const [time, since] of [
      ['2 hours', '4 days 23 hours'],
      ['50 minutes', '1 year'],
    ] as const) {
      await setClockSteadyFor(time);
      await setFailingSince(since);
      await ping(key, id);
      await waitUntil(async () => (await listDeliveries(key, id))[0]!.attempts.length > 0);
      expect((await readEndpoint(key, id)).status).toBe('enabled');
    }
    // Either of the two deliveries may be tried next.
    await setFailingSince('5 days 1 minute');
    await setClockSteadyFor('61 minutes');
    await waitUntil(async () => (await readEndpoint(key, id)).status === 'disabled');
    expect(await readEndpoint(key, id)).toMatchObject({ disabledBecause: 'failing' });
    expect((await listDeliveries(key, id)).map(({ status }) => status)).toEqual(['failed', 'failed']);

    receiver.responder = acceptRequest;
    const path = `/api/webhooks/${id}`;
    const enabledResponse = await call(service, 'PATCH', path, { key, body: { status: 'enabled' } });
    expect(enabledResponse.json).toMatchObject({ status: 'enabled', disabledBecause: null, failingSince: null });
    const { status, json } = await call(service, 'POST', `${path}/replay`, { key, body: { since: '2020-01-01' } });
    expect({ status, json }).toEqual({ status: 202, json: { count: 2 } });
    expect((await waitUntilSettled(key, id)).map((delivery) => delivery.status)).toEqual(['delivered', 'delivered']);
  });

  it('gets nothing while disabled', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const otherReceiver = await startReceiver();
    const { id } = await registerEndpoint(key, receiver.url);
    await call(service, 'PATCH', `/api/webhooks/${id}`, { key, body: { status: 'disabled' } });
    await registerEndpoint(key, otherReceiver.url, ['message.*']);
    await chat(key);
    await otherReceiver.waitUntil(({ length }) => length === 2);
    expect(receiver.received).toEqual([]);
    expect(await listDeliveries(key, id)).toEqual([]);
  });

  it('can be tested and rotated without a body, even with a JSON content type', async () => {
    const { key } = await createWorkspace(service);
    const { id, secret } = await registerEndpoint(key, (await startReceiver(respondWith(200))).url);
    const headers = { 'content-type': 'application/json' };
    const [testResponse, rotateResponse] = [
      await call(service, 'POST', `/api/webhooks/${id}/test`, { key, headers }),
      await call(service, 'POST', `/api/webhooks/${id}/rotate`, { key, headers }),
    ];
    expect([testResponse.status, rotateResponse.status]).toEqual([(await ping(key, id)).status, 200]);
    expect(testResponse.status).toBeLessThan(300);
    expect(rotateResponse.json.secret).not.toBe(secret);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const { id, secret } = await registerEndpoint(key, receiver.url);
    const rotateResponse = await call(service, 'POST', `/api/webhooks/${id}/rotate`, { key });
    expect(rotateResponse.status).toBe(200);
    expect(rotateResponse.json.secret).not.toBe(secret);
    await ping(key, id);
    const [request] = (await receiver.waitUntil(({ length }) => length === 1)) as [ReceivedRequest];
    const signatures = String(request.headers['webhook-signature']).split(' ');
    expect(signatures).toEqual([signatureOf(rotateResponse.json.secret, request), signatureOf(secret, request)]);
    for (const activeSecret of [secret, rotateResponse.json.secret])
      expect(new Webhook(activeSecret).verify(request.body, request.headers as Record<string, string>)).toEqual(
        request.json,
      );
  });
});

describe('a delivery', () => {
  it('can be replayed with the same id', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const { id } = await registerEndpoint(key, receiver.url);
    await ping(key, id);
    const [delivery] = await waitUntilSettled(key, id);
    const replayResponse = await call(service, 'POST', `/api/webhooks/deliveries/${delivery!.id}/replay`, { key });
    expect({ status: replayResponse.status, json: replayResponse.json }).toMatchObject({
      status: 202,
      json: { id: delivery!.id, status: 'pending' },
    });
    const receivedRequests = await receiver.waitUntil(({ length }) => length === 2);
    expect(receivedRequests[1]!.headers['webhook-id']).toBe(receivedRequests[0]!.headers['webhook-id']);
    expect((await waitUntilSettled(key, id))[0]!.attempts).toHaveLength(2);
  });

  it('cannot be replayed during an attempt, but can afterwards', async () => {
    const { key } = await createWorkspace(service);
    let finishResponse = () => undefined as unknown;
    const respondLater: Responder = (...handlerArguments) => {
      finishResponse = () => acceptRequest(...handlerArguments);
    };
    const receiver = await startReceiver((request, response, index) =>
      (index ? acceptRequest : respondLater)(request, response, index),
    );
    const { id } = await registerEndpoint(key, receiver.url);
    const { json: delivery } = await ping(key, id);
    await receiver.waitUntil(({ length }) => length === 1);
    const replay = () => call(service, 'POST', `/api/webhooks/deliveries/${delivery.id}/replay`, { key });
    const earlyResponse = await replay();
    expect([earlyResponse.status, earlyResponse.json.code]).toEqual([409, 'conflict']);
    finishResponse();
    expect((await waitUntilSettled(key, id))[0]).toMatchObject({
      status: 'delivered',
      attempts: [{ responseStatus: 204 }],
    });
    expect((await replay()).status).toBe(202);
    await receiver.waitUntil(({ length }) => length === 2);
    expect((await waitUntilSettled(key, id))[0]!.attempts).toHaveLength(2);
  });

  it('is deleted after 30 days unless it is pending', async () => {
    const { key } = await createWorkspace(service);
    const receiver = await startReceiver();
    const { id } = await registerEndpoint(key, receiver.url);
    for (let n = 0; n < 3; n++) await ping(key, id);
    const [firstDelivery, secondDelivery, thirdDelivery] = await waitUntilSettled(key, id);
    const ageSql = `update webhook_deliveries set created_at = now() - $2::interval where id = $1`;
    await runSql(ageSql, [firstDelivery!.id, '31 days']);
    await runSql(ageSql, [secondDelivery!.id, '29 days']);
    await runSql(ageSql, [thirdDelivery!.id, '31 days']);
    await runSql(`update webhook_deliveries set status = 'pending', due_at = now() + interval '1 day' where id = $1`, [
      thirdDelivery!.id,
    ]);
    await webhookJobs(service).tasks['webhooks.purge']!({}, undefined as never);
    expect((await listDeliveries(key, id)).map((delivery) => delivery.id)).toEqual([
      secondDelivery!.id,
      thirdDelivery!.id,
    ]);
  });
});

describe('private addresses', () => {
  it('are rejected at delivery even if the name resolved elsewhere before', async () => {
    const strictService = await startService(undefined, {}, { webhookTiming: timing });
    const { key } = await createWorkspace(strictService);
    const receiver = await startReceiver();
    const body = { url: 'https://hooks.example.com/', events: ['*'] };
    const { status, json } = await call(strictService, 'POST', '/api/webhooks', { key, body });
    expect(status).toBe(201);
    await queryAsDbOwner(strictService.connection, 'update webhook_endpoints set url = $1', [
      receiver.url.replace('http:', 'https:'),
    ]);
    await call(strictService, 'POST', `/api/webhooks/${json.id}/test`, { key });
    const path = `/api/webhooks/${json.id}/deliveries`;
    const readFirstAttempt = async () => (await call(strictService, 'GET', path, { key })).json.data[0].attempts[0];
    await waitUntil(async () => (await readFirstAttempt()) !== undefined);
    expect(await readFirstAttempt()).toMatchObject({ responseStatus: null, error: 'address_not_allowed' });
    expect(receiver.received).toEqual([]);
  });
});
