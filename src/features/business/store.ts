import type { ColumnType } from 'kysely';
import { BARE, type Business } from '../../capability/document.ts';
import type { Changes } from '../../kernel/database/changes.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Workspace } from '../../kernel/http/route.ts';

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

export type Versioned = { version: number; document: Business };

const MOST_KEPT = 5_000;

/** The bare document is version 0: it is nowhere stored. */
const bare = (workspace: Workspace): Versioned => ({
  version: 0,
  document: { ...BARE, name: workspace.name } as Business,
});

export async function readDocument(db: Db, workspace: Workspace): Promise<Versioned> {
  const row = await db
    .selectFrom('business_versions')
    .select(['version', 'document'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? bare(workspace);
}

/** Documents in memory. The database tells of new versions; while it cannot be heard, nothing is taken from memory. */
export function createDocuments(database: Database, changes: Changes) {
  const known = new Map<string, Versioned>();
  let generation = 0;
  changes.on('business_versions', (workspaceId) => {
    generation++;
    if (workspaceId) known.delete(workspaceId);
    else known.clear();
  });
  changes.on('workspaces', () => {
    generation++;
    known.clear();
  });
  return {
    async of(workspace: Workspace): Promise<Versioned> {
      const kept = known.get(workspace.id);
      if (kept && changes.listening()) return kept;
      const asked = generation;
      const read = await database.readWorkspace(workspace.id, (db) => readDocument(db, workspace));
      if (asked === generation && changes.listening()) {
        if (known.size >= MOST_KEPT) known.clear();
        known.set(workspace.id, read);
      }
      return read;
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;

/** Appends a version. Two at once: the database's key lets one through, and the kernel runs the other again. */
export async function writeDocument(
  db: Db,
  workspace: Workspace,
  { version, document }: Versioned,
  by: string,
  now: Date,
): Promise<Versioned> {
  const next = version + 1;
  await db
    .insertInto('business_versions')
    .values({
      workspace_id: workspace.id,
      version: next,
      document: JSON.stringify(document),
      created_by: by,
      created_at: now,
    })
    .execute();
  if (document.timezone !== workspace.timezone) {
    await db.updateTable('workspaces').set({ timezone: document.timezone }).where('id', '=', workspace.id).execute();
  }
  await recordEvents(db, [{ workspaceId: workspace.id, type: 'config.changed', data: { version: next }, at: now }]);
  return { version: next, document };
}
