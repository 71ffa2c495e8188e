import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

import { randomOf } from '../src/nlu/intents/numbers.ts';
import { describeMix, mixed, visitorsOf } from './customers.ts';
import { type Load, saturate, sendSteadily, type Visitor } from './load.ts';
import type { Bench, BenchWorkspace } from './setup.ts';

/** So that the plan's burst of a workspace, 50 calls a second, is no limit to the whole. */
const WORKSPACES = 30;
const PER_SECOND = 50;
const CONNECTIONS = 32;
/** The engine goes on compiling for half a minute: what is measured is a service at work, not one that starts. */
const WARM_UP_SECONDS = 30;
const SECONDS = 20;
const BASELINE_SECONDS = 4;
const LOOK_AGAIN_MS = 200;
const ONE_STATEMENT = 'bare route, one statement';
const GOALS = { p50: 20, share: 0.15, p99: 250, megabytes: 600 };

type Measured = { 'requests/s': number; 'p50 ms': number; 'p95 ms'?: number; 'p99 ms': number; 'CPU ms each'?: number };

/** Customers of many businesses at once: what they ask is answered and what they book is booked, all of it stored. */
export async function chat(bench: Bench): Promise<boolean> {
  const workspaces = await bench.openWorkspaces(WORKSPACES);
  const next = await openBusinesses(bench, workspaces);
  const { serviceUrl, servicePid } = bench;
  await saturate(serviceUrl, next, CONNECTIONS, WARM_UP_SECONDS);
  await bench.owner.query('vacuum analyze conversations, messages, events, bookings, booked_times');
  const baselines = await measureBaselines(bench, workspaces);
  const steadily = await metered(servicePid, () => sendSteadily(serviceUrl, next, PER_SECOND, SECONDS));
  const saturated = await metered(servicePid, () => saturate(serviceUrl, next, CONNECTIONS, SECONDS));
  console.log(`\nPOST /api/chat, everything stored. ${WORKSPACES} businesses in as many workspaces.`);
  console.log(`Of a hundred customers: ${describeMix()}.`);
  console.log(`At ${PER_SECOND} a second: ${describe(steadily.load)}`);
  console.log(`At saturation, ${CONNECTIONS} connections: ${describe(saturated.load)}`);
  const busy = loadavg().map((load) => load.toFixed(1));
  console.log(`${cpus().length} cores, load generator and database on them too; load averages ${busy.join(' ')}`);
  const table = {
    ...baselines,
    [`POST /api/chat, ${PER_SECOND} a second`]: steadily.measured,
    'POST /api/chat, saturated': saturated.measured,
  };
  console.table(table);
  const share = saturated.measured['requests/s'] / baselines[ONE_STATEMENT]!['requests/s'];
  return judge(steadily.measured, { ...saturated.measured, share }, memoryOf(servicePid));
}

/** Every business of the played customers, with people who come to each of them by turns. */
async function openBusinesses({ serviceUrl, owner }: Bench, workspaces: BenchWorkspace[]): Promise<() => Visitor> {
  const random = randomOf(1);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const doors: (() => Visitor)[] = [];
  for (const [index, { key }] of workspaces.entries()) {
    const business = mixed[index % mixed.length]!;
    await send(`${serviceUrl}/api/v1/setup`, 'POST', key, { industry: business.industry });
    await send(`${serviceUrl}/api/v1/config`, 'PUT', key, business.config);
    const visitor = visitorsOf(business, pick);
    doors.push(() => ({ key, ...visitor() }));
  }
  // Each document sets off a checkup, hundreds of questions that would be measured along with those of the customers.
  while ((await owner.query(`select from graphile_worker.jobs where task_identifier like 'checkup%'`)).rowCount)
    await sleep(LOOK_AGAIN_MS);
  return () => pick(doors)();
}

export async function send(url: string, method: string, key: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
}

async function measureBaselines(bench: Bench, workspaces: BenchWorkspace[]): Promise<Record<string, Measured>> {
  const url = await bench.baselineUrl();
  const contenders = {
    'bare route': [{ path: '/bare' }],
    [ONE_STATEMENT]: workspaces.map(({ id }) => ({ path: `/statement/${id}` })),
  };
  const measured: Record<string, Measured> = {};
  for (const [name, requests] of Object.entries(contenders)) {
    await autocannon({ url, requests, connections: CONNECTIONS, duration: 1 });
    const { requests: rate, latency } = await autocannon({
      ...{ url, requests, connections: CONNECTIONS, duration: BASELINE_SECONDS },
    });
    const { p50, p99 } = latency;
    measured[name] = { 'requests/s': Math.round(rate.average), 'p50 ms': p50, 'p99 ms': p99 };
  }
  return measured;
}

/** A load, with the processor time that the service spent on each message. */
async function metered(pid: number, work: () => Promise<Load>): Promise<{ load: Load; measured: Measured }> {
  const before = processorMs(pid);
  const load = await work();
  const spent = (processorMs(pid) - before) / load.times.length;
  const sorted = load.times.toSorted((a, b) => a - b);
  const at = (share: number) => Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(1));
  const measured = {
    'requests/s': Math.round(load.times.length / load.seconds),
    ...{ 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'CPU ms each': Number(spent.toFixed(2)) },
  };
  return { load, measured };
}

/** Of all threads of a process; the kernel counts in hundredths of a second. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes that the service holds now, and held at most. The database is not among them. */
function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024);
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

function describe({ times, texts, conversations, continued, booked }: Load): string {
  const repeated = Math.round(100 * (1 - texts.size / times.length));
  const begun = [...conversations.values()].reduce((sum, count) => sum + count, 0);
  return (
    `${times.length} messages in ${texts.size} different wordings (${repeated}% repeat one), ` +
    `${begun} conversations begun, ${continued} messages in one that was there, ${booked} bookings made`
  );
}

type Saturated = Measured & { /** Of what a route with one statement answers on this machine. */ share: number };

function judge(steady: Measured, saturated: Saturated, { now, most }: ReturnType<typeof memoryOf>): boolean {
  const share = saturated.share.toFixed(2);
  const goals: [boolean, string][] = [
    [
      steady['p50 ms'] <= GOALS.p50,
      `p50 at ${PER_SECOND} a second is ${steady['p50 ms']} ms (goal at most ${GOALS.p50})`,
    ],
    [
      saturated.share >= GOALS.share,
      `${saturated['requests/s']} requests a second at saturation, ${share} of the route with one statement (goal at least ${GOALS.share})`,
    ],
    [saturated['p99 ms'] < GOALS.p99, `p99 at saturation is ${saturated['p99 ms']} ms (goal under ${GOALS.p99})`],
    [
      now <= GOALS.megabytes,
      `${now} MB resident after the load, ${most} at its peak (goal at most ${GOALS.megabytes})`,
    ],
  ];
  for (const [isMet, what] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${what}`);
  return goals.every(([isMet]) => isMet);
}
