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
import { admissionLimitsFor } from './admission.ts';
import { createIdempotency } from './idempotency.ts';
import { DeferredResponse, ok, route, type WorkspacePrincipal } from './route.ts';
import { Strict } from './schema.ts';
import { addRoutes, createServer } from './server.ts';

const POOL_SIZE = 5;
const { maxInProgress, maxPerWorkspace, maxWaiting } = admissionLimitsFor(POOL_SIZE);

let service: Service;
let floodingWorkspace: { id: string; key: string };
let quietWorkspace: { id: string; key: string };

beforeAll(async () => {
  service = await startService(undefined, { databasePoolSize: POOL_SIZE });
  floodingWorkspace = await createWorkspace(service);
  quietWorkspace = await createWorkspace(service);
});

async function chat(key: string, body: object = {}, signal: AbortSignal | null = null) {
  const reply = await fetch(`${service.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hello', ...body }),
    signal,
  });
  const json = (await reply.json()) as Record<string, string>;
  return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')), json };
}

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await check()); await sleep(5))
    if (Date.now() > deadline) throw new Error('it did not happen');
}

async function requestCount(state: string): Promise<number> {
  const { text } = await call(service, 'GET', '/metrics');
  return Number(new RegExp(`^frontdesk_requests{state="${state}"} (\\d+)$`, 'm').exec(text)![1]);
}

/** A conversation whose messages are not answered until it is released. */
async function createBlockedConversation() {
  const { conversationId } = (await chat(floodingWorkspace.key)).json;
  const holder = new pg.Client(service.connection);
  await holder.connect();
  addCleanup(() => holder.end());
  await holder.query('begin');
  await holder.query('select from conversations where id = $1 for update', [conversationId]);
  return { conversationId, letGo: () => holder.end() };
}

const EVENTS_PATH = '/api/inbox/events';

/** The median duration of a health check. */
async function healthMs(): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 21; n++) {
    const began = performance.now();
    expect((await call(service, 'GET', '/api/health')).status).toBe(200);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[10]!;
}

describe('a flood of requests from one workspace', () => {
  it('is rejected immediately beyond the limit, while others are answered', async () => {
    const heldChat = await createBlockedConversation();
    const alone = await healthMs();
    const refused: Awaited<ReturnType<typeof chat>>[] = [];
    const count = maxWaiting + maxPerWorkspace + 100;
    const all = Array.from({ length: count }, async () => {
      const reply = await chat(floodingWorkspace.key, { conversationId: heldChat.conversationId });
      if (reply.status === 503) refused.push(reply);
      return reply;
    });
    // None of the requests can be answered yet.
    await until(() => refused.length >= 100);
    expect(await requestCount('in_progress')).toBe(maxPerWorkspace);

    const beside = await healthMs();
    process.stdout.write(`health under flood: ${beside.toFixed(1)} ms, and ${alone.toFixed(1)} ms alone\n`);
    // A queued request would wait for seconds. The factor of ten allows for a busy machine.
    expect(beside).toBeLessThan(10 * alone);
    expect((await chat(floodingWorkspace.key)).status).toBe(503);

    const otherReplies: HttpResponse[] = [];
    for (const path of ['/api/health', '/api/health/live', '/api/health/ready', '/api/plans'])
      otherReplies.push(await call(service, 'GET', path));
    otherReplies.push(await call(service, 'GET', '/api/conversations', { key: quietWorkspace.key }));
    otherReplies.push(
      await call(service, 'POST', '/api/chat', { key: quietWorkspace.key, body: { message: 'hello' } }),
    );
    expect(otherReplies.map(({ status }) => status)).toEqual(otherReplies.map(() => 200));

    for (const { retryAfter, json } of refused) {
      expect(retryAfter).toBeGreaterThan(0);
      expect(json).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Try again') });
    }
    expect(service.logLines.filter((line) => line.includes('a request failed'))).toEqual([]);
    await heldChat.letGo();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await until(async () => (await requestCount('waiting')) + (await requestCount('in_progress')) === 0);
    expect((await chat(floodingWorkspace.key)).status).toBe(200);
  });

  it('leaves the queue when its clients disconnect, and is not processed', async () => {
    const heldChat = await createBlockedConversation();
    const hangUp = new AbortController();
    const say = (message: string, signal?: AbortSignal) =>
      chat(floodingWorkspace.key, { conversationId: heldChat.conversationId, message }, signal);
    const begun = Array.from({ length: maxPerWorkspace }, () => say('hello'));
    await until(async () => (await requestCount('in_progress')) === maxPerWorkspace);
    // It has waited longest, so it would be the first to be rejected for waiting too long.
    let isAnswered = false;
    const patient = say('hello').finally(() => (isAnswered = true));
    await until(async () => (await requestCount('waiting')) === 1);
    const disconnected = Array.from({ length: maxInProgress - 1 }, (_, n) =>
      say(`gone ${n}`, hangUp.signal).catch(() => 'gone'),
    );
    // However slow requests have been, as many can wait as are in progress.
    await until(async () => (await requestCount('waiting')) === maxInProgress);
    hangUp.abort();
    expect(await Promise.all(disconnected)).toEqual(disconnected.map(() => 'gone'));
    await until(async () => (await requestCount('waiting')) <= 1);
    expect(isAnswered).toBe(false);
    await heldChat.letGo();
    for (const reply of [...begun, patient]) expect((await reply).status).toBe(200);
    const { json } = await call(service, 'GET', `/api/conversations/${heldChat.conversationId}`, {
      key: floodingWorkspace.key,
    });
    expect(json.messages.filter(({ text }: { text: string }) => text.startsWith('gone'))).toEqual([]);
  });

  it('does not block others if it consists of open streams', async () => {
    const ends = Array.from({ length: POOL_SIZE + 2 }, () => new AbortController());
    for (const { signal } of ends) {
      const stream = await fetch(service.url + EVENTS_PATH, {
        headers: { authorization: `Bearer ${floodingWorkspace.key}` },
        signal,
      });
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    expect(await requestCount('in_progress')).toBe(0);
    expect((await chat(floodingWorkspace.key)).status).toBe(200);
    for (const end of ends) end.abort();
  });
});

describe('a request that waits for an external service', () => {
  it('releases its turn while it waits and continues afterwards', async () => {
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
    const common = { pathPrefix: 'core', method: 'GET', gate, tag: 'Test', summary: 'A test' } as const;
    const responses = { 200: Strict({ heard: Type.String() }) };
    let isOutside = false;
    let answer: (text: string) => void = () => undefined;
    const routes = [
      route({
        ...{ ...common, responses, path: '/model' },
        handle: async () =>
          new DeferredResponse(async () => {
            isOutside = true;
            const modelAnswer = await new Promise<string>((resolve) => (answer = resolve));
            return async () => ok({ heard: modelAnswer });
          }),
      }),
      route({ ...{ ...common, responses, path: '/other' }, handle: async () => ok({ heard: 'at once' }) }),
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
    const tiny = { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` };

    const first = call(tiny, 'GET', '/api/model');
    await until(() => isOutside);
    expect((await call(tiny, 'GET', '/api/other')).json).toEqual({ heard: 'at once' });
    answer('in the end');
    expect((await first).json).toEqual({ heard: 'in the end' });
  });
});
