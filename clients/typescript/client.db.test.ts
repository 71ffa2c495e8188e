import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../test/business.ts';
import { type Service, startService } from '../../test/harness.ts';
import { type ChatPart, type Client, createClient, ProblemError } from './src/index.ts';

describe('with a running API', () => {
  let service: Service;
  let business: TestBusiness;
  let client: Client;
  const customer = { name: 'Dana Fox', phone: '+12125550142' };
  const reservation = (startsAt: string) => ({ partySize: 2, startsAt, customer });

  beforeAll(async () => {
    service = await startService();
    business = await openBusiness(service, 'restaurant', {
      timezone: 'America/New_York',
      hours: createEveryDayHours(['17:00', '22:00']),
      closures: [],
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 2 }] },
    });
    client = createClient({ baseUrl: service.url, key: business.key, headers: () => ({ 'X-Test-Clock': NOW }) });
  });

  it('books, reads and cancels by endpoint name', async () => {
    const body = reservation('2026-11-18T19:00');
    const booking = await client.call('POST /api/v1/restaurant/reservations', { body });
    if (!('code' in booking)) throw new Error('a booking has a code');
    const params = { id: booking.id };
    expect(await client.call('GET /api/v1/bookings/{id}', { params })).toEqual(booking);
    const canceled = await client.call('POST /api/v1/bookings/{id}/cancel', { params });
    expect(canceled.status).toBe('cancelled');
  });

  it('throws the problem with its extra members', async () => {
    await client.call('POST /api/v1/restaurant/reservations', { body: reservation('2026-11-19T19:00') });
    const secondBooking = client.call('POST /api/v1/restaurant/reservations', {
      body: reservation('2026-11-19T19:00'),
    });
    const error = await secondBooking.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 409, code: 'slot_unavailable', problem: { reason: 'full' } });
    expect((error as ProblemError).problem.alternatives).not.toHaveLength(0);
    const invalidRequest = client.call('POST /api/v1/restaurant/reservations', {
      body: { ...reservation('soon'), partySize: 0 },
    });
    await expect(invalidRequest).rejects.toMatchObject({ status: 422, errors: [{ pointer: '/partySize' }, {}] });
  });

  it('iterates over all pages of a list', async () => {
    for (const day of ['20', '21', '22'])
      await client.call('POST /api/v1/restaurant/reservations', { body: reservation(`2026-11-${day}T19:00`) });
    const starts: string[] = [];
    for await (const { startsAt } of client.all('GET /api/v1/bookings', { query: { limit: 2, from: '2026-11-20' } }))
      starts.push(startsAt.slice(0, 10));
    expect(starts).toEqual(['2026-11-22', '2026-11-21', '2026-11-20']);
  });

  it('streams a reply', async () => {
    const parts: ChatPart[] = [];
    for await (const part of client.chat({ message: 'When are you open?' })) parts.push(part);
    const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
    const messagePart = parts.find((part) => part.type === 'data-message');
    expect(text).toContain('5:00 PM');
    expect(messagePart?.data.reply).toBe(text);
  });
});

/** A server with scripted responses, and a record of the requests. */
async function startScriptedServer(...responders: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const requests: { method: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    request.resume();
    requests.push({ method: request.method!, key: request.headers['idempotency-key'] as string | undefined });
    const responder = responders[requests.length - 1];
    if (responder) responder(request, response);
    else response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { client: createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'fd_sk_test_x' }), requests };
}
let stop = () => {};
afterEach(() => stop());

const respondWithProblem =
  (status: number, retryAfter?: string) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end('{"code":"some_problem"}');
  };
const closeConnection = (request: IncomingMessage) => request.socket.destroy();

describe('temporary failures', () => {
  it('retries with the same idempotency key', async () => {
    const { client, requests } = await startScriptedServer(respondWithProblem(429, '0'), respondWithProblem(503, '0'));
    expect(await client.send('POST', '/x', { body: {} })).toEqual({ ok: true });
    expect(requests).toHaveLength(3);
    expect(requests[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  });

  it('retries after a network error', async () => {
    const { client, requests } = await startScriptedServer(closeConnection);
    expect(await client.send('GET', '/x')).toEqual({ ok: true });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a permanent refusal', 'GET', respondWithProblem(404, '0'), { status: 404, code: 'some_problem' }],
    ['a Retry-After of a day', 'GET', respondWithProblem(429, '86400'), { status: 429 }],
    ['a server error', 'GET', respondWithProblem(500), { status: 500 }],
    ['a change that may have happened', 'PATCH', respondWithProblem(503, '0'), { status: 503 }],
    ['a change without a response', 'PATCH', closeConnection, { status: 0, code: 'unreachable' }],
  ] as const)('does not retry after %s', async (_, method, responder, error) => {
    const { client, requests } = await startScriptedServer(responder);
    await expect(client.send(method, '/x')).rejects.toMatchObject(error);
    expect(requests).toHaveLength(1);
  });

  it('gives up after the last retry', async () => {
    const { client, requests } = await startScriptedServer(
      ...Array.from({ length: 5 }, () => respondWithProblem(503, '0')),
    );
    await expect(client.send('GET', '/x')).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(3);
  });

  it('stops waiting when aborted', async () => {
    const { client } = await startScriptedServer(respondWithProblem(429, '50'));
    const abortController = new AbortController();
    const pendingRequest = client.send('GET', '/x', { signal: abortController.signal });
    setImmediate(() => abortController.abort(new Error('enough')));
    await expect(pendingRequest).rejects.toThrow('enough');
  });
});

it('closes an abandoned stream', async () => {
  const connectionClosed = Promise.withResolvers<void>();
  const { client } = await startScriptedServer((_, response) => {
    response.once('close', () => connectionClosed.resolve());
    response.setHeader('content-type', 'text/event-stream');
    response.write(': hello\n\nid: 1\nevent: booking\ndata: {"id":\ndata: "b"}\n\ndata: next\n\n');
  });
  for await (const event of client.events('GET', '/x')) {
    expect(event).toEqual({ event: 'booking', id: '1', data: '{"id":\n"b"}' });
    break;
  }
  await connectionClosed.promise;
});
