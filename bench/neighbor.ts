import { measureLoad, openBusinesses } from './chat.ts';
import { post } from './http-client.ts';
import { saturate, sendSteadily } from './load.ts';
import { computePercentiles } from './median.ts';
import type { Bench } from './setup.ts';

const QUIET_WORKSPACE_COUNT = 20;
const RATE_PER_SECOND = 10;
const NOISE_PER_SECOND = 200;
/** Like a client that gives up on more than it can have open. */
const MAX_OPEN_REQUESTS = 500;
const WARM_UP_SECONDS = 20;
const ROUND_SECONDS = 10;
const ROUNDS = 3;
const MAX_RATIO = 1.5;

/** Customers of quiet workspaces, alone and while another workspace sends as fast as it likes. */
export async function benchNeighbor(bench: Bench): Promise<boolean> {
  const { serviceUrl, servicePid } = bench;
  const [noisyWorkspace, ...quietWorkspaces] = await bench.openWorkspaces(QUIET_WORKSPACE_COUNT + 1);
  const nextVisitor = await openBusinesses(bench, quietWorkspaces);
  await openBusinesses(bench, [noisyWorkspace!]);
  await saturate(serviceUrl, nextVisitor, 16, WARM_UP_SECONDS);
  const measureRound = () =>
    measureLoad(servicePid, () => sendSteadily(serviceUrl, nextVisitor, RATE_PER_SECOND, ROUND_SECONDS));
  const times: Record<'withoutNoise' | 'withNoise', number[]> = { withoutNoise: [], withNoise: [] };
  const countByStatus = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    times.withoutNoise.push(...(await measureRound()).load.times);
    const stopNoise = startNoise(new URL('/api/chat', serviceUrl), noisyWorkspace!.key, countByStatus);
    times.withNoise.push(...(await measureRound()).load.times);
    await stopNoise();
  }
  const table = {
    alone: computePercentiles(times.withoutNoise),
    [`beside ${NOISE_PER_SECOND} a second of another workspace`]: computePercentiles(times.withNoise),
  };
  const statusCounts = [...countByStatus].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `\nPOST /api/chat, ${RATE_PER_SECOND} a second to ${QUIET_WORKSPACE_COUNT} workspaces. The other one got ${statusCounts} in ${ROUNDS * ROUND_SECONDS} s.`,
  );
  console.table(table);
  const [p95WithoutNoise, p95WithNoise] = Object.values(table).map((row) => row['p95 ms']);
  const ratio = p95WithNoise! / p95WithoutNoise!;
  const isMet = ratio <= MAX_RATIO;
  console.log(`${isMet ? 'met' : 'MISSED'}: p95 is ${ratio.toFixed(2)} times that alone (goal at most ${MAX_RATIO})`);
  return isMet;
}

/** Sends different messages at a fixed rate until stopped, and counts the responses by status. */
function startNoise(url: URL, key: string, countByStatus: Map<number, number>): () => Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const openRequests = new Set<Promise<void>>();
  let messageCount = 0;
  const timer = setInterval(() => {
    if (openRequests.size >= MAX_OPEN_REQUESTS) return;
    const body = JSON.stringify({
      message: `do you have a table for ${(messageCount++ % 8) + 1} at ${messageCount % 12} on day ${messageCount}?`,
    });
    const request: Promise<void> = post(url, headers, body).then(({ status }) => {
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
      openRequests.delete(request);
    });
    openRequests.add(request);
  }, 1000 / NOISE_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(openRequests);
  };
}
