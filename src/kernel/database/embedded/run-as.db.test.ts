// Tests which system user runs the database, with the real programs: started by root with and without namespaces, and
// by other users.
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chownRecursively, parseUsers } from './run-as.ts';

const EMBEDDED_MODULE = join(import.meta.dirname, '..', 'embedded.ts');
const ROOT_ENTRY = 'root:x:0:0:root:/root:/bin/sh\n';
const NOBODY_ENTRY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';

const execFileAsync = promisify(execFile);
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
async function startDatabase(...wrapperCommand: string[]): Promise<StartOutcome> {
  const code = `
    import { stat } from 'node:fs/promises';
    import pg from 'pg';
    import { startEmbedded } from ${JSON.stringify(EMBEDDED_MODULE)};
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
  const [command = '', ...args] = [...wrapperCommand, process.execPath, '--input-type=module', '-e', code];
  // Runs in this folder, so that Node can resolve packages.
  const { stdout } = await execFileAsync(command, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout) as StartOutcome;
}

describe('the candidate users', () => {
  it('are sorted as postgres, nobody, then the others', () => {
    const passwd = `${ROOT_ENTRY}daemon:x:1:1::/:/bin/false\n${NOBODY_ENTRY}broken line\n\npostgres:x:101:104::/:/bin/sh\n`;
    expect(parseUsers(passwd).map(({ name, uid, gid }) => [name, uid, gid])).toEqual([
      ['postgres', 101, 104],
      ['nobody', 65534, 65534],
      ['daemon', 1, 1],
    ]);
  });

  it('can be empty', () => {
    expect(parseUsers(ROOT_ENTRY)).toEqual([]);
    expect(parseUsers('')).toEqual([]);
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  beforeEach(({ skip }) =>
    execFileAsync('unshare', ['--mount', 'true']).catch(() => skip('mounting is not permitted')),
  );

  /** A command prefix that replaces /etc/passwd. */
  async function wrapperWithUsers(passwd: string): Promise<string[]> {
    const file = join(folder, 'passwd');
    await writeFile(file, passwd, { mode: 0o644 });
    return ['unshare', '--mount', 'sh', '-c', `mount --bind ${file} /etc/passwd && exec "$@"`, 'sh'];
  }
  /** A command prefix that prevents user namespaces: the kernel allows none in a chroot, just as in most containers. */
  function wrapperWithoutNamespaces(): string[] {
    const shellCommand = `cd ${import.meta.dirname} && exec "$@"`;
    const chrootCommand = `mount --rbind / ${folder}/root && exec chroot ${folder}/root sh -c '${shellCommand}' sh "$@"`;
    return ['unshare', '--mount', 'sh', '-c', chrootCommand, 'sh'];
  }

  it('runs in a user namespace without changing file owners', async () => {
    expect(await startDatabase()).toEqual({ rows: 1, owner: 0 });
    expect((await stat(dataDir)).uid).toBe(0);
  });

  it('does not need a user with the ID 1000', async () => {
    expect(await startDatabase(...(await wrapperWithUsers(ROOT_ENTRY + NOBODY_ENTRY)))).toEqual({ rows: 1, owner: 0 });
  });

  it('switches to another user without namespaces, even below a private folder', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(
      await startDatabase(...(await wrapperWithUsers(ROOT_ENTRY + NOBODY_ENTRY)), ...wrapperWithoutNamespaces()),
    ).toEqual({ rows: 1, owner: 65534 });
    // The master key next to the database must still belong to root.
    expect(await stat(dataDir)).toMatchObject({ uid: 0 });
  });

  it('opens a cluster without a namespace that was created with one, and vice versa', async () => {
    const wrapperWithTwoUsers = await wrapperWithUsers(ROOT_ENTRY + NOBODY_ENTRY);
    expect(await startDatabase(...wrapperWithTwoUsers)).toEqual({ rows: 1, owner: 0 });
    expect(await startDatabase(...wrapperWithTwoUsers, ...wrapperWithoutNamespaces())).toEqual({
      rows: 2,
      owner: 65534,
    });
    expect(await startDatabase(...wrapperWithTwoUsers)).toEqual({ rows: 3, owner: 65534 });
  });

  it('runs the database of an ordinary user as that user, even if /etc/passwd does not list them', async () => {
    await startDatabase();
    await chownRecursively({ uid: 4321, gid: 4321, commandPrefix: [] }, dataDir);
    expect(await startDatabase()).toEqual({ rows: 2, owner: 4321 });
    const { uid } = await stat(join(dataDir, 'postgres.log'));
    expect(uid).toBe(4321);
  });

  it('lets a user without an entry in /etc/passwd run it', async ({ skip }) => {
    await chown(folder, 4321, 4321);
    const wrapperAsOtherUser = ['setpriv', '--reuid=4321', '--regid=4321', '--clear-groups'];
    await execFileAsync('setpriv', [...wrapperAsOtherUser.slice(1), 'test', '-r', EMBEDDED_MODULE]).catch(() =>
      skip('the project is closed to others'),
    );
    expect(await startDatabase(...wrapperAsOtherUser)).toEqual({ rows: 1, owner: 4321 });
    expect(await startDatabase(...wrapperAsOtherUser)).toEqual({ rows: 2, owner: 4321 });
  });

  it('explains in one line what to do if no user works', async () => {
    const outcome = await startDatabase(...(await wrapperWithUsers(ROOT_ENTRY)));
    expect(outcome).toEqual({ error: expect.stringMatching(/^PostgreSQL cannot be run by user id 0,.*DATABASE_URL/) });
    expect(await readFile(join(folder, 'passwd'), 'utf8')).toBe(ROOT_ENTRY);
  });
});
