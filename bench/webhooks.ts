import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../src/kernel/database/database.ts';
import { recordEvents } from '../src/kernel/events.ts';
import type { Bench, BenchWorkspace } from './setup.ts';

const ENDPOINT_COUNT = 50;
const EVENTS_PER_SECOND = 520;
const WARM_UP_SECONDS = 3;
const MEASURED_SECONDS = 20;
const DRAIN_MS = 5_000;
const SEND_INTERVAL_MS = 10;
const GOALS = { perSecond: 500, p95Ms: 1_000 };

/** Commit and arrival times, indexed by event number. */
type DeliveryTimes = { committedAt: number[]; arrivedAt: number[]; duplicateCount: number };

/** Events of many businesses, each in its own transaction, to one endpoint each; one of the receivers hangs. */
export async function benchWebhooks(bench: Bench): Promise<boolean> {
  const workspaces = await bench.openWorkspaces(ENDPOINT_COUNT);
  const times: DeliveryTimes = { committedAt: [], arrivedAt: [], duplicateCount: 0 };
  const receiver = await startReceiver(times);
  const database = openDatabase(bench.connection, 8);
  try {
    await registerEndpoints(bench, workspaces, receiver);
    await recordEventsSteadily(database, workspaces, times, WARM_UP_SECONDS);
    const firstMeasuredNumber = times.committedAt.length;
    await recordEventsSteadily(database, workspaces, times, MEASURED_SECONDS);
    await waitForDeliveries(times, workspaces.length);
    return report(times, firstMeasuredNumber, workspaces.length);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await database.close();
    // Deliveries still waiting for the hanging endpoint would disturb the next benchmark.
    for (const workspace of workspaces) await removeEndpoints(bench, workspace);
  }
}

async function startReceiver(times: DeliveryTimes): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/hangs') return;
      const { number } = JSON.parse(Buffer.concat(chunks).toString()).data;
      if (times.arrivedAt[number]) times.duplicateCount++;
      else times.arrivedAt[number] = performance.now();
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The first workspace's endpoint hangs. */
async function registerEndpoints({ serviceUrl }: Bench, workspaces: BenchWorkspace[], receiver: Server): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  for (const [index, { key }] of workspaces.entries()) {
    const url = `http://127.0.0.1:${port}/${index === 0 ? 'hangs' : index}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url, events: ['*'] });
    const response = await fetch(`${serviceUrl}/api/webhooks`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  }
}

async function removeEndpoints({ dbOwnerPool }: Bench, { id }: BenchWorkspace): Promise<void> {
  await dbOwnerPool.query('delete from webhook_endpoints where workspace_id = $1', [id]);
}

/** Records events at a steady rate, for each workspace in turn. */
async function recordEventsSteadily(
  database: Database,
  workspaces: BenchWorkspace[],
  times: DeliveryTimes,
  seconds: number,
): Promise<void> {
  const startedAt = performance.now();
  const firstNumber = times.committedAt.length;
  const pendingRecords = new Set<Promise<void>>();
  for (let dueCount = 0; dueCount < EVENTS_PER_SECOND * seconds; await sleep(SEND_INTERVAL_MS)) {
    dueCount = Math.min(
      EVENTS_PER_SECOND * seconds,
      Math.floor(((performance.now() - startedAt) / 1000) * EVENTS_PER_SECOND),
    );
    while (times.committedAt.length < firstNumber + dueCount) {
      const number = times.committedAt.push(0) - 1;
      const { id } = workspaces[number % workspaces.length]!;
      const pendingRecord = recordMessageEvent(database, id, number).then(() => {
        times.committedAt[number] = performance.now();
        pendingRecords.delete(pendingRecord);
      });
      pendingRecords.add(pendingRecord);
    }
  }
  await Promise.all(pendingRecords);
}

const recordMessageEvent = (database: Database, workspaceId: string, number: number): Promise<void> =>
  database.inWorkspace(workspaceId, async (db) =>
    recordEvents(db, [{ workspaceId, type: 'message.received', data: { ...MESSAGE_DATA, number }, at: new Date() }]),
  );
const MESSAGE_DATA = {
  id: 'msg_01k9z0v3w8e5r7t2y4u6i8o0pa',
  role: 'customer',
  text: 'Table for 4 tomorrow at 7:30? '.repeat(10),
};

const goesToHangingEndpoint = (number: number, endpointCount: number) => number % endpointCount === 0;

async function waitForDeliveries({ committedAt, arrivedAt }: DeliveryTimes, endpointCount: number): Promise<void> {
  const hasMissing = () =>
    committedAt.some((_, number) => !goesToHangingEndpoint(number, endpointCount) && !arrivedAt[number]);
  for (const deadline = performance.now() + DRAIN_MS; hasMissing() && performance.now() < deadline; ) await sleep(50);
}

function report(
  { committedAt, arrivedAt, duplicateCount }: DeliveryTimes,
  firstMeasuredNumber: number,
  endpointCount: number,
): boolean {
  const numbers = committedAt
    .map((_, number) => number)
    .filter((number) => number >= firstMeasuredNumber && !goesToHangingEndpoint(number, endpointCount));
  const delays = numbers.map((number) => (arrivedAt[number] ?? Infinity) - committedAt[number]!).sort((a, b) => a - b);
  const getPercentile = (share: number) => Math.round(delays[Math.ceil(delays.length * share) - 1]!);
  const lastArrival = Math.max(...numbers.map((number) => arrivedAt[number] ?? Infinity));
  const seconds = (lastArrival - Math.min(...numbers.map((number) => committedAt[number]!))) / 1000;
  const perSecond = Math.round(numbers.length / seconds);
  console.log(`\nWebhooks: ${numbers.length} events to ${endpointCount - 1} endpoints, and others to one that hangs`);
  const loadAverages = loadavg().map((load) => load.toFixed(1));
  console.log(`${cpus().length} cores, receivers and database on them too; load averages ${loadAverages.join(' ')}`);
  console.table({
    'commit to arrival': {
      'deliveries/s': perSecond,
      'p50 ms': getPercentile(0.5),
      'p95 ms': getPercentile(0.95),
      'p99 ms': getPercentile(0.99),
      twice: duplicateCount,
    },
  });
  const goals: [boolean, string][] = [
    [perSecond >= GOALS.perSecond, `${perSecond} deliveries a second, one receiver hanging (goal ${GOALS.perSecond})`],
    [
      getPercentile(0.95) < GOALS.p95Ms,
      `p95 from commit to arrival is ${getPercentile(0.95)} ms (goal under ${GOALS.p95Ms})`,
    ],
  ];
  for (const [isMet, description] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${description}`);
  return goals.every(([isMet]) => isMet);
}
