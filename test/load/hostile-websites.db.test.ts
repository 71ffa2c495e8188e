// What a workspace's websites do to whoever reads them is no concern of another workspace's.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { must } from '../business.ts';
import { asOwner, call, makeWorkspace, type Service, startService } from '../harness.ts';
import { HOSTILE, type HostileWebsite, openHostile } from '../knowledge/hostile-websites.ts';
import { openLargeWebsite } from '../knowledge/large.ts';
import type { Website } from '../knowledge/website.ts';

const HONEST_PAGES = 20;
let service: Service;
let honest: Website;
const hostile = new Map<string, HostileWebsite>();

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  await service.warmUp();
  honest = await openLargeWebsite(HONEST_PAGES);
  for (const [name, answer] of Object.entries(HOSTILE)) hostile.set(name, await openHostile(answer));
});
afterAll(async () => {
  for (const site of [honest, ...hostile.values()]) await site.close();
});

const add = async (key: string, url: string): Promise<string> =>
  must(201, await call(service, 'POST', '/api/v1/knowledge', { key, body: { url } })).json.id;
const stateOf = async (id: string) =>
  (await asOwner(service.connection, 'select status, reason from knowledge where id = $1', [id])).rows[0];

async function readHonest(key: string): Promise<number> {
  const began = performance.now();
  const id = await add(key, honest.url);
  await expect.poll(() => stateOf(id), { timeout: 170_000, interval: 50 }).toMatchObject({ status: 'ready' });
  return performance.now() - began;
}

/** How long it takes beside them, and how they stand by then. */
async function readBeside(name: string, owners: () => Promise<{ key: string }>): Promise<string[]> {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  for (const [site, { url }] of hostile) {
    const { key } = await owners();
    keys.set(site, key);
    ids.set(site, await add(key, url));
  }
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const beside = await readHonest((await makeWorkspace(service)).key);
  delay.disable();
  const states = await Promise.all([...ids].map(async ([site, id]) => `${site}: ${(await stateOf(id)).status}`));
  const ms = [beside, delay.max / 1e6].map(Math.round);
  console.log(`beside ${name}: ${ms[0]} ms, the longest pause ${ms[1]} ms`, states.join(', '));
  for (const [site, id] of ids) await call(service, 'DELETE', `/api/v1/knowledge/${id}`, { key: keys.get(site)! });
  return states;
}

it('an honest website is read beside eleven hostile ones of another workspace, long before they are', async () => {
  console.log(`alone: ${Math.round(await readHonest((await makeWorkspace(service)).key))} ms`);
  // Of three lines for all workspaces, as there were, one was the hostile one's: one of three would wait.
  for (let times = 0; times < 3; times++) {
    const owner = await makeWorkspace(service);
    const states = await readBeside('one workspace', async () => owner);
    expect(states.filter((state) => state.endsWith('reading')).length).toBeGreaterThan(5);
  }
});

it('and beside as many workspaces with one each', async () => {
  const states = await readBeside('eleven workspaces', () => makeWorkspace(service));
  expect(states.filter((state) => state.endsWith('reading')).length).toBeGreaterThan(0);
});
