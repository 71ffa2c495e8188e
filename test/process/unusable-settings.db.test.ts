import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { pickTodaysShare } from '../rotation.ts';
import {
  buildDatabaseUrl,
  createTemporaryFolder,
  findFreePort,
  findProcessesUsing,
  spawnService,
} from './service-process.ts';

const SECRET = 'hush-hush-9f2c';
let folder: string;
let dataDir: string;
let baseEnv: Record<string, string>;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder, 'data');
  baseEnv = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR };
});

/** Expects a start to fail with one line that names the variable, without revealing secrets or leaving processes. */
async function expectStartFailure(variable: string, env: Record<string, string>): Promise<string> {
  const service = spawnService({ ...baseEnv, PORT: String(await findFreePort()), ...env });
  const code = await service.exitCode;
  const line = service.err();
  expect({ code, line }).toEqual({ code: 1, line: expect.stringMatching(/^frontdesk: [^\n]+\n$/) });
  expect(line).toMatch(new RegExp(`\\b${variable}\\b`));
  expect(service.out() + line).not.toContain(SECRET);
  expect(service.out()).not.toContain('is running');
  expect(await findProcessesUsing(env.DATA_DIR ?? dataDir)).toEqual([]);
  return line;
}

describe('a start with an unusable setting', () => {
  const invalidSettings: [variable: string, value: string][] = [
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'nonsense'],
    ['DATABASE_URL', `mysql://root:${SECRET}@localhost/db`],
    ['MASTER_KEY', SECRET],
    ['SIGNUP', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', `http://me:${SECRET}@mail.example.com`],
  ];

  it.concurrent.for(pickTodaysShare(invalidSettings, 4))(
    'reports %s=%s and does not touch the data folder',
    async ([variable, value]) => {
      await expectStartFailure(variable, { [variable]: value });
      expect(await readdir(folder)).not.toContain('data');
    },
  );

  it('reports DATABASE_URL if no server is listening', async () => {
    const line = await expectStartFailure('DATABASE_URL', {
      DATABASE_URL: `postgres://me:${SECRET}@127.0.0.1:${await findFreePort()}/db`,
    });
    expect(line).toContain('nothing listens there');
  });

  it('reports DATABASE_URL if the database does not exist', async () => {
    const line = await expectStartFailure('DATABASE_URL', {
      DATABASE_URL: buildDatabaseUrl(inject('postgres'), 'no_such_one', SECRET),
    });
    expect(line).toContain('there is no such database');
  });

  it('reports DATABASE_URL if a file it refers to is missing', async () => {
    const url = `postgres://me:${SECRET}@127.0.0.1/db?sslmode=verify-full&sslrootcert=${join(folder, 'missing.pem')}`;
    await expectStartFailure('DATABASE_URL', { DATABASE_URL: url });
  });

  it('reports DATA_DIR if it is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expectStartFailure('DATA_DIR', { DATA_DIR: file });
    await expectStartFailure('DATA_DIR', {
      DATA_DIR: file,
      DATABASE_URL: buildDatabaseUrl(inject('postgres'), 'frontdesk'),
    });
  });

  it('reports DATA_DIR if it is not writable', async ({ skip }) => {
    const readOnlyFolder = join(folder, 'read-only');
    await mkdir(readOnlyFolder);
    const run = promisify(execFile);
    await run('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', readOnlyFolder]).catch(() =>
      skip('mounting is not permitted'),
    );
    try {
      await expectStartFailure('DATA_DIR', { DATA_DIR: readOnlyFolder });
      await expectStartFailure('DATA_DIR', { DATA_DIR: join(readOnlyFolder, 'below') });
    } finally {
      await run('umount', [readOnlyFolder]);
    }
  });

  it.for([['203.0.113.7'], ['no-such-host.invalid'], ['not a host']])(
    'reports HOST=%s, which is not an address of this machine',
    async ([host]) => {
      await expectStartFailure('HOST', { HOST: host! });
    },
  );

  it('reports TRUST_PROXY if it is not an address', async () => {
    await expectStartFailure('TRUST_PROXY', { TRUST_PROXY: 'maybe' });
  });

  describe('on a port that is in use', () => {
    let portHolder: Server;
    beforeAll(async () => {
      portHolder = createServer();
      await new Promise<void>((resolve) => portHolder.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => void portHolder.close());

    it('reports PORT', async () => {
      const { port } = portHolder.address() as { port: number };
      expect(await expectStartFailure('PORT', { PORT: String(port) })).toContain(String(port));
    });
  });
});
