// Crawls a website page by page, respecting robots.txt and refusing addresses that are not public.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchResult } from '../../kernel/safe-fetch.ts';
import { UnreadableError } from './extract/blocks.ts';
import type { Extractor } from './extract/extractor.ts';
import {
  detectPageContent,
  fetchPage,
  findStartUrl,
  loadRobots,
  type SiteAccess,
  takeFirstValue,
} from './fetch-site.ts';
import type { Passage } from './passages.ts';
import { parseSite, type Site } from './site.ts';
import {
  type CrawledPage,
  createTooMuchTextError,
  type EmbeddedPassage,
  MAX_PASSAGES_PER_WORKSPACE,
  type Progress,
  type StoredPage,
} from './store.ts';

export type CrawlLimits = {
  maxPages: number;
  maxDepth: number;
  maxPageBytes: number;
  maxSiteBytes: number;
  maxTotalMs: number;
  pageTimeoutMs: number;
};

export const CRAWL_LIMITS: CrawlLimits = {
  maxPages: 1_000,
  maxDepth: 20,
  maxPageBytes: 3 * 1024 * 1024,
  maxSiteBytes: 200 * 1024 * 1024,
  maxTotalMs: 600_000,
  pageTimeoutMs: 15_000,
};

type CrawlOptions = SiteAccess & {
  url: string;
  storedPages: readonly StoredPage[];
  extract: Extractor['extract'];
  embed(passages: readonly Passage[]): Promise<EmbeddedPassage[]>;
  /** Called after each page; throwing ends the crawl. */
  onProgress(progress: Progress, isLast?: boolean): Promise<void>;
  limits?: CrawlLimits | undefined;
  signal?: AbortSignal | undefined;
};

const CONCURRENT_REQUESTS = 4;

/** Returns every page found. Unchanged pages come without passages. */
export async function crawl(options: CrawlOptions): Promise<CrawledPage[]> {
  const { limits = CRAWL_LIMITS, signal } = options;
  const deadline = performance.now() + limits.maxTotalMs;
  const startUrl = await findStartUrl(options, limits);
  const robots = await loadRobots(options, startUrl, limits);
  const site = parseSite(startUrl);
  const storedPages = new Map(options.storedPages.map((page) => [page.url, page]));
  const pages = new Map<string, CrawledPage>();
  const foundUrls = new Set([startUrl]);
  let totalBytes = 0;
  let readCount = 0;
  let passageCount = 0;
  let currentLayer = [startUrl];
  let nextLayer: string[] = [];

  const visit = async (url: string): Promise<void> => {
    signal?.throwIfAborted();
    if (performance.now() > deadline)
      throw new UnreadableError(
        'Reading this site took too long, so it was given up. Name a part of it, such as its help pages.',
      );
    const visitedPage = await readPage(options, limits, site, url, storedPages);
    readCount += 1;
    totalBytes += visitedPage?.bytes ?? 0;
    if (totalBytes > limits.maxSiteBytes)
      throw new UnreadableError('This site is larger than can be read. Name a part of it, such as its help pages.');
    // Two addresses can redirect to the same page.
    if (visitedPage && !pages.has(visitedPage.page.url)) {
      pages.set(visitedPage.page.url, visitedPage.page);
      passageCount += visitedPage.page.passages?.length ?? 0;
      if (passageCount > MAX_PASSAGES_PER_WORKSPACE) throw createTooMuchTextError();
      const newLinks = visitedPage.page.links.filter((link) => !foundUrls.has(link));
      for (const link of newLinks.length ? await robots.filterAllowed(newLinks) : []) {
        if (!foundUrls.has(link)) nextLayer.push(link);
        foundUrls.add(link);
      }
      if (foundUrls.size > limits.maxPages) throw createTooManyPagesError(limits);
    }
    await options.onProgress({ pagesRead: readCount, pagesFound: foundUrls.size });
  };
  for (let depth = 0; currentLayer.length > 0; depth++) {
    if (depth > limits.maxDepth) throw createTooManyPagesError(limits);
    nextLayer = [];
    await forEachConcurrently(currentLayer, robots.delayMs ? 1 : CONCURRENT_REQUESTS, async (url) => {
      if (robots.delayMs && readCount > 0) await sleep(robots.delayMs, undefined, { signal });
      await visit(url);
    });
    currentLayer = nextLayer;
  }
  await options.onProgress({ pagesRead: readCount, pagesFound: foundUrls.size }, true);
  if (![...pages.values()].some(({ passages }) => !passages || passages.length))
    throw new UnreadableError(
      'There is no text on this site that can be read without running its scripts. Add it as text or a file.',
    );
  return [...pages.values()];
}

const createTooManyPagesError = ({ maxPages }: CrawlLimits) =>
  new UnreadableError(
    `This site has more than ${maxPages} pages, or never ends. Name the part that matters, such as https://…/help.`,
  );

/** Runs `work` on several items at a time. After the first failure no further item is started. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remainingItems = [...items];
  const runner = async () => {
    for (let next = remainingItems.shift(); next !== undefined; next = remainingItems.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: concurrency }, runner)).catch((error) => {
    remainingItems.length = 0;
    throw error;
  });
}

/** Returns nothing if the page is gone, redirects outside the site, is too large or is not text. */
async function readPage(
  options: CrawlOptions,
  limits: CrawlLimits,
  site: Site,
  firstUrl: string,
  storedPages: ReadonlyMap<string, StoredPage>,
): Promise<{ page: CrawledPage; bytes: number } | undefined> {
  const fetched = await fetchPage(options, limits, site, firstUrl, (url) =>
    buildConditionalHeaders(storedPages.get(url)),
  );
  if (!fetched) return undefined;
  const { url, response } = fetched;
  const storedPage = storedPages.get(url);
  if (response.status === 304 && storedPage) return { page: storedPage, bytes: 0 };
  return extractPage(options, limits, site, url, response, storedPage);
}

const buildConditionalHeaders = (storedPage: StoredPage | undefined): Record<string, string> => ({
  ...(storedPage?.etag ? { 'if-none-match': storedPage.etag } : {}),
  ...(storedPage?.modified ? { 'if-modified-since': storedPage.modified } : {}),
});

async function extractPage(
  { extract, embed }: CrawlOptions,
  limits: CrawlLimits,
  site: Site,
  url: string,
  response: FetchResult,
  storedPage: StoredPage | undefined,
): Promise<{ page: CrawledPage; bytes: number } | undefined> {
  const content = detectPageContent(response, limits);
  if (!content) return undefined;
  const { headers, bytes } = response;
  const etag = takeFirstValue(headers.etag);
  const modified = takeFirstValue(headers['last-modified']);
  const hash = createHash('sha256').update(bytes).digest();
  if (storedPage?.hash.equals(hash)) return { page: storedPage, bytes: bytes.length };
  const extracted = await extract({ ...content, bytes, page: { url, site } });
  const { title, links } = extracted;
  if (extracted.passages.length > MAX_PASSAGES_PER_WORKSPACE) throw createTooMuchTextError();
  const passages = await embed(extracted.passages);
  return { page: { url, title: title || url, etag, modified, hash, links, passages }, bytes: bytes.length };
}
