import { sql } from 'kysely';
import { type Database, type Db, liftTimeLimit } from '../../kernel/database/database.ts';
import { retryOnConflict } from '../../kernel/http/execute.ts';
import { must } from '../../kernel/must.ts';

/** Must be the first statement of a transaction that removes counted rows, so that all its reads see one moment. */
export async function beginSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  await liftTimeLimit(db);
}

/** Runs such work in its own transaction, retried after a conflict with another one. */
export const inSnapshotTransaction = <T>(
  database: Database,
  workspaceId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  retryOnConflict(() =>
    database.inWorkspace(workspaceId, async (db) => {
      await beginSnapshot(db);
      return work(db);
    }),
  );

/**
 * Removes conversations with their messages, without changing the analytics: the difference that the removal makes is
 * stored as a correction.
 */
export async function removeConversations(db: Db, ids: string[]): Promise<void> {
  if (!ids.length) return;
  const quartersResult = await sql<{ quarters: string[] }>`
    select mark_forgotten(${ids}::text[])::text[] as quarters`.execute(db);
  const { quarters } = must(quartersResult.rows[0], 'one row');
  const factsResult = await sql<{ facts: object[] }>`
    select facts_in_quarters(${quarters}::timestamptz[]) as facts`.execute(db);
  await db.deleteFrom('conversations').where('id', '=', sql<string>`any(${ids}::text[])`).execute();
  const factsBefore = JSON.stringify(must(factsResult.rows[0], 'one row').facts);
  await sql`select keep_figures(${quarters}::timestamptz[], ${factsBefore}::json)`.execute(db);
}

/** A booking stays for the past calendar and the analytics, but without the customer's details. */
const ERASED_BOOKING = { customer: JSON.stringify({ name: 'Erased' }), notes: null, sealed: null, asked: '{}' };

export async function eraseBookings(db: Db, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return;
  await db
    .updateTable('bookings')
    .set({ ...ERASED_BOOKING, person_hashes: [], erased_at: now })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}
