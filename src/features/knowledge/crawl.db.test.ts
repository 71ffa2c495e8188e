// Tests the crawler against local servers. All other addresses go through the same checks as in production.
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createHtml, openWebsite, type WebPage, type Website } from '../../../test/knowledge/website.ts';
import { openNameServer } from '../../../test/name-server.ts';
import { createSafeFetch, type ResolveHost, resolveWithDns, type SafeFetch } from '../../kernel/safe-fetch.ts';
import { CRAWL_LIMITS, type CrawlLimits, crawl } from './crawl.ts';
import { openExtractor } from './extract/extractor.ts';
import { DEFAULT_LIMITS, type ExtractLimits } from './extract/limited-worker.ts';
import { isInside, normalizeUrl, parseSite } from './site.ts';
import type { Progress, StoredPage } from './store.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function hostWebsite(pageAt: (path: string) => WebPage | undefined): Promise<Website> {
  const site = await openWebsite(pageAt);
  cleanups.push(() => site.close());
  return site;
}

/** Allows the local test site; all other private addresses stay forbidden. */
function createTestFetch(site: Website, resolve?: ResolveHost): SafeFetch {
  const openFetch = createSafeFetch({ allowPrivate: true });
  const guardedFetch = createSafeFetch({ allowPrivate: false, resolve });
  const fetchFor = (url: string) => (url.startsWith(site.url) ? openFetch : guardedFetch);
  cleanups.push(() => openFetch.close());
  cleanups.push(() => guardedFetch.close());
  return {
    findRejectionReason: (url) => fetchFor(url).findRejectionReason(url),
    fetch: (url, request) => fetchFor(url).fetch(url, request),
    standardFetch: guardedFetch.standardFetch,
    resolveHost: guardedFetch.resolveHost,
    close: openFetch.close,
  };
}

async function crawlSite(
  site: Website,
  options: {
    limits?: Partial<CrawlLimits>;
    extractLimits?: ExtractLimits;
    storedPages?: StoredPage[];
    path?: string;
    progressLog?: Progress[];
    onEmbed?(count: number): void;
    resolve?: ResolveHost;
  } = {},
) {
  const extractor = openExtractor(options.extractLimits);
  cleanups.push(() => extractor.close());
  return crawl({
    url: `${site.url}${options.path ?? '/'}`,
    storedPages: options.storedPages ?? [],
    fetch: createTestFetch(site, options.resolve),
    extract: extractor.extract,
    checkRobots: extractor.checkRobots,
    embed: async (passages) => {
      options.onEmbed?.(passages.length);
      return passages.map((passage) => ({ ...passage, vector: Buffer.alloc(0) }));
    },
    onProgress: async (progress) => void options.progressLog?.push(progress),
    limits: { ...CRAWL_LIMITS, ...options.limits },
  });
}

const redirect = (location: string): WebPage => ({ body: '', status: 302, headers: { location } });

