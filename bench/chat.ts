import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';

import { createRandom } from '../src/nlu/random.ts';
import { createVisitorSource, describeMix, mixedBusinesses } from './customers.ts';
import { type LoadResult, saturate, sendSteadily, type Visitor } from './load.ts';
import { computePercentiles } from './median.ts';
import type { Bench, BenchWorkspace } from './setup.ts';

/** Enough that the plan's limit of 50 calls a second per workspace does not limit the total. */
const WORKSPACE_COUNT = 30;
const STEADY_RATE_PER_SECOND = 50;
const CONNECTIONS = 32;
/** V8 keeps compiling for half a minute; the benchmark measures a warm service. */
const WARM_UP_SECONDS = 30;
const MEASURED_SECONDS = 20;
const BASELINE_SECONDS = 4;
const POLL_INTERVAL_MS = 200;
export const ONE_STATEMENT = 'bare route, one statement';
const GOALS = { p50Ms: 20, minShare: 0.15, p99Ms: 250, megabytes: 600 };

export type Measurement = {
  'requests/s': number;
  'p50 ms': number;
  'p95 ms'?: number;
  'p99 ms': number;
  'CPU ms each'?: number;
};

/** Customers of many businesses at once: questions are answered, bookings are made, and everything is stored. */
export async function benchChat(bench: Bench): Promise<boolean> {
  const workspaces = await bench.openWorkspaces(WORKSPACE_COUNT);
  const nextVisitor = await openBusinesses(bench, workspaces);
  const { serviceUrl, servicePid } = bench;
  await saturate(serviceUrl, nextVisitor, CONNECTIONS, WARM_UP_SECONDS);
  await bench.dbOwnerPool.query('vacuum analyze conversations, messages, events, bookings, booked_times');
  const baselines = await measureBaselines(bench, workspaces);
  const steadyRun = await measureLoad(servicePid, () =>
    sendSteadily(serviceUrl, nextVisitor, STEADY_RATE_PER_SECOND, MEASURED_SECONDS),
  );
  const saturatedRun = await measureLoad(servicePid, () =>
    saturate(serviceUrl, nextVisitor, CONNECTIONS, MEASURED_SECONDS),
  );
  console.log(`\nPOST /api/chat, everything stored. ${WORKSPACE_COUNT} businesses in as many workspaces.`);
  console.log(`Of a hundred customers: ${describeMix()}.`);
  console.log(`At ${STEADY_RATE_PER_SECOND} a second: ${describeLoad(steadyRun.load)}`);
  console.log(`At saturation, ${CONNECTIONS} connections: ${describeLoad(saturatedRun.load)}`);
  const loadAverages = loadavg().map((load) => load.toFixed(1));
  console.log(
    `${cpus().length} cores, load generator and database on them too; load averages ${loadAverages.join(' ')}`,
  );
  const table = {
    ...baselines,
    [`POST /api/chat, ${STEADY_RATE_PER_SECOND} a second`]: steadyRun.measured,
    'POST /api/chat, saturated': saturatedRun.measured,
  };
  console.table(table);
  const share = saturatedRun.measured['requests/s'] / baselines[ONE_STATEMENT]!['requests/s'];
  return reportGoals(steadyRun.measured, { ...saturatedRun.measured, share }, readMemoryMegabytes(servicePid));
}

/** Sets up every business, and returns a function that picks the next visitor of any of them. */
export async function openBusinesses(
  { serviceUrl, dbOwnerPool }: Bench,
  workspaces: BenchWorkspace[],
): Promise<() => Visitor> {
  const random = createRandom(1);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const visitorSources: (() => Visitor)[] = [];
  for (const [index, { key }] of workspaces.entries()) {
    const business = mixedBusinesses[index % mixedBusinesses.length]!;
    await sendJson(`${serviceUrl}/api/v1/setup`, 'POST', key, { industry: business.industry });
    await sendJson(`${serviceUrl}/api/v1/config`, 'PUT', key, business.config);
    const nextVisitor = createVisitorSource(business, pick);
    visitorSources.push(() => ({ key, ...nextVisitor() }));
  }
  await waitForCheckups(dbOwnerPool);
  return () => pick(visitorSources)();
}

