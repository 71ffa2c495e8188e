import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    reminders_sent: {
      workspace_id: string;
      booking_id: string;
      starts_at: Date;
      before_minutes: number;
      sent_at: Date;
    };
    booking_notices: {
      workspace_id: string;
      id: string;
      booking_id: string;
      about: string;
      route: string | null;
      message_id: string | null;
      mailed_at: Date | null;
      reason: string | null;
      created_at: Date;
    };
    reminder_refusals: { workspace_id: string; address: Buffer; created_at: Date };
  }
}

export type DueReminder = { workspace_id: string; booking_id: string; starts_at: Date; before_minutes: number };

/** Returns false if another worker has already claimed this reminder: the unique row allows one sender only. */
export async function claimReminder(db: Db, due: DueReminder, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('reminders_sent')
    .values({ ...due, sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function hasUnsubscribed(db: Db, address: Buffer): Promise<boolean> {
  const refusal = await db
    .selectFrom('reminder_refusals')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst();
  return refusal !== undefined;
}

export async function setUnsubscribed(
  { db, workspace, now }: { db: Db; workspace: { id: string }; now: Date },
  address: Buffer,
  isUnsubscribed: boolean,
): Promise<void> {
  if (isUnsubscribed)
    await db
      .insertInto('reminder_refusals')
      .values({ workspace_id: workspace.id, address, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom('reminder_refusals').where('address', '=', address).execute();
}

type NewNotice = { id: string; booking_id: string; about: string } & (
  | { route: string; message_id?: string }
  | { reason: string }
);

/** False if the notice is stored already: then an earlier attempt has sent it, or is sending it as an email. */
export async function insertNotice(
  { db, workspace, now }: { db: Db; workspace: { id: string }; now: Date },
  notice: NewNotice,
): Promise<boolean> {
  const inserted = await db
    .insertInto('booking_notices')
    .values({
      workspace_id: workspace.id,
      route: null,
      message_id: null,
      mailed_at: null,
      reason: null,
      created_at: now,
      ...notice,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const findNotice = (db: Db, id: string) =>
  db.selectFrom('booking_notices').select(['route', 'mailed_at', 'message_id']).where('id', '=', id).executeTakeFirst();

export const markEmailSent = (db: Db, id: string, mailed_at: Date) =>
  db.updateTable('booking_notices').set({ mailed_at }).where('id', '=', id).execute();

/** The email was not sent, for good. */
export const recordUnsentEmail = (db: Db, id: string, reason: string) =>
  db.updateTable('booking_notices').set({ route: null, reason }).where('id', '=', id).execute();

export const NOTICE_STATUSES = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'none'] as const;
type StoredNotice = {
  id: string;
  about: string;
  route: string | null;
  status: (typeof NOTICE_STATUSES)[number];
  error: string | null;
  created_at: Date;
};

/** What the customer was told about a booking and what became of it, the oldest first. */
export async function findNotices(db: Db, bookingId: string): Promise<StoredNotice[]> {
  const { rows } = await sql<StoredNotice>`
    select n.id, n.about, n.route, n.created_at, coalesce(n.reason, o.error) as error,
      case when n.route is null then 'none'
        when n.route = 'email' and n.message_id is null and n.mailed_at is null then 'pending'
        else coalesce(o.status, 'sent') end as status
    from booking_notices n left join channel_outgoing o on o.workspace_id = n.workspace_id and o.message_id = n.message_id
    where n.booking_id = ${bookingId} order by n.created_at, n.id`.execute(db);
  return rows;
}
