// Hostile websites of one workspace must not delay the crawls of another.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { HOSTILE_WEBSITES, type HostileWebsite, openHostileWebsite } from '../knowledge/hostile-websites.ts';
import { openLargeWebsite } from '../knowledge/large-documents.ts';
import type { Website } from '../knowledge/website.ts';

const HONEST_PAGE_COUNT = 20;
let service: Service;
let honestSite: Website;
const hostileSites = new Map<string, HostileWebsite>();

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  await service.warmUp();
  honestSite = await openLargeWebsite(HONEST_PAGE_COUNT);
  for (const [name, handler] of Object.entries(HOSTILE_WEBSITES))
    hostileSites.set(name, await openHostileWebsite(handler));
});
afterAll(async () => {
  for (const site of [honestSite, ...hostileSites.values()]) await site.close();
});

const addWebsite = async (key: string, url: string): Promise<string> =>
  expectStatus(201, await call(service, 'POST', '/api/v1/knowledge', { key, body: { url } })).json.id;
const readStatus = async (id: string) =>
  (await queryAsDbOwner(service.connection, 'select status, reason from knowledge where id = $1', [id])).rows[0];

async function crawlHonestSite(key: string): Promise<number> {
  const startedAt = performance.now();
  const id = await addWebsite(key, honestSite.url);
  await expect.poll(() => readStatus(id), { timeout: 170_000, interval: 50 }).toMatchObject({ status: 'ready' });
  return performance.now() - startedAt;
}

/** Crawls the honest website while the hostile ones are being crawled. Returns the statuses of the hostile ones. */
async function crawlBesideHostileSites(name: string, nextWorkspace: () => Promise<{ key: string }>): Promise<string[]> {
  const sourceIds = new Map<string, string>();
  const keys = new Map<string, string>();
  for (const [site, { url }] of hostileSites) {
    const { key } = await nextWorkspace();
    keys.set(site, key);
    sourceIds.set(site, await addWebsite(key, url));
  }
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 10 });
  eventLoopDelay.enable();
  const durationMs = await crawlHonestSite((await createWorkspace(service)).key);
  eventLoopDelay.disable();
  const statuses = await Promise.all(
    [...sourceIds].map(async ([site, id]) => `${site}: ${(await readStatus(id)).status}`),
  );
  const [crawlMs, longestPauseMs] = [durationMs, eventLoopDelay.max / 1e6].map(Math.round);
  console.log(`beside ${name}: ${crawlMs} ms, the longest pause ${longestPauseMs} ms`, statuses.join(', '));
  for (const [site, id] of sourceIds)
    await call(service, 'DELETE', `/api/v1/knowledge/${id}`, { key: keys.get(site)! });
  return statuses;
}

it('finishes an honest website long before eleven hostile ones of another workspace', async () => {
  console.log(`alone: ${Math.round(await crawlHonestSite((await createWorkspace(service)).key))} ms`);
  // Repeated three times, because with a few queues shared by all workspaces only some of the runs would be delayed.
  for (let run = 0; run < 3; run++) {
    const workspace = await createWorkspace(service);
    const statuses = await crawlBesideHostileSites('one workspace', async () => workspace);
    expect(statuses.filter((status) => status.endsWith('reading')).length).toBeGreaterThan(5);
  }
});

it('finishes an honest website while eleven other workspaces crawl one hostile website each', async () => {
  const statuses = await crawlBesideHostileSites('eleven workspaces', () => createWorkspace(service));
  expect(statuses.filter((status) => status.endsWith('reading')).length).toBeGreaterThan(0);
});
