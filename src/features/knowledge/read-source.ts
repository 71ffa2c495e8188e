// Reads a knowledge source: extracts its text, splits and embeds it, and stores everything in one transaction.
import { createHash } from 'node:crypto';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { quantize } from '../../nlu/encoder/quantized-vector.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type CrawlLimits, crawl } from './crawl.ts';
import { UnreadableError } from './extract/blocks.ts';
import { type Extractor, openExtractor } from './extract/extractor.ts';
import { DEFAULT_LIMITS, type ExtractLimits } from './extract/limited-worker.ts';
import type { Media } from './extract/media.ts';
import { HEADING_SEPARATOR, type Passage } from './passages.ts';
import {
  type CrawledPage,
  countPassages,
  createTooMuchTextError,
  type EmbeddedPassage,
  findWithContent,
  listStoredPages,
  MAX_PASSAGES_PER_WORKSPACE,
  type Progress,
  replacePages,
  type StoredPage,
  storeProgress,
} from './store.ts';

export type ReadDependencies = {
  database: Database;
  encoder: Encoder;
  fetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
  /** For tests. */
  limits?: { file?: ExtractLimits; site?: CrawlLimits };
};

export type SourceRef = { workspaceId: string; id: string };
type Row = NonNullable<Awaited<ReturnType<typeof findWithContent>>>;

const REFRESH_INTERVAL_MS = 24 * 3_600_000;
const PROGRESS_INTERVAL_MS = 400;
const ENCODE_BATCH_SIZE = 32;
/** A web page needs less memory than an uploaded file. */
const PAGE_LIMITS: ExtractLimits = { ...DEFAULT_LIMITS, heapMb: 128 };
/**
 * Limits the busy threads, because customers are answered on the same processors. Files and pages have separate limits,
 * because a file may take minutes and a page only seconds.
 */
const CONCURRENCY_LIMITS = { file: createConcurrencyLimit(2), page: createConcurrencyLimit(2) };

/** Thrown if the source was deleted while it was being read. */
class SourceDeleted extends Error {}

export async function readSource(
  dependencies: ReadDependencies,
  { workspaceId, id }: SourceRef,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = dependencies;
  const [row, storedPages] = await database.inWorkspaceReadOnly(workspaceId, (db) =>
    Promise.all([findWithContent(db, id), listStoredPages(db, id)]),
  );
  if (!row) return;
  try {
    const pages = await readPages(dependencies, row, storedPages, signal);
    await database.inWorkspace(workspaceId, (db) => storePages(db, row, pages));
  } catch (error) {
    if (error instanceof SourceDeleted) return;
    if (!(error instanceof UnreadableError)) throw error;
    await markFailed(database, row, error.message);
  }
}

/** Keeps the passages from an earlier read, because a site that is down for a day must not be forgotten. */
export async function markFailed(database: Database, { workspace_id, id, read_at, kind }: Row, reason: string) {
  await database.inWorkspace(workspace_id, (db) =>
    db
      .updateTable('knowledge')
      .set({
        status: read_at ? 'ready' : 'failed',
        reason,
        content: null,
        read_again_at: kind === 'website' && read_at ? new Date(Date.now() + REFRESH_INTERVAL_MS) : null,
      })
      .where('id', '=', id)
      .execute(),
  );
}

async function readPages(
  { database, encoder, fetch, limits }: ReadDependencies,
  row: Row,
  storedPages: StoredPage[],
  signal: AbortSignal | undefined,
): Promise<CrawledPage[]> {
  const isSite = row.kind === 'website';
  const extractor = isSite
    ? openExtractor(limits?.file ?? PAGE_LIMITS, CONCURRENCY_LIMITS.page)
    : openExtractor(limits?.file, CONCURRENCY_LIMITS.file);
  const reportProgress = createProgressWriter(database, row);
  const embed = createEmbedder(encoder, signal);
  const { extract, checkRobots } = extractor;
  try {
    return isSite
      ? await crawl({
          url: must(row.url, 'the address of a website'),
          storedPages,
          fetch,
          extract,
          checkRobots,
          embed,
          onProgress: reportProgress,
          signal,
          limits: limits?.site,
        })
      : [await readFile(row, extract, embed, reportProgress)];
  } finally {
    await extractor.close();
  }
}

