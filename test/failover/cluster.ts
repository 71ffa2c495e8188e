// PostgreSQL as a primary and a synchronous standby under Patroni, with etcd and HAProxy, all on loopback.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../ports.ts';
import { listProcessIds } from '../process-tree.ts';
import { waitUntil } from '../wait-until.ts';
import { canConnect, findPostgresPrograms, startProgram, stopProgram } from './programs.ts';

const OWNER_ROLE = 'frontdesk';
const DATABASE = 'frontdesk';
const START_TIMEOUT_MS = 120_000;

type Node = { name: string; port: number; restPort: number; dataFolder: string; patroni?: ChildProcess };

/** `process` kills the primary's PostgreSQL, `machine` also its Patroni, which then cannot report the failure. */
export type KillTarget = 'process' | 'machine';

export async function startCluster(folder: string) {
  const programFolder = (await findPostgresPrograms()) as string;
  const etcd = await startEtcd(folder);
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name): Promise<Node> => {
      const node = { name, port: await findFreePort(), restPort: await findFreePort(), dataFolder: join(folder, name) };
      writeFileSync(join(folder, `${name}.yml`), createPatroniConfig(folder, node, etcd.port, programFolder));
      return node;
    }),
  );
  const startPatroni = (node: Node) => {
    node.patroni = startProgram(folder, `patroni-${node.name}`, '/usr/bin/patroni', [join(folder, `${node.name}.yml`)]);
  };
  for (const node of nodes) startPatroni(node);
  const haproxy = await startHaproxy(folder, nodes);
  const proxyAddress = { host: '127.0.0.1', port: haproxy.port };
  const listCurrentMembers = () => readMembers(nodes);
  await waitUntil(async () => isHealthy(await listCurrentMembers()), START_TIMEOUT_MS);
  await waitUntil(() => canConnect({ ...proxyAddress, user: 'postgres', database: 'postgres' }), START_TIMEOUT_MS);
  await createOwner({ ...proxyAddress, user: 'postgres', database: 'postgres' });

  return {
    connection: { ...proxyAddress, user: OWNER_ROLE, database: DATABASE },
    url: `postgres://${OWNER_ROLE}@127.0.0.1:${haproxy.port}/${DATABASE}`,
    /** Kills the primary with SIGKILL and returns its name. */
    async killPrimary(target: KillTarget): Promise<string> {
      const node = findPrimary(nodes, await listCurrentMembers());
      if (!node) throw new Error('There is no primary to kill.');
      const postmaster = Number.parseInt(readFileSync(join(node.dataFolder, 'postmaster.pid'), 'utf8'), 10);
      const pids = listProcessIds(postmaster);
      if (target === 'machine') pids.unshift(node.patroni?.pid ?? 0);
      for (const pid of pids.filter(Boolean)) killIfRunning(pid);
      return node.name;
    },
    /** Starts the killed server again, and waits until it follows the new primary synchronously. */
    async heal(): Promise<void> {
      for (const node of nodes) if (node.patroni?.signalCode) startPatroni(node);
      await waitUntil(async () => isHealthy(await listCurrentMembers()), START_TIMEOUT_MS);
    },
    async stop() {
      await Promise.all(nodes.map(({ patroni }) => patroni && stopProgram(patroni)));
      await Promise.all([haproxy.child, etcd.child].map((child) => stopProgram(child, 'SIGKILL')));
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

async function startEtcd(folder: string) {
  const [port, peerPort] = [await findFreePort(), await findFreePort()];
  const child = startProgram(
    folder,
    'etcd',
    '/usr/bin/etcd',
    [
      ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--log-level', 'warn', '--logger', 'zap'],
      ...['--listen-client-urls', `http://127.0.0.1:${port}`, '--advertise-client-urls', `http://127.0.0.1:${port}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-cluster', `etcd=http://127.0.0.1:${peerPort}`],
      // On a machine under full load, a slow disk must not look like a lost leader.
      ...['--heartbeat-interval', '500', '--election-timeout', '5000'],
    ],
    { ETCD_UNSUPPORTED_ARCH: process.arch === 'arm64' ? 'arm64' : '' },
  );
  return { port, child };
}

/** JSON is valid YAML. The times are the shortest that Patroni accepts: see docs/high-availability.md. */
function createPatroniConfig(
  folder: string,
  { name, port, restPort, dataFolder }: Node,
  etcdPort: number,
  programFolder: string,
): string {
  const credentials = (username: string) => ({ username, password: username });
  return JSON.stringify({
    scope: 'frontdesk',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_log_hints: 'on', wal_keep_size: '512MB', max_wal_senders: 10 },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataFolder,
      bin_dir: programFolder,
      pgpass: join(folder, `pgpass-${name}`),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: credentials('postgres'),
        replication: credentials('replicator'),
        rewind: credentials('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
    },
  });
}

async function startHaproxy(folder: string, nodes: Node[]) {
  const port = await findFreePort();
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  retries 1
listen primary
  bind 127.0.0.1:${port}
  maxconn 500
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`,
  );
  return { port, child: startProgram(folder, 'haproxy', '/usr/sbin/haproxy', ['-db', '-f', config]) };
}

type Member = { name: string; role: string; state: string };

async function readMembers(nodes: Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const response = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined);
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

/** Whether a standby follows synchronously, so that an acknowledged commit is on both machines. */
const isHealthy = (members: Member[]): boolean =>
  members.some(({ role, state }) => role === 'leader' && state === 'running') &&
  members.some(({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state));

const findPrimary = (nodes: Node[], members: Member[]): Node | undefined =>
  nodes.find(({ name }) => members.some((member) => member.name === name && member.role === 'leader'));

/** Creates an owner that is not a superuser, as docs/deployment.md describes. */
async function createOwner(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create role ${OWNER_ROLE} login createrole`);
  await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
  await client.end();
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}
