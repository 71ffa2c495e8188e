// Reads a source from beginning to end: opened, cut, embedded, and stored all at once or not at all.
import { createHash } from 'node:crypto';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { toBytes } from '../../nlu/encoder/bytes.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { type CrawlLimits, crawl } from './crawl.ts';
import { Unreadable } from './extract/blocks.ts';
import { type Extractor, LIMITS, type Limits, openExtractor } from './extract/extractor.ts';
import type { Media } from './extract/media.ts';
import type { Passage } from './passages.ts';
import { createPlaces } from './places.ts';
import {
  countPassages,
  type Embedded,
  type FoundPage,
  findToRead,
  type KnownPage,
  knownPages,
  MOST_PASSAGES,
  type Progress,
  replacePages,
  showProgress,
  tooMuchText,
} from './store.ts';

export type Reading = {
  database: Database;
  encoder: Encoder;
  fetch: Pick<SafeFetch, 'fetch' | 'refuses'>;
  /** For tests. */
  limits?: { file?: Limits; site?: CrawlLimits };
};

export type Named = { workspaceId: string; id: string };
type Row = NonNullable<Awaited<ReturnType<typeof findToRead>>>;

/** How often a website is looked at again. */
const AGAIN_MS = 24 * 3_600_000;
const SHOW_MS = 400;
const AT_ONCE = 32;
/** A page of a site is small beside what a file may be. */
const OF_PAGES: Limits = { ...LIMITS, heapMb: 128 };
/** Threads that are busy at once: customers are answered by the same processors. A file may take minutes, a page seconds. */
const PLACES = { file: createPlaces(2), page: createPlaces(2) };

/** The source was deleted while it was read. */
class Gone extends Error {}

export async function readSource(reading: Reading, { workspaceId, id }: Named, signal?: AbortSignal): Promise<void> {
  const { database } = reading;
  const [row, known] = await database.readWorkspace(workspaceId, (db) =>
    Promise.all([findToRead(db, id), knownPages(db, id)]),
  );
  if (!row) return;
  try {
    const pages = await pagesOf(reading, row, known, signal);
    await database.inWorkspace(workspaceId, (db) => keep(db, row, pages));
  } catch (error) {
    if (error instanceof Gone) return;
    if (!(error instanceof Unreadable)) throw error;
    await giveUp(database, row, error.message);
  }
}

/** What was known before stays known: a site that is down for a day is no reason to forget it. */
export async function giveUp(database: Database, { workspace_id, id, read_at, kind }: Row, reason: string) {
  await database.inWorkspace(workspace_id, (db) =>
    db
      .updateTable('knowledge')
      .set({
        status: read_at ? 'ready' : 'failed',
        reason,
        content: null,
        read_again_at: kind === 'website' && read_at ? new Date(Date.now() + AGAIN_MS) : null,
      })
      .where('id', '=', id)
      .execute(),
  );
}

async function pagesOf(
  { database, encoder, fetch, limits }: Reading,
  row: Row,
  known: KnownPage[],
  signal: AbortSignal | undefined,
): Promise<FoundPage[]> {
  const isSite = row.kind === 'website';
  const extractor = isSite
    ? openExtractor(limits?.file ?? OF_PAGES, PLACES.page)
    : openExtractor(limits?.file, PLACES.file);
  const progress = shower(database, row);
  const embed = embedder(encoder, signal);
  const { extract, judge } = extractor;
  try {
    return isSite
      ? await crawl({
          url: must(row.url, 'the address of a website'),
          known,
          fetch,
          extract,
          judge,
          embed,
          progress,
          signal,
          limits: limits?.site,
        })
      : [await readFile(row, extract, embed, progress)];
  } finally {
    await extractor.close();
  }
}

/** Opening it takes little of the time: what is shown is how much of it is embedded. */
async function readFile(
  { title, media, content }: Row,
  extract: Extractor['extract'],
  embed: ReturnType<typeof embedder>,
  progress: ReturnType<typeof shower>,
): Promise<FoundPage> {
  if (!content) throw new Unreadable('What was sent is no longer there. Send it again.');
  let pages = 1;
  const wanted = { media: media as Media, bytes: new Uint8Array(content) };
  const { passages: cut } = await extract(wanted, (_, found) => {
    pages = found;
  });
  if (!cut.length) throw new Unreadable('There is no text in it.');
  if (cut.length > MOST_PASSAGES) throw tooMuchText();
  const passages = await embed(cut, (share) =>
    progress({ read: Math.floor(share * pages), found: pages }, share === 1),
  );
  const hash = createHash('sha256').update(content).digest();
  return { url: '', title, etag: null, modified: null, hash, links: [], passages };
}

/** Writes progress down now and then, not for each page. */
function shower(database: Database, row: Row) {
  let shown = 0;
  return async (now: Progress, isEnd = false) => {
    if (!isEnd && performance.now() - shown < SHOW_MS) return;
    shown = performance.now();
    if (!(await showProgress(database, row, now))) throw new Gone();
  };
}

/** Whatever customers write goes before it. */
const embedder =
  (encoder: Encoder, signal: AbortSignal | undefined) =>
  async (passages: readonly Passage[], progress?: (share: number) => Promise<void>): Promise<Embedded[]> => {
    const embedded: Embedded[] = [];
    while (embedded.length < passages.length) {
      signal?.throwIfAborted();
      const some = passages.slice(embedded.length, embedded.length + AT_ONCE);
      const vectors = await encoder.encode(some.map(readAs), false);
      embedded.push(
        ...some.map((passage, at) => ({
          ...passage,
          vector: Buffer.from(toBytes(must(vectors[at], 'a vector of each')).buffer),
        })),
      );
      await progress?.(embedded.length / passages.length);
    }
    return embedded;
  };

/** A passage is about what stands above it. */
const readAs = ({ heading, text }: Passage) => {
  const nearest = heading.split(' › ').at(-1);
  return nearest ? `${nearest}: ${text}` : text;
};

async function keep(db: Db, row: Row, pages: FoundPage[]): Promise<void> {
  const { id, kind } = row;
  const still = await db.selectFrom('knowledge').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!still) throw new Gone();
  await replacePages(db, row, pages);
  const { all, own } = await countPassages(db, id);
  if (all > MOST_PASSAGES) throw tooMuchText();
  const now = new Date();
  await db
    .updateTable('knowledge')
    .set({
      status: 'ready',
      reason: null,
      passages: own,
      content: null,
      read_at: now,
      read_again_at: kind === 'website' ? new Date(now.getTime() + AGAIN_MS) : null,
    })
    .where('id', '=', id)
    .execute();
}
