// The same requests on databases of three sizes, side by side: what is stored must not slow down what is asked for.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createKey } from '../../src/features/keys/store.ts';
import { type Keyring, loadMasterKey, openKeyring } from '../../src/kernel/crypto.ts';
import { type ConnectionOptions, openDatabase } from '../../src/kernel/database/database.ts';
import { startEmbedded } from '../../src/kernel/database/embedded.ts';
import { migrate } from '../../src/kernel/database/migrate.ts';
import { openSalon } from '../availability.ts';
import { computeMedian, computePercentiles } from '../median.ts';
import { createWorkspaces, PORT, startService, stopProcess } from '../setup.ts';
import { fillDatabase, type MeasuredWorkspaces, WORKSPACE_COUNT } from './fill.ts';
import { FIRST_BOOKABLE_DAY, RateLimitError, REQUESTS, type Target } from './requests.ts';

const SIZES = (process.env.GROWTH_SIZES ?? '10000,1000000,10000000').split(',').map(Number);
const ROUNDS = Number(process.env.GROWTH_ROUNDS ?? 9);
const CALLS_PER_ROUND = 40;
const WARM_UP_CALLS = 30;
const KNOWN_CONVERSATIONS = 50;
const GOAL_RATIO = 2;
/** Room for the largest database, and a checkpoint that does not come in the middle of a round. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

const WORKSPACE_KINDS = ['typical', 'largest'] as const;
type WorkspaceKind = (typeof WORKSPACE_KINDS)[number];
type SizedDatabase = { size: number; targets: Record<WorkspaceKind, Target[]>; close(): Promise<void> };

/**
 * Databases that were filled are used again where GROWTH_DIR names a folder. Measurements of the sizes alternate, so that
 * other load on the machine affects all of them.
 */
export async function benchGrowth(): Promise<boolean> {
  const keptFolder = process.env.GROWTH_DIR;
  if (keptFolder) await mkdir(keptFolder, { recursive: true });
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'frontdesk-growth-')));
  const embedded = await startEmbedded({ dataDir, settings: SETTINGS });
  const databases: SizedDatabase[] = [];
  try {
    const keyring = openKeyring(loadMasterKey(undefined, dataDir));
    for (const [index, size] of SIZES.entries())
      databases.push(await openSizedDatabase(embedded.connection, keyring, { size, dataDir, port: PORT + index }));
    return report(await measureAll(databases));
  } finally {
    await Promise.all(databases.map(({ close }) => close()));
    await embedded.stop();
    if (!keptFolder) await rm(dataDir, { recursive: true, force: true });
  }
}

async function openSizedDatabase(
  cluster: ConnectionOptions,
  keyring: Keyring,
  { size, dataDir, port }: { size: number; dataDir: string; port: number },
): Promise<SizedDatabase> {
  const connection = { ...cluster, database: `growth_${size}` };
  const adminPool = new pg.Pool({ ...cluster, max: 1 });
  const databaseExists = (await adminPool.query('select from pg_database where datname = $1', [connection.database]))
    .rowCount;
  if (!databaseExists) await adminPool.query(`create database ${connection.database}`);
  await adminPool.end();
  await migrate(connection);
  const dbOwnerPool = new pg.Pool({ ...connection, max: 2 });
  const measuredWorkspaces = await fillOnce(dbOwnerPool, connection, keyring, size);
  const service = await startService({ connection, dataDir, port });
  const serviceUrl = `http://127.0.0.1:${port}`;
  const createTarget = async (workspace: string): Promise<Target> => ({
    serviceUrl,
    key: await createApiKey(connection, workspace),
    conversationIds: await findOldestConversations(dbOwnerPool, workspace),
    bookedCount: await countBookings(dbOwnerPool, workspace),
  });
  const targets = {
    typical: await Promise.all(measuredWorkspaces.typical.map(createTarget)),
    largest: [await createTarget(measuredWorkspaces.largest)],
  };
  if (!databaseExists)
    for (const { key } of [...targets.typical, ...targets.largest]) await openSalon({ serviceUrl }, key);
  // Each document is checked up on, which would be measured too.
  while ((await dbOwnerPool.query(`select from graphile_worker.jobs where task_identifier like 'checkup%'`)).rowCount)
    await sleep(200);
  const close = async () => {
    await stopProcess(service);
    await dbOwnerPool.end();
  };
  return { size, targets, close };
}

