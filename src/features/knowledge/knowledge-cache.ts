import { LRUCache } from 'lru-cache';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { createDocumentIndex, type DocumentIndex } from '../assistant/document-index.ts';
import { readPassages } from './store.ts';

/** The most passages in memory, over all workspaces of an instance. */
const MOST_HELD = 200_000;

export type KnowledgeCache = ReturnType<typeof createKnowledgeCache>;

/** Caches document indexes in memory. The database announces changes; while its connection is down, the cache is bypassed. */
export function createKnowledgeCache(changes: CacheInvalidation) {
  const known = new LRUCache<string, { written: DocumentIndex | undefined }>({
    maxSize: MOST_HELD,
    sizeCalculation: ({ written }) => 1 + (written?.passages.length ?? 0),
  });
  let generation = 0;
  const forget = (workspaceId: string | undefined) => {
    generation++;
    if (workspaceId) known.delete(workspaceId);
    else known.clear();
  };
  changes.on('knowledge', forget);

  return {
    forget,
    /** Nothing where nothing was added, as in most workspaces. */
    async of({ db, workspace }: Pick<Context<InWorkspace>, 'db' | 'workspace'>): Promise<DocumentIndex | undefined> {
      const kept = known.get(workspace.id);
      if (kept && changes.listening()) return kept.written;
      const asked = generation;
      const written = await readDocumentIndex(db);
      if (asked === generation && changes.listening()) known.set(workspace.id, { written });
      return written;
    },
  };
}

/** As it is now; nothing where nothing was added. */
export async function readDocumentIndex(db: Db): Promise<DocumentIndex | undefined> {
  const rows = await readPassages(db);
  return rows.length ? createDocumentIndex(rows.map(present)) : undefined;
}

type Row = Awaited<ReturnType<typeof readPassages>>[number];

const present = ({ id, title, kind, url, page, heading, text, vector }: Row) => ({
  text,
  heading,
  vector: new Int8Array(vector.buffer, vector.byteOffset, vector.length),
  source: kind === 'website' ? { kind: 'page', id, title: page, url } : { kind: 'document', id, title },
});
