// Messages that nobody should send, one at a time: the longest that there may be take no longer than others may.
import { randomOf } from '../src/nlu/intents/numbers.ts';
import { KINDS, LONGEST, noise as noiseOf, repeated, UNITS } from '../test/chat/noise.ts';
import { wordsOf } from '../test/chat/sayings.ts';
import type { Document } from '../test/chat/worlds.ts';
import type { Random } from '../test/random.ts';
import { send } from './chat.ts';
import { mixed } from './customers.ts';
import { post } from './line.ts';
import type { Bench } from './setup.ts';

const BUSINESSES = 10;
const MESSAGES = 2_000;
const WARM_UP = 200;
/** What loses itself does so each time; what else the machine does is not its fault. */
const TRIES = 3;
const GOALS = { p99: 100, worst: 250 };

const next = randomOf(1);
const below = (limit: number) => Math.floor(next() * limit);
const random: Random = {
  seed: 1,
  below,
  chance: (probability) => next() < probability,
  pick: (from) => from[below(from.length)]!,
};

type Business = { key: string; document: Document };

export async function noise(bench: Bench): Promise<boolean> {
  const businesses = await open(bench);
  const url = new URL('/api/chat', bench.serviceUrl);
  const say = async ({ key }: Business, message: string): Promise<number> => {
    const began = performance.now();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const { status, body } = await post(url, headers, JSON.stringify({ message }));
    if (status !== 200) throw new Error(`${status} ${body} to ${message}`);
    return performance.now() - began;
  };
  const times: number[] = [];
  for (let n = -WARM_UP; n < MESSAGES; n++) {
    const business = random.pick(businesses);
    const ms = await say(business, noiseOf(random.pick(KINDS), random, wordsOf(business.document)));
    if (n >= 0) times.push(ms);
  }
  const patterns: [number, string][] = [];
  for (const [index, unit] of UNITS.entries()) {
    const business = businesses[index % businesses.length]!;
    const message = `hi ${repeated(unit, LONGEST - 4)}x`;
    const tries: number[] = [];
    while (tries.length < TRIES) tries.push(await say(business, message));
    patterns.push([Math.min(...tries), unit]);
  }
  return report(times, patterns);
}

async function open({ openWorkspaces, serviceUrl }: Bench): Promise<Business[]> {
  const businesses: Business[] = [];
  for (const [index, { key }] of (await openWorkspaces(BUSINESSES)).entries()) {
    const { industry, config } = mixed[index % mixed.length]!;
    await send(`${serviceUrl}/api/v1/setup`, 'POST', key, { industry });
    await send(`${serviceUrl}/api/v1/config`, 'PUT', key, config);
    const response = await fetch(`${serviceUrl}/api/v1/config`, { headers: { authorization: `Bearer ${key}` } });
    businesses.push({ key, document: (await response.json()) as Document });
  }
  return businesses;
}

function report(times: number[], patterns: [number, string][]): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  const [worst, unit] = patterns.toSorted(([a], [b]) => b - a)[0]!;
  console.log(`\nPOST /api/chat, ${MESSAGES.toLocaleString('en')} messages of noise, one at a time`);
  console.log(`p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`);
  const goals: [boolean, string][] = [
    [at(0.99) < GOALS.p99, `p99 is ${at(0.99).toFixed(1)} ms (goal under ${GOALS.p99})`],
    [
      worst < GOALS.worst,
      `the slowest of ${patterns.length} patterns of ${LONGEST} characters, ${JSON.stringify(unit)}, takes ${worst.toFixed(1)} ms (goal under ${GOALS.worst})`,
    ],
  ];
  for (const [isMet, what] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${what}`);
  return goals.every(([isMet]) => isMet);
}
