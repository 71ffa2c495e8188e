import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { ImportNote, Proposal } from './proposal.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    site_imports: SiteImportTable;
  }
}

type StoredProposal = Proposal & { id: string };

type SiteImportTable = {
  workspace_id: string;
  id: string;
  url: string | null;
  file_name: string | null;
  status: ColumnType<'reading' | 'ready' | 'failed', 'reading' | undefined, 'ready' | 'failed'>;
  reason: ColumnType<string | null, never, string | null>;
  pages_read: ColumnType<number, never, number>;
  pages_found: ColumnType<number, never, number>;
  content: Buffer | null;
  proposals: ColumnType<StoredProposal[], never, string>;
  notes: ColumnType<ImportNote[], never, string>;
  created_at: Date;
  expires_at: Date;
};

/** Without the uploaded file, which is large. */
export type SiteImport = Omit<Selectable<SiteImportTable>, 'content'>;

const COLUMNS = [
  'workspace_id',
  'id',
  'url',
  'file_name',
  'status',
  'reason',
  'pages_read',
  'pages_found',
  'proposals',
  'notes',
  'created_at',
  'expires_at',
] as const;

const MAX_IMPORTS_PER_WORKSPACE = 10;

/** Only the latest imports of a workspace are kept. */
export async function insertImport(db: Db, row: Insertable<SiteImportTable>): Promise<SiteImport> {
  const latestIds = db
    .selectFrom('site_imports')
    .select('id')
    .orderBy('id', 'desc')
    .limit(MAX_IMPORTS_PER_WORKSPACE - 1);
  await db.deleteFrom('site_imports').where('id', 'not in', latestIds).execute();
  return db.insertInto('site_imports').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

export const findImport = (db: Db, id: string, now: Date): Promise<SiteImport | undefined> =>
  db.selectFrom('site_imports').select(COLUMNS).where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();

export const lockImport = (db: Db, id: string, now: Date): Promise<SiteImport | undefined> =>
  db
    .selectFrom('site_imports')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export const findUnreadImport = (db: Db, id: string) =>
  db
    .selectFrom('site_imports')
    .select(['url', 'content'])
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .executeTakeFirst();

/** Returns false if the import was discarded in the meantime. */
export async function storeProgress(db: Db, id: string, pagesRead: number, pagesFound: number): Promise<boolean> {
  const rows = await db
    .updateTable('site_imports')
    .set({ pages_read: pagesRead, pages_found: pagesFound })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0;
}

export const storeResult = (db: Db, id: string, proposals: readonly Proposal[], unclearQuotes: readonly ImportNote[]) =>
  db
    .updateTable('site_imports')
    .set({
      status: 'ready',
      content: null,
      proposals: JSON.stringify(proposals.map((proposal, index) => ({ id: `p${index + 1}`, ...proposal }))),
      notes: JSON.stringify(unclearQuotes),
    })
    .where('id', '=', id)
    .execute();

export const storeFailure = (db: Db, id: string, reason: string) =>
  db.updateTable('site_imports').set({ status: 'failed', content: null, reason }).where('id', '=', id).execute();

export const removeProposals = (db: Db, { id, proposals }: SiteImport, acceptedIds: ReadonlySet<string>) =>
  db
    .updateTable('site_imports')
    .set({ proposals: JSON.stringify(proposals.filter((proposal) => !acceptedIds.has(proposal.id))) })
    .where('id', '=', id)
    .execute();

export const deleteImport = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('site_imports').where('id', '=', id).returning('id').execute()).length > 0;