describe('a website', () => {
  it('is crawled along its links as robots.txt allows, each page once', async () => {
    const pages: Record<string, WebPage> = {
      '/robots.txt': { type: 'text/plain', body: 'User-agent: Frontdesk\nDisallow: /staff\n' },
      '/': createHtml('Home', '<p>Welcome in.</p>', [
        '/a',
        '/a#top',
        '/a?utm_source=x',
        '/staff',
        '/menu.pdf',
        'mailto:a@b.c',
        'https://example.com/',
        '/gone',
      ]),
      '/a': createHtml('A', '<p>Page about boats.</p>', ['/', '/b']),
      '/b': redirect('/c'),
      '/c': createHtml('C', '<p>Page about cars.</p>'),
    };
    const site = await hostWebsite((path) => pages[path]);
    const progressLog: Progress[] = [];
    const crawledPages = await crawlSite(site, { progressLog });
    expect(crawledPages.map(({ url }) => url.slice(site.url.length)).sort()).toEqual(['/', '/a', '/c']);
    expect(crawledPages.find(({ title }) => title === 'A')?.passages).toMatchObject([
      { heading: '', text: 'Page about boats.' },
    ]);
    expect(site.requestedPaths.filter((path) => path.startsWith('/a'))).toEqual(['/a']);
    expect(site.requestedPaths).not.toContain('/staff');
    expect(progressLog.at(-1)).toEqual({ pagesRead: 4, pagesFound: 4 });
  });

  it('is read again only where it has changed', async () => {
    const pages: Record<string, WebPage> = {
      '/': { ...createHtml('Home', '<p>Welcome in.</p>', ['/a', '/b']), headers: { etag: '"1"' } },
      '/a': {
        ...createHtml('A', '<p>Boats.</p>', ['/d']),
        headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' },
      },
      '/b': createHtml('B', '<p>Old cars.</p>'),
      '/d': createHtml('D', '<p>Always the same.</p>'),
    };
    const site = await openWebsite((path, { headers }) => {
      const page = pages[path];
      const isUnchanged =
        page?.headers?.etag === headers['if-none-match'] &&
        page?.headers?.['last-modified'] === headers['if-modified-since'];
      return page?.headers && isUnchanged ? { status: 304, body: '' } : page;
    });
    cleanups.push(() => site.close());
    const firstCrawl = await crawlSite(site);
    pages['/b'] = createHtml('B', '<p>New cars.</p>');
    const secondCrawl = await crawlSite(site, { storedPages: firstCrawl.map(({ passages: _, ...page }) => page) });
    expect(secondCrawl).toHaveLength(4);
    expect(secondCrawl.filter(({ passages }) => passages).map(({ title }) => title)).toEqual(['B']);
  });

  it('resolves links against <base>', async () => {
    const pages: Record<string, WebPage> = {
      '/a/b': createHtml('Home', '<p>Welcome in.</p>', ['c']),
      '/tours/c': createHtml('C', '<p>By boat.</p>'),
      '/': createHtml('Start', '<p>Start.</p>', ['/a/b']),
    };
    pages['/a/b']!.body = pages['/a/b']!.body.replace('<title>', '<base href="/tours/"><title>');
    const crawledPages = await crawlSite(await hostWebsite((path) => pages[path]));
    expect(crawledPages.map(({ title }) => title)).toEqual(['Start', 'Home', 'C']);
  });

  it('is read only below the given URL', async () => {
    const pages: Record<string, WebPage> = {
      '/': createHtml('Home', '<p>Shop.</p>'),
      '/help': createHtml('Help', '<p>Ask us.</p>', ['/', '/help/a', '/helpers']),
      '/help/a': createHtml('A', '<p>About A.</p>'),
      '/helpers': createHtml('Helpers', '<p>Staff.</p>'),
    };
    const crawledPages = await crawlSite(await hostWebsite((path) => pages[path]), { path: '/help' });
    expect(crawledPages.map(({ title }) => title)).toEqual(['Help', 'A']);
  });
});

describe('a website is refused', () => {
  it('if it has too many pages', async () => {
    let pageNumber = 0;
    const site = await hostWebsite((path) =>
      path === '/robots.txt'
        ? undefined
        : createHtml('Day', `<p>Day ${pageNumber}</p>`, [`/${++pageNumber}`, `/${++pageNumber}`]),
    );
    await expect(crawlSite(site, { limits: { maxPages: 50 } })).rejects.toThrow('more than 50 pages, or never ends');
  });

  it('if its links are nested too deeply', async () => {
    const site = await hostWebsite((path) =>
      path === '/robots.txt' ? undefined : createHtml('Deeper', '<p>More.</p>', [`${path}x/`]),
    );
    await expect(crawlSite(site)).rejects.toThrow('never ends');
  });

  it('if it is too slow or too large', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `/${index}`);
    const site = await hostWebsite((path) =>
      path === '/robots.txt' ? undefined : createHtml('Page', `<p>${'long '.repeat(2_000)}</p>`, links),
    );
    await expect(crawlSite(site, { limits: { maxTotalMs: 0 } })).rejects.toThrow('took too long');
    await expect(crawlSite(site, { limits: { maxSiteBytes: 50_000 } })).rejects.toThrow('larger than can be read');
  });

  it.each([
    'http://127.0.0.1:1/admin',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://intranet/',
  ])('if it redirects to %s, on the first page or a later one', async (privateUrl) => {
    const redirectingSite = await hostWebsite((path) => (path === '/' ? redirect(privateUrl) : undefined));
    await expect(crawlSite(redirectingSite)).rejects.toThrow('private network');
    const laterRedirectSite = await hostWebsite((path) =>
      path === '/' ? createHtml('Home', '<p>Hello.</p>', ['/x']) : path === '/x' ? redirect(privateUrl) : undefined,
    );
    await expect(crawlSite(laterRedirectSite)).rejects.toThrow('private network');
  });

  it.each(['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])(
    'if it redirects to a public name that resolves to %s on the next lookup',
    async (privateAddress) => {
      const nameServer = await openNameServer((_, lookupNumber) =>
        lookupNumber === 1 ? ['93.184.215.14'] : [privateAddress],
      );
      cleanups.push(() => nameServer.close());
      const privateSite = await hostWebsite(() => createHtml('Secret', '<p>Secret.</p>'));
      const rebindingUrl = `https://rebinding.example.com:${new URL(privateSite.url).port}/`;
      const site = await hostWebsite((path) => (path === '/' ? redirect(rebindingUrl) : undefined));
      await expect(crawlSite(site, { resolve: resolveWithDns(nameServer.resolver) })).rejects.toThrow(
        'private network',
      );
      expect(nameServer.queries.filter((query) => query.startsWith('A ')).length).toBeGreaterThan(1);
      expect(privateSite.requestedPaths).toEqual([]);
    },
  );

  it.each([
    ['does not exist', () => undefined, '(404)'],
    ['redirects in a circle', (path: string) => redirect(path === '/' ? '/b' : '/'), 'in a circle'],
    ['has no text', () => createHtml('App', '<div id="app"></div>'), 'no text'],
    [
      'is disallowed by robots.txt',
      (path: string) =>
        path === '/robots.txt'
          ? { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }
          : createHtml('A', '<p>b</p>'),
      'robots.txt',
    ],
  ])('if it %s', async (_, pageAt: (path: string) => WebPage | undefined, reason) => {
    await expect(crawlSite(await hostWebsite(pageAt))).rejects.toThrow(reason);
  });

  it('if it does not answer', async () => {
    const site = await hostWebsite(() => undefined);
    await site.close();
    await expect(crawlSite(site)).rejects.toThrow('did not answer');
  });
});

