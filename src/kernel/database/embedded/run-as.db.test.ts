// Who runs the database, tried with the real programs: as root with and without user namespaces, and with other users.
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveTo, usersOf } from './run-as.ts';

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

type Started = { rows: number; owner: number } | { error: string };

/** Starts the database in a process of its own, adds a row to what is there, and stops it. */
async function start(...wrapper: string[]): Promise<Started> {
  const code = `
    import { stat } from 'node:fs/promises';
    import pg from 'pg';
    import { startEmbedded } from ${JSON.stringify(MODULE)};
    const dataDir = ${JSON.stringify(dataDir)};
    const told = await startEmbedded({ dataDir, settings: { fsync: 'off' } }).then(
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
    console.log(JSON.stringify(told));`;
  const [command = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', code];
  // Where this file lies, packages are found.
  const { stdout } = await run(command, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout) as Started;
}

describe('the users that there are', () => {
  it('are tried as postgres, nobody and the others', () => {
    const passwd = `${ROOT}daemon:x:1:1::/:/bin/false\n${NOBODY}broken line\n\npostgres:x:101:104::/:/bin/sh\n`;
    expect(usersOf(passwd).map(({ name, uid, gid }) => [name, uid, gid])).toEqual([
      ['postgres', 101, 104],
      ['nobody', 65534, 65534],
      ['daemon', 1, 1],
    ]);
  });

  it('may be none', () => {
    expect(usersOf(ROOT)).toEqual([]);
    expect(usersOf('')).toEqual([]);
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
  /** The kernel makes no user namespace in a changed root, as it makes none in most containers. */
  function withoutNamespaces(): string[] {
    const again = `cd ${import.meta.dirname} && exec "$@"`;
    const enter = `mount --rbind / ${folder}/root && exec chroot ${folder}/root sh -c '${again}' sh "$@"`;
    return ['unshare', '--mount', 'sh', '-c', enter, 'sh'];
  }

  it('runs in a namespace, in which nothing changes hands', async () => {
    expect(await start()).toEqual({ rows: 1, owner: 0 });
    expect((await stat(dataDir)).uid).toBe(0);
  });

  it('needs no user with the id 1000', async () => {
    expect(await start(...(await withUsers(ROOT + NOBODY)))).toEqual({ rows: 1, owner: 0 });
  });

  it('switches to another user where there are no namespaces, below a folder that is closed to everybody', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await start(...(await withUsers(ROOT + NOBODY)), ...withoutNamespaces())).toEqual({ rows: 1, owner: 65534 });
    // The key to everything lies beside the database, and stays with root.
    expect(await stat(dataDir)).toMatchObject({ uid: 0 });
  });

  it('goes on with what was made with a namespace where there is none, and the other way round', async () => {
    const users = await withUsers(ROOT + NOBODY);
    expect(await start(...users)).toEqual({ rows: 1, owner: 0 });
    expect(await start(...users, ...withoutNamespaces())).toEqual({ rows: 2, owner: 65534 });
    expect(await start(...users)).toEqual({ rows: 3, owner: 65534 });
  });

  it('runs the database of an ordinary user as that user, listed or not', async () => {
    await start();
    await giveTo({ uid: 4321, gid: 4321, prefix: [] }, dataDir);
    expect(await start()).toEqual({ rows: 2, owner: 4321 });
    const { uid } = await stat(join(dataDir, 'postgres.log'));
    expect(uid).toBe(4321);
  });

  it('lets a user without an entry in /etc/passwd run it', async ({ skip }) => {
    await chown(folder, 4321, 4321);
    const other = ['setpriv', '--reuid=4321', '--regid=4321', '--clear-groups'];
    await run('setpriv', [...other.slice(1), 'test', '-r', MODULE]).catch(() =>
      skip('the project is closed to others'),
    );
    expect(await start(...other)).toEqual({ rows: 1, owner: 4321 });
    expect(await start(...other)).toEqual({ rows: 2, owner: 4321 });
  });

  it('says in one line what to do where nobody will do', async () => {
    const told = await start(...(await withUsers(ROOT)));
    expect(told).toEqual({ error: expect.stringMatching(/^PostgreSQL cannot be run by user id 0,.*DATABASE_URL/) });
    expect(await readFile(join(folder, 'passwd'), 'utf8')).toBe(ROOT);
  });
});
