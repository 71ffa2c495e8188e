import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addCleanup,
  call,
  createWorkspace,
  type HttpResponse,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { systemClock } from '../clock.ts';
import { openKeyring } from '../crypto.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { chooseAdmissionLimits } from './admission.ts';
import { createIdempotency } from './idempotency.ts';
import { DeferredResponse, ok, route, type WorkspacePrincipal } from './route.ts';
import { Strict } from './schema.ts';
import { addRoutes, createServer } from './server.ts';

const POOL_SIZE = 5;
const { maxInProgress, maxPerWorkspace, maxWaiting } = chooseAdmissionLimits(POOL_SIZE);

let service: Service;
let floodingWorkspace: { id: string; key: string };
let quietWorkspace: { id: string; key: string };

beforeAll(async () => {
  service = await startService(undefined, { databasePoolSize: POOL_SIZE });
  floodingWorkspace = await createWorkspace(service);
  quietWorkspace = await createWorkspace(service);
});

async function chat(key: string, body: object = {}, signal: AbortSignal | null = null) {
  const response = await fetch(`${service.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hello', ...body }),
    signal,
  });
  const json = (await response.json()) as Record<string, string>;
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), json };
}

async function waitUntil(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await check()); await sleep(5))
    if (Date.now() > deadline) throw new Error('the condition was never met');
}

async function requestCount(state: string): Promise<number> {
  const { text } = await call(service, 'GET', '/metrics');
  return Number(new RegExp(`^frontdesk_requests{state="${state}"} (\\d+)$`, 'm').exec(text)![1]);
}

/** A conversation whose messages get no response until it is released. */
async function createBlockedConversation() {
  const { conversationId } = (await chat(floodingWorkspace.key)).json;
  const blocker = new pg.Client(service.connection);
  await blocker.connect();
  addCleanup(() => blocker.end());
  await blocker.query('begin');
  await blocker.query('select from conversations where id = $1 for update', [conversationId]);
  return { conversationId, release: () => blocker.end() };
}

const EVENTS_PATH = '/api/inbox/events';

/** The median duration of a health check. */
async function measureHealthMs(): Promise<number> {
  const durations: number[] = [];
  for (let n = 0; n < 21; n++) {
    const startedAt = performance.now();
    expect((await call(service, 'GET', '/api/health')).status).toBe(200);
    durations.push(performance.now() - startedAt);
  }
  return durations.sort((a, b) => a - b)[10]!;
}

describe('a flood of requests from one workspace', () => {
  it('is rejected immediately beyond the limit, while others are answered', async () => {
    const blockedConversation = await createBlockedConversation();
    const msWithoutFlood = await measureHealthMs();
    const rejectedResponses: Awaited<ReturnType<typeof chat>>[] = [];
    const floodSize = maxWaiting + maxPerWorkspace + 100;
    const floodResponses = Array.from({ length: floodSize }, async () => {
      const response = await chat(floodingWorkspace.key, { conversationId: blockedConversation.conversationId });
      if (response.status === 503) rejectedResponses.push(response);
      return response;
    });
    // None of the requests can have completed yet.
    await waitUntil(() => rejectedResponses.length >= 100);
    expect(await requestCount('in_progress')).toBe(maxPerWorkspace);

    const msUnderFlood = await measureHealthMs();
    process.stdout.write(
      `health under flood: ${msUnderFlood.toFixed(1)} ms, and ${msWithoutFlood.toFixed(1)} ms alone\n`,
    );
    // A queued request would wait for seconds. The factor of ten allows for a busy machine.
    expect(msUnderFlood).toBeLessThan(10 * msWithoutFlood);
    expect((await chat(floodingWorkspace.key)).status).toBe(503);

    const otherResponses: HttpResponse[] = [];
    for (const path of ['/api/health', '/api/health/live', '/api/health/ready', '/api/plans'])
      otherResponses.push(await call(service, 'GET', path));
    otherResponses.push(await call(service, 'GET', '/api/conversations', { key: quietWorkspace.key }));
    otherResponses.push(
      await call(service, 'POST', '/api/chat', { key: quietWorkspace.key, body: { message: 'hello' } }),
    );
    expect(otherResponses.map(({ status }) => status)).toEqual(otherResponses.map(() => 200));

    for (const { retryAfter, json } of rejectedResponses) {
      expect(retryAfter).toBeGreaterThan(0);
      expect(json).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Try again') });
    }
    expect(service.logLines.filter((line) => line.includes('a request failed'))).toEqual([]);
    await blockedConversation.release();
    const statuses = (await Promise.all(floodResponses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await waitUntil(async () => (await requestCount('waiting')) + (await requestCount('in_progress')) === 0);
    expect((await chat(floodingWorkspace.key)).status).toBe(200);
  });

  it('leaves the queue when its clients disconnect, and is not processed', async () => {
    const blockedConversation = await createBlockedConversation();
    const clientAbort = new AbortController();
    const sendMessage = (message: string, signal?: AbortSignal) =>
      chat(floodingWorkspace.key, { conversationId: blockedConversation.conversationId, message }, signal);
    const admittedResponses = Array.from({ length: maxPerWorkspace }, () => sendMessage('hello'));
    await waitUntil(async () => (await requestCount('in_progress')) === maxPerWorkspace);
    // This request has waited longest, so it would be the first to be rejected for waiting too long.
    let isAnswered = false;
    const longestWaitingResponse = sendMessage('hello').finally(() => (isAnswered = true));
    await waitUntil(async () => (await requestCount('waiting')) === 1);
    const disconnectedResponses = Array.from({ length: maxInProgress - 1 }, (_, n) =>
      sendMessage(`gone ${n}`, clientAbort.signal).catch(() => 'gone'),
    );
    // However slow requests have been, as many can wait as are in progress.
    await waitUntil(async () => (await requestCount('waiting')) === maxInProgress);
    clientAbort.abort();
    expect(await Promise.all(disconnectedResponses)).toEqual(disconnectedResponses.map(() => 'gone'));
    await waitUntil(async () => (await requestCount('waiting')) <= 1);
    expect(isAnswered).toBe(false);
    await blockedConversation.release();
    for (const response of [...admittedResponses, longestWaitingResponse]) expect((await response).status).toBe(200);
    const { json } = await call(service, 'GET', `/api/conversations/${blockedConversation.conversationId}`, {
      key: floodingWorkspace.key,
    });
    expect(json.messages.filter(({ text }: { text: string }) => text.startsWith('gone'))).toEqual([]);
  });

  it('does not block others if it consists of open streams', async () => {
    const streamAborts = Array.from({ length: POOL_SIZE + 2 }, () => new AbortController());
    for (const { signal } of streamAborts) {
      const stream = await fetch(service.url + EVENTS_PATH, {
        headers: { authorization: `Bearer ${floodingWorkspace.key}` },
        signal,
      });
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    expect(await requestCount('in_progress')).toBe(0);
    expect((await chat(floodingWorkspace.key)).status).toBe(200);
    for (const abortController of streamAborts) abortController.abort();
  });
});

describe('a request that waits for an external service', () => {
  it('lets other requests run while it waits, and continues afterwards', async () => {
    const { config } = service;
    const database = { ...service.database, pool: { ...service.database.pool, options: { max: 1 } } } as never;
    const workspace = {
      id: quietWorkspace.id,
      liveId: quietWorkspace.id,
      mode: 'live',
      name: 'Q',
      plan: 'business',
      timezone: 'UTC',
    };
    const gate = {
      security: 'none' as const,
      authorize: async () =>
        ({ workspace, actor: { kind: 'key', id: 'key_x', publishable: false } }) as WorkspacePrincipal,
    };
    const commonFields = { pathPrefixSet: 'all', method: 'GET', gate, tag: 'Test', summary: 'A test' } as const;
    const responses = { 200: Strict({ text: Type.String() }) };
    let isModelCallPending = false;
    let finishModelCall: (text: string) => void = () => undefined;
    const routes = [
      route({
        ...commonFields,
        responses,
        path: '/model',
        handle: async () =>
          new DeferredResponse(async () => {
            isModelCallPending = true;
            const modelAnswer = await new Promise<string>((resolve) => (finishModelCall = resolve));
            return async () => ok({ text: modelAnswer });
          }),
      }),
      route({ ...commonFields, responses, path: '/other', handle: async () => ok({ text: 'at once' }) }),
    ];
    const keyring = openKeyring(Buffer.alloc(32));
    const idempotency = createIdempotency(service.database, keyring, 60_000);
    const metrics = createMetrics(service.database);
    const log = createLog('error', { write: () => undefined });
    const options = { config, log, database, keyring, idempotency, metrics, clock: systemClock };
    const server = createServer(options);
    addRoutes(server, routes, options);
    await server.listen({ host: '127.0.0.1', port: 0 });
    addCleanup(() => server.close());
    const testServer = { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` };

    const modelResponse = call(testServer, 'GET', '/api/model');
    await waitUntil(() => isModelCallPending);
    expect((await call(testServer, 'GET', '/api/other')).json).toEqual({ text: 'at once' });
    finishModelCall('in the end');
    expect((await modelResponse).json).toEqual({ text: 'in the end' });
  });
});
