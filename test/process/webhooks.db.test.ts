import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { DELIVERY_TIMING } from '../../src/features/webhooks/schedule.ts';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import { chooseCaseCount } from '../random.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import {
  createTemporaryFolder,
  getEmbeddedConnection,
  type Process,
  startProcess,
  stopProcess,
  waitUntil,
} from './service-process.ts';

const EVENT_COUNT = chooseCaseCount(5_000, 5);
const KILL_AFTER_EVENTS = (EVENT_COUNT * 3) / 10;
/** Events that were being delivered when the service was killed. */
const MAX_DUPLICATES = 50;

let dataDir: string;
let env: Record<string, string>;
let service: Process;

beforeAll(async () => {
  const folder = await createTemporaryFolder();
  dataDir = join(folder, 'data');
  env = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, LOG_LEVEL: 'warn' };
  env.WEBHOOKS_ALLOW_PRIVATE = 'true';
  service = await startProcess(env);
});

const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(getEmbeddedConnection(dataDir), sql, values)).rows;

it(`delivers all of ${EVENT_COUNT} events after a kill -9, and at most a few of them twice`, async () => {
  const receiver = await startReceiver();
  const { cookie } = await signUp(service as unknown as Service);
  const keyResponse = await call(service, 'POST', '/api/keys', {
    cookie,
    body: { name: 'k', mode: 'live', kind: 'secret' },
  });
  const { key } = keyResponse.json;
  const endpointResponse = await call(service, 'POST', '/api/webhooks', {
    key,
    body: { url: receiver.url, events: ['booking.*'] },
  });
  const { id: endpointId } = endpointResponse.json;
  await queryRows(
    `insert into events (workspace_id, id, type, data, occurred_at)
     select workspace_id, 'evt_' || lpad(n::text, 26, '0'), 'booking.created', jsonb_build_object('n', n), now()
     from webhook_endpoints, generate_series(1, ${EVENT_COUNT}) n`,
  );

  await receiver.waitUntil(({ length }) => length >= KILL_AFTER_EVENTS);
  service.child.kill('SIGKILL');
  await service.exitCode;
  const countBeforeKill = receiver.received.length;
  expect(countBeforeKill).toBeLessThan(EVENT_COUNT);
  service = await startProcess(env);

  // Deliveries leased by the killed service come last, after their lease has expired.
  const selectUndelivered = `select from webhook_deliveries where endpoint_id = $1 and status <> 'delivered'`;
  await waitUntil(
    async () => (await queryRows(selectUndelivered, [endpointId])).length === 0,
    60_000 + DELIVERY_TIMING.leaseMs,
  );
  expect(await stopProcess(service)).toBe(0);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EVENT_COUNT);
  const duplicateCount = receiver.received.length - EVENT_COUNT;
  console.log(`killed after ${countBeforeKill} of ${EVENT_COUNT}; ${duplicateCount} arrived twice`);
  expect(duplicateCount).toBeLessThan(MAX_DUPLICATES);
});
