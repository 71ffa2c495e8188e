// Debian's packages for PostgreSQL's high availability, run on loopback in a temporary folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The folder with the server programs of the newest PostgreSQL that is installed from Debian's packages. */
export async function findPostgresPrograms(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newestVersion = versions.map(Number).sort((a, b) => b - a)[0];
  const folder = `/usr/lib/postgresql/${newestVersion}/bin`;
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

const PROGRAM_PATHS: Record<string, string> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
};

/** Returns how to install the missing packages, or undefined if none is missing. */
export async function findInstallHint(...packages: string[]): Promise<string | undefined> {
  const missingPackages = packages.filter((name) => !existsSync(PROGRAM_PATHS[name] ?? name));
  if (!(await findPostgresPrograms())) missingPackages.push('postgresql');
  return missingPackages.length ? `On Debian, as root: apt-get install ${missingPackages.join(' ')}` : undefined;
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as Debian's user for them. */
const userIds: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: readPostgresUserId('-u'), gid: readPostgresUserId('-g') } : {};

function readPostgresUserId(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return 0;
  }
}

/** Creates a folder that the servers may write to, in SERVERS_DIR if it is set, such as on a faster disk. */
export async function createServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(process.env.SERVERS_DIR ?? tmpdir(), 'frontdesk-servers-'));
  if (userIds.uid) chownSync(folder, userIds.uid, userIds.gid ?? 0);
  return folder;
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Runs a server as its user. What it prints goes to `<name>.log` in the folder. */
export function startProgram(folder: string, name: string, command: string, args: string[], env = {}): ChildProcess {
  const child = spawn(command, args, {
    ...userIds,
    cwd: folder,
    env: { PATH: '/usr/bin:/bin:/usr/sbin', HOME: folder, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.on('error', (error) => log.write(`${error}\n`));
  return child;
}

export function runProgram(folder: string, command: string, args: string[]): void {
  execFileSync(command, args, { ...userIds, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Stops a program and waits until it has ended. */
export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}

export async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
