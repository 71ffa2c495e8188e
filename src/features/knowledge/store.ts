import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { Unreadable } from './extract/blocks.ts';

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
export type KnownPage = Omit<Selectable<PageTable>, 'workspace_id' | 'knowledge_id'>;
export type Embedded = { heading: string; text: string; vector: Buffer };
/** A page as it was found: with its passages where they are new. */
export type FoundPage = KnownPage & { passages?: Embedded[] };
export type Progress = { read: number; found: number };

/** All of a source but what was sent, which is large. */
const SHOWN = [
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

/** In an instance's memory, and in what a search goes through. */
export const MOST_PASSAGES = 10_000;

export const tooMuchText = () =>
  new Unreadable(
    `There is more text in it than fits: a workspace knows at most ${MOST_PASSAGES} passages. Delete something, or add a part of it.`,
  );

/** It is read by a job of the same transaction. */
export async function insertKnowledge(db: Db, row: Insertable<KnowledgeTable>): Promise<Knowledge> {
  const inserted = await db.insertInto('knowledge').values(row).returning(SHOWN).executeTakeFirstOrThrow();
  await sql`select enqueue_reading(${inserted.id})`.execute(db);
  return inserted;
}

export const findKnowledge = (db: Db, id: string): Promise<Knowledge | undefined> =>
  db.selectFrom('knowledge').select(SHOWN).where('id', '=', id).executeTakeFirst();

export async function listKnowledge(db: Db, limit: number, after: string | undefined): Promise<Knowledge[]> {
  let page = db
    .selectFrom('knowledge')
    .select(SHOWN)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) page = page.where('id', '<', after);
  return page.execute();
}

export async function countKnowledge(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('knowledge')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** With its pages and passages. */
export const deleteKnowledge = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('knowledge').where('id', '=', id).returning('id').execute()).length > 0;

export const listPassages = (db: Db, id: string, limit: number, from: number) =>
  db
    .selectFrom('knowledge_passages')
    .select(['url', 'heading', 'text'])
    .where('knowledge_id', '=', id)
    .orderBy('url')
    .orderBy('position')
    .offset(from)
    .limit(limit + 1)
    .execute();

/** Every passage of the workspace, for its memory. */
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

export const findToRead = (db: Db, id: string) =>
  db.selectFrom('knowledge').selectAll().where('id', '=', id).executeTakeFirst();

export const knownPages = (db: Db, id: string): Promise<KnownPage[]> =>
  db
    .selectFrom('knowledge_pages')
    .select(['url', 'title', 'etag', 'modified', 'hash', 'links'])
    .where('knowledge_id', '=', id)
    .execute();

/** False once the source is deleted. */
export async function showProgress(database: Database, of: { workspace_id: string; id: string }, now: Progress) {
  const rows = await database.inWorkspace(of.workspace_id, (db) =>
    db
      .updateTable('knowledge')
      .set({ pages_read: now.read, pages_found: now.found })
      .where('id', '=', of.id)
      .returning('id')
      .execute(),
  );
  return rows.length > 0;
}

/** What is known of a source is what was found, all at once. Whoever calls has locked its row. */
export async function replacePages(
  db: Db,
  { workspace_id, id }: { workspace_id: string; id: string },
  pages: readonly FoundPage[],
): Promise<void> {
  const kept = pages.filter(({ passages }) => !passages).map(({ url }) => url);
  await sql`delete from knowledge_pages where knowledge_id = ${id} and url <> all(${kept}::text[])`.execute(db);
  const own = { workspace_id, knowledge_id: id };
  for (const { passages, ...page } of pages) {
    if (!passages) continue;
    await db
      .insertInto('knowledge_pages')
      .values({ ...own, ...page })
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

/** How many passages a workspace has, and how many of them are this source's. */
export async function countPassages(db: Db, id: string): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::integer as all, count(*) filter (where knowledge_id = ${id})::integer as own
    from knowledge_passages`.execute(db);
  return must(rows[0], 'one row');
}
