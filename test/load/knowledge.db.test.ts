import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../harness.ts';
import { createLargePdf, openLargeWebsite } from '../knowledge/large-documents.ts';
import type { Website } from '../knowledge/website.ts';
import { chooseCaseCount } from '../random.ts';

const PDF_PAGE_COUNT = chooseCaseCount(200);
const SITE_PAGE_COUNT = chooseCaseCount(500);

let service: Service;
let key: string;
let site: Website;

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  ({ key } = await createWorkspace(service));
  site = await openLargeWebsite(SITE_PAGE_COUNT);
});
afterAll(() => site.close());

type Progress = { read: number; found: number };

/** Adds a source and polls its progress until it has been read. `npm run bench` measures the duration. */
async function readWithProgress(
  body: object,
): Promise<{ progress: Progress[]; source: { status: string; passages: number } }> {
  const { json } = await call(service, 'POST', '/api/v1/knowledge', { key, body });
  const progress: Progress[] = [];
  for (;;) {
    const { json: source } = await call(service, 'GET', `/api/v1/knowledge/${json.id}?limit=1`, { key });
    progress.push(source.progress);
    if (source.status !== 'reading') return { progress, source };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('reads with progress', () => {
  it(`a PDF of ${PDF_PAGE_COUNT} pages`, async () => {
    const result = await readWithProgress(createLargePdf(PDF_PAGE_COUNT));
    expect(result.source).toMatchObject({ status: 'ready', progress: { read: PDF_PAGE_COUNT, found: PDF_PAGE_COUNT } });
    expect(result.source.passages).toBeGreaterThan(PDF_PAGE_COUNT);
  });

  it(`a website of ${SITE_PAGE_COUNT} pages`, async () => {
    const result = await readWithProgress({ url: site.url });
    expect(result.source).toMatchObject({
      status: 'ready',
      progress: { read: SITE_PAGE_COUNT, found: SITE_PAGE_COUNT },
    });
    expect(result.source.passages).toBe(3 * SITE_PAGE_COUNT);
    expect(result.progress.some(({ read: readPages }) => readPages > 0 && readPages < SITE_PAGE_COUNT)).toBe(true);
  });
});
