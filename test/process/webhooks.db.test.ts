import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { TIMING } from '../../src/features/webhooks/schedule.ts';
import { COMPILED } from '../compiled.ts';
import { asOwner, call, type Service, signUp } from '../harness.ts';
import { listen } from '../webhooks/receiver.ts';
import { embeddedIn, type Process, startProcess, stopProcess, temporaryFolder, until } from './service-process.ts';

const EVENTS = 5_000;
const KILLED_AFTER = 1_500;
const MOST_TWICE = EVENTS / 100;

let dataDir: string;
let env: Record<string, string>;
let service: Process;

beforeAll(async () => {
  const folder = await temporaryFolder();
  dataDir = join(folder, 'data');
  env = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED, LOG_LEVEL: 'warn' };
  env.WEBHOOKS_ALLOW_PRIVATE = 'true';
  service = await startProcess(env);
});

const sql = async (text: string, values: unknown[] = []) => (await asOwner(embeddedIn(dataDir), text, values)).rows;

it('kill -9 while 5,000 events are on their way: all of them arrive, hardly any twice', async () => {
  const receiver = await listen();
  const { cookie } = await signUp(service as unknown as Service);
  const made = await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', kind: 'secret' } });
  const { key } = made.json;
  const registered = await call(service, 'POST', '/api/webhooks', {
    key,
    body: { url: receiver.url, events: ['booking.*'] },
  });
  const { id } = registered.json;
  await sql(
    `insert into events (workspace_id, id, type, data, occurred_at)
     select workspace_id, 'evt_' || lpad(n::text, 26, '0'), 'booking.created', jsonb_build_object('n', n), now()
     from webhook_endpoints, generate_series(1, ${EVENTS}) n`,
  );

  await receiver.until(({ length }) => length >= KILLED_AFTER);
  service.child.kill('SIGKILL');
  await service.ended;
  const atOnce = receiver.received.length;
  expect(atOnce).toBeLessThan(EVENTS);
  service = await startProcess(env);

  // What the dead service had leased comes last: its lease has to lapse first.
  const waiting = `select from webhook_deliveries where endpoint_id = $1 and status <> 'delivered'`;
  await until(async () => (await sql(waiting, [id])).length === 0, 60_000 + TIMING.lease);
  expect(await stopProcess(service)).toBe(0);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EVENTS);
  const twice = receiver.received.length - EVENTS;
  console.log(`killed after ${atOnce} of ${EVENTS}; ${twice} arrived twice`);
  expect(twice).toBeLessThan(MOST_TWICE);
});
