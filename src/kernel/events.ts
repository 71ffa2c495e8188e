import type { ColumnType } from 'kysely';
import { type Db, sendOff } from './database/database.ts';
import { newId } from './ids.ts';

declare module './database/database.ts' {
  interface Tables {
    events: {
      workspace_id: string;
      id: string;
      type: string;
      data: ColumnType<Record<string, unknown>, Record<string, unknown>, never>;
      occurred_at: Date;
      created_at: ColumnType<Date, never, never>;
    };
  }
}

export type DomainEvent = { workspaceId: string; type: string; data: Record<string, unknown>; at: Date };

const recorded = new WeakMap<Db, readonly DomainEvent[]>();

/** The events recorded so far in this transaction. */
export const recordedIn = (db: Db): readonly DomainEvent[] => recorded.get(db) ?? [];

/** Records events in the transaction of the change; their payload is frozen here. */
export function recordEvents(db: Db, happenings: DomainEvent[]): void {
  recorded.set(db, [...recordedIn(db), ...happenings]);
  sendOff(db, db.insertInto('events').values(happenings.map(eventRow)));
}

/** For a statement that writes the change and its events together. */
export const eventRow = ({ workspaceId, type, data, at }: DomainEvent) => ({
  workspace_id: workspaceId,
  id: newId('evt'),
  type,
  data,
  occurred_at: at,
});

export const EVENT_COLUMNS = ['workspace_id', 'id', 'type', 'data', 'occurred_at'];
