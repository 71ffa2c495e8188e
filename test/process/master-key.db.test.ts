import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockMasterKeyExclusive } from '../../src/features/service/master-key.ts';
import { resealHeads } from '../../src/kernel/audit/sealing.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { openKeyring } from '../../src/kernel/crypto.ts';
import { connect, stopIfUnused } from '../../src/kernel/database/connect.ts';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { createCommands, type Ended } from '../command.ts';
import { COMPILED } from '../compiled.ts';
import { asOwner, call, createDatabase, type Service, signUp } from '../harness.ts';
import {
  databaseUrl,
  freePort,
  leftovers,
  spawnService,
  startProcess,
  stopProcess,
  temporaryFolder,
  until,
} from './service-process.ts';

const PATIENCE = 90_000;
const SAID = 'I need Zyloprimex for my itching elbow';

let folder: string;
let compiled: Record<string, string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  compiled = { NODE_COMPILE_CACHE: COMPILED };
});

type Env = Record<string, string>;

const typed = createCommands();
const frontdesk = (env: Env, ...args: string[]) => typed({ ...compiled, ...env }, ...args);
const rotate = (env: Env, ...args: string[]) => frontdesk(env, 'master-key', 'rotate', ...args);
const told = (text: string) => ({
  code: 1,
  out: '',
  err: expect.stringMatching(new RegExp(`^frontdesk: .*${text}.*\n$`)),
});

async function refused(env: Env, what: 'start' | 'worker' = 'start'): Promise<Ended> {
  const service = spawnService({ ...compiled, PORT: String(await freePort()), ...env }, what);
  return { code: Number(await service.ended), out: service.out(), err: service.err() };
}

/** A service on which a patient has told something, and how to read it. */
async function startPractice(env: Env) {
  const service = await startProcess({ ...compiled, ...env });
  const { cookie } = await signUp(service as unknown as Service);
  const made = await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', kind: 'secret' } });
  const { key } = made.json;
  const { json } = await call(service, 'POST', '/api/chat', { key, body: { message: SAID, businessType: 'medical' } });
  const read = async (on: { url: string }) => {
    const reply = await call(on, 'GET', `/api/conversations/${json.conversationId}`, { key });
    expect({ status: reply.status, said: reply.json.messages?.[0].text }).toEqual({ status: 200, said: SAID });
  };
  await read(service);
  return { service, read };
}

describe('the master key of a data folder', () => {
  let dataDir: string;
  let env: Env;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  const keyFiles = async () => (await readdir(dataDir)).filter((name) => name.startsWith('master.key'));
  const file = () => join(dataDir, 'master.key');
  const readKey = () => readFile(file(), 'utf8');
  const expectRead = async (from: Env) => {
    const service = await startProcess({ ...compiled, ...from });
    await practice.read(service);
    expect(await stopProcess(service)).toBe(0);
  };

  beforeAll(async () => {
    dataDir = join(folder, 'data');
    env = { DATA_DIR: dataDir };
    practice = await startPractice(env);
  });

  it('is not replaced while a service runs, and then no file is left behind', { timeout: PATIENCE }, async () => {
    const before = await readKey();
    expect(await rotate(env)).toEqual(told('is running on this database. Stop every instance first'));
    expect([await keyFiles(), await readKey()]).toEqual([['master.key'], before]);
    await practice.read(practice.service);
    expect(await stopProcess(practice.service)).toBe(0);
  });

  it('is replaced when none does, and everything is read with the new one', { timeout: PATIENCE }, async () => {
    const before = await readKey();
    expect(await rotate(env)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Resealed [1-9]\d* values with the new master key/),
      err: '',
    });
    expect(await leftovers(dataDir)).toEqual([]);
    expect(await keyFiles()).toEqual(['master.key']);
    expect(await readKey()).not.toBe(before);
    await expectRead(env);
  });

  it('is told to be missing or another before anything is served, and none is made', {
    timeout: PATIENCE,
  }, async () => {
    const right = await readKey();
    await rm(file());
    for (const program of ['start', 'worker'] as const) {
      expect(await refused(env, program)).toEqual(told(`${file()} is missing, and this database was sealed with it`));
    }
    expect(await keyFiles()).toEqual([]);
    expect(await rotate(env)).toEqual(told(`No master key in ${dataDir}`));
    const other = randomBytes(32).toString('base64');
    expect(await refused({ ...env, MASTER_KEY: other })).toEqual(told('MASTER_KEY is not the key'));
    await writeFile(file(), other);
    expect(await refused(env)).toEqual(told(`${file()} is not the key that this database was sealed with`));
    expect(await rotate(env)).toEqual(told('opens with neither key'));
    expect([await keyFiles(), await leftovers(dataDir)]).toEqual([['master.key'], []]);
    await writeFile(file(), right);
  });

  it('is finished by a second try where the first one crashed after the commit', { timeout: PATIENCE }, async () => {
    const before = await readKey();
    expect((await rotate(env)).code).toBe(0);
    const after = await readKey();
    await rename(file(), `${file()}.new`);
    await writeFile(file(), before);
    expect(await refused(env)).toEqual(told(`${file()} was being replaced. Finish that with: .* master-key rotate`));
    expect(await rotate(env)).toMatchObject({ code: 0, out: expect.stringMatching(/^Resealed 0 values/) });
    expect([await keyFiles(), await readKey()]).toEqual([['master.key'], after]);
  });

  it('stays with its backup', { timeout: PATIENCE }, async () => {
    const backup = join(folder, 'backup.tar.gz');
    const connected = await connect(readConfig(env));
    await lockMasterKeyExclusive(connected.embedded!.session);
    expect(await frontdesk(env, 'backup', backup)).toEqual(told('is being replaced. Try again'));
    await stopIfUnused(connected);
    expect((await frontdesk(env, 'backup', backup)).code).toBe(0);
    const restored = { DATA_DIR: join(folder, 'restored') };
    const other = { ...restored, MASTER_KEY: randomBytes(32).toString('base64') };
    expect(await frontdesk(other, 'restore', backup)).toEqual(told('MASTER_KEY differs from the key in the backup'));
    expect(await readdir(folder)).not.toContain('restored');
    const same = { ...restored, MASTER_KEY: (await readKey()).trim() };
    expect((await frontdesk(same, 'restore', backup)).code).toBe(0);
    await expectRead(restored);
  });
});

