// Hostile websites of one workspace must not delay the crawls of another.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { HOSTILE_WEBSITES, type HostileWebsite, openHostileWebsite } from '../knowledge/hostile-websites.ts';
import { openLargeWebsite } from '../knowledge/large-documents.ts';
import type { Website } from '../knowledge/website.ts';

const HONEST_PAGES = 20;
let service: Service;
let honestSite: Website;
const hostileSites = new Map<string, HostileWebsite>();

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  await service.warmUp();
  honestSite = await openLargeWebsite(HONEST_PAGES);
  for (const [name, answer] of Object.entries(HOSTILE_WEBSITES))
    hostileSites.set(name, await openHostileWebsite(answer));
});
afterAll(async () => {
  for (const site of [honestSite, ...hostileSites.values()]) await site.close();
});

const addWebsite = async (key: string, url: string): Promise<string> =>
  expectStatus(201, await call(service, 'POST', '/api/v1/knowledge', { key, body: { url } })).json.id;
const getStatus = async (id: string) =>
  (await queryAsDbOwner(service.connection, 'select status, reason from knowledge where id = $1', [id])).rows[0];

async function crawlHonestSite(key: string): Promise<number> {
  const startedAt = performance.now();
  const id = await addWebsite(key, honestSite.url);
  await expect.poll(() => getStatus(id), { timeout: 170_000, interval: 50 }).toMatchObject({ status: 'ready' });
  return performance.now() - startedAt;
}

/** Crawls the honest website while the hostile ones are being crawled. Returns the states of the hostile ones. */
async function crawlBesideHostileSites(name: string, nextOwner: () => Promise<{ key: string }>): Promise<string[]> {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  for (const [site, { url }] of hostileSites) {
    const { key } = await nextOwner();
    keys.set(site, key);
    ids.set(site, await addWebsite(key, url));
  }
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const durationMs = await crawlHonestSite((await createWorkspace(service)).key);
  delay.disable();
  const states = await Promise.all([...ids].map(async ([site, id]) => `${site}: ${(await getStatus(id)).status}`));
  const ms = [durationMs, delay.max / 1e6].map(Math.round);
  console.log(`beside ${name}: ${ms[0]} ms, the longest pause ${ms[1]} ms`, states.join(', '));
  for (const [site, id] of ids) await call(service, 'DELETE', `/api/v1/knowledge/${id}`, { key: keys.get(site)! });
  return states;
}

it('finishes an honest website long before eleven hostile ones of another workspace', async () => {
  console.log(`alone: ${Math.round(await crawlHonestSite((await createWorkspace(service)).key))} ms`);
  // Repeated three times, because with a few queues shared by all workspaces only some of the runs would be delayed.
  for (let run = 0; run < 3; run++) {
    const owner = await createWorkspace(service);
    const states = await crawlBesideHostileSites('one workspace', async () => owner);
    expect(states.filter((state) => state.endsWith('reading')).length).toBeGreaterThan(5);
  }
});

it('finishes an honest website while eleven other workspaces crawl one hostile website each', async () => {
  const states = await crawlBesideHostileSites('eleven workspaces', () => createWorkspace(service));
  expect(states.filter((state) => state.endsWith('reading')).length).toBeGreaterThan(0);
});
