import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { lchown, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { executablePath } from '../../config.ts';
import { collapseWhitespace, EmbeddedError } from './error.ts';

/**
 * The user that PostgreSQL runs as. It refuses to run as root, and `initdb` requires its user to be in /etc/passwd.
 * `uid` and `gid` are the owner of its files. `commandPrefix` is the command that switches to that user.
 */
export type RunAs = { uid: number; gid: number; commandPrefix: string[] };

type User = { name: string; uid: number; gid: number };

/** Maps this process's user to another one in a user namespace. Files keep their owner. */
const createUserNamespaceRunAs = (self: { uid: number; gid: number }, { uid, gid }: User): RunAs => ({
  ...self,
  commandPrefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
});

/**
 * Switches to another user that keeps root's permission to traverse folders (dac_override), because the project may be
 * in root's home. The user namespace above grants the same. PostgreSQL finds its programs with access(2), which honors
 * the capability only with the secure bit.
 */
const createSetprivRunAs = ({ uid, gid }: Omit<User, 'name'>): RunAs => ({
  uid,
  gid,
  commandPrefix: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ],
});

export function spawnAs(
  { commandPrefix }: RunAs,
  command: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  // A fixed environment: the operator's PG* variables must not leak in, and macOS requires a locale.
  const env = { PATH: executablePath(), LC_ALL: 'C', TZ: 'UTC' };
  const [program = command, ...programArgs] = [...commandPrefix, command, ...args];
  return spawn(program, programArgs, { cwd: '/', ...options, env });
}

export type CommandResult = { code: number | null; output: string };

/** Runs a command to completion. `output` combines stdout and stderr. */
export function runAndWait(runAs: RunAs, command: string, args: string[], input = ''): Promise<CommandResult> {
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
    // A command may exit without reading its input. Its exit code tells whether it failed.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Changes `path` last, so that its owner shows whether the change was completed. */
export async function chownRecursively(runAs: RunAs, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const childPath = join(path, entry.name);
    if (entry.isDirectory()) await chownRecursively(runAs, childPath);
    else await lchown(childPath, runAs.uid, runAs.gid);
  }
  await lchown(path, runAs.uid, runAs.gid);
}

/** The non-root users of /etc/passwd, with `postgres` first and `nobody` second. */
export function parseUsers(passwd: string): User[] {
  const users = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const rank = ({ name }: User) => ['postgres', 'nobody'].indexOf(name) + 1 || 3;
  return users.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns why the command fails as that user, or undefined if it succeeds. */
function findFailureReason(runAs: RunAs, command: string, args: string[]): Promise<string | undefined> {
  return runAndWait(runAs, command, args).then(
    ({ code, output }) => (code === 0 ? undefined : collapseWhitespace(output) || `${command} ended with ${code}`),
    (error: Error) => collapseWhitespace(error.message),
  );
}

/** `owner` is the owner of the existing database, if there is one. */
export type RunAsOptions = { initdb: string; dataDir: string; owner: { uid: number; gid: number } | undefined };

/** Best first. An existing database of another user is run as that user. */
async function listRunAsCandidates({ owner }: RunAsOptions): Promise<RunAs[]> {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (self.uid === 0 && owner && owner.uid !== 0) return [createSetprivRunAs(owner)];
  const users = parseUsers(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const namespaceCandidates = users.map((user) => createUserNamespaceRunAs(self, user));
  return self.uid === 0
    ? [...namespaceCandidates, ...users.map(createSetprivRunAs)]
    : [{ ...self, commandPrefix: [] }, ...namespaceCandidates];
}

/** Returns the first candidate for which the actual programs work. */
export async function chooseRunAs(options: RunAsOptions): Promise<RunAs> {
  const failures = new Map<string, string>();
  for (const candidate of await listRunAsCandidates(options)) {
    const failure =
      (await findFailureReason(candidate, 'ls', ['-d', `${options.dataDir}/.`])) ??
      // --show makes initdb look up its user and exit before writing. --version would skip the lookup.
      (options.owner
        ? undefined
        : await findFailureReason(candidate, options.initdb, ['--show', '-D', options.dataDir]));
    if (failure === undefined) return candidate;
    failures.set(candidate.commandPrefix[0] ?? 'initdb', failure);
  }
  const failureTexts = [...failures].map(([command, failure]) => `${command}: ${failure}`);
  throw new EmbeddedError(
    `PostgreSQL cannot be run by user id ${process.getuid?.()}, nor by another user of this machine ` +
      `(${failureTexts.join('; ') || 'there is none'}). Run Frontdesk as an ordinary user with an entry in /etc/passwd, ` +
      'or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}
