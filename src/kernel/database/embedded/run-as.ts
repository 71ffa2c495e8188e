import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { chown, lchown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { executablePath } from '../../config.ts';
import { EmbeddedError, oneLine } from './error.ts';

/**
 * PostgreSQL refuses to run as root. `uid` and `gid` are who owns its files as this process sees them;
 * inside the user namespace the same owner has the id 1000.
 */
export type RunAs = { kind: 'direct' | 'namespace' | 'system-user'; uid: number; gid: number };

const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000'];

export function spawnAs(runAs: RunAs, command: string, args: string[], options: SpawnOptions): ChildProcess {
  // A fixed environment: PG* variables of the operator must not leak in, and macOS needs a set locale.
  const env = { PATH: executablePath(), LC_ALL: 'C', TZ: 'UTC' };
  // cwd is / because the other user may not be able to enter ours.
  const common: SpawnOptions = { cwd: '/', ...options, env };
  if (runAs.kind === 'namespace') return spawn('unshare', [...NAMESPACE, command, ...args], common);
  if (runAs.kind === 'system-user') return spawn(command, args, { ...common, uid: runAs.uid, gid: runAs.gid });
  return spawn(command, args, common);
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

async function succeeds(runAs: RunAs, command: string, args: string[]): Promise<boolean> {
  return runAndWait(runAs, command, args).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** Whether that user can enter the folder, or run the file, at `path`. */
export function canUse(runAs: RunAs, path: string): Promise<boolean> {
  return succeeds(runAs, 'test', ['-x', path]);
}

/** Makes that user the owner of `path` and of all below it. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  const { uid, gid } = await lstat(path);
  if (uid !== runAs.uid || gid !== runAs.gid) await lchown(path, runAs.uid, runAs.gid);
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(runAs, child);
    else await lchown(child, runAs.uid, runAs.gid);
  }
}

async function systemUser(): Promise<RunAs | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const fields = lines.find((line) => line.startsWith('postgres:'))?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return uid > 0 && gid > 0 ? { kind: 'system-user', uid, gid } : undefined;
}

let namespaceProbe: Promise<string> | undefined;

/** Empty when a user namespace can be made, else the reason. */
function namespaceProblem(): Promise<string> {
  const asRoot: RunAs = { kind: 'direct', uid: 0, gid: 0 };
  namespaceProbe ??= runAndWait(asRoot, 'unshare', [...NAMESPACE, 'true']).then(
    ({ code, output }) => (code === 0 ? '' : oneLine(output) || `unshare ended with ${code}`),
    (error: Error) => oneLine(error.message),
  );
  return namespaceProbe;
}

/** Root may hand over what belongs to itself or to the postgres user; a third owner keeps what it has. */
export async function mayTakeFrom(uid: number): Promise<boolean> {
  return process.getuid?.() === 0 && (uid === 0 || uid === (await systemUser())?.uid);
}

async function letIn(runAs: RunAs, dataDir: string): Promise<boolean> {
  if (await canUse(runAs, dataDir)) return true;
  const before = await stat(dataDir);
  if (before.uid === runAs.uid || !(await mayTakeFrom(before.uid))) return false;
  try {
    await chown(dataDir, runAs.uid, runAs.gid);
  } catch {
    return false;
  }
  if (await canUse(runAs, dataDir)) return true;
  await chown(dataDir, before.uid, before.gid);
  return false;
}

export async function chooseRunAs(dataDir: string): Promise<RunAs> {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { kind: 'direct', uid, gid: process.getgid?.() ?? -1 };
  const user = await systemUser();
  const why: string[] = [];
  const problem = await namespaceProblem();
  if (problem) {
    why.push(`user namespaces are off (${problem})`);
  } else {
    const namespace: RunAs = { kind: 'namespace', uid: 0, gid: 0 };
    if (await letIn(namespace, dataDir)) return namespace;
    why.push('a user namespace cannot enter the data folder');
  }
  if (!user) {
    why.push('there is no system user postgres');
  } else {
    if (await letIn(user, dataDir)) return user;
    why.push('the system user postgres cannot enter the data folder');
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and no other user will do for ${dataDir}: ${why.join('; ')}. ` +
      'Run Frontdesk as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}
