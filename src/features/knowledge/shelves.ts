import type { Changes } from '../../kernel/database/changes.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { makeWritten, type Written } from '../assistant/written.ts';
import { readPassages } from './store.ts';

/** Over all workspaces that an instance serves. */
const MOST_HELD = 200_000;

export type Shelves = ReturnType<typeof createShelves>;

/** Passages in memory, as documents are. The database tells of changes; while it cannot be heard, nothing is trusted. */
export function createShelves(changes: Changes) {
  const known = new Map<string, Written | undefined>();
  let generation = 0;
  const forget = (workspaceId: string | undefined) => {
    generation++;
    if (workspaceId) known.delete(workspaceId);
    else known.clear();
  };
  changes.on('knowledge', forget);
  const makeRoom = () => {
    let held = [...known.values()].reduce((sum, written) => sum + (written?.passages.length ?? 0), 0);
    for (const [workspaceId, written] of known) {
      if (held <= MOST_HELD) return;
      known.delete(workspaceId);
      held -= written?.passages.length ?? 0;
    }
  };

  return {
    forget,
    /** Nothing where nothing was added, as in most workspaces. */
    async of({ db, workspace }: Pick<Context<InWorkspace>, 'db' | 'workspace'>): Promise<Written | undefined> {
      if (changes.listening() && known.has(workspace.id)) return known.get(workspace.id);
      const asked = generation;
      const written = await readWritten(db);
      if (asked === generation && changes.listening()) {
        known.set(workspace.id, written);
        makeRoom();
      }
      return written;
    },
  };
}

/** As it is now; nothing where nothing was added. */
export async function readWritten(db: Db): Promise<Written | undefined> {
  const rows = await readPassages(db);
  return rows.length ? makeWritten(rows.map(present)) : undefined;
}

type Row = Awaited<ReturnType<typeof readPassages>>[number];

const present = ({ id, title, kind, url, page, heading, text, vector }: Row) => ({
  text,
  heading,
  vector: new Int8Array(vector.buffer, vector.byteOffset, vector.length),
  source: kind === 'website' ? { kind: 'page', id, title: page, url } : { kind: 'document', id, title },
});
