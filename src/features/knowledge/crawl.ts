// Crawls a website page by page, respecting robots.txt and refusing addresses that are not public.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../kernel/must.ts';
import { type FetchResult, type SafeFetch, UnsafeAddressError } from '../../kernel/safe-fetch.ts';
import { UnreadableError } from './extract/blocks.ts';
import type { Extractor } from './extract/extractor.ts';
import type { Passage } from './passages.ts';
import { isInside, normalizeUrl, type Site, siteOf } from './site.ts';
import {
  type CrawledPage,
  type EmbeddedPassage,
  MAX_PASSAGES,
  type Progress,
  type StoredPage,
  tooMuchTextError,
} from './store.ts';

export type CrawlLimits = {
  pages: number;
  depth: number;
  pageBytes: number;
  siteBytes: number;
  totalMs: number;
  pageMs: number;
};

export const CRAWL_LIMITS: CrawlLimits = {
  pages: 1_000,
  depth: 20,
  pageBytes: 3 * 1024 * 1024,
  siteBytes: 200 * 1024 * 1024,
  totalMs: 600_000,
  pageMs: 15_000,
};

type CrawlOptions = {
  url: string;
  storedPages: readonly StoredPage[];
  fetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
  extract: Extractor['extract'];
  checkRobots: Extractor['checkRobots'];
  embed(passages: readonly Passage[]): Promise<EmbeddedPassage[]>;
  /** Called after each page; throwing ends the crawl. */
  progress(progress: Progress, isLast?: boolean): Promise<void>;
  limits?: CrawlLimits | undefined;
  signal?: AbortSignal | undefined;
};

const USER_AGENT_NAME = 'Frontdesk';
const CONCURRENT_REQUESTS = 4;
const MAX_REDIRECTS = 5;
const MAX_CRAWL_DELAY_S = 5;
const MAX_ROBOTS_BYTES = 512 * 1024;
const HEADERS = {
  'user-agent': `${USER_AGENT_NAME}/1.0 (reads the website of a business for its own assistant)`,
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.5',
};

/** Returns every page found. Unchanged pages come without passages. */
export async function crawl(options: CrawlOptions): Promise<CrawledPage[]> {
  const { limits = CRAWL_LIMITS, signal } = options;
  const deadline = performance.now() + limits.totalMs;
  const start = await findStart(options, limits);
  const robots = await loadRobots(options, start, limits);
  if (!robots.allowsStart)
    throw new UnreadableError(
      `The site's robots.txt asks programs not to read this page. Allow “${USER_AGENT_NAME}” there, and try again.`,
    );
  const site = siteOf(start);
  const storedPages = new Map(options.storedPages.map((page) => [page.url, page]));
  const pages = new Map<string, CrawledPage>();
  const found = new Set([start]);
  let bytes = 0;
  let read = 0;
  let passages = 0;
  let layer = [start];
  let nextLayer: string[] = [];

  const visit = async (url: string): Promise<void> => {
    signal?.throwIfAborted();
    if (performance.now() > deadline)
      throw new UnreadableError(
        'Reading this site took too long, so it was given up. Name a part of it, such as its help pages.',
      );
    const visited = await readPage(options, limits, site, url, storedPages);
    read += 1;
    bytes += visited?.bytes ?? 0;
    if (bytes > limits.siteBytes)
      throw new UnreadableError('This site is larger than can be read. Name a part of it, such as its help pages.');
    // Two addresses can redirect to the same page.
    if (visited && !pages.has(visited.page.url)) {
      pages.set(visited.page.url, visited.page);
      passages += visited.page.passages?.length ?? 0;
      if (passages > MAX_PASSAGES) throw tooMuchTextError();
      const newLinks = visited.page.links.filter((link) => !found.has(link));
      for (const link of newLinks.length ? await robots.filterAllowed(newLinks) : []) {
        if (!found.has(link)) nextLayer.push(link);
        found.add(link);
      }
      if (found.size > limits.pages) throw tooManyPagesError(limits);
    }
    await options.progress({ read, found: found.size });
  };
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > limits.depth) throw tooManyPagesError(limits);
    nextLayer = [];
    await forEachConcurrently(layer, robots.delayMs ? 1 : CONCURRENT_REQUESTS, async (url) => {
      if (robots.delayMs && read > 0) await sleep(robots.delayMs, undefined, { signal });
      await visit(url);
    });
    layer = nextLayer;
  }
  await options.progress({ read, found: found.size }, true);
  if (![...pages.values()].some(({ passages }) => !passages || passages.length))
    throw new UnreadableError(
      'There is no text on this site that can be read without running its scripts. Add it as text or a file.',
    );
  return [...pages.values()];
}

const tooManyPagesError = ({ pages }: CrawlLimits) =>
  new UnreadableError(
    `This site has more than ${pages} pages, or never ends. Name the part that matters, such as https://…/help.`,
  );

