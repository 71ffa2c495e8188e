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
