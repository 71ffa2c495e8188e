import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPILED } from '../compiled.ts';
import { asOwner, call, listenIn, type Reply, type Service, signUp } from '../harness.ts';
import {
  embeddedIn,
  health,
  isAlive,
  type Process,
  postmasterOf,
  startProcess,
  temporaryFolder,
  until,
} from './service-process.ts';

const WRITES = 200;
const ACKNOWLEDGED_FIRST = 15;

let dataDir: string;
let env: Record<string, string>;
let service: Process;
let key: string;
let killedAt = 0;

beforeAll(async () => {
  const folder = await temporaryFolder();
  dataDir = join(folder, 'data');
  env = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED, LOG_LEVEL: 'warn', PLAN_CHANGES: 'owner' };
  service = await startProcess(env);
  const { cookie } = await signUp(service as unknown as Service);
  await call(service, 'PUT', '/api/plan', { cookie, body: { plan: 'business' } });
  const made = await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', kind: 'secret' } });
  key = made.json.key;
  await listenIn(service, key);
});

type Write = { message: string; idempotencyKey: string | undefined; reply?: Reply };

const send = ({ message, idempotencyKey }: Write) =>
  call(service, 'POST', '/api/chat', {
    key,
    body: { message, metadata: { from: 'crash test' } },
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
  });

/** Many writes at once, and a kill once some of them are acknowledged. */
async function crashDuringWrites(
  round: string,
  kill: () => Promise<void>,
  recover: () => Promise<void>,
): Promise<Write[]> {
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const writes = Array.from({ length: WRITES }, (_, n): Write => {
    return { message: `${round} ${n}: are you open?`, idempotencyKey: n % 2 ? `${round}-${n}` : undefined };
  });
  await Promise.all(
    writes.map(async (write) => {
      const reply = await send(write).catch(() => undefined);
      if (reply && reply.status !== 200) {
        expect({ status: reply.status, code: reply.json.code }).toEqual({ status: 503, code: 'unavailable' });
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      if (reply?.status !== 200) return;
      write.reply = reply;
      if (++acknowledged === ACKNOWLEDGED_FIRST) killed = kill();
    }),
  );
  await killed;
  expect(acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED_FIRST);
  expect(acknowledged).toBeLessThan(WRITES);
  await recover();
  return writes;
}

const sql = async (text: string, values: unknown[] = []) => (await asOwner(embeddedIn(dataDir), text, values)).rows;

const HALF_WRITTEN = `
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

/** Which conversations each customer's message is in: one, if all is well. */
async function conversationsByMessage(): Promise<Map<string, string[]>> {
  const found = await sql(
    `select text, array_agg(conversation_id) as ids from messages where role = 'customer' group by 1`,
  );
  return new Map(found.map(({ text, ids }) => [text, ids]));
}

async function killService() {
  service.child.kill('SIGKILL');
  await service.ended;
}

async function killBoth() {
  const postmaster = (await postmasterOf(dataDir))!;
  process.kill(postmaster, 'SIGKILL');
  await killService();
  await until(() => !isAlive(postmaster));
}

async function killDatabase() {
  process.kill((await postmasterOf(dataDir))!, 'SIGKILL');
  killedAt = performance.now();
}

async function startAgain() {
  service = await startProcess(env);
}

/** The service starts its database again, and goes on. */
async function serveAgain() {
  await until(async () => (await health(service)) === 200);
  await until(async () => (await send({ message: 'hello', idempotencyKey: undefined })).status === 200);
  const ms = Math.round(performance.now() - killedAt);
  console.log(`after kill -9 of its database the service answered again in ${ms} ms`);
  expect(ms).toBeLessThan(15_000);
  expect(service.child.exitCode).toBeNull();
}

describe.for([
  ['the service', killService, startAgain],
  ['the service and its database', killBoth, startAgain],
  ['its database', killDatabase, serveAgain],
] as const)('kill -9 of %s during 200 writes', ([what, kill, recover]) => {
  let writes: Write[];
  beforeAll(async () => {
    writes = await crashDuringWrites(what, kill, recover);
  });

  it('keeps every acknowledged write', async () => {
    const stored = await conversationsByMessage();
    for (const { message, reply } of writes.filter((write) => write.reply)) {
      expect(stored.get(message)).toEqual([reply!.json.conversationId]);
    }
    const sample = writes.find((write) => write.reply)!;
    const read = await call(service, 'GET', `/api/conversations/${sample.reply!.json.conversationId}`, { key });
    expect(read.json.messages.map(({ text }: { text: string }) => text)).toEqual([
      sample.message,
      sample.reply!.json.reply,
    ]);
  });

  it('leaves nothing half written', async () => {
    expect(await sql(HALF_WRITTEN)).toEqual([]);
  });

  it('refuses a retry while the dead claim holds, and then answers it as if nothing had happened', async () => {
    const keyed = writes.filter((write) => write.idempotencyKey);
    // On a slow machine it would have lapsed by now.
    await sql(`update idempotency_keys set claimed_until = now() + interval '1 hour' where status is null`);
    const claims = await sql('select key from idempotency_keys where status is null');
    for (const { key: claimed } of claims) {
      const reply = await send(keyed.find((write) => write.idempotencyKey === claimed)!);
      expect({ status: reply.status, code: reply.json.code }).toEqual({ status: 409, code: 'idempotency_in_progress' });
    }
    await sql(`update idempotency_keys set claimed_until = now() - interval '1 second' where status is null`);
    const before = await conversationsByMessage();
    const retries = new Map<string, string>();
    for (const write of keyed) {
      const retry = await send(write);
      expect({ status: retry.status, text: retry.text }).toMatchObject({ status: 200 });
      expect(retry.headers.get('idempotent-replayed') === 'true').toBe(before.has(write.message));
      if (write.reply) expect(retry.text).toBe(write.reply.text);
      retries.set(write.message, retry.json.conversationId);
    }
    const after = await conversationsByMessage();
    for (const [message, id] of retries) expect(after.get(message)).toEqual([id]);
    expect(await sql(HALF_WRITTEN)).toEqual([]);
  });
});

describe('a database that does not start again', () => {
  it('ends the service, with the reason', { timeout: 120_000 }, async () => {
    await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
    process.kill((await postmasterOf(dataDir))!, 'SIGKILL');
    expect(await service.ended).toBe(1);
    expect(service.err()).toMatch(/frontdesk: The database did not start: [^\n]*postgresql\.conf[^\n]*\n$/);
  });
});
