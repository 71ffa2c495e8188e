// Reads a website: page by page, politely, and never out of the open internet.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../kernel/must.ts';
import { type Fetched, type SafeFetch, UnsafeAddress } from '../../kernel/safe-fetch.ts';
import { Unreadable } from './extract/blocks.ts';
import type { Extractor } from './extract/extractor.ts';
import type { Passage } from './passages.ts';
import { isInside, type Site, siteOf, tidyUrl } from './site.ts';
import { type Embedded, type FoundPage, type KnownPage, MOST_PASSAGES, type Progress, tooMuchText } from './store.ts';

export type CrawlLimits = {
  pages: number;
  depth: number;
  pageBytes: number;
  siteBytes: number;
  wholeMs: number;
  pageMs: number;
};

export const CRAWL_LIMITS: CrawlLimits = {
  pages: 1_000,
  depth: 20,
  pageBytes: 3 * 1024 * 1024,
  siteBytes: 200 * 1024 * 1024,
  wholeMs: 600_000,
  pageMs: 15_000,
};

type Crawl = {
  url: string;
  known: readonly KnownPage[];
  fetch: Pick<SafeFetch, 'fetch' | 'refuses'>;
  extract: Extractor['extract'];
  judge: Extractor['judge'];
  embed(passages: readonly Passage[]): Promise<Embedded[]>;
  /** Told after each page; ends the crawl by throwing. */
  progress(now: Progress, isLast?: boolean): Promise<void>;
  limits?: CrawlLimits | undefined;
  signal?: AbortSignal | undefined;
};

const AGENT = 'Frontdesk';
const AT_ONCE = 4;
const MOST_REDIRECTS = 5;
const MOST_DELAY_S = 5;
const HEADERS = {
  'user-agent': `${AGENT}/1.0 (reads the website of a business for its own assistant)`,
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.5',
};

/** Every page that was found. One that has not changed comes without passages. */
export async function crawl(asked: Crawl): Promise<FoundPage[]> {
  const { limits = CRAWL_LIMITS, signal } = asked;
  const until = performance.now() + limits.wholeMs;
  const start = await findStart(asked, limits);
  const robots = await readRobots(asked, start, limits);
  if (!robots.allowsStart)
    throw new Unreadable(
      `The site's robots.txt asks programs not to read this page. Allow “${AGENT}” there, and try again.`,
    );
  const site = siteOf(start);
  const known = new Map(asked.known.map((page) => [page.url, page]));
  const pages = new Map<string, FoundPage>();
  const found = new Set([start]);
  let bytes = 0;
  let read = 0;
  let passages = 0;
  let layer = [start];
  let next: string[] = [];

  const visit = async (url: string): Promise<void> => {
    signal?.throwIfAborted();
    if (performance.now() > until)
      throw new Unreadable(
        'Reading this site took too long, so it was given up. Name a part of it, such as its help pages.',
      );
    const visited = await readPage(asked, limits, site, url, known);
    read += 1;
    bytes += visited?.bytes ?? 0;
    if (bytes > limits.siteBytes)
      throw new Unreadable('This site is larger than can be read. Name a part of it, such as its help pages.');
    // By two addresses the same page.
    if (visited && !pages.has(visited.page.url)) {
      pages.set(visited.page.url, visited.page);
      passages += visited.page.passages?.length ?? 0;
      if (passages > MOST_PASSAGES) throw tooMuchText();
      const fresh = visited.page.links.filter((link) => !found.has(link));
      for (const link of fresh.length ? await robots.allowed(fresh) : []) {
        if (!found.has(link)) next.push(link);
        found.add(link);
      }
      if (found.size > limits.pages) throw endless(limits);
    }
    await asked.progress({ read, found: found.size });
  };
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > limits.depth) throw endless(limits);
    next = [];
    await inTurns(layer, robots.delayMs ? 1 : AT_ONCE, async (url) => {
      if (robots.delayMs && read > 0) await sleep(robots.delayMs, undefined, { signal });
      await visit(url);
    });
    layer = next;
  }
  await asked.progress({ read, found: found.size }, true);
  if (![...pages.values()].some(({ passages }) => !passages || passages.length))
    throw new Unreadable(
      'There is no text on this site that can be read without running its scripts. Add it as text or a file.',
    );
  return [...pages.values()];
}

const endless = ({ pages }: CrawlLimits) =>
  new Unreadable(
    `This site has more than ${pages} pages, or never ends. Name the part that matters, such as https://…/help.`,
  );

/** Several at a time. After the first failure none is begun. */
async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const runner = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, runner)).catch((error) => {
    waiting.length = 0;
    throw error;
  });
}

const get = (
  { fetch }: Crawl,
  url: string,
  limits: CrawlLimits,
  headers: Record<string, string> = {},
): Promise<Fetched> =>
  fetch.fetch(url, {
    method: 'GET',
    headers: { ...HEADERS, ...headers },
    timeoutMs: limits.pageMs,
    keep: limits.pageBytes,
  });

