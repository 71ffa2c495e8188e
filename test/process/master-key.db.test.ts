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
import { type CommandResult, createCommandRunner } from '../command.ts';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, createDatabase, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import {
  buildDatabaseUrl,
  createTemporaryFolder,
  findFreePort,
  findProcessesUsing,
  spawnService,
  startProcess,
  stopProcess,
  waitUntil,
} from './service-process.ts';

const TIMEOUT_MS = 90_000;
const PATIENT_MESSAGE = 'I need Zyloprimex for my itching elbow';

let folder: string;
let baseEnv: Record<string, string>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  baseEnv = { NODE_COMPILE_CACHE: COMPILE_CACHE_DIR };
});

type Env = Record<string, string>;

const runCommand = createCommandRunner();
const runFrontdesk = (env: Env, ...args: string[]) => runCommand({ ...baseEnv, ...env }, ...args);
const rotateKey = (env: Env, ...args: string[]) => runFrontdesk(env, 'master-key', 'rotate', ...args);
const matchFailure = (text: string) => ({
  code: 1,
  out: '',
  err: expect.stringMatching(new RegExp(`^frontdesk: .*${text}.*\n$`)),
});

async function startExpectingExit(env: Env, program: 'start' | 'worker' = 'start'): Promise<CommandResult> {
  const service = spawnService({ ...baseEnv, PORT: String(await findFreePort()), ...env }, program);
  return { code: Number(await service.exitCode), out: service.out(), err: service.err() };
}

/** Starts a service with one patient message. `expectMessageReadable` checks that it can be decrypted. */
async function startServiceWithMessage(env: Env) {
  const service = await startProcess({ ...baseEnv, ...env });
  const { cookie } = await signUp(service as unknown as Service);
  const created = await call(service, 'POST', '/api/keys', {
    cookie,
    body: { name: 'k', mode: 'live', kind: 'secret' },
  });
  const { key } = created.json;
  const { json } = await call(service, 'POST', '/api/chat', {
    key,
    body: { message: PATIENT_MESSAGE, businessType: 'medical' },
  });
  const expectMessageReadable = async (target: { url: string }) => {
    const response = await call(target, 'GET', `/api/conversations/${json.conversationId}`, { key });
    expect({ status: response.status, text: response.json.messages?.[0].text }).toEqual({
      status: 200,
      text: PATIENT_MESSAGE,
    });
  };
  await expectMessageReadable(service);
  return { service, expectMessageReadable };
}

describe('the master key of a data folder', () => {
  let dataDir: string;
  let env: Env;
  let firstSetup: Awaited<ReturnType<typeof startServiceWithMessage>>;
  const listKeyFiles = async () => (await readdir(dataDir)).filter((name) => name.startsWith('master.key'));
  const getKeyFile = () => join(dataDir, 'master.key');
  const readKey = () => readFile(getKeyFile(), 'utf8');
  const expectReadable = async (env: Env) => {
    const service = await startProcess({ ...baseEnv, ...env });
    await firstSetup.expectMessageReadable(service);
    expect(await stopProcess(service)).toBe(0);
  };

  beforeAll(async () => {
    dataDir = join(folder, 'data');
    env = { DATA_DIR: dataDir };
    firstSetup = await startServiceWithMessage(env);
  });

  it('is not replaced while a service runs, and no file is left behind', { timeout: TIMEOUT_MS }, async () => {
    const keyBefore = await readKey();
    expect(await rotateKey(env)).toEqual(matchFailure('is running on this database. Stop every instance first'));
    expect([await listKeyFiles(), await readKey()]).toEqual([['master.key'], keyBefore]);
    await firstSetup.expectMessageReadable(firstSetup.service);
    expect(await stopProcess(firstSetup.service)).toBe(0);
  });

  it('is replaced when no service runs, and everything can be decrypted with the new key', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const keyBefore = await readKey();
    expect(await rotateKey(env)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Resealed [1-9]\d* values with the new master key/),
      err: '',
    });
    expect(await findProcessesUsing(dataDir)).toEqual([]);
    expect(await listKeyFiles()).toEqual(['master.key']);
    expect(await readKey()).not.toBe(keyBefore);
    await expectReadable(env);
  });

  it('stops the service at startup if it is missing or wrong, and is not created again', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const correctKey = await readKey();
    await rm(getKeyFile());
    for (const program of ['start', 'worker'] as const) {
      expect(await startExpectingExit(env, program)).toEqual(
        matchFailure(`${getKeyFile()} is missing, and this database was sealed with it`),
      );
    }
    expect(await listKeyFiles()).toEqual([]);
    expect(await rotateKey(env)).toEqual(matchFailure(`No master key in ${dataDir}`));
    const wrongKey = randomBytes(32).toString('base64');
    expect(await startExpectingExit({ ...env, MASTER_KEY: wrongKey })).toEqual(
      matchFailure('MASTER_KEY is not the key'),
    );
    await writeFile(getKeyFile(), wrongKey);
    expect(await startExpectingExit(env)).toEqual(
      matchFailure(`${getKeyFile()} is not the key that this database was sealed with`),
    );
    expect(await rotateKey(env)).toEqual(matchFailure('opens with neither key'));
    expect([await listKeyFiles(), await findProcessesUsing(dataDir)]).toEqual([['master.key'], []]);
    await writeFile(getKeyFile(), correctKey);
  });

  it('is replaced completely by a second attempt if the first one crashed after the commit', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const keyBefore = await readKey();
    expect((await rotateKey(env)).code).toBe(0);
    const keyAfter = await readKey();
    await rename(getKeyFile(), `${getKeyFile()}.new`);
    await writeFile(getKeyFile(), keyBefore);
    expect(await startExpectingExit(env)).toEqual(
      matchFailure(`${getKeyFile()} was being replaced. Finish that with: .* master-key rotate`),
    );
    expect(await rotateKey(env)).toMatchObject({ code: 0, out: expect.stringMatching(/^Resealed 0 values/) });
    expect([await listKeyFiles(), await readKey()]).toEqual([['master.key'], keyAfter]);
  });

  it('is part of a backup', { timeout: TIMEOUT_MS }, async () => {
    const backup = join(folder, 'backup.tar.gz');
    const database = await connect(readConfig(env));
    await lockMasterKeyExclusive(database.embedded!.session);
    expect(await runFrontdesk(env, 'backup', backup)).toEqual(matchFailure('is being replaced. Try again'));
    await stopIfUnused(database);
    expect((await runFrontdesk(env, 'backup', backup)).code).toBe(0);
    const restoredEnv = { DATA_DIR: join(folder, 'restored') };
    const wrongEnv = { ...restoredEnv, MASTER_KEY: randomBytes(32).toString('base64') };
    expect(await runFrontdesk(wrongEnv, 'restore', backup)).toEqual(
      matchFailure('MASTER_KEY differs from the key in the backup'),
    );
    expect(await readdir(folder)).not.toContain('restored');
    const correctEnv = { ...restoredEnv, MASTER_KEY: (await readKey()).trim() };
    expect((await runFrontdesk(correctEnv, 'restore', backup)).code).toBe(0);
    await expectReadable(restoredEnv);
  });
});