/** Embedding takes most of the time, so the progress shown is the share of embedded passages. */
async function readFile(
  { title, media, content }: Row,
  extract: Extractor['extract'],
  embed: ReturnType<typeof createEmbedder>,
  reportProgress: ReturnType<typeof createProgressWriter>,
): Promise<CrawledPage> {
  if (!content) throw new UnreadableError('What was sent is no longer there. Send it again.');
  let pageCount = 1;
  const request = { media: media as Media, bytes: new Uint8Array(content) };
  const { passages: extractedPassages } = await extract(request, (_, pagesTotal) => {
    pageCount = pagesTotal;
  });
  if (!extractedPassages.length) throw new UnreadableError('There is no text in it.');
  if (extractedPassages.length > MAX_PASSAGES_PER_WORKSPACE) throw createTooMuchTextError();
  const passages = await embed(extractedPassages, (share) =>
    reportProgress({ pagesRead: Math.floor(share * pageCount), pagesFound: pageCount }, share === 1),
  );
  const hash = createHash('sha256').update(content).digest();
  return { url: '', title, etag: null, modified: null, hash, links: [], passages };
}

/** Stores progress at intervals instead of after each page. */
function createProgressWriter(database: Database, row: Row) {
  let storedAt = 0;
  return async (progress: Progress, isLast = false) => {
    if (!isLast && performance.now() - storedAt < PROGRESS_INTERVAL_MS) return;
    storedAt = performance.now();
    if (!(await storeProgress(database, row, progress))) throw new SourceDeleted();
  };
}

/** Encodes with low priority, so that customers' messages go first. */
const createEmbedder =
  (encoder: Encoder, signal: AbortSignal | undefined) =>
  async (passages: readonly Passage[], onProgress?: (share: number) => Promise<void>): Promise<EmbeddedPassage[]> => {
    const embeddedPassages: EmbeddedPassage[] = [];
    while (embeddedPassages.length < passages.length) {
      signal?.throwIfAborted();
      const batch = passages.slice(embeddedPassages.length, embeddedPassages.length + ENCODE_BATCH_SIZE);
      const vectors = await encoder.encode(batch.map(buildTextToEmbed), false);
      embeddedPassages.push(
        ...batch.map((passage, index) => ({
          ...passage,
          vector: Buffer.from(quantize(must(vectors[index], 'a vector for each passage')).buffer),
        })),
      );
      await onProgress?.(embeddedPassages.length / passages.length);
    }
    return embeddedPassages;
  };

/** Includes the nearest heading, because it says what the passage is about. */
const buildTextToEmbed = ({ heading, text }: Passage) => {
  const nearestHeading = heading.split(HEADING_SEPARATOR).at(-1);
  return nearestHeading ? `${nearestHeading}: ${text}` : text;
};

async function storePages(db: Db, row: Row, pages: CrawledPage[]): Promise<void> {
  const { id, kind } = row;
  const existing = await db.selectFrom('knowledge').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!existing) throw new SourceDeleted();
  await replacePages(db, row, pages);
  const passageCounts = await countPassages(db, id);
  if (passageCounts.in_workspace > MAX_PASSAGES_PER_WORKSPACE) throw createTooMuchTextError();
  const now = new Date();
  await db
    .updateTable('knowledge')
    .set({
      status: 'ready',
      reason: null,
      passages: passageCounts.in_source,
      content: null,
      read_at: now,
      read_again_at: kind === 'website' ? new Date(now.getTime() + REFRESH_INTERVAL_MS) : null,
    })
    .where('id', '=', id)
    .execute();
}