describe('a hostile website', () => {
  const createLinks = (count: number, pathOf = (index: number) => `/${index}`) =>
    Array.from({ length: count }, (_, index) => pathOf(index));

  it('with extremely slow robots.txt rules is aborted without blocking the main thread', async () => {
    const robotsTxt = `User-agent: *\n${'Disallow: /*a*a*b\n'.repeat(25_000)}`;
    const site = await hostWebsite((path) =>
      path === '/robots.txt'
        ? { type: 'text/plain', body: robotsTxt }
        : createHtml(
            'A',
            '<p>Hello.</p>',
            createLinks(60, (index) => `/${'a'.repeat(1_500)}${index}`),
          ),
    );
    const utilizationBefore = performance.eventLoopUtilization();
    await expect(crawlSite(site, { extractLimits: { ...DEFAULT_LIMITS, idleTimeoutMs: 3_000 } })).rejects.toThrow(
      'took too long',
    );
    // The worker thread is busy, not this one.
    expect(performance.eventLoopUtilization(utilizationBefore).utilization).toBeLessThan(0.5);
  });

  it('with endless sentences is read in linear time', async () => {
    const site = await hostWebsite((path) =>
      path === '/' ? createHtml('A', `<p>${'A. '.repeat(100_000)}</p>`) : undefined,
    );
    // Anything slower than linear would be stopped by the time limit, with another message.
    await expect(crawlSite(site)).rejects.toThrow('no text');
  });

  it('with too many links on a page keeps only a limited number', async () => {
    const base = `<base href="/${'long/'.repeat(300)}">`;
    const pageWithManyLinks = createHtml('A', `<p>Hello.</p>${base}`, createLinks(5_000, String));
    const site = await hostWebsite((path) =>
      path === '/robots.txt' ? { type: 'text/plain', body: 'User-agent: *\nDisallow: /long' } : pageWithManyLinks,
    );
    const [page] = await crawlSite(site);
    expect(page!.links.join('').length).toBeLessThan(110_000);
  });

  it('with too much text is aborted as soon as possible', async () => {
    let embeddedCount = 0;
    const text = Array.from(
      { length: 3_000 },
      (_, index) => `<h2>Part ${index}</h2><p>Many words on ${index}.</p>`,
    ).join('');
    const site = await hostWebsite((path) =>
      path === '/robots.txt' ? undefined : createHtml('A', text + path, createLinks(50)),
    );
    await expect(crawlSite(site, { onEmbed: (count) => (embeddedCount += count) })).rejects.toThrow(
      'more text in it than fits',
    );
    expect(embeddedCount).toBeLessThan(25_000);
  });

  it('that sends compressed pages unasked is not unpacked', async () => {
    const gzippedPage = gzipSync('<p>Readable words here</p>'.repeat(100)).toString('latin1');
    const site = await hostWebsite(() => ({ body: gzippedPage, headers: { 'content-encoding': 'gzip' } }));
    await expect(crawlSite(site)).rejects.toThrow('no text');
  });
});

describe('URLs', () => {
  it.each([
    ['https://a.com', 'https://a.com/x/y', true],
    ['https://a.com/help/index.html', 'https://a.com/help/b', true],
    ['https://a.com/help/index.html', 'https://a.com/', false],
    ['https://a.com/', 'http://a.com/', false],
    ['https://a.com/', 'https://b.a.com/', false],
    ['https://a.com/', 'https://a.com/photo.JPG', false],
  ])('%s contains %s: %s', (site, url, expected) => {
    expect(isInside(parseSite(site), url)).toBe(expected);
  });

  it.each([
    ['../b#c', 'https://a.com/b'],
    ['?page=2&utm_source=x', 'https://a.com/x/y?page=2'],
    ['javascript:alert(1)', undefined],
    ['//user:secret@a.com', undefined],
  ])('%s becomes %s', (link, expected) => {
    expect(normalizeUrl(link, 'https://a.com/x/y')).toBe(expected);
  });
});
