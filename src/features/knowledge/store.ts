import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { must } from '../../kernel/must.ts';
import { UnreadableError } from './extract/blocks.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    knowledge: KnowledgeTable;
    knowledge_pages: PageTable;
    knowledge_passages: {
      workspace_id: string;
      knowledge_id: string;
      url: string;
      position: number;
      heading: string;
      text: string;
      vector: Buffer;
    };
  }
}

type Kind = 'text' | 'file' | 'website';

type KnowledgeTable = {
  workspace_id: string;
  id: string;
  kind: Kind;
  title: string;
  url: string | null;
  status: 'reading' | 'ready' | 'failed';
  reason: string | null;
  pages_found: number;
  pages_read: number;
  passages: number;
  media: string | null;
  content: Buffer | null;
  created_at: Date;
  read_at: Date | null;
  read_again_at: Date | null;
};

type PageTable = {
  workspace_id: string;
  knowledge_id: string;
  url: string;
  title: string;
  etag: string | null;
  modified: string | null;
  hash: Buffer;
  links: string[];
};

export type Knowledge = Omit<Selectable<KnowledgeTable>, 'content' | 'media' | 'read_again_at'>;
export type StoredPage = Omit<Selectable<PageTable>, 'workspace_id' | 'knowledge_id'>;
export type EmbeddedPassage = { heading: string; text: string; vector: Buffer };
/** A page from the latest crawl; passages are present only if the page is new or changed. */
export type CrawledPage = StoredPage & { passages?: EmbeddedPassage[] };
export type Progress = { pagesRead: number; pagesFound: number };

/** All columns except the uploaded content, which is large. */
const LISTED_COLUMNS = [
  'workspace_id',
  'id',
  'kind',
  'title',
  'url',
  'status',
  'reason',
  'pages_found',
  'pages_read',
  'passages',
  'created_at',
  'read_at',
] as const;

/** Per workspace; limits the memory of a server process and the cost of a search. */
export const MAX_PASSAGES_PER_WORKSPACE = 10_000;

export const createTooMuchTextError = () =>
  new UnreadableError(
    `There is more text in it than fits: a workspace knows at most ${MAX_PASSAGES_PER_WORKSPACE} passages. Delete something, or add a part of it.`,
  );

/** Also enqueues the job that reads the source, in the same transaction. */
export async function insertKnowledge(db: Db, row: Insertable<KnowledgeTable>): Promise<Knowledge> {
  const inserted = await db.insertInto('knowledge').values(row).returning(LISTED_COLUMNS).executeTakeFirstOrThrow();
  await sql`select enqueue_reading(${inserted.id})`.execute(db);
  return inserted;
}

export const findKnowledge = (db: Db, id: string): Promise<Knowledge | undefined> =>
  db.selectFrom('knowledge').select(LISTED_COLUMNS).where('id', '=', id).executeTakeFirst();

export const listKnowledge = (db: Db, page: PageInput): Promise<Knowledge[]> =>
  readPage(db.selectFrom('knowledge').select(LISTED_COLUMNS), page, (id) => findKnowledge(db, id));

export async function countKnowledge(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('knowledge')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Pages and passages are deleted too. */
export const deleteKnowledge = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('knowledge').where('id', '=', id).returning('id').execute()).length > 0;

export const listPassages = (db: Db, id: string, limit: number, offset: number) =>
  db
    .selectFrom('knowledge_passages')
    .select(['url', 'heading', 'text'])
    .where('knowledge_id', '=', id)
    .orderBy('url')
    .orderBy('position')
    .offset(offset)
    .limit(limit + 1)
    .execute();

/** All passages of the workspace, for the in-memory index. */
export const readPassages = (db: Db) =>
  db
    .selectFrom('knowledge_passages as p')
    .innerJoin('knowledge as k', 'k.id', 'p.knowledge_id')
    .innerJoin('knowledge_pages as g', (join) =>
      join.onRef('g.knowledge_id', '=', 'p.knowledge_id').onRef('g.url', '=', 'p.url'),
    )
    .select(['k.id', 'k.title', 'k.kind', 'p.url', 'g.title as page', 'p.heading', 'p.text', 'p.vector'])
    .orderBy('k.id')
    .orderBy('p.url')
    .orderBy('p.position')
    .execute();

export const findWithContent = (db: Db, id: string) =>
  db.selectFrom('knowledge').selectAll().where('id', '=', id).executeTakeFirst();

export const listStoredPages = (db: Db, id: string): Promise<StoredPage[]> =>
  db
    .selectFrom('knowledge_pages')
    .select(['url', 'title', 'etag', 'modified', 'hash', 'links'])
    .where('knowledge_id', '=', id)
    .execute();

/** Returns false if the source was deleted in the meantime. */
export async function storeProgress(
  database: Database,
  { workspace_id, id }: { workspace_id: string; id: string },
  { pagesRead, pagesFound }: Progress,
) {
  const rows = await database.inWorkspace(workspace_id, (db) =>
    db
      .updateTable('knowledge')
      .set({ pages_read: pagesRead, pages_found: pagesFound })
      .where('id', '=', id)
      .returning('id')
      .execute(),
  );
  return rows.length > 0;
}

/** Replaces all pages of a source with the crawled ones. The caller must have locked the source's row. */
export async function replacePages(
  db: Db,
  { workspace_id, id }: { workspace_id: string; id: string },
  pages: readonly CrawledPage[],
): Promise<void> {
  const unchangedUrls = pages.filter(({ passages }) => !passages).map(({ url }) => url);
  await sql`delete from knowledge_pages where knowledge_id = ${id} and url <> all(${unchangedUrls}::text[])`.execute(
    db,
  );
  const sourceKey = { workspace_id, knowledge_id: id };
  for (const { passages, ...page } of pages) {
    if (!passages) continue;
    await db
      .insertInto('knowledge_pages')
      .values({ ...sourceKey, ...page })
      .execute();
    if (!passages.length) continue;
    await sql`insert into knowledge_passages (workspace_id, knowledge_id, url, position, heading, text, vector)
      select ${workspace_id}, ${id}, ${page.url}, position, heading, text, vector
      from unnest(${passages.map(({ heading }) => heading)}::text[], ${passages.map(({ text }) => text)}::text[],
        ${passages.map(({ vector }) => vector)}::bytea[]) with ordinality as p (heading, text, vector, position)`.execute(
      db,
    );
  }
}

export async function countPassages(db: Db, id: string): Promise<{ in_workspace: number; in_source: number }> {
  const { rows } = await sql<{ in_workspace: number; in_source: number }>`
    select count(*)::integer as in_workspace, count(*) filter (where knowledge_id = ${id})::integer as in_source
    from knowledge_passages`.execute(db);
  return must(rows[0], 'one row');
}
