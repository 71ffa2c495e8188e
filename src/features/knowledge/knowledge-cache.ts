import { LRUCache } from 'lru-cache';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from '../assistant/knowledge-index.ts';
import { readPassages } from './store.ts';

/** Over all workspaces of a server process. */
const MAX_CACHED_PASSAGES = 200_000;

export type KnowledgeCache = ReturnType<typeof createKnowledgeCache>;

/** Caches document indexes in memory. The database announces changes; while its connection is down, the cache is bypassed. */
export function createKnowledgeCache(changes: CacheInvalidation) {
  const cache = new LRUCache<string, { index: KnowledgeIndex | undefined }>({
    maxSize: MAX_CACHED_PASSAGES,
    sizeCalculation: ({ index }) => 1 + (index?.passages.length ?? 0),
  });
  let generation = 0;
  const invalidate = (workspaceId: string | undefined) => {
    generation++;
    if (workspaceId) cache.delete(workspaceId);
    else cache.clear();
  };
  changes.on('knowledge', invalidate);

  return {
    invalidate,
    /** Returns nothing if the workspace has no knowledge sources, as most workspaces do. */
    async get({
      db,
      workspace,
    }: Pick<Context<WorkspacePrincipal>, 'db' | 'workspace'>): Promise<KnowledgeIndex | undefined> {
      const cached = cache.get(workspace.id);
      if (cached && changes.isListening()) return cached.index;
      const generationBeforeRead = generation;
      const index = await readKnowledgeIndex(db);
      if (generationBeforeRead === generation && changes.isListening()) cache.set(workspace.id, { index });
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