/** Runs `work` on several items at a time. After the first failure no further item is started. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const runner = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: concurrency }, runner)).catch((error) => {
    waiting.length = 0;
    throw error;
  });
}

const get = (
  { fetch }: CrawlOptions,
  url: string,
  limits: CrawlLimits,
  headers: Record<string, string> = {},
): Promise<FetchResult> =>
  fetch.fetch(url, {
    method: 'GET',
    headers: { ...HEADERS, ...headers },
    timeoutMs: limits.pageMs,
    maxBytes: limits.pageBytes,
  });

const redirectOf = ({ status, headers }: FetchResult, url: string): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) && typeof headers.location === 'string'
    ? normalizeUrl(headers.location, url)
    : undefined;

const forbiddenAddressError = (url: string, reason: string) =>
  new UnreadableError(`The site leads to ${url}, which is not allowed (it ${reason}), so nothing of it was read.`);

/** A redirect to a private address is refused even if the crawl would not follow it. */
async function assertPublicAddress({ fetch }: CrawlOptions, url: string, from: string): Promise<void> {
  if (new URL(url).origin === new URL(from).origin) return;
  const reason = await fetch.findRejectionReason(url.replace(/^http:/, 'https:'));
  if (reason) throw forbiddenAddressError(url, reason);
}

/** Follows redirects of the first page, such as to `www.` or to another domain. */
async function findStart(options: CrawlOptions, limits: CrawlLimits): Promise<string> {
  let url = must(normalizeUrl(options.url, options.url), 'an address that was checked');
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await get(options, url, limits).catch((error: unknown) => {
      if (error instanceof UnsafeAddressError) throw forbiddenAddressError(url, error.message);
      throw new UnreadableError(`The site did not answer at ${url}. Check the address, and try again.`);
    });
    const next = redirectOf(answer, url);
    if (next === undefined) {
      if (answer.status >= 200 && answer.status < 300) return url;
      throw new UnreadableError(
        `The site answered with an error (${answer.status}) at ${url}. Check the address, and try again.`,
      );
    }
    await assertPublicAddress(options, next, url);
    url = next;
  }
  throw new UnreadableError('The site sends visitors in a circle. Check the address, and try again.');
}

async function loadRobots(options: CrawlOptions, start: string, limits: CrawlLimits) {
  const url = new URL('/robots.txt', start).href;
  const answer = await get(options, url, { ...limits, pageBytes: MAX_ROBOTS_BYTES }).catch(() => undefined);
  const text = answer?.status === 200 ? answer.body : '';
  const check = (pages: string[]) => options.checkRobots({ url, text, agent: USER_AGENT_NAME, pages });
  const { allowed, delaySeconds } = await check([start]);
  return {
    allowsStart: allowed.length > 0,
    delayMs: Math.min(delaySeconds, MAX_CRAWL_DELAY_S) * 1_000,
    filterAllowed: async (pages: string[]) => (text ? (await check(pages)).allowed : pages),
  };
}

/** Returns nothing if the page is gone, redirects outside the site, is too large or is not text. */
async function readPage(
  options: CrawlOptions,
  limits: CrawlLimits,
  site: Site,
  firstUrl: string,
  storedPages: ReadonlyMap<string, StoredPage>,
): Promise<{ page: CrawledPage; bytes: number } | undefined> {
  let url = firstUrl;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const stored = storedPages.get(url);
    const answer = await get(options, url, limits, conditionalHeaders(stored)).catch((error: unknown) => {
      if (error instanceof UnsafeAddressError) throw forbiddenAddressError(url, error.message);
      return undefined;
    });
    if (!answer) return undefined;
    if (answer.status === 304 && stored) return { page: stored, bytes: 0 };
    const next = redirectOf(answer, url);
    if (next === undefined) return extractPage(options, limits, site, url, answer, stored);
    await assertPublicAddress(options, next, url);
    if (!isInside(site, next)) return undefined;
    url = next;
  }
  return undefined;
}

const conditionalHeaders = (stored: StoredPage | undefined): Record<string, string> => ({
  ...(stored?.etag ? { 'if-none-match': stored.etag } : {}),
  ...(stored?.modified ? { 'if-modified-since': stored.modified } : {}),
});

async function extractPage(
  { extract, embed }: CrawlOptions,
  limits: CrawlLimits,
  site: Site,
  url: string,
  { status, headers, bytes }: FetchResult,
  stored: StoredPage | undefined,
): Promise<{ page: CrawledPage; bytes: number } | undefined> {
  const type = String(headers['content-type'] ?? '');
  const isPage = /^(?:text\/(?:html|plain)|application\/xhtml)/i.test(type);
  // Compression was not requested, and unpacking could produce any amount of data.
  const isCompressed = !/^(?:identity)?$/i.test(firstValue(headers['content-encoding']) ?? '');
  if (status !== 200 || !isPage || isCompressed || bytes.length >= limits.pageBytes) return undefined;
  const etag = firstValue(headers.etag);
  const modified = firstValue(headers['last-modified']);
  const hash = createHash('sha256').update(bytes).digest();
  if (stored?.hash.equals(hash)) return { page: stored, bytes: bytes.length };
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
  const media = /plain/i.test(type) ? 'text' : 'html';
  const extracted = await extract({ media, bytes, page: { url, site }, ...(charset ? { charset } : {}) });
  const { title, links } = extracted;
  if (extracted.passages.length > MAX_PASSAGES) throw tooMuchTextError();
  const passages = await embed(extracted.passages);
  return { page: { url, title: title || url, etag, modified, hash, links, passages }, bytes: bytes.length };
}

const firstValue = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
