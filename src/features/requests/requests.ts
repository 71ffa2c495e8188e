import type { ColumnType } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import { recordEvents } from '../../kernel/events.ts';
import { newId } from '../../kernel/ids.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    requests: {
      workspace_id: string;
      id: string;
      type: string;
      status: string;
      data: ColumnType<Record<string, unknown>, string, string>;
      created_at: Date;
      updated_at: Date;
    };
  }
}

export type NewRequest = {
  /** Of its id. */
  prefix: string;
  /** The event that it is told by; before the dot it says what it is. */
  type: string;
  status: string;
  data: Record<string, unknown>;
};

/** Keeps what a customer asked for, for the business's people to decide. */
export async function createRequest(ctx: BookingContext, { prefix, type, status, data }: NewRequest) {
  const { db, workspace, now, business } = ctx;
  const id = newId(prefix);
  const row = {
    workspace_id: workspace.id,
    id,
    type,
    status,
    data: JSON.stringify(data),
    created_at: now,
    updated_at: now,
  };
  await db.insertInto('requests').values(row).execute();
  const request = { id, status, ...data, createdAt: rfc3339(now, business.timezone) };
  recordEvents(db, [{ workspaceId: workspace.id, type, data: request, at: now }]);
  return request;
}
