import type { ColumnType } from 'kysely';
import { type Business, countryOf, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Db } from '../../kernel/database/database.ts';
import { createTenantCache } from '../../kernel/database/tenant-cache.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Context, Workspace, WorkspacePrincipal } from '../../kernel/http/route.ts';

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

export type VersionedDocument = { version: number; document: Business; changedAt: Date | null };

const MAX_CACHED_DOCUMENTS = 5_000;

/** The initial document is version 0 and is not stored. */
const createInitialDocument = (workspace: Workspace): VersionedDocument => ({
  version: 0,
  document: { ...EMPTY_DOCUMENT, name: workspace.name } as Business,
  changedAt: null,
});

export async function readDocument(db: Db, workspace: Workspace): Promise<VersionedDocument> {
  const row = await db
    .selectFrom('business_versions')
    .select(['version', 'document', 'created_at as changedAt'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? createInitialDocument(workspace);
}

export const countIndustries = async (db: Db, workspace: Workspace): Promise<number> =>
  (await readDocument(db, workspace)).document.industries.length;

/** Undefined if there is no such version or the text is not a number. */
export const findVersion = async (db: Db, version: string) =>
  /^\d{1,9}$/.test(version)
    ? db.selectFrom('business_versions').selectAll().where('version', '=', Number(version)).executeTakeFirst()
    : undefined;

export const presentDocument = (document: Business) => ({ ...document, country: countryOf(document) });

/** Caches documents, so that requests need no query for them. */
export function createDocuments(cacheInvalidation: CacheInvalidation, keyCache: { invalidate(liveId: string): void }) {
  const documents = createTenantCache<VersionedDocument & { liveId: string }>(cacheInvalidation, {
    // The initial document contains the name of the workspace.
    tables: ['business_versions', 'workspaces'],
    maxSize: MAX_CACHED_DOCUMENTS,
    // A change of `workspaces` is notified once for the workspace and its sandbox.
    getTenantId: ({ liveId }) => liveId,
  });

  return {
    get: ({ db, workspace }: Pick<Context<WorkspacePrincipal>, 'db' | 'workspace'>): Promise<VersionedDocument> =>
      documents.get(workspace.id, async () => ({
        ...(await readDocument(db, workspace)),
        liveId: workspace.liveId,
      })),
    /** Appends a version. The caller must have locked the document. */
    async write(ctx: WriteContext, version: number, document: Business): Promise<VersionedDocument> {
      const { workspace, now } = ctx;
      // Other instances are notified by the database; this one invalidates its cache at once.
      ctx.afterCommit(() => {
        documents.invalidate(workspace.id);
        // Cached keys contain the time zone.
        keyCache.invalidate(workspace.liveId);
      });
      await insertVersion(ctx, version, document);
      return { version, document, changedAt: now };
    },
  };
}

type WriteContext = Pick<Context<WorkspacePrincipal>, 'db' | 'keyring' | 'workspace' | 'actor' | 'now' | 'afterCommit'>;

export type Documents = ReturnType<typeof createDocuments>;

async function insertVersion(ctx: WriteContext, version: number, document: Business): Promise<void> {
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
