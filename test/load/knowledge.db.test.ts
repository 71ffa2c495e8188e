import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../harness.ts';
import { largePdf, openLargeWebsite } from '../knowledge/large-documents.ts';
import type { Website } from '../knowledge/website.ts';
import { sampleSize } from '../random.ts';

const PDF_PAGES = sampleSize(200);
const SITE_PAGES = sampleSize(500);

let service: Service;
let key: string;
let site: Website;

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  ({ key } = await createWorkspace(service));
  site = await openLargeWebsite(SITE_PAGES);
});
afterAll(() => site.close());

type Progress = { read: number; found: number };

/** Adds a source and polls its progress until it has been read. `npm run bench` measures the duration. */
async function readWithProgress(
  body: object,
): Promise<{ progress: Progress[]; last: { status: string; passages: number } }> {
  const { json } = await call(service, 'POST', '/api/v1/knowledge', { key, body });
  const progress: Progress[] = [];
  for (;;) {
    const { json: source } = await call(service, 'GET', `/api/v1/knowledge/${json.id}?limit=1`, { key });
    progress.push(source.progress);
    if (source.status !== 'reading') return { progress, last: source };
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

describe('reads with progress', () => {
  it(`a PDF of ${PDF_PAGES} pages`, async () => {
    const result = await readWithProgress(largePdf(PDF_PAGES));
    expect(result.last).toMatchObject({ status: 'ready', progress: { read: PDF_PAGES, found: PDF_PAGES } });
    expect(result.last.passages).toBeGreaterThan(PDF_PAGES);
  });

  it(`a website of ${SITE_PAGES} pages`, async () => {
    const result = await readWithProgress({ url: site.url });
    expect(result.last).toMatchObject({ status: 'ready', progress: { read: SITE_PAGES, found: SITE_PAGES } });
    expect(result.last.passages).toBe(3 * SITE_PAGES);
    expect(result.progress.some(({ read: readPages }) => readPages > 0 && readPages < SITE_PAGES)).toBe(true);
  });
});
