// Against servers on this machine. Names that are not theirs go the way that everything goes in earnest.
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { htmlOf, openWebsite, type Page, type Website } from '../../../test/knowledge/website.ts';
import { openNameServer } from '../../../test/name-server.ts';
import { askServers, createSafeFetch, type Resolve, type SafeFetch } from '../../kernel/safe-fetch.ts';
import { CRAWL_LIMITS, type CrawlLimits, crawl } from './crawl.ts';
import { LIMITS, type Limits, openExtractor } from './extract/extractor.ts';
import { isInside, siteOf, tidyUrl } from './site.ts';
import type { KnownPage, Progress } from './store.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function host(answer: (path: string) => Page | undefined): Promise<Website> {
  const site = await openWebsite(answer);
  endings.push(() => site.close());
  return site;
}

/** The site is reached though it is on this machine; whatever else is inside is not. */
function reaching(site: Website, resolve?: Resolve): SafeFetch {
  const open = createSafeFetch({ allowPrivate: true });
  const guarded = createSafeFetch({ allowPrivate: false, resolve });
  const by = (url: string) => (url.startsWith(site.url) ? open : guarded);
  endings.push(() => open.close());
  endings.push(() => guarded.close());
  return {
    refuses: (url) => by(url).refuses(url),
    fetch: (url, wanted) => by(url).fetch(url, wanted),
    open: guarded.open,
    close: open.close,
  };
}

async function read(
  site: Website,
  given: {
    limits?: Partial<CrawlLimits>;
    file?: Limits;
    known?: KnownPage[];
    path?: string;
    told?: Progress[];
    embedded?(count: number): void;
    resolve?: Resolve;
  } = {},
) {
  const extractor = openExtractor(given.file);
  endings.push(() => extractor.close());
  return crawl({
    url: `${site.url}${given.path ?? '/'}`,
    known: given.known ?? [],
    fetch: reaching(site, given.resolve),
    extract: extractor.extract,
    judge: extractor.judge,
    embed: async (passages) => {
      given.embedded?.(passages.length);
      return passages.map((passage) => ({ ...passage, vector: Buffer.alloc(0) }));
    },
    progress: async (now) => void given.told?.push(now),
    limits: { ...CRAWL_LIMITS, ...given.limits },
  });
}

const redirect = (location: string): Page => ({ body: '', status: 302, headers: { location } });