describe('the master key of a database by address', () => {
  let connection: ConnectionOptions & { database: string };
  let env: Env;
  beforeAll(async () => {
    connection = await createDatabase();
    env = {
      DATABASE_URL: databaseUrl(connection, connection.database),
      DATA_DIR: join(folder, 'none'),
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
  });
  const HOLDERS = `from pg_stat_activity where datname = current_database() and application_name = 'frontdesk master key'`;

  it('cannot be used while it is being replaced', { timeout: PATIENCE }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await lockMasterKeyExclusive(client);
    const file = join(folder, 'next.key');
    await writeFile(file, randomBytes(32).toString('base64'));
    const all = [refused(env), refused(env, 'worker'), rotate(env, '--file', file)];
    const [service, worker, second] = await Promise.all(all);
    await client.end();
    expect([service, worker]).toEqual([told('is being replaced. Try again'), told('is being replaced. Try again')]);
    expect(second).toEqual(told('Stop every instance first'));
  });

  it('is held again after a lost connection, or the service stops', { timeout: PATIENCE }, async () => {
    const { service, read } = await startPractice(env);
    const file = join(folder, 'new.key');
    await writeFile(file, randomBytes(32).toString('base64'));
    const cut = async () => (await asOwner(connection, `select pg_terminate_backend(pid), pid ${HOLDERS}`)).rows[0].pid;
    const gone = await cut();
    await until(async () => (await asOwner(connection, `select ${HOLDERS} and pid <> ${gone}`)).rows.length > 0);
    expect(await rotate(env, '--file', file)).toEqual(told('Stop every instance first'));
    await read(service);

    // As if a rotation had come between.
    const next = openKeyring(randomBytes(32));
    for (const { workspace_id: id, version } of (await asOwner(connection, 'select * from data_keys')).rows) {
      const wrapped = next.encrypt('data keys', 'x', `${id} ${version}`);
      await asOwner(connection, 'update data_keys set wrapped = $2 where workspace_id = $1', [id, wrapped]);
    }
    const client = new pg.Client(connection);
    await client.connect();
    await resealHeads(client, openKeyring(Buffer.from(env.MASTER_KEY!, 'base64')), next);
    await client.end();
    await cut();
    expect(await service.ended).toBe(1);
    expect(service.err()).toMatch(/^frontdesk: The master key was replaced while this was running\. [^\n]+\n$/);
  });
});
