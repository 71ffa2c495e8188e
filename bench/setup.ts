import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { insertWorkspace } from '../src/features/accounts/workspaces.ts';
import { createKey } from '../src/features/keys/store.ts';
import { type Keyring, loadMasterKey, openKeyring } from '../src/kernel/crypto.ts';
import { type ConnectionOptions, openDatabase } from '../src/kernel/database/database.ts';
import { startEmbedded } from '../src/kernel/database/embedded.ts';
import { migrate } from '../src/kernel/database/migrate.ts';
import { newId } from '../src/kernel/ids.ts';

export type BenchWorkspace = { id: string; key: string };

export type Bench = {
  connection: ConnectionOptions;
  /** The real service, in a separate process. */
  serviceUrl: string;
  servicePid: number;
  /** Another service on the same database, as several processes behind one port. */
  startInstances(count: number): Promise<{ url: string; pid: number; stop(): Promise<void> }>;
  workspaces: BenchWorkspace[];
  /** More workspaces, for a benchmark that needs its own. */
  openWorkspaces(count: number, mode?: 'live' | 'test'): Promise<BenchWorkspace[]>;
  /** Connected as the owner of the database, who sees the rows of all workspaces. */
  dbOwnerPool: pg.Pool;
  keyring: Keyring;
  /** A minimal server to compare with, in a separate process. */
  getBaselineUrl(): Promise<string>;
  close(): Promise<void>;
};

/** Configurable, so that two checkouts can be measured on one machine. */
export const PORT = Number(process.env.BENCH_PORT ?? 3900);
const BASELINE_PORT = PORT + 1;
/** For a benchmark that plays the language model provider. */
export const MODEL_PORT = PORT + 2;
const INSTANCES_PORT = PORT + 3;
/** Like bin/frontdesk: fewer malloc arenas need less memory. */
const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
/**
 * Like bin/frontdesk: room for short-lived objects, so that large responses do not wait for the garbage collector, and
 * collection of old objects after growth by a third instead of a doubling.
 */
const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=30'];

/** A fresh database and the service on it, with workspaces on the Business plan. */
export async function setUp(workspaceCount: number): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'));
  const embedded = await startEmbedded({ dataDir });
  const { connection } = embedded;
  await migrate(connection);
  const keyring = openKeyring(loadMasterKey(undefined, dataDir));
  const workspaces = await createWorkspaces(connection, keyring, workspaceCount);
  const children: ChildProcess[] = [];
  const launchService = async (port: number, env: NodeJS.ProcessEnv = {}) => {
    const child = await startService({ connection, dataDir, port, env });
    children.push(child);
    return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => stopProcess(child) };
  };
  const service = await launchService(PORT);
  const dbOwnerPool = new pg.Pool({ ...connection, max: 2 });
  const startBaseline = async () => {
    const child = forkModule('baseline-server.ts', [JSON.stringify(connection), String(BASELINE_PORT)]);
    children.push(child);
    await new Promise((resolve) => child.once('message', resolve));
    return `http://127.0.0.1:${BASELINE_PORT}`;
  };
  let baseline: Promise<string> | undefined;
  return {
    connection,
    serviceUrl: service.url,
    servicePid: service.pid,
    startInstances: (count) => launchService(INSTANCES_PORT, { INSTANCES: String(count), JOBS: 'off' }),
    workspaces,
    openWorkspaces: (count, mode) => createWorkspaces(connection, keyring, count, mode),
    dbOwnerPool,
    keyring,
    getBaselineUrl: () => {
      baseline ??= startBaseline();
      return baseline;
    },
    async close() {
      await Promise.all(children.map(stopProcess));
      await dbOwnerPool.end();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function forkModule(file: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    execArgv: NODE_FLAGS,
    env: { ...process.env, ...NODE_ENVIRONMENT, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** The real service in a separate process, ready for requests. */
export async function startService({
  connection,
  dataDir,
  port,
  env = {},
}: {
  connection: ConnectionOptions;
  dataDir: string;
  port: number;
  env?: NodeJS.ProcessEnv;
}): Promise<ChildProcess> {
  const url = `http://127.0.0.1:${port}`;
  // Otherwise another service on this port would be measured, and get the accounts.
  if (await fetch(url).catch(() => undefined)) throw new Error(`Port ${port} is in use. Set BENCH_PORT.`);
  const service = forkModule('../src/main.ts', [], {
    DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(String(connection.host))}&port=${connection.port}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'info',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    KNOWLEDGE_ALLOW_PRIVATE: 'true',
    LLM_ENGINE: 'embedded',
    LLM_BASE_URL: `http://127.0.0.1:${MODEL_PORT}/v1`,
    LLM_MODEL: 'bench',
    ...env,
  });
  await waitUntil(async () => (await fetch(`${url}/api/health/ready`)).ok);
  return service;
}

export async function createWorkspaces(
  connection: ConnectionOptions,
  keyring: Keyring,
  count: number,
  mode: 'live' | 'test' = 'live',
) {
  const database = openDatabase(connection, 2);
  const workspaces = [];
  for (let i = 0; i < count; i++) {
    const id = newId('ws');
    const { key } = await database.inWorkspace(id, async (db) => {
      await insertWorkspace({ db, keyring }, { id, name: `Bench ${i}`, plan: 'business' });
      return createKey(db, { workspaceId: id, name: 'bench', mode, kind: 'secret' });
    });
    workspaces.push({ id, key });
  }
  await database.close();
  return workspaces;
}

async function waitUntil(isReady: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 3_600; attempt++) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The service did not start.');
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exitPromise = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exitPromise;
}
