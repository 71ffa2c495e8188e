import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, type HttpResponse, queryAsDbOwner, type Service, signUp, subscribeToAllEvents } from '../harness.ts';
import {
  createTemporaryFolder,
  fetchHealthStatus,
  getEmbeddedConnection,
  isAlive,
  type Process,
  readPostmasterPid,
  startProcess,
  waitUntil,
} from './service-process.ts';

const WRITE_COUNT = 200;
const KILL_AFTER_ACKNOWLEDGED = 15;

let dataDir: string;
let env: Record<string, string>;
let service: Process;
let key: string;
let databaseKilledAt = 0;

beforeAll(async () => {
  const folder = await createTemporaryFolder();
  dataDir = join(folder, 'data');
  env = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, LOG_LEVEL: 'warn', PLAN_CHANGES: 'owner' };
  service = await startProcess(env);
  const { cookie } = await signUp(service as unknown as Service);
  await call(service, 'PUT', '/api/plan', { cookie, body: { plan: 'business' } });
  const created = await call(service, 'POST', '/api/keys', {
    cookie,
    body: { name: 'k', mode: 'live', kind: 'secret' },
  });
  key = created.json.key;
  await subscribeToAllEvents(service, key);
});

type Write = { message: string; idempotencyKey: string | undefined; response?: HttpResponse };

const send = ({ message, idempotencyKey }: Write) =>
  call(service, 'POST', '/api/chat', {
    key,
    body: { message, metadata: { from: 'crash test' } },
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
  });

