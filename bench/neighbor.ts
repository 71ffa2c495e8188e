import { measureLoad, openBusinesses } from './chat.ts';
import { post } from './http-client.ts';
import { saturate, sendSteadily } from './load.ts';
import { percentilesOf } from './median.ts';
import type { Bench } from './setup.ts';

const WORKSPACES = 20;
const RATE_PER_SECOND = 10;
const NOISE_PER_SECOND = 200;
/** Like a client that gives up on more than it can have open. */
const MAX_OPEN = 500;
const WARM_UP_SECONDS = 20;
const ROUND_SECONDS = 10;
const ROUNDS = 3;
const MAX_RATIO = 1.5;

/** Customers of quiet workspaces, alone and while another workspace sends as fast as it likes. */
export async function neighbor(bench: Bench): Promise<boolean> {
  const { serviceUrl, servicePid } = bench;
  const [noisy, ...quiet] = await bench.openWorkspaces(WORKSPACES + 1);
  const nextVisitor = await openBusinesses(bench, quiet);
  await openBusinesses(bench, [noisy!]);
  await saturate(serviceUrl, nextVisitor, 16, WARM_UP_SECONDS);
  const measureRound = () =>
    measureLoad(servicePid, () => sendSteadily(serviceUrl, nextVisitor, RATE_PER_SECOND, ROUND_SECONDS));
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    times.alone.push(...(await measureRound()).load.times);
    const stopNoise = makeNoise(new URL('/api/chat', serviceUrl), noisy!.key, statuses);
    times.beside.push(...(await measureRound()).load.times);
    await stopNoise();
  }
  const table = {
    alone: percentilesOf(times.alone),
    [`beside ${NOISE_PER_SECOND} a second of another workspace`]: percentilesOf(times.beside),
  };
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `\nPOST /api/chat, ${RATE_PER_SECOND} a second to ${WORKSPACES} workspaces. The other one got ${answers} in ${ROUNDS * ROUND_SECONDS} s.`,
  );
  console.table(table);
  const [alone, beside] = Object.values(table).map((row) => row['p95 ms']);
  const ratio = beside! / alone!;
  const isMet = ratio <= MAX_RATIO;
  console.log(`${isMet ? 'met' : 'MISSED'}: p95 is ${ratio.toFixed(2)} times that alone (goal at most ${MAX_RATIO})`);
  return isMet;
}

/** Sends different messages at a fixed rate until stopped, and counts the answers by status. */
function makeNoise(url: URL, key: string, statuses: Map<number, number>): () => Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    if (open.size >= MAX_OPEN) return;
    const body = JSON.stringify({
      message: `do you have a table for ${(sent++ % 8) + 1} at ${sent % 12} on day ${sent}?`,
    });
    const turn: Promise<void> = post(url, headers, body).then(({ status }) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      open.delete(turn);
    });
    open.add(turn);
  }, 1000 / NOISE_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
  };
}
