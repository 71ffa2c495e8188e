import type { ColumnType } from 'kysely';
import { type Db, sendWithoutWaiting } from './database/database.ts';
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

const eventsByTransaction = new WeakMap<Db, readonly DomainEvent[]>();

/** The events recorded so far in this transaction. */
export const listEventsOfTransaction = (db: Db): readonly DomainEvent[] => eventsByTransaction.get(db) ?? [];

/** Stores events in the transaction of the change they describe. */
export function recordEvents(db: Db, events: DomainEvent[]): void {
  eventsByTransaction.set(db, [...listEventsOfTransaction(db), ...events]);
  sendWithoutWaiting(db, db.insertInto('events').values(events.map(toEventRow)));
}

/** For a statement that writes the change and its events together. */
export const toEventRow = ({ workspaceId, type, data, at }: DomainEvent) => ({
  workspace_id: workspaceId,
  id: newId('evt'),
  type,
  data,
  occurred_at: at,
});

export const EVENT_COLUMNS = ['workspace_id', 'id', 'type', 'data', 'occurred_at'];
