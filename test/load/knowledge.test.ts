import { loadavg } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeWorkspace, type Service, startService } from '../harness.ts';
import { makePdf } from '../knowledge/files.ts';
import { htmlOf, openWebsite, type Website } from '../knowledge/website.ts';
import { casesOf } from '../random.ts';

/** Of a tenth of it, less. */
const LIMIT_S = Math.max(15, casesOf(60));
const PDF_PAGES = casesOf(200);
const SITE_PAGES = casesOf(500);

const WORDS =
  'guest room tour boat pier morning ticket child adult price free season winter summer garden lake path guide lunch table towel locker key lift stairs car bus train card cash refund voucher group school weekend holiday music film book map dog bicycle rain coat shoe boot hat tent fire wood kitchen bed'.split(
    ' ',
  );

let service: Service;
let key: string;
let site: Website;

let said = 0;
const word = () => WORDS[(++said * said + 7 * said) % WORDS.length]!;
/** No two alike. */
const sentence = () =>
  `At ${++said} the ${word()} for each ${word()} is kept by the ${word()} near the ${word()} and the ${word()}.`;
const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence);

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  ({ key } = await makeWorkspace(service));
  const bodies = Array.from({ length: SITE_PAGES }, (_, at) =>
    [1, 2, 3].map((part) => `<h2>Part ${part} of ${at}</h2><p>${paragraph(4).join(' ')}</p>`).join(''),
  );
  site = await openWebsite((path) => {
    const at = path === '/' ? 0 : Number(path.slice(1));
    const links = [1, 2, 3, 4, 5, 6].map((child) => 6 * at + child).filter((child) => child < SITE_PAGES);
    return bodies[at] === undefined
      ? undefined
      : htmlOf(
          `Page ${at}`,
          bodies[at],
          links.map((child) => `/${child}`),
        );
  });
});
afterAll(() => site.close());

type Progress = { read: number; found: number };

/** Every state that it was seen in, and how long it took. */
async function watch(
  body: object,
): Promise<{ seconds: number; cpu: number; seen: Progress[]; last: { status: string; passages: number } }> {
  const start = performance.now();
  const before = process.cpuUsage();
  const { json } = await call(service, 'POST', '/api/v1/knowledge', { key, body });
  const seen: Progress[] = [];
  for (;;) {
    const { json: now } = await call(service, 'GET', `/api/v1/knowledge/${json.id}?limit=1`, { key });
    seen.push(now.progress);
    if (now.status !== 'reading') {
      const { user, system } = process.cpuUsage(before);
      return { seconds: (performance.now() - start) / 1_000, cpu: (user + system) / 1_000_000, seen, last: now };
    }
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

/** Where others keep the machine busy, what it would take alone: nearly all of it is one thread's computing. */
const timeOf = ({ seconds, cpu }: Awaited<ReturnType<typeof watch>>) => Math.min(seconds, cpu);

const report = (what: string, { seconds, cpu, last: { passages } }: Awaited<ReturnType<typeof watch>>) =>
  console.log(
    `${what}: ${passages} passages in ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of them computing (load ${loadavg()[0]!.toFixed(1)})`,
  );

describe('is read within a minute, with progress on the way', () => {
  it(`a PDF of ${PDF_PAGES} pages`, async () => {
    const pages = Array.from({ length: PDF_PAGES }, (_, at) => ({ heading: `Chapter ${at}`, lines: paragraph(20) }));
    const read = await watch({ file: { name: 'book.pdf', base64: makePdf(pages).toString('base64') } });
    report(`${PDF_PAGES} pages of PDF`, read);
    expect(read.last).toMatchObject({ status: 'ready', progress: { read: PDF_PAGES, found: PDF_PAGES } });
    expect(read.last.passages).toBeGreaterThan(PDF_PAGES);
    expect(timeOf(read)).toBeLessThan(LIMIT_S);
  });

  it(`a website of ${SITE_PAGES} pages`, async () => {
    const read = await watch({ url: site.url });
    report(`${SITE_PAGES} pages of a website`, read);
    expect(read.last).toMatchObject({ status: 'ready', progress: { read: SITE_PAGES, found: SITE_PAGES } });
    expect(read.last.passages).toBe(3 * SITE_PAGES);
    expect(read.seen.some(({ read: done }) => done > 0 && done < SITE_PAGES)).toBe(true);
    expect(timeOf(read)).toBeLessThan(LIMIT_S);
  });
});