describe('a website', () => {
  it('is read as far as its links and its robots.txt lead, each page once', async () => {
    const pages: Record<string, Page> = {
      '/robots.txt': { type: 'text/plain', body: 'User-agent: Frontdesk\nDisallow: /staff\n' },
      '/': htmlOf('Home', '<p>Welcome in.</p>', [
        '/a',
        '/a#top',
        '/a?utm_source=x',
        '/staff',
        '/menu.pdf',
        'mailto:a@b.c',
        'https://example.com/',
        '/gone',
      ]),
      '/a': htmlOf('A', '<p>Page about boats.</p>', ['/', '/b']),
      '/b': redirect('/c'),
      '/c': htmlOf('C', '<p>Page about cars.</p>'),
    };
    const site = await host((path) => pages[path]);
    const told: Progress[] = [];
    const found = await read(site, { told });
    expect(found.map(({ url }) => url.slice(site.url.length)).sort()).toEqual(['/', '/a', '/c']);
    expect(found.find(({ title }) => title === 'A')?.passages).toMatchObject([
      { heading: '', text: 'Page about boats.' },
    ]);
    expect(site.asked.filter((path) => path.startsWith('/a'))).toEqual(['/a']);
    expect(site.asked).not.toContain('/staff');
    expect(told.at(-1)).toEqual({ read: 4, found: 4 });
  });

  it('is read anew only where it has changed', async () => {
    const pages: Record<string, Page> = {
      '/': { ...htmlOf('Home', '<p>Welcome in.</p>', ['/a', '/b']), headers: { etag: '"1"' } },
      '/a': { ...htmlOf('A', '<p>Boats.</p>', ['/d']), headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' } },
      '/b': htmlOf('B', '<p>Old cars.</p>'),
      '/d': htmlOf('D', '<p>Always the same.</p>'),
    };
    const site = await openWebsite((path, { headers }) => {
      const page = pages[path];
      const same =
        page?.headers?.etag === headers['if-none-match'] &&
        page?.headers?.['last-modified'] === headers['if-modified-since'];
      return page?.headers && same ? { status: 304, body: '' } : page;
    });
    endings.push(() => site.close());
    const known = await read(site);
    pages['/b'] = htmlOf('B', '<p>New cars.</p>');
    const again = await read(site, { known: known.map(({ passages: _, ...page }) => page) });
    expect(again).toHaveLength(4);
    expect(again.filter(({ passages }) => passages).map(({ title }) => title)).toEqual(['B']);
  });

  it('is followed from where its pages say that links begin', async () => {
    const pages: Record<string, Page> = {
      '/a/b': htmlOf('Home', '<p>Welcome in.</p>', ['c']),
      '/tours/c': htmlOf('C', '<p>By boat.</p>'),
      '/': htmlOf('Start', '<p>Start.</p>', ['/a/b']),
    };
    pages['/a/b']!.body = pages['/a/b']!.body.replace('<title>', '<base href="/tours/"><title>');
    const found = await read(await host((path) => pages[path]));
    expect(found.map(({ title }) => title)).toEqual(['Start', 'Home', 'C']);
  });

  it('is read only below the address that was named', async () => {
    const pages: Record<string, Page> = {
      '/': htmlOf('Home', '<p>Shop.</p>'),
      '/help': htmlOf('Help', '<p>Ask us.</p>', ['/', '/help/a', '/helpers']),
      '/help/a': htmlOf('A', '<p>About A.</p>'),
      '/helpers': htmlOf('Helpers', '<p>Staff.</p>'),
    };
    const found = await read(await host((path) => pages[path]), { path: '/help' });
    expect(found.map(({ title }) => title)).toEqual(['Help', 'A']);
  });
});

describe('a website is refused', () => {
  it('that never ends, by pages', async () => {
    let page = 0;
    const site = await host((path) =>
      path === '/robots.txt' ? undefined : htmlOf('Day', `<p>Day ${page}</p>`, [`/${++page}`, `/${++page}`]),
    );
    await expect(read(site, { limits: { pages: 50 } })).rejects.toThrow('more than 50 pages, or never ends');
  });

  it('that never ends, by depth', async () => {
    const site = await host((path) =>
      path === '/robots.txt' ? undefined : htmlOf('Deeper', '<p>More.</p>', [`${path}x/`]),
    );
    await expect(read(site)).rejects.toThrow('never ends');
  });

  it('that is slow, or large', async () => {
    const links = Array.from({ length: 30 }, (_, at) => `/${at}`);
    const site = await host((path) =>
      path === '/robots.txt' ? undefined : htmlOf('Page', `<p>${'long '.repeat(2_000)}</p>`, links),
    );
    await expect(read(site, { limits: { wholeMs: 0 } })).rejects.toThrow('took too long');
    await expect(read(site, { limits: { siteBytes: 50_000 } })).rejects.toThrow('larger than can be read');
  });

  it.each([
    'http://127.0.0.1:1/admin',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://intranet/',
  ])('that leads to %s, on its first page or a later one', async (inside) => {
    const first = await host((path) => (path === '/' ? redirect(inside) : undefined));
    await expect(read(first)).rejects.toThrow('private network');
    const later = await host((path) =>
      path === '/' ? htmlOf('Home', '<p>Hello.</p>', ['/x']) : path === '/x' ? redirect(inside) : undefined,
    );
    await expect(read(later)).rejects.toThrow('private network');
  });

  it.each(['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])(
    'that leads to a name of the open internet, which is %s at the next look',
    async (inside) => {
      const names = await openNameServer((_, look) => (look === 1 ? ['93.184.215.14'] : [inside]));
      endings.push(() => names.close());
      const canary = await host(() => htmlOf('Secret', '<p>Secret.</p>'));
      const target = `https://rebinding.example.com:${new URL(canary.url).port}/`;
      const site = await host((path) => (path === '/' ? redirect(target) : undefined));
      await expect(read(site, { resolve: askServers(names.resolver) })).rejects.toThrow('private network');
      expect(names.asked.filter((each) => each.startsWith('A ')).length).toBeGreaterThan(1);
      expect(canary.asked).toEqual([]);
    },
  );

  it.each([
    ['is not there', () => undefined, '(404)'],
    ['goes in circles', (path: string) => redirect(path === '/' ? '/b' : '/'), 'in a circle'],
    ['has no text', () => htmlOf('App', '<div id="app"></div>'), 'no text'],
    [
      'asks not to be read',
      (path: string) =>
        path === '/robots.txt' ? { type: 'text/plain', body: 'User-agent: *\nDisallow: /' } : htmlOf('A', '<p>b</p>'),
      'robots.txt',
    ],
  ])('that %s', async (_, answer: (path: string) => Page | undefined, reason) => {
    await expect(read(await host(answer))).rejects.toThrow(reason);
  });

  it('that does not answer', async () => {
    const site = await host(() => undefined);
    await site.close();
    await expect(read(site)).rejects.toThrow('did not answer');
  });
});

describe('a hostile website', () => {
  const links = (count: number, of = (at: number) => `/${at}`) => Array.from({ length: count }, (_, at) => of(at));

  it('whose rules take for ever is given up, and nobody waits for them meanwhile', async () => {
    const robots = `User-agent: *\n${'Disallow: /*a*a*b\n'.repeat(25_000)}`;
    const site = await host((path) =>
      path === '/robots.txt'
        ? { type: 'text/plain', body: robots }
        : htmlOf(
            'A',
            '<p>Hello.</p>',
            links(60, (at) => `/${'a'.repeat(1_500)}${at}`),
          ),
    );
    const before = performance.eventLoopUtilization();
    await expect(read(site, { file: { ...LIMITS, silentMs: 3_000 } })).rejects.toThrow('took too long');
    // It is the thread of files that is busy, and not this one.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('whose sentences never end is read in the time that its length takes', async () => {
    const site = await host((path) => (path === '/' ? htmlOf('A', `<p>${'A. '.repeat(100_000)}</p>`) : undefined));
    const before = performance.eventLoopUtilization();
    await expect(read(site)).rejects.toThrow('no text');
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('with more links on a page than anybody follows keeps no more of them than that', async () => {
    const base = `<base href="/${'long/'.repeat(300)}">`;
    const many = htmlOf('A', `<p>Hello.</p>${base}`, links(5_000, String));
    const site = await host((path) =>
      path === '/robots.txt' ? { type: 'text/plain', body: 'User-agent: *\nDisallow: /long' } : many,
    );
    const [page] = await read(site);
    expect(page!.links.join('').length).toBeLessThan(110_000);
  });

  it('with more text than fits is given up once that is known', async () => {
    let embedded = 0;
    const text = Array.from({ length: 3_000 }, (_, at) => `<h2>Part ${at}</h2><p>Many words on ${at}.</p>`).join('');
    const site = await host((path) => (path === '/robots.txt' ? undefined : htmlOf('A', text + path, links(50))));
    await expect(read(site, { embedded: (count) => (embedded += count) })).rejects.toThrow('more text in it than fits');
    expect(embedded).toBeLessThan(25_000);
  });

  it('that packs its pages unasked is not unpacked', async () => {
    const packed = gzipSync('<p>Readable words here</p>'.repeat(100)).toString('latin1');
    const site = await host(() => ({ body: packed, headers: { 'content-encoding': 'gzip' } }));
    await expect(read(site)).rejects.toThrow('no text');
  });
});

describe('addresses', () => {
  it.each([
    ['https://a.com', 'https://a.com/x/y', true],
    ['https://a.com/help/index.html', 'https://a.com/help/b', true],
    ['https://a.com/help/index.html', 'https://a.com/', false],
    ['https://a.com/', 'http://a.com/', false],
    ['https://a.com/', 'https://b.a.com/', false],
    ['https://a.com/', 'https://a.com/photo.JPG', false],
  ])('%s holds %s: %s', (site, url, expected) => {
    expect(isInside(siteOf(site), url)).toBe(expected);
  });

  it.each([
    ['../b#c', 'https://a.com/b'],
    ['?page=2&utm_source=x', 'https://a.com/x/y?page=2'],
    ['javascript:alert(1)', undefined],
    ['//user:secret@a.com', undefined],
  ])('%s is %s', (link, expected) => {
    expect(tidyUrl(link, 'https://a.com/x/y')).toBe(expected);
  });
});
