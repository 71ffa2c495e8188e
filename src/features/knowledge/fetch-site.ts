// Fetches the pages of a website as its robots.txt allows, and never from an address that is not public.
import { must } from '../../kernel/must.ts';
import { type FetchResult, type SafeFetch, UnsafeAddressError } from '../../kernel/safe-fetch.ts';
import { UnreadableError } from './extract/blocks.ts';
import type { Extractor } from './extract/extractor.ts';
import { isInside, normalizeUrl, type Site } from './site.ts';

export type PageLimits = { maxPageBytes: number; pageTimeoutMs: number };
export type SiteAccess = {
  fetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
  checkRobots: Extractor['checkRobots'];
};

const USER_AGENT_NAME = 'Frontdesk';
const MAX_REDIRECTS = 5;
const MAX_CRAWL_DELAY_S = 5;
const MAX_ROBOTS_BYTES = 512 * 1024;
const REQUEST_HEADERS = {
  'user-agent': `${USER_AGENT_NAME}/1.0 (reads the website of a business for its own assistant)`,
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.5',
};

const fetchUrl = (
  { fetch }: SiteAccess,
  url: string,
  limits: PageLimits,
  headers: Record<string, string> = {},
): Promise<FetchResult> =>
  fetch.fetch(url, {
    method: 'GET',
    headers: { ...REQUEST_HEADERS, ...headers },
    timeoutMs: limits.pageTimeoutMs,
    maxBytes: limits.maxPageBytes,
  });

const findRedirect = ({ status, headers }: FetchResult, url: string): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) && typeof headers.location === 'string'
    ? normalizeUrl(headers.location, url)
    : undefined;

const createForbiddenAddressError = (url: string, reason: string) =>
  new UnreadableError(`The site leads to ${url}, which is not allowed (it ${reason}), so nothing of it was read.`);

/** A redirect to a private address is refused even if the crawl would not follow it. */
async function assertPublicAddress({ fetch }: SiteAccess, url: string, from: string): Promise<void> {
  if (new URL(url).origin === new URL(from).origin) return;
  const reason = await fetch.findRejectionReason(url.replace(/^http:/, 'https:'));
  if (reason) throw createForbiddenAddressError(url, reason);
}

/** Follows redirects of the first page, such as to `www.` or to another domain. */
export async function findStartUrl(options: SiteAccess & { url: string }, limits: PageLimits): Promise<string> {
  let url = must(normalizeUrl(options.url, options.url), 'an address that was checked');
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchUrl(options, url, limits).catch((error: unknown) => {
      if (error instanceof UnsafeAddressError) throw createForbiddenAddressError(url, error.message);
      throw new UnreadableError(`The site did not answer at ${url}. Check the address, and try again.`);
    });
    const next = findRedirect(response, url);
    if (next === undefined) {
      if (response.status >= 200 && response.status < 300) return url;
      throw new UnreadableError(
        `The site answered with an error (${response.status}) at ${url}. Check the address, and try again.`,
      );
    }
    await assertPublicAddress(options, next, url);
    url = next;
  }
  throw new UnreadableError('The site sends visitors in a circle. Check the address, and try again.');
}

export async function loadRobots(options: SiteAccess, start: string, limits: PageLimits) {
  const url = new URL('/robots.txt', start).href;
  const response = await fetchUrl(options, url, { ...limits, maxPageBytes: MAX_ROBOTS_BYTES }).catch(() => undefined);
  const text = response?.status === 200 ? response.body : '';
  const checkPages = (pages: string[]) => options.checkRobots({ url, text, agent: USER_AGENT_NAME, pages });
  const { allowed, delaySeconds } = await checkPages([start]);
  if (!allowed.length)
    throw new UnreadableError(
      `The site's robots.txt asks programs not to read this page. Allow “${USER_AGENT_NAME}” there, and try again.`,
    );
  return {
    delayMs: Math.min(delaySeconds, MAX_CRAWL_DELAY_S) * 1_000,
    filterAllowed: async (pages: string[]) => (text ? (await checkPages(pages)).allowed : pages),
  };
}

/** The page at an address, after redirects. Nothing if it cannot be reached or redirects outside the site. */
export async function fetchPage(
  access: SiteAccess,
  limits: PageLimits,
  site: Site,
  firstUrl: string,
  headersFor: (url: string) => Record<string, string> = () => ({}),
): Promise<{ url: string; response: FetchResult } | undefined> {
  let url = firstUrl;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchUrl(access, url, limits, headersFor(url)).catch((error: unknown) => {
      if (error instanceof UnsafeAddressError) throw createForbiddenAddressError(url, error.message);
      return undefined;
    });
    if (!response) return undefined;
    const next = findRedirect(response, url);
    if (next === undefined) return { url, response };
    await assertPublicAddress(access, next, url);
    if (!isInside(site, next)) return undefined;
    url = next;
  }
  return undefined;
}

type PageContent = { media: 'html' | 'text'; charset?: string };

/** What a page consists of. Nothing if it is gone, too large or not text. */
export function detectPageContent(
  { status, headers, bytes }: FetchResult,
  limits: PageLimits,
): PageContent | undefined {
  const type = String(headers['content-type'] ?? '');
  const isPage = /^(?:text\/(?:html|plain)|application\/xhtml)/i.test(type);
  // Compression was not requested, and unpacking could produce any amount of data.
  const isCompressed = !/^(?:identity)?$/i.test(takeFirstValue(headers['content-encoding']) ?? '');
  if (status !== 200 || !isPage || isCompressed || bytes.length >= limits.maxPageBytes) return undefined;
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
  return { media: /plain/i.test(type) ? 'text' : 'html', ...(charset ? { charset } : {}) };
}

export const takeFirstValue = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
