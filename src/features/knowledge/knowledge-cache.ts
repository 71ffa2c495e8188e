import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Db } from '../../kernel/database/database.ts';
import { createTenantCache } from '../../kernel/database/tenant-cache.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from '../assistant/knowledge-index.ts';
import { readPassages } from './store.ts';

/** Over all workspaces of a server process. */
const MAX_CACHED_PASSAGES = 200_000;

export type KnowledgeCache = ReturnType<typeof createKnowledgeCache>;

/** Caches the index of each workspace's knowledge, so that a turn need not read all passages. */
export function createKnowledgeCache(cacheInvalidation: CacheInvalidation) {
  const indexes = createTenantCache<{ index: KnowledgeIndex | undefined }>(cacheInvalidation, {
    tables: ['knowledge'],
    maxSize: MAX_CACHED_PASSAGES,
    measureSize: (_, { index }) => 1 + (index?.passages.length ?? 0),
  });

  return {
    invalidate: indexes.invalidate,
    /** Returns nothing if the workspace has no knowledge sources, as most workspaces do. */
    async get({
      db,
      workspace,
    }: Pick<Context<WorkspacePrincipal>, 'db' | 'workspace'>): Promise<KnowledgeIndex | undefined> {
      const { index } = await indexes.get(workspace.id, async () => ({ index: await readKnowledgeIndex(db) }));
      return index;
    },
  };
}

/** Reads the current index from the database; returns nothing if there are no sources. */
export async function readKnowledgeIndex(db: Db): Promise<KnowledgeIndex | undefined> {
  const rows = await readPassages(db);
  return rows.length ? createKnowledgeIndex(rows.map(toPassage)) : undefined;
}

type Row = Awaited<ReturnType<typeof readPassages>>[number];

const toPassage = ({ id, title, kind, url, page, heading, text, vector }: Row) => ({
  text,
  heading,
  vector: new Int8Array(vector.buffer, vector.byteOffset, vector.length),
  source: kind === 'website' ? { kind: 'page', id, title: page, url } : { kind: 'document', id, title },
});
