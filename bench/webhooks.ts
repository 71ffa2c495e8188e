import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../src/kernel/database/database.ts';
import { recordEvents } from '../src/kernel/events.ts';
import type { Bench, BenchWorkspace } from './setup.ts';

const ENDPOINTS = 50;
const PER_SECOND = 520;
const WARM_UP_SECONDS = 3;
const SECONDS = 20;
const DRAIN_MS = 5_000;
const TICK_MS = 10;
const GOALS = { perSecond: 500, p95: 1_000 };

/** When each was committed and when it arrived, by the number that it carries. */
type Times = { committed: number[]; arrived: number[]; twice: number };

/** Events of many businesses, each in a transaction of its own, to an endpoint of each; one of the receivers hangs. */
export async function webhooks(bench: Bench): Promise<boolean> {
  const workspaces = await bench.openWorkspaces(ENDPOINTS);
  const times: Times = { committed: [], arrived: [], twice: 0 };
  const receiver = await listen(times);
  const database = openDatabase(bench.connection, 8);
  try {
    await register(bench, workspaces, receiver);
    await happen(database, workspaces, times, WARM_UP_SECONDS);
    const first = times.committed.length;
    await happen(database, workspaces, times, SECONDS);
    await drain(times, workspaces.length);
    return report(times, first, workspaces.length);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await database.close();
    // What still waits for the one that hangs would go on into the next part.
    for (const workspace of workspaces) await remove(bench, workspace);
  }
}

async function listen(times: Times): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/hangs') return;
      const { number } = JSON.parse(Buffer.concat(chunks).toString()).data;
      if (times.arrived[number]) times.twice++;
      else times.arrived[number] = performance.now();
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The endpoint of the first one hangs. */
async function register({ serviceUrl }: Bench, workspaces: BenchWorkspace[], receiver: Server): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  for (const [index, { key }] of workspaces.entries()) {
    const url = `http://127.0.0.1:${port}/${index === 0 ? 'hangs' : index}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url, events: ['*'] });
    const answer = await fetch(`${serviceUrl}/api/webhooks`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}

async function remove({ owner }: Bench, { id }: BenchWorkspace): Promise<void> {
  await owner.query('delete from webhook_endpoints where workspace_id = $1', [id]);
}

/** At a steady rate, whoever's turn it is. */
async function happen(database: Database, workspaces: BenchWorkspace[], times: Times, seconds: number): Promise<void> {
  const began = performance.now();
  const first = times.committed.length;
  const underWay = new Set<Promise<void>>();
  for (let due = 0; due < PER_SECOND * seconds; await sleep(TICK_MS)) {
    due = Math.min(PER_SECOND * seconds, Math.floor(((performance.now() - began) / 1000) * PER_SECOND));
    while (times.committed.length < first + due) {
      const number = times.committed.push(0) - 1;
      const { id } = workspaces[number % workspaces.length]!;
      const told = tell(database, id, number).then(() => {
        times.committed[number] = performance.now();
        underWay.delete(told);
      });
      underWay.add(told);
    }
  }
  await Promise.all(underWay);
}

const tell = (database: Database, workspaceId: string, number: number): Promise<void> =>
  database.inWorkspace(workspaceId, async (db) =>
    recordEvents(db, [{ workspaceId, type: 'message.received', data: { ...SAID, number }, at: new Date() }]),
  );
const SAID = {
  id: 'msg_01k9z0v3w8e5r7t2y4u6i8o0pa',
  role: 'customer',
  text: 'Table for 4 tomorrow at 7:30? '.repeat(10),
};

const isHanging = (number: number, of: number) => number % of === 0;

async function drain({ committed, arrived }: Times, of: number): Promise<void> {
  const missing = () => committed.some((_, number) => !isHanging(number, of) && !arrived[number]);
  for (const until = performance.now() + DRAIN_MS; missing() && performance.now() < until; ) await sleep(50);
}

function report({ committed, arrived, twice }: Times, first: number, of: number): boolean {
  const numbers = committed.map((_, number) => number).filter((number) => number >= first && !isHanging(number, of));
  const delays = numbers.map((number) => (arrived[number] ?? Infinity) - committed[number]!).sort((a, b) => a - b);
  const at = (share: number) => Math.round(delays[Math.ceil(delays.length * share) - 1]!);
  const last = Math.max(...numbers.map((number) => arrived[number] ?? Infinity));
  const seconds = (last - Math.min(...numbers.map((number) => committed[number]!))) / 1000;
  const perSecond = Math.round(numbers.length / seconds);
  console.log(`\nWebhooks: ${numbers.length} events to ${of - 1} endpoints, and others to one that hangs`);
  const busy = loadavg().map((load) => load.toFixed(1));
  console.log(`${cpus().length} cores, receivers and database on them too; load averages ${busy.join(' ')}`);
  console.table({
    'commit to arrival': {
      'deliveries/s': perSecond,
      'p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'p99 ms': at(0.99),
      twice,
    },
  });
  const goals: [boolean, string][] = [
    [perSecond >= GOALS.perSecond, `${perSecond} deliveries a second, one receiver hanging (goal ${GOALS.perSecond})`],
    [at(0.95) < GOALS.p95, `p95 from commit to arrival is ${at(0.95)} ms (goal under ${GOALS.p95})`],
  ];
  for (const [isMet, what] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${what}`);
  return goals.every(([isMet]) => isMet);
}
