import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { lchown, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { executablePath } from '../../config.ts';
import { EmbeddedError, oneLine } from './error.ts';

/**
 * Who PostgreSQL runs as. It refuses to run as root, and `initdb` wants its own user in /etc/passwd.
 * `uid` and `gid` own its files as this process sees them; `prefix` is the command that runs another as that user.
 */
export type RunAs = { uid: number; gid: number; prefix: string[] };

type User = { name: string; uid: number; gid: number };

/** A user namespace in which this process's own user is known as another one. No file changes hands. */
const inNamespace = (own: { uid: number; gid: number }, { uid, gid }: User): RunAs => ({
  ...own,
  prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
});

/**
 * Another user, who keeps root's right to pass through folders: the project and its data may lie in root's home. That is
 * no more than what the namespace above allows. Without the secure bit access(2) would not count that right, by which
 * PostgreSQL looks for its own programs.
 */
const switchedTo = ({ uid, gid }: Omit<User, 'name'>): RunAs => ({
  uid,
  gid,
  prefix: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ],
});

export function spawnAs({ prefix }: RunAs, command: string, args: string[], options: SpawnOptions): ChildProcess {
  // A fixed environment: PG* variables of the operator must not leak in, and macOS needs a set locale.
  const env = { PATH: executablePath(), LC_ALL: 'C', TZ: 'UTC' };
  const [first = command, ...rest] = [...prefix, command, ...args];
  return spawn(first, rest, { cwd: '/', ...options, env });
}

export type Finished = { code: number | null; output: string };

/** Runs a short command to its end; `output` is what it wrote to stdout and stderr. */
export function runAndWait(runAs: RunAs, command: string, args: string[], input = ''): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(runAs, command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
    // A command that ends before it reads its input is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Makes that user the owner of all below `path` and then of itself, so that its owner tells whether it was finished. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(runAs, child);
    else await lchown(child, runAs.uid, runAs.gid);
  }
  await lchown(path, runAs.uid, runAs.gid);
}

/** The users of /etc/passwd that are not root: `postgres` first, which is there for this, and `nobody` next. */
export function usersOf(passwd: string): User[] {
  const users = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const rank = ({ name }: User) => ['postgres', 'nobody'].indexOf(name) + 1 || 3;
  return users.toSorted((one, other) => rank(one) - rank(other));
}

/** Why the command does not succeed as that user, or nothing when it does. */
function problemOf(runAs: RunAs, command: string, args: string[]): Promise<string | undefined> {
  return runAndWait(runAs, command, args).then(
    ({ code, output }) => (code === 0 ? undefined : oneLine(output) || `${command} ended with ${code}`),
    (error: Error) => oneLine(error.message),
  );
}

/** What there is to run and where; `owner` is whose the database is, if there is one. */
export type Work = { initdb: string; dataDir: string; owner: { uid: number; gid: number } | undefined };

/** Best first. A database that another user made is run as that user, and stays theirs. */
async function candidatesFor({ owner }: Work): Promise<RunAs[]> {
  const own = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (own.uid === 0 && owner && owner.uid !== 0) return [switchedTo(owner)];
  const users = usersOf(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const mapped = users.map((user) => inNamespace(own, user));
  return own.uid === 0 ? [...mapped, ...users.map(switchedTo)] : [{ ...own, prefix: [] }, ...mapped];
}

/** Chooses by running the real programs. */
export async function chooseRunAs(work: Work): Promise<RunAs> {
  const problems = new Map<string, string>();
  for (const candidate of await candidatesFor(work)) {
    const problem =
      (await problemOf(candidate, 'ls', ['-d', `${work.dataDir}/.`])) ??
      // With --show it looks its user up and ends before it writes; with --version it would not even look.
      (work.owner ? undefined : await problemOf(candidate, work.initdb, ['--show', '-D', work.dataDir]));
    if (problem === undefined) return candidate;
    problems.set(candidate.prefix[0] ?? 'initdb', problem);
  }
  const tried = [...problems].map(([command, problem]) => `${command}: ${problem}`);
  throw new EmbeddedError(
    `PostgreSQL cannot be run by user id ${process.getuid?.()}, nor by another user of this machine ` +
      `(${tried.join('; ') || 'there is none'}). Run Frontdesk as an ordinary user with an entry in /etc/passwd, ` +
      'or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}
