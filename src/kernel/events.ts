import type { ColumnType } from 'kysely';
import type { Db } from './database/database.ts';
import { newId } from './ids.ts';

declare module './database/database.ts' {
  interface Tables {
    events: {
      workspace_id: string;
      id: string;
      type: string;
      data: ColumnType<Record<string, unknown>, string, never>;
      occurred_at: Date;
      created_at: ColumnType<Date, never, never>;
    };
  }
}

export type Happening = { workspaceId: string; type: string; data: Record<string, unknown>; at: Date };

const recorded = new WeakMap<Db, readonly Happening[]>();

/** What has happened so far in this transaction: it is committed with it, or never was. */
export const recordedIn = (db: Db): readonly Happening[] => recorded.get(db) ?? [];

/** Writes what happened in the transaction of the change itself; its payload is frozen here. */
export async function recordEvents(db: Db, happenings: Happening[]): Promise<void> {
  recorded.set(db, [...recordedIn(db), ...happenings]);
  await db.insertInto('events').values(happenings.map(eventRow)).execute();
}

/** For a statement that writes the change and its events together. */
export const eventRow = ({ workspaceId, type, data, at }: Happening) => ({
  workspace_id: workspaceId,
  id: newId('evt'),
  type,
  data: JSON.stringify(data),
  occurred_at: at,
});
