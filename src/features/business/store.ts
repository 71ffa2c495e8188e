import type { ColumnType } from 'kysely';
import { BARE, type Business, countryOf } from '../../capability/document.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Context, InWorkspace, Workspace } from '../../kernel/http/route.ts';
import { createLruCache } from '../../kernel/memoize.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    business_versions: {
      workspace_id: string;
      version: number;
      document: ColumnType<Business, string, never>;
      created_by: string;
      created_at: Date;
    };
  }
}

export type Versioned = { version: number; document: Business; changedAt: Date | null };

const MOST_KEPT = 5_000;

/** The bare document is version 0: it is nowhere stored. */
const bare = (workspace: Workspace): Versioned => ({
  version: 0,
  document: { ...BARE, name: workspace.name } as Business,
  changedAt: null,
});

export async function readDocument(db: Db, workspace: Workspace): Promise<Versioned> {
  const row = await db
    .selectFrom('business_versions')
    .select(['version', 'document', 'created_at as changedAt'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? bare(workspace);
}

export const countIndustries = async (db: Db, workspace: Workspace): Promise<number> =>
  (await readDocument(db, workspace)).document.industries.length;

/** Undefined as well where the text is no number of a version. */
export const findVersion = async (db: Db, version: string) =>
  /^\d{1,9}$/.test(version)
    ? db.selectFrom('business_versions').selectAll().where('version', '=', Number(version)).executeTakeFirst()
    : undefined;

export const show = (document: Business) => ({ ...document, country: countryOf(document) });

/** Documents in memory. The database tells of new versions; while it cannot be heard, nothing is taken from memory. */
export function createDocuments(changes: CacheInvalidation, keys: { forget(accountId: string): void }) {
  const known = createLruCache<string, Versioned & { accountId: string }>(MOST_KEPT);
  let generation = 0;
  const forget = (workspaceId: string | undefined) => {
    generation++;
    if (workspaceId) known.delete(workspaceId);
    else known.clear();
  };
  changes.on('business_versions', forget);
  // Told by the account's id, for the workspace and its sandbox: a bare document has their name.
  changes.on('workspaces', (accountId) => {
    generation++;
    for (const [id, kept] of known) if (!accountId || kept.accountId === accountId) known.delete(id);
  });

  return {
    async of({ db, workspace }: Pick<Context<InWorkspace>, 'db' | 'workspace'>): Promise<Versioned> {
      const kept = known.get(workspace.id);
      if (kept && changes.listening()) return kept;
      const asked = generation;
      const read = await readDocument(db, workspace);
      if (asked === generation && changes.listening()) {
        known.set(workspace.id, { ...read, accountId: workspace.accountId });
      }
      return read;
    },
    /** Appends a version. Whoever calls has locked the document. */
    async write(ctx: Writing, version: number, document: Business): Promise<Versioned> {
      const { workspace, now } = ctx;
      // The database tells everyone; whoever wrote it sees it at once.
      ctx.afterCommit(() => {
        forget(workspace.id);
        // Keys know the time zone.
        keys.forget(workspace.accountId);
      });
      await insertVersion(ctx, version, document);
      return { version, document, changedAt: now };
    },
  };
}

/** What writing needs of a request. */
type Writing = Pick<Context<InWorkspace>, 'db' | 'keyring' | 'workspace' | 'actor' | 'now' | 'afterCommit'>;

export type Documents = ReturnType<typeof createDocuments>;

async function insertVersion(ctx: Writing, version: number, document: Business): Promise<void> {
  const { db, workspace, actor, now } = ctx;
  await db
    .insertInto('business_versions')
    .values({
      workspace_id: workspace.id,
      version,
      document: JSON.stringify(document),
      created_by: actor.id,
      created_at: now,
    })
    .execute();
  if (document.timezone !== workspace.timezone) {
    await db.updateTable('workspaces').set({ timezone: document.timezone }).where('id', '=', workspace.id).execute();
  }
  recordEvents(db, [{ workspaceId: workspace.id, type: 'config.changed', data: { version }, at: now }]);
  await audit(ctx, 'config.change', `version ${version}`, 'config');
}