const redirectOf = ({ status, headers }: Fetched, url: string): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) && typeof headers.location === 'string'
    ? tidyUrl(headers.location, url)
    : undefined;

const closed = (url: string, reason: string) =>
  new Unreadable(`The site leads to ${url}, which is not allowed (it ${reason}), so nothing of it was read.`);

/** Where a redirect leads, even if nobody follows it out of the site, must be on the open internet. */
async function mustBeOpen({ fetch }: Crawl, url: string, from: string): Promise<void> {
  if (new URL(url).origin === new URL(from).origin) return;
  const reason = await fetch.refuses(url.replace(/^http:/, 'https:'));
  if (reason) throw closed(url, reason);
}

/** The first page may be elsewhere than it was said to be: with www, or under another name. */
async function findStart(asked: Crawl, limits: CrawlLimits): Promise<string> {
  let url = must(tidyUrl(asked.url, asked.url), 'an address that was checked');
  for (let turn = 0; turn <= MOST_REDIRECTS; turn++) {
    const answer = await get(asked, url, limits).catch((error: unknown) => {
      if (error instanceof UnsafeAddress) throw closed(url, error.message);
      throw new Unreadable(`The site did not answer at ${url}. Check the address, and try again.`);
    });
    const next = redirectOf(answer, url);
    if (next === undefined) {
      if (answer.status >= 200 && answer.status < 300) return url;
      throw new Unreadable(
        `The site answered with an error (${answer.status}) at ${url}. Check the address, and try again.`,
      );
    }
    await mustBeOpen(asked, next, url);
    url = next;
  }
  throw new Unreadable('The site sends visitors in a circle. Check the address, and try again.');
}

async function readRobots(asked: Crawl, start: string, limits: CrawlLimits) {
  const url = new URL('/robots.txt', start).href;
  const answer = await get(asked, url, { ...limits, pageBytes: 512 * 1024 }).catch(() => undefined);
  const text = answer?.status === 200 ? answer.body : '';
  const judge = (pages: string[]) => asked.judge({ url, text, agent: AGENT, pages });
  const { allowed, delaySeconds } = await judge([start]);
  return {
    allowsStart: allowed.length > 0,
    delayMs: Math.min(delaySeconds, MOST_DELAY_S) * 1_000,
    allowed: async (pages: string[]) => (text ? (await judge(pages)).allowed : pages),
  };
}

/** Nothing where there is no page that can be read: it is gone, elsewhere, too large, no text. */
async function readPage(
  asked: Crawl,
  limits: CrawlLimits,
  site: Site,
  first: string,
  known: ReadonlyMap<string, KnownPage>,
): Promise<{ page: FoundPage; bytes: number } | undefined> {
  let url = first;
  for (let turn = 0; turn <= MOST_REDIRECTS; turn++) {
    const before = known.get(url);
    const answer = await get(asked, url, limits, unlessSame(before)).catch((error: unknown) => {
      if (error instanceof UnsafeAddress) throw closed(url, error.message);
      return undefined;
    });
    if (!answer) return undefined;
    if (answer.status === 304 && before) return { page: before, bytes: 0 };
    const next = redirectOf(answer, url);
    if (next === undefined) return extractPage(asked, limits, site, url, answer, before);
    await mustBeOpen(asked, next, url);
    if (!isInside(site, next)) return undefined;
    url = next;
  }
  return undefined;
}

const unlessSame = (before: KnownPage | undefined): Record<string, string> => ({
  ...(before?.etag ? { 'if-none-match': before.etag } : {}),
  ...(before?.modified ? { 'if-modified-since': before.modified } : {}),
});

async function extractPage(
  { extract, embed }: Crawl,
  limits: CrawlLimits,
  site: Site,
  url: string,
  { status, headers, bytes }: Fetched,
  before: KnownPage | undefined,
): Promise<{ page: FoundPage; bytes: number } | undefined> {
  const type = String(headers['content-type'] ?? '');
  const isPage = /^(?:text\/(?:html|plain)|application\/xhtml)/i.test(type);
  // Packed though nobody asked for that: it would be unpacked to who knows what.
  const isPacked = !/^(?:identity)?$/i.test(oneOf(headers['content-encoding']) ?? '');
  if (status !== 200 || !isPage || isPacked || bytes.length >= limits.pageBytes) return undefined;
  const etag = oneOf(headers.etag);
  const modified = oneOf(headers['last-modified']);
  const hash = createHash('sha256').update(bytes).digest();
  if (before?.hash.equals(hash)) return { page: before, bytes: bytes.length };
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
  const media = /plain/i.test(type) ? 'text' : 'html';
  const opened = await extract({ media, bytes, page: { url, site }, ...(charset ? { charset } : {}) });
  const { title, links } = opened;
  if (opened.passages.length > MOST_PASSAGES) throw tooMuchText();
  const passages = await embed(opened.passages);
  return { page: { url, title: title || url, etag, modified, hash, links, passages }, bytes: bytes.length };
}

const oneOf = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
