// Tests with the actual programs which user runs the database: as root with and without namespaces, and as other users.
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chownRecursively, parseUsers } from './run-as.ts';

const MODULE = join(import.meta.dirname, '..', 'embedded.ts');
const ROOT = 'root:x:0:0:root:/root:/bin/sh\n';
const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';

const run = promisify(execFile);
let folder = '';
let dataDir = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-run-as-')));
  dataDir = join(folder, 'data');
  await mkdir(join(folder, 'root'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type StartOutcome = { rows: number; owner: number } | { error: string };

/** Starts the database in a separate process, adds a row, and stops it. */
async function start(...wrapper: string[]): Promise<StartOutcome> {
  const code = `
    import { stat } from 'node:fs/promises';
    import pg from 'pg';
    import { startEmbedded } from ${JSON.stringify(MODULE)};
    const dataDir = ${JSON.stringify(dataDir)};
    const outcome = await startEmbedded({ dataDir, settings: { fsync: 'off' } }).then(
      async (embedded) => {
        const client = new pg.Client(embedded.connection);
        await client.connect();
        await client.query('create table if not exists t (x int); insert into t values (1)');
        const { rows } = await client.query('select from t');
        await client.end();
        await embedded.stop();
        return { rows: rows.length, owner: (await stat(dataDir + '/postgres')).uid };
      },
      (error) => ({ error: error.message }),
    );
    console.log(JSON.stringify(outcome));`;
  const [command = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', code];
  // Runs in this folder, so that Node can resolve packages.
  const { stdout } = await run(command, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout) as StartOutcome;
}

describe('the candidate users', () => {
  it('are sorted as postgres, nobody, then the others', () => {
    const passwd = `${ROOT}daemon:x:1:1::/:/bin/false\n${NOBODY}broken line\n\npostgres:x:101:104::/:/bin/sh\n`;
    expect(parseUsers(passwd).map(({ name, uid, gid }) => [name, uid, gid])).toEqual([
      ['postgres', 101, 104],
      ['nobody', 65534, 65534],
      ['daemon', 1, 1],
    ]);
  });

  it('can be empty', () => {
    expect(parseUsers(ROOT)).toEqual([]);
    expect(parseUsers('')).toEqual([]);
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  beforeEach(({ skip }) => run('unshare', ['--mount', 'true']).catch(() => skip('mounting is not permitted')));

  /** The same machine with another /etc/passwd. */
  async function withUsers(passwd: string): Promise<string[]> {
    const file = join(folder, 'passwd');
    await writeFile(file, passwd, { mode: 0o644 });
    return ['unshare', '--mount', 'sh', '-c', `mount --bind ${file} /etc/passwd && exec "$@"`, 'sh'];
  }
  /** The kernel allows no user namespaces in a chroot, just as in most containers. */
  function withoutNamespaces(): string[] {
    const shellCommand = `cd ${import.meta.dirname} && exec "$@"`;
    const chrootCommand = `mount --rbind / ${folder}/root && exec chroot ${folder}/root sh -c '${shellCommand}' sh "$@"`;
    return ['unshare', '--mount', 'sh', '-c', chrootCommand, 'sh'];
  }

  it('runs in a user namespace without changing file owners', async () => {
    expect(await start()).toEqual({ rows: 1, owner: 0 });
    expect((await stat(dataDir)).uid).toBe(0);
  });

  it('does not need a user with the ID 1000', async () => {
    expect(await start(...(await withUsers(ROOT + NOBODY)))).toEqual({ rows: 1, owner: 0 });
  });

  it('switches to another user without namespaces, even below a private folder', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await start(...(await withUsers(ROOT + NOBODY)), ...withoutNamespaces())).toEqual({ rows: 1, owner: 65534 });
    // The master key next to the database must still belong to root.
    expect(await stat(dataDir)).toMatchObject({ uid: 0 });
  });

  it('opens a cluster created with a namespace without one, and vice versa', async () => {
    const users = await withUsers(ROOT + NOBODY);
    expect(await start(...users)).toEqual({ rows: 1, owner: 0 });
    expect(await start(...users, ...withoutNamespaces())).toEqual({ rows: 2, owner: 65534 });
    expect(await start(...users)).toEqual({ rows: 3, owner: 65534 });
  });

  it('runs the database of an ordinary user as that user, listed or not', async () => {
    await start();
    await chownRecursively({ uid: 4321, gid: 4321, commandPrefix: [] }, dataDir);
    expect(await start()).toEqual({ rows: 2, owner: 4321 });
    const { uid } = await stat(join(dataDir, 'postgres.log'));
    expect(uid).toBe(4321);
  });

  it('lets a user without an entry in /etc/passwd run it', async ({ skip }) => {
    await chown(folder, 4321, 4321);
    const otherUser = ['setpriv', '--reuid=4321', '--regid=4321', '--clear-groups'];
    await run('setpriv', [...otherUser.slice(1), 'test', '-r', MODULE]).catch(() =>
      skip('the project is closed to others'),
    );
    expect(await start(...otherUser)).toEqual({ rows: 1, owner: 4321 });
    expect(await start(...otherUser)).toEqual({ rows: 2, owner: 4321 });
  });

  it('explains in one line what to do if no user works', async () => {
    const outcome = await start(...(await withUsers(ROOT)));
    expect(outcome).toEqual({ error: expect.stringMatching(/^PostgreSQL cannot be run by user id 0,.*DATABASE_URL/) });
    expect(await readFile(join(folder, 'passwd'), 'utf8')).toBe(ROOT);
  });
});