describe('the master key of an external database', () => {
  let connection: ConnectionOptions & { database: string };
  let env: Env;
  beforeAll(async () => {
    connection = await createDatabase();
    env = {
      DATABASE_URL: buildDatabaseUrl(connection, connection.database),
      DATA_DIR: join(folder, 'none'),
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
  });
  const LOCK_HOLDERS = `from pg_stat_activity where datname = current_database() and application_name = 'frontdesk master key'`;

  it('cannot be used while it is being replaced', { timeout: TIMEOUT_MS }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await lockMasterKeyExclusive(client);
    const file = join(folder, 'next.key');
    await writeFile(file, randomBytes(32).toString('base64'));
    const attempts = [startExpectingExit(env), startExpectingExit(env, 'worker'), rotateKey(env, '--file', file)];
    const [service, worker, rotation] = await Promise.all(attempts);
    await client.end();
    expect([service, worker]).toEqual([
      matchFailure('is being replaced. Try again'),
      matchFailure('is being replaced. Try again'),
    ]);
    expect(rotation).toEqual(matchFailure('Stop every instance first'));
  });

  it('is locked again after a lost connection, or the service stops if it was replaced', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { service, expectMessageReadable } = await startServiceWithMessage(env);
    const file = join(folder, 'new.key');
    await writeFile(file, randomBytes(32).toString('base64'));
    const terminateLockHolder = async () =>
      (await queryAsDbOwner(connection, `select pg_terminate_backend(pid), pid ${LOCK_HOLDERS}`)).rows[0].pid;
    const terminatedPid = await terminateLockHolder();
    await waitUntil(
      async () =>
        (await queryAsDbOwner(connection, `select ${LOCK_HOLDERS} and pid <> ${terminatedPid}`)).rows.length > 0,
    );
    expect(await rotateKey(env, '--file', file)).toEqual(matchFailure('Stop every instance first'));
    await expectMessageReadable(service);

    // Simulate a rotation in the meantime.
    const newKeyring = openKeyring(randomBytes(32));
    for (const { workspace_id: id, version } of (await queryAsDbOwner(connection, 'select * from data_keys')).rows) {
      const wrapped = newKeyring.encrypt('data keys', 'x', `${id} ${version}`);
      await queryAsDbOwner(connection, 'update data_keys set wrapped = $2 where workspace_id = $1', [id, wrapped]);
    }
    const client = new pg.Client(connection);
    await client.connect();
    await resealHeads(client, openKeyring(Buffer.from(env.MASTER_KEY!, 'base64')), newKeyring);
    await client.end();
    await terminateLockHolder();
    expect(await service.exitCode).toBe(1);
    expect(service.err()).toMatch(/^frontdesk: The master key was replaced while this was running\. [^\n]+\n$/);
  });
});