/** Sends many writes concurrently and kills the process once some of them are acknowledged. */
async function crashDuringWrites(
  round: string,
  kill: () => Promise<void>,
  recover: () => Promise<void>,
): Promise<Write[]> {
  let acknowledgedCount = 0;
  let killDone: Promise<void> | undefined;
  const writes = Array.from({ length: WRITE_COUNT }, (_, n): Write => {
    return { message: `${round} ${n}: are you open?`, idempotencyKey: n % 2 ? `${round}-${n}` : undefined };
  });
  await Promise.all(
    writes.map(async (write) => {
      const response = await send(write).catch(() => undefined);
      if (response && response.status !== 200) {
        expect({ status: response.status, code: response.json.code }).toEqual({ status: 503, code: 'unavailable' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      if (response?.status !== 200) return;
      write.response = response;
      if (++acknowledgedCount === KILL_AFTER_ACKNOWLEDGED) killDone = kill();
    }),
  );
  await killDone;
  expect(acknowledgedCount).toBeGreaterThanOrEqual(KILL_AFTER_ACKNOWLEDGED);
  expect(acknowledgedCount).toBeLessThan(WRITE_COUNT);
  await recover();
  return writes;
}

const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(getEmbeddedConnection(dataDir), sql, values)).rows;

const SELECT_INCOMPLETE_WRITES = `
  select c.id, (select string_agg(m.text, ' | ' order by m.id) from messages m where m.conversation_id = c.id) as said,
    (select string_agg(e.type, ' ' order by e.id) from events e
     where c.id in (e.data ->> 'id', e.data ->> 'conversationId')) as happened
  from conversations c
  where (select array_agg(m.role order by m.id) from messages m where m.conversation_id = c.id)
          is distinct from array['customer', 'assistant']
     or (select array_agg(e.type order by e.id) from events e
         where c.id in (e.data ->> 'id', e.data ->> 'conversationId'))
          is distinct from array['conversation.created', 'message.received', 'message.replied']
  union all
  select e.id, null, e.type from events e
  where e.type in ('conversation.created', 'message.received', 'message.replied')
    and not exists (select from conversations c where c.id in (e.data ->> 'id', e.data ->> 'conversationId'))
  union all
  select i.key, null, null from idempotency_keys i where i.status is null and i.body is not null`;

/** The conversations that contain each customer message. There should be exactly one per message. */
async function readConversationsByMessage(): Promise<Map<string, string[]>> {
  const messages = await queryRows(
    `select text, array_agg(conversation_id) as ids from messages where role = 'customer' group by 1`,
  );
  return new Map(messages.map(({ text, ids }) => [text, ids]));
}

async function killService() {
  service.child.kill('SIGKILL');
  await service.exitCode;
}

async function killServiceAndDatabase() {
  const postmaster = (await readPostmasterPid(dataDir))!;
  process.kill(postmaster, 'SIGKILL');
  await killService();
  await waitUntil(() => !isAlive(postmaster));
}

async function killDatabase() {
  process.kill((await readPostmasterPid(dataDir))!, 'SIGKILL');
  databaseKilledAt = performance.now();
}

async function restartService() {
  service = await startProcess(env);
}

/** Waits until the service has restarted its database and answers again. */
async function waitForRecovery() {
  await waitUntil(async () => (await fetchHealthStatus(service)) === 200);
  await waitUntil(async () => (await send({ message: 'hello', idempotencyKey: undefined })).status === 200);
  const recoveryMs = Math.round(performance.now() - databaseKilledAt);
  console.log(`after kill -9 of its database the service answered again in ${recoveryMs} ms`);
  expect(recoveryMs).toBeLessThan(15_000);
  expect(service.child.exitCode).toBeNull();
}

describe.for([
  ['the service', killService, restartService],
  ['the service and its database', killServiceAndDatabase, restartService],
  ['its database', killDatabase, waitForRecovery],
] as const)('kill -9 of %s during 200 writes', ([target, kill, recover]) => {
  let writes: Write[];
  beforeAll(async () => {
    writes = await crashDuringWrites(target, kill, recover);
  });

  it('keeps every acknowledged write', async () => {
    const conversationIds = await readConversationsByMessage();
    for (const { message, response } of writes.filter((write) => write.response)) {
      expect(conversationIds.get(message)).toEqual([response!.json.conversationId]);
    }
    const acknowledgedWrite = writes.find((write) => write.response)!;
    const conversation = await call(
      service,
      'GET',
      `/api/conversations/${acknowledgedWrite.response!.json.conversationId}`,
      { key },
    );
    expect(conversation.json.messages.map(({ text }: { text: string }) => text)).toEqual([
      acknowledgedWrite.message,
      acknowledgedWrite.response!.json.reply,
    ]);
  });

  it('leaves nothing half written', async () => {
    expect(await queryRows(SELECT_INCOMPLETE_WRITES)).toEqual([]);
  });

  it('rejects a retry while the lost request’s claim is valid, then answers it normally', async () => {
    const idempotentWrites = writes.filter((write) => write.idempotencyKey);
    // Extend the claims, because on a slow machine they could have expired by now.
    await queryRows(`update idempotency_keys set claimed_until = now() + interval '1 hour' where status is null`);
    const claims = await queryRows('select key from idempotency_keys where status is null');
    for (const { key: claimedKey } of claims) {
      const response = await send(idempotentWrites.find((write) => write.idempotencyKey === claimedKey)!);
      expect({ status: response.status, code: response.json.code }).toEqual({
        status: 409,
        code: 'idempotency_in_progress',
      });
    }
    await queryRows(`update idempotency_keys set claimed_until = now() - interval '1 second' where status is null`);
    const conversationsBefore = await readConversationsByMessage();
    const retries = new Map<string, string>();
    for (const write of idempotentWrites) {
      const retry = await send(write);
      expect({ status: retry.status, text: retry.text }).toMatchObject({ status: 200 });
      expect(retry.headers.get('idempotent-replayed') === 'true').toBe(conversationsBefore.has(write.message));
      if (write.response) expect(retry.text).toBe(write.response.text);
      retries.set(write.message, retry.json.conversationId);
    }
    const conversationsAfter = await readConversationsByMessage();
    for (const [message, id] of retries) expect(conversationsAfter.get(message)).toEqual([id]);
    expect(await queryRows(SELECT_INCOMPLETE_WRITES)).toEqual([]);
  });
});

describe('a database that fails to restart', () => {
  it('stops the service with an error message', { timeout: 120_000 }, async () => {
    await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
    process.kill((await readPostmasterPid(dataDir))!, 'SIGKILL');
    expect(await service.exitCode).toBe(1);
    expect(service.err()).toMatch(/frontdesk: The database did not start: [^\n]*postgresql\.conf[^\n]*\n$/);
  });
});
