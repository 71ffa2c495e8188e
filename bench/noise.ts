// Meaningless messages at the maximum length, one at a time: they must not take longer than other messages.
import { createRandom } from '../src/nlu/random.ts';
import { collectPlaceholderValues } from '../test/chat/message-templates.ts';
import {
  BACKTRACKING_UNITS,
  createNoiseMessage,
  MAX_MESSAGE_LENGTH,
  NOISE_KINDS,
  repeatToLength,
} from '../test/chat/noise.ts';
import type { BusinessDocument } from '../test/chat/scenarios.ts';
import type { Random } from '../test/random.ts';
import { sendJson } from './chat.ts';
import { mixedBusinesses } from './customers.ts';
import { post } from './http-client.ts';
import type { Bench } from './setup.ts';

const BUSINESS_COUNT = 10;
const MESSAGE_COUNT = 2_000;
const WARM_UP_MESSAGES = 200;
/** A pathological pattern is slow every time, so the fastest of several tries excludes other load on the machine. */
const TRIES_PER_PATTERN = 3;
const GOALS_MS = { p99: 100, slowestPattern: 250 };

const nextRandom = createRandom(1);
const integerBelow = (limit: number) => Math.floor(nextRandom() * limit);
const random: Random = {
  seed: 1,
  integerBelow,
  chance: (probability) => nextRandom() < probability,
  pick: (items) => items[integerBelow(items.length)]!,
};

type Business = { key: string; document: BusinessDocument };

export async function benchNoise(bench: Bench): Promise<boolean> {
  const businesses = await openBusinesses(bench);
  const url = new URL('/api/chat', bench.serviceUrl);
  const timeMessage = async ({ key }: Business, message: string): Promise<number> => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const { status, body } = await post(url, headers, JSON.stringify({ message }));
    if (status !== 200) throw new Error(`${status} ${body} to ${message}`);
    return performance.now() - startedAt;
  };
  const times: number[] = [];
  for (let n = -WARM_UP_MESSAGES; n < MESSAGE_COUNT; n++) {
    const business = random.pick(businesses);
    const ms = await timeMessage(
      business,
      createNoiseMessage(random.pick(NOISE_KINDS), random, collectPlaceholderValues(business.document)),
    );
    if (n >= 0) times.push(ms);
  }
  const patternTimes: [number, string][] = [];
  for (const [index, unit] of BACKTRACKING_UNITS.entries()) {
    const business = businesses[index % businesses.length]!;
    const message = `hi ${repeatToLength(unit, MAX_MESSAGE_LENGTH - 4)}x`;
    const durations: number[] = [];
    while (durations.length < TRIES_PER_PATTERN) durations.push(await timeMessage(business, message));
    patternTimes.push([Math.min(...durations), unit]);
  }
  return report(times, patternTimes);
}

async function openBusinesses({ openWorkspaces, serviceUrl }: Bench): Promise<Business[]> {
  const businesses: Business[] = [];
  for (const [index, { key }] of (await openWorkspaces(BUSINESS_COUNT)).entries()) {
    const { industry, config } = mixedBusinesses[index % mixedBusinesses.length]!;
    await sendJson(`${serviceUrl}/api/v1/setup`, 'POST', key, { industry });
    await sendJson(`${serviceUrl}/api/v1/config`, 'PUT', key, config);
    const response = await fetch(`${serviceUrl}/api/v1/config`, { headers: { authorization: `Bearer ${key}` } });
    businesses.push({ key, document: (await response.json()) as BusinessDocument });
  }
  return businesses;
}

function report(times: number[], patternTimes: [number, string][]): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const getPercentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  const [slowestMs, unit] = patternTimes.toSorted(([a], [b]) => b - a)[0]!;
  console.log(`\nPOST /api/chat, ${MESSAGE_COUNT.toLocaleString('en')} messages of noise, one at a time`);
  console.log(
    `p50 ${getPercentile(0.5).toFixed(1)} ms, p95 ${getPercentile(0.95).toFixed(1)} ms, p99 ${getPercentile(0.99).toFixed(1)} ms`,
  );
  const goals: [boolean, string][] = [
    [getPercentile(0.99) < GOALS_MS.p99, `p99 is ${getPercentile(0.99).toFixed(1)} ms (goal under ${GOALS_MS.p99})`],
    [
      slowestMs < GOALS_MS.slowestPattern,
      `the slowest of ${patternTimes.length} patterns of ${MAX_MESSAGE_LENGTH} characters, ${JSON.stringify(unit)}, takes ${slowestMs.toFixed(1)} ms (goal under ${GOALS_MS.slowestPattern})`,
    ],
  ];
  for (const [isMet, description] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${description}`);
  return goals.every(([isMet]) => isMet);
}
