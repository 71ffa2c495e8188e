import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeWorkspace, type Service, startService } from '../harness.ts';
import { largePdf, openLargeWebsite } from '../knowledge/large.ts';
import type { Website } from '../knowledge/website.ts';
import { casesOf } from '../random.ts';

const PDF_PAGES = casesOf(200);
const SITE_PAGES = casesOf(500);

let service: Service;
let key: string;
let site: Website;

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  ({ key } = await makeWorkspace(service));
  site = await openLargeWebsite(SITE_PAGES);
});
afterAll(() => site.close());

type Progress = { read: number; found: number };

/** Every state that it was seen in. How long it takes, `npm run bench` says. */
async function watch(body: object): Promise<{ seen: Progress[]; last: { status: string; passages: number } }> {
  const { json } = await call(service, 'POST', '/api/v1/knowledge', { key, body });
  const seen: Progress[] = [];
  for (;;) {
    const { json: now } = await call(service, 'GET', `/api/v1/knowledge/${json.id}?limit=1`, { key });
    seen.push(now.progress);
    if (now.status !== 'reading') return { seen, last: now };
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

describe('is read, with progress on the way', () => {
  it(`a PDF of ${PDF_PAGES} pages`, async () => {
    const read = await watch(largePdf(PDF_PAGES));
    expect(read.last).toMatchObject({ status: 'ready', progress: { read: PDF_PAGES, found: PDF_PAGES } });
    expect(read.last.passages).toBeGreaterThan(PDF_PAGES);
  });

  it(`a website of ${SITE_PAGES} pages`, async () => {
    const read = await watch({ url: site.url });
    expect(read.last).toMatchObject({ status: 'ready', progress: { read: SITE_PAGES, found: SITE_PAGES } });
    expect(read.last.passages).toBe(3 * SITE_PAGES);
    expect(read.seen.some(({ read: done }) => done > 0 && done < SITE_PAGES)).toBe(true);
  });
});
