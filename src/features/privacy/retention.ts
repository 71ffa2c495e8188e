import { sql } from 'kysely';
import type { EncryptedRecords } from '../../capability/records.ts';
import { appendAuditEntries } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { eraseBookings, inSnapshotTransaction, removeConversations } from './remove-records.ts';

const DAY_MS = 86_400_000;
const ROWS_PER_BATCH = 500;
const PREVIEW_DAYS = [7, 30] as const;

export const RETAINED_KINDS = ['conversations', 'bookings', 'requests', 'customers', 'events'] as const;
type RetainedKind = (typeof RETAINED_KINDS)[number];

/**
 * For each kind, a query of its rows with the time at which they ended, which is completed with a latest time. Rows are
 * removed once they ended longer ago than the retention period.
 */
const createEndedRowsQueries = (records: EncryptedRecords[]): Record<RetainedKind, ReturnType<typeof sql>> => ({
  conversations: sql`select id, updated_at as at from conversations where active_quarter <= `,
  bookings: sql`select id, ends_at as at from bookings where erased_at is null and ends_at <= `,
  requests: sql`select id, updated_at as at from (${sql.join(
    listRequestTables(records).map((table) => sql`select id, updated_at from ${sql.table(table)}`),
    sql` union all `,
  )}) as r where updated_at <= `,
  // A customer stays as long as anything of theirs does.
  customers: sql`select id, updated_at as at from customers c where merged_into is null
    and not exists (select from bookings where customer_id = c.id)
    and not exists (select from conversations where customer_id = c.id)
    and not exists (select from requests where customer_id = c.id) and updated_at <= `,
  // Handoffs and resolutions count in analytics, so they are removed only with their conversation.
  events: sql`select id, occurred_at as at from events e where not (
      type in ('conversation.handoff', 'conversation.resolved')
      and exists (select from conversations c where c.id = (e.data ->> 'id') collate "C"))
    and occurred_at <= `,
});
const listRequestTables = (records: EncryptedRecords[]) => ['requests', ...records.map(({ table }) => table)];

/** How many rows of each kind the next run removes, and how many are removed within a week and a month. */
export async function countDueRows(db: Db, records: EncryptedRecords[], cutoff: Date) {
  const endedRows = createEndedRowsQueries(records);
  const dueRows = [];
  for (const kind of RETAINED_KINDS) {
    const cutoffIn = (days: number) => new Date(cutoff.getTime() + days * DAY_MS);
    const [week, month] = PREVIEW_DAYS.map(cutoffIn);
    const { rows } = await sql<{ next: number; week: number; month: number }>`
      select count(*) filter (where at < ${cutoff})::int as next, count(*) filter (where at < ${week})::int as week,
        count(*) filter (where at < ${month})::int as month
      from (${endedRows[kind]} ${month}) as ended`.execute(db);
    dueRows.push({ kind, ...must(rows[0], 'one row') });
  }
  return dueRows;
}

export const computeRetentionCutoff = (retentionDays: number, now: Date): Date =>
  new Date(now.getTime() - retentionDays * DAY_MS);

async function removeRows(
  db: Db,
  records: EncryptedRecords[],
  kind: RetainedKind,
  ids: string[],
  now: Date,
): Promise<void> {
  if (kind === 'conversations') return removeConversations(db, ids);
  if (kind === 'bookings') return eraseBookings(db, ids, now);
  for (const table of kind === 'requests' ? listRequestTables(records) : [kind])
    await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
}

/** Removes a workspace's rows that are past the retention period, in batches. Each batch leaves an audit entry. */
export async function purgeExpiredRows(
  { database, keyring, records }: { database: Database; keyring: Keyring; records: EncryptedRecords[] },
  workspaceId: string,
  now: Date,
): Promise<void> {
  const retentionDays = await database.inWorkspaceReadOnly(workspaceId, (db) => readRetentionDays(db, workspaceId));
  if (retentionDays === undefined) return;
  const cutoff = computeRetentionCutoff(retentionDays, now);
  const endedRows = createEndedRowsQueries(records);
  const auditEntry = {
    workspaceId,
    at: now,
    actor: 'system',
    action: 'retention.purge',
    subject: `older than ${retentionDays} days`,
  };
  for (const kind of RETAINED_KINDS) {
    for (let removedCount = ROWS_PER_BATCH; removedCount === ROWS_PER_BATCH; ) {
      removedCount = await inSnapshotTransaction(database, workspaceId, async (db) => {
        const { rows } = await sql<{ id: string }>`
          select id from (${endedRows[kind]} ${cutoff}) as ended where at < ${cutoff} order by at limit ${ROWS_PER_BATCH}`.execute(
          db,
        );
        const ids = rows.map(({ id }) => id);
        if (ids.length) {
          await removeRows(db, records, kind, ids, now);
          await appendAuditEntries({ db, keyring }, { ...auditEntry, reason: `${ids.length} ${kind}` });
        }
        return ids.length;
      });
    }
  }
}

export async function readRetentionDays(db: Db, workspaceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('retention_days')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.retention_days;
}