/** Each document triggers a checkup, whose hundreds of questions would distort the measurement. */
export async function waitForCheckups(dbOwnerPool: pg.Pool): Promise<void> {
  while ((await dbOwnerPool.query(`select from graphile_worker.jobs where task_identifier like 'checkup%'`)).rowCount)
    await sleep(POLL_INTERVAL_MS);
}

export async function sendJson(url: string, method: string, key: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
}

export async function measureBaselines(
  bench: Bench,
  workspaces: BenchWorkspace[],
): Promise<Record<string, Measurement>> {
  const url = await bench.getBaselineUrl();
  const contenders = {
    'bare route': [{ path: '/bare' }],
    [ONE_STATEMENT]: workspaces.map(({ id }) => ({ path: `/statement/${id}` })),
  };
  const measured: Record<string, Measurement> = {};
  for (const [name, requests] of Object.entries(contenders)) {
    await autocannon({ url, requests, connections: CONNECTIONS, duration: 1 });
    const { requests: rate, latency } = await autocannon({
      url,
      requests,
      connections: CONNECTIONS,
      duration: BASELINE_SECONDS,
    });
    const { p50, p99 } = latency;
    measured[name] = { 'requests/s': Math.round(rate.average), 'p50 ms': p50, 'p99 ms': p99 };
  }
  return measured;
}

/** Runs a load, and measures the service's CPU time per message. */
export async function measureLoad(
  pid: number,
  runLoad: () => Promise<LoadResult>,
): Promise<{ load: LoadResult; measured: Measurement }> {
  const cpuBeforeMs = readCpuTimeMs(pid);
  const load = await runLoad();
  const cpuMsPerMessage = (readCpuTimeMs(pid) - cpuBeforeMs) / load.times.length;
  const measured = {
    'requests/s': Math.round(load.times.length / load.seconds),
    ...computePercentiles(load.times),
    'CPU ms each': Number(cpuMsPerMessage.toFixed(2)),
  };
  return { load, measured };
}

/** CPU time of all threads of a service and its instances; the kernel counts in hundredths of a second. */
function readCpuTimeMs(pid: number): number {
  const readProcessCpuMs = (id: number | string) => {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  return [pid, ...findInstancePids(pid)].reduce<number>((sum, id) => sum + readProcessCpuMs(id), 0);
}

export const findInstancePids = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/** Resident memory of the service in megabytes, current and peak, without the database. */
export function readMemoryMegabytes(pid: number | string): { current: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMegabytes = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024);
  return { current: readMegabytes('VmRSS'), peak: readMegabytes('VmHWM') };
}

function describeLoad({
  times,
  countByMessage,
  conversationCountByKind,
  continuedMessageCount,
  bookingCount,
}: LoadResult): string {
  const repeatedPercent = Math.round(100 * (1 - countByMessage.size / times.length));
  const startedCount = [...conversationCountByKind.values()].reduce((sum, count) => sum + count, 0);
  return (
    `${times.length} messages in ${countByMessage.size} different wordings (${repeatedPercent}% repeat one), ` +
    `${startedCount} conversations begun, ${continuedMessageCount} messages in one that was there, ${bookingCount} bookings made`
  );
}

type SaturatedMeasurement = Measurement & {
  /** The requests per second as a share of those of a route with one statement. */
  share: number;
};

function reportGoals(
  steady: Measurement,
  saturated: SaturatedMeasurement,
  { current, peak }: ReturnType<typeof readMemoryMegabytes>,
): boolean {
  const share = saturated.share.toFixed(2);
  const goals: [boolean, string][] = [
    [
      steady['p50 ms'] <= GOALS.p50Ms,
      `p50 at ${STEADY_RATE_PER_SECOND} a second is ${steady['p50 ms']} ms (goal at most ${GOALS.p50Ms})`,
    ],
    [
      saturated.share >= GOALS.minShare,
      `${saturated['requests/s']} requests a second at saturation, ${share} of the route with one statement (goal at least ${GOALS.minShare})`,
    ],
    [saturated['p99 ms'] < GOALS.p99Ms, `p99 at saturation is ${saturated['p99 ms']} ms (goal under ${GOALS.p99Ms})`],
    [
      current <= GOALS.megabytes,
      `${current} MB resident after the load, ${peak} at its peak (goal at most ${GOALS.megabytes})`,
    ],
  ];
  for (const [isMet, description] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${description}`);
  return goals.every(([isMet]) => isMet);
}
