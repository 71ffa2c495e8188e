import { sql } from 'kysely';
import type { SealedRecords } from '../../capability/records.ts';
import { recordAudit } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { eraseBookings, inOneSnapshot, removeConversations } from './figures.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
const SOON = [7, 30] as const;

type Kind = 'conversations' | 'bookings' | 'requests' | 'events';

/** Since when each kind of row has been of no use: the row goes when that is longer ago than the document says. */
const endedIn = (records: SealedRecords[]): Record<Kind, ReturnType<typeof sql>> => ({
  conversations: sql`select id, updated_at as at from conversations where active_quarter <= `,
  bookings: sql`select id, ends_at as at from bookings where erased_at is null and ends_at <= `,
  requests: sql`select id, updated_at as at from (${sql.join(
    tablesOfRequests(records).map((table) => sql`select id, updated_at from ${sql.table(table)}`),
    sql` union all `,
  )}) as r where updated_at <= `,
  // Handoffs and resolutions are counted, and go with their conversation.
  events: sql`select id, occurred_at as at from events e where not (
      type in ('conversation.handoff', 'conversation.resolved')
      and exists (select from conversations c where c.id = (e.data ->> 'id') collate "C"))
    and occurred_at <= `,
});
const tablesOfRequests = (records: SealedRecords[]) => ['requests', ...records.map(({ table }) => table)];
const KINDS: Kind[] = ['conversations', 'bookings', 'requests', 'events'];

/** How many of each go with the next run, within a week, and within a month. */
export async function whatIsDue(db: Db, records: SealedRecords[], cutoff: Date) {
  const ended = endedIn(records);
  const due = [];
  for (const kind of KINDS) {
    const until = (days: number) => new Date(cutoff.getTime() + days * DAY_MS);
    const [week, month] = SOON.map(until);
    const { rows } = await sql<{ next: number; week: number; month: number }>`
      select count(*) filter (where at < ${cutoff})::int as next, count(*) filter (where at < ${week})::int as week,
        count(*) filter (where at < ${month})::int as month
      from (${ended[kind]} ${month}) as ended`.execute(db);
    due.push({ kind, ...must(rows[0], 'one row') });
  }
  return due;
}

export const cutoffOf = (retentionDays: number, now: Date): Date => new Date(now.getTime() - retentionDays * DAY_MS);

async function remove(db: Db, records: SealedRecords[], kind: Kind, ids: string[], now: Date): Promise<void> {
  if (kind === 'conversations') return removeConversations(db, ids);
  if (kind === 'bookings') return eraseBookings(db, ids, now);
  for (const table of kind === 'events' ? ['events'] : tablesOfRequests(records))
    await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
}

/** Everything of a workspace whose time is over, some hundred rows at once. Each time the audit log is told with them. */
export async function purge(
  { database, keyring, records }: { database: Database; keyring: Keyring; records: SealedRecords[] },
  workspaceId: string,
  now: Date,
): Promise<void> {
  const days = await database.readWorkspace(workspaceId, (db) => retentionOf(db, workspaceId));
  if (days === undefined) return;
  const cutoff = cutoffOf(days, now);
  const ended = endedIn(records);
  const entry = {
    workspaceId,
    at: now,
    actor: 'system',
    action: 'retention.purge',
    subject: `older than ${days} days`,
  };
  for (const kind of KINDS) {
    for (let batch = BATCH; batch === BATCH; ) {
      batch = await inOneSnapshot(database, workspaceId, async (db) => {
        const { rows } = await sql<{ id: string }>`
          select id from (${ended[kind]} ${cutoff}) as ended where at < ${cutoff} order by at limit ${BATCH}`.execute(
          db,
        );
        const ids = rows.map(({ id }) => id);
        if (ids.length) {
          await remove(db, records, kind, ids, now);
          await recordAudit({ db, keyring }, { ...entry, reason: `${ids.length} ${kind}` });
        }
        return ids.length;
      });
    }
  }
}

export async function retentionOf(db: Db, workspaceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('retention_days')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.retention_days;
}