/** A database that was not filled to the end cannot be used. */
async function fillOnce(dbOwnerPool: pg.Pool, connection: ConnectionOptions, keyring: Keyring, size: number) {
  await dbOwnerPool.query('create table if not exists bench_filled (largest text not null, typical text[] not null)');
  const previousFill = await dbOwnerPool.query<MeasuredWorkspaces>('select * from bench_filled');
  if (previousFill.rows[0]) return previousFill.rows[0];
  const startedAt = performance.now();
  const workspaces = await createWorkspaces(connection, keyring, WORKSPACE_COUNT);
  const measuredWorkspaces = await fillDatabase(
    dbOwnerPool,
    workspaces.map(({ id }) => id),
    size,
  );
  await dbOwnerPool.query('insert into bench_filled values ($1, $2)', [
    measuredWorkspaces.largest,
    measuredWorkspaces.typical,
  ]);
  const { rows } = await dbOwnerPool.query('select pg_size_pretty(pg_database_size(current_database())) as size');
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${size.toLocaleString('en')} messages filled in ${seconds.toFixed(0)} s, ${rows[0].size}`);
  return measuredWorkspaces;
}

async function createApiKey(connection: ConnectionOptions, workspaceId: string): Promise<string> {
  const database = openDatabase(connection, 1);
  const { key } = await database.inWorkspace(workspaceId, (db) =>
    createKey(db, { workspaceId, name: 'growth', mode: 'live', kind: 'secret' }),
  );
  await database.close();
  return key;
}

async function findOldestConversations(dbOwnerPool: pg.Pool, workspace: string): Promise<string[]> {
  const { rows } = await dbOwnerPool.query<{ id: string }>(
    'select id from conversations where workspace_id = $1 order by id limit $2',
    [workspace, KNOWN_CONVERSATIONS],
  );
  return rows.map(({ id }) => id);
}

async function countBookings(dbOwnerPool: pg.Pool, workspace: string): Promise<number> {
  const { rows } = await dbOwnerPool.query<{ count: number }>(
    `select count(*)::int as count from bookings where workspace_id = $1 and starts_at > now() + make_interval(days => $2)`,
    [workspace, FIRST_BOOKABLE_DAY - 1],
  );
  return rows[0]?.count ?? 0;
}

/** Percentiles of each round, by request, kind of workspace and size. */
type Measured = Map<string, Map<number, { p50: number[]; p95: number[] }>>;
let callCount = 0;

async function measureAll(databases: SizedDatabase[]): Promise<Record<WorkspaceKind, Measured>> {
  const measured = { typical: new Map(), largest: new Map() } as Record<WorkspaceKind, Measured>;
  const selectedRequests = process.env.GROWTH_REQUESTS?.split(';');
  for (const kind of WORKSPACE_KINDS)
    for (const [name, request] of Object.entries(REQUESTS)) {
      if (selectedRequests && !selectedRequests.includes(name)) continue;
      const percentilesBySize = new Map(
        databases.map(({ size }) => [size, { p50: [] as number[], p95: [] as number[] }]),
      );
      measured[kind].set(name, percentilesBySize);
      for (let round = 0; round <= ROUNDS; round++) {
        const times = new Map(databases.map(({ size }) => [size, [] as number[]]));
        for (let callIndex = 0; callIndex < (round ? CALLS_PER_ROUND : WARM_UP_CALLS); callIndex++, callCount++)
          for (const { size, targets } of databases) {
            const target = targets[kind][callCount % targets[kind].length];
            if (!target) throw new Error('No workspace to measure.');
            times.get(size)?.push(await timeRequest(() => request(target, callCount)));
          }
        // The first round only warms up.
        if (round)
          for (const [size, callTimes] of times) {
            const { 'p50 ms': p50, 'p95 ms': p95 } = computePercentiles(callTimes, 3);
            percentilesBySize.get(size)?.p50.push(p50);
            percentilesBySize.get(size)?.p95.push(p95);
          }
      }
      console.error(`${kind}, ${name}`);
    }
  return measured;
}

async function timeRequest(request: () => Promise<unknown>): Promise<number> {
  for (;;) {
    const startedAt = performance.now();
    try {
      await request();
      return performance.now() - startedAt;
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      await sleep(1_000 * error.retryAfterSeconds);
    }
  }
}

const roundToTenth = (ms: number) => Math.round(ms * 10) / 10;

function report(measured: Record<WorkspaceKind, Measured>): boolean {
  const [smallest = 0] = SIZES;
  const largestSize = SIZES.at(-1) ?? 0;
  console.log(
    `\n${WORKSPACE_COUNT.toLocaleString('en')} workspaces; one at a time, median of ${ROUNDS} rounds of ${CALLS_PER_ROUND}, ms. ${cpus().length} cores, load averages ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  const missedGoals: string[] = [];
  for (const kind of WORKSPACE_KINDS) {
    const rows = [...measured[kind]].map(([name, bySize]) => {
      const getMedianP95 = (size: number) => computeMedian(bySize.get(size)?.p95 ?? []);
      const ratio = getMedianP95(largestSize) / getMedianP95(smallest);
      if (ratio > GOAL_RATIO) missedGoals.push(`${name} (${kind}): ${ratio.toFixed(1)}`);
      const cells = SIZES.flatMap((size) => [
        [
          `p50 at ${size.toExponential().replace('1e+', '10^')}`,
          roundToTenth(computeMedian(bySize.get(size)?.p50 ?? [])),
        ],
        ['p95'.padEnd(3 + SIZES.indexOf(size)), roundToTenth(getMedianP95(size))],
      ]);
      return [name, { ...Object.fromEntries(cells), times: roundToTenth(ratio) }] as const;
    });
    console.log(kind === 'typical' ? '\nA workspace like the others' : '\nThe largest workspace, with 5% of all rows');
    console.table(Object.fromEntries(rows));
  }
  console.log(
    missedGoals.length
      ? `MISSED: more than ${GOAL_RATIO} times as slow at p95: ${missedGoals.join('; ')}`
      : `met: no request is more than ${GOAL_RATIO} times as slow at p95`,
  );
  return missedGoals.length === 0;
}
