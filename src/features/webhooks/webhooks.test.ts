import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { until } from '../../../test/process/service-process.ts';
import { answer, hang, listen, type Received, take } from '../../../test/webhooks/receiver.ts';
import { TIMING } from './schedule.ts';

/** Hours take seconds. */
const SCALE = 3_000;
const timing = {
  ...TIMING,
  retries: TIMING.retries.map((ms) => ms / SCALE),
  timeout: 400,
  lease: 1_500,
  idle: 10,
  busy: 5,
};

let service: Service;

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true }, { webhookTiming: timing });
});

async function register(key: string, url: string, events = ['*']) {
  const { status, json } = await call(service, 'POST', '/api/webhooks', { key, body: { url, events } });
  expect(status).toBe(201);
  return json;
}
const ping = (key: string, id: string) => call(service, 'POST', `/api/webhooks/${id}/test`, { key });
const chat = (key: string, message = 'Are you open?') => call(service, 'POST', '/api/chat', { key, body: { message } });
const deliveries = async (key: string, id: string, query = '') =>
  (await call(service, 'GET', `/api/webhooks/${id}/deliveries?limit=100${query}`, { key })).json.data;
const settled = (key: string, id: string, status = 'delivered') =>
  until(async () => (await deliveries(key, id)).every((one: { status: string }) => one.status === status));

/** The spec by hand: base64 of the HMAC over id, time and body, by the bytes after `whsec_`. */
function signatureOf(secret: string, { headers, body }: Received): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a receiver that fails three times, then hangs, then answers', () => {
  it('gets it once in the end, as scheduled, under one id and signed', async () => {
    const { key } = await makeWorkspace(service);
    const turns = [
      answer(500, {}, 'broken'),
      answer(302, { location: 'http://127.0.0.1:1/' }),
      answer(429),
      hang,
      take,
    ];
    const receiver = await listen((received, response, index) => turns[index]!(received, response, index));
    const { id, secret } = await register(key, `${receiver.url}/hook?x=1`, ['ping']);
    expect((await ping(key, id)).status).toBe(202);
    const received = await receiver.until(({ length }) => length === 5);
    await settled(key, id);

    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const one of received) {
      expect(one.headers['webhook-signature']).toBe(signatureOf(secret, one));
      expect(new Webhook(secret).verify(one.body, one.headers as Record<string, string>)).toEqual(one.json);
      expect(() => new Webhook(secret).verify(`${one.body} `, one.headers as Record<string, string>)).toThrow();
    }
    const gaps = received.slice(1).map(({ at }, index) => at - received[index]!.at);
    for (const [index, gap] of gaps.entries()) {
      const hung = index === 3 ? timing.timeout : 0;
      expect(gap).toBeGreaterThanOrEqual(timing.retries[index]! + hung - 2);
      expect(gap).toBeLessThan(timing.retries[index]! * (1 + timing.jitter) + hung + 400);
    }
    const [delivery, ...others] = await deliveries(key, id);
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ eventId: received[0]!.headers['webhook-id'], type: 'ping', status: 'delivered' });
    const shown = delivery.attempts.map(({ responseStatus, error }: never) => [responseStatus, error]);
    expect(shown).toEqual([
      [500, null],
      [302, null],
      [429, null],
      [null, 'timed_out'],
      [204, null],
    ]);
    const full = await call(service, 'GET', `/api/webhooks/deliveries/${delivery.id}`, { key });
    expect(full.json.attempts[0].response).toBe('broken');
    expect(full.json.payload).toEqual(received[0]!.json);
  });
});
