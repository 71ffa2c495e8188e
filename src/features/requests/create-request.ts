import type { ColumnType } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import { recordEvents } from '../../kernel/events.ts';
import { newId } from '../../kernel/ids.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';

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
  /** The prefix of the request's id. */
  prefix: string;
  /** The event type to record; the part before the dot is the request's kind. */
  type: string;
  status: string;
  data: Record<string, unknown>;
};

/** Stores a customer's request for staff to decide on. */
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
