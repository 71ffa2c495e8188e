// Reads those pages of a website that most likely have facts about the business, within limits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteList } from '../../capability/industry.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { createConcurrencyLimit } from '../knowledge/concurrency-limit.ts';
import { UnreadableError } from '../knowledge/extract/blocks.ts';
import { DEFAULT_LIMITS, openWorker } from '../knowledge/extract/limited-worker.ts';
import { detectPageContent, fetchPage, findStartUrl, loadRobots } from '../knowledge/fetch-site.ts';
import { parseSite } from '../knowledge/site.ts';
import type { ReadPage } from './proposal.ts';
import { splitWords } from './read/words.ts';
import type { PageLink, ReadRequest, ReadResponse } from './read-worker.ts';

type SiteLimits = {
  maxPages: number;
  maxPageBytes: number;
  maxSiteBytes: number;
  pageTimeoutMs: number;
  maxTotalMs: number;
};
const SITE_LIMITS: SiteLimits = {
  maxPages: 40,
  maxPageBytes: 3 * 1024 * 1024,
  maxSiteBytes: 40 * 1024 * 1024,
  pageTimeoutMs: 15_000,
  maxTotalMs: 120_000,
};

type ReportProgress = (pagesRead: number, pagesFound: number) => Promise<void>;
type ReadOptions = {
  fetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
  siteLists: readonly SiteList[];
  reportProgress: ReportProgress;
  limits?: SiteLimits;
  signal?: AbortSignal | undefined;
};

/** Few at a time, because customers are served on the same processors. */
const runLimited = createConcurrencyLimit(2);
const WORKER_LIMITS = { ...DEFAULT_LIMITS, heapMb: 256 };

/** Words in the URLs and link texts of pages with facts about a business, besides those of its industry. */
const PAGE_WORDS = `
  menu prices price pricing tarifs preise precios prezzi fees rates services service leistungen servicios products hours
  opening horaires öffnungszeiten contact kontakt contacto contatti visit location find infos info faq faqs questions
  help team staff about people équipe equipe
`
  .trim()
  .split(/\s+/);
/** Words of pages that are hardly about the business, such as posts; these are read last. */
const LOW_PRIORITY_WORDS = [
  'blog',
  'news',
  'author',
  'tag',
  'category',
  'cart',
  'login',
  'account',
  'privacy',
  'terms',
];

/** Smaller is read earlier: pages with facts, then others, then those that are hardly about the business. */
function findReadingOrder({ url, text }: PageLink, industryWords: readonly string[]): number {
  const words = splitWords(`${decodePath(url)} ${text}`.replace(/[-_/.]/g, ' '));
  if (words.some((word) => LOW_PRIORITY_WORDS.includes(word)) || /\/20\d\d\//.test(url)) return 2;
  return words.some((word) => PAGE_WORDS.includes(word) || industryWords.includes(word)) ? 0 : 1;
}

function decodePath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function openReader(siteLists: readonly SiteList[]) {
  const peopleWords = siteLists.flatMap(({ entryKind, headings }) => (entryKind === 'people' ? headings : []));
  const worker = openWorker<ReadRequest, ReadResponse>(
    new URL('./read-worker.ts', import.meta.url),
    WORKER_LIMITS,
    runLimited,
  );
  type Page = Extract<ReadResponse, { page: unknown }>['page'];
  type Verdict = Extract<ReadResponse, { verdict: unknown }>['verdict'];
  return {
    read: async (
      request: { html: Extract<ReadRequest, { html: unknown }>['html'] } | { pdf: Uint8Array },
    ): Promise<Page> => ((await worker.run({ ...request, peopleWords })) as { page: Page }).page,
    checkRobots: async (robots: Extract<ReadRequest, { robots: unknown }>['robots']): Promise<Verdict> =>
      ((await worker.run({ robots, peopleWords })) as { verdict: Verdict }).verdict,
    close: worker.close,
  };
}

export async function readPdf(bytes: Uint8Array, { siteLists }: Pick<ReadOptions, 'siteLists'>): Promise<ReadPage[]> {
  const reader = openReader(siteLists);
  try {
    const { findings, unclearQuotes } = await reader.read({ pdf: bytes });
    return [{ url: '', title: '', findings, unclearQuotes }];
  } finally {
    await reader.close();
  }
}

/** The pages that could be read, the first page first. A limit ends the reading, but what was read counts. */
export async function readSite(siteUrl: string, options: ReadOptions): Promise<ReadPage[]> {
  const { limits = SITE_LIMITS, signal, siteLists, reportProgress } = options;
  const industryWords = siteLists.flatMap(({ headings }) => headings);
  const deadline = performance.now() + limits.maxTotalMs;
  const reader = openReader(siteLists);
  const siteAccess = { fetch: options.fetch, checkRobots: reader.checkRobots };
  try {
    const startUrl = await findStartUrl({ ...siteAccess, url: siteUrl }, limits);
    const robots = await loadRobots(siteAccess, startUrl, limits);
    const site = { ...parseSite(startUrl), folder: '/' };
    const foundUrls = new Set([startUrl]);
    const pages = new Map<string, ReadPage>();
    let queue: PageLink[] = [{ url: startUrl, text: '' }];
    let totalBytes = 0;
    let hasText = false;
    for (let pagesRead = 0; queue.length && pagesRead < limits.maxPages; pagesRead++) {
      signal?.throwIfAborted();
      if (performance.now() > deadline || totalBytes > limits.maxSiteBytes) break;
      if (pagesRead > 0 && robots.delayMs) await sleep(robots.delayMs, undefined, { signal });
      const [{ url } = { url: startUrl }, ...remainingLinks] = queue;
      queue = remainingLinks;
      const fetchedPage = await fetchPage(siteAccess, limits, site, url);
      const content = fetchedPage && detectPageContent(fetchedPage.response, limits);
      if (fetchedPage && content?.media === 'html' && !pages.has(fetchedPage.url)) {
        const page = await reader.read({
          html: { ...content, bytes: fetchedPage.response.bytes, url: fetchedPage.url, site },
        });
        totalBytes += fetchedPage.response.bytes.length;
        hasText ||= page.hasText;
        pages.set(fetchedPage.url, {
          url: fetchedPage.url,
          title: page.title,
          findings: page.findings,
          unclearQuotes: page.unclearQuotes,
        });
        const links = takeNewLinks(page.links, foundUrls);
        const allowed = new Set(await robots.filterAllowed(links.map((link) => link.url)));
        queue = [...queue, ...links.filter((link) => allowed.has(link.url))].sort(
          (a, b) => findReadingOrder(a, industryWords) - findReadingOrder(b, industryWords),
        );
      }
      await reportProgress(pagesRead + 1, Math.min(pagesRead + 1 + queue.length, limits.maxPages));
    }
    if (!hasText)
      throw new UnreadableError(
        'There is no text on this site that can be read without running its scripts. Upload a PDF of your menu or price list instead.',
      );
    return [...pages.values()];
  } finally {
    await reader.close();
  }
}

function takeNewLinks(links: readonly PageLink[], foundUrls: Set<string>): PageLink[] {
  return links.filter(({ url }) => {
    const isNew = !foundUrls.has(url);
    foundUrls.add(url);
    return isNew;
  });
}
