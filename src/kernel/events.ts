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

/** Writes what happened in the transaction of the change itself; its payload is frozen here. */
export async function recordEvents(db: Db, happenings: Happening[]): Promise<void> {
  const rows = happenings.map(({ workspaceId, type, data, at }) => ({
    workspace_id: workspaceId,
    id: newId('evt'),
    type,
    data: JSON.stringify(data),
    occurred_at: at,
  }));
  await db.insertInto('events').values(rows).execute();
}
