import { sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import { must } from '../../kernel/must.ts';

/** The first statement of a transaction that removes what is counted: all of it is then of one moment. */
export async function oneSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
}

/** A transaction of its own for such work; tried again where another was in its way. */
export const inOneSnapshot = <T>(database: Database, workspaceId: string, work: (db: Db) => Promise<T>): Promise<T> =>
  again(() =>
    database.inWorkspace(workspaceId, async (db) => {
      await oneSnapshot(db);
      return work(db);
    }),
  );

/**
 * Removes conversations, and with them all that was said, without changing a figure: what they counted for is kept as the
 * difference that their going makes.
 */
export async function removeConversations(db: Db, ids: string[]): Promise<void> {
  if (!ids.length) return;
  const marked = await sql<{ quarters: string[] }>`
    select mark_forgotten(${ids}::text[])::text[] as quarters`.execute(db);
  const { quarters } = must(marked.rows[0], 'one row');
  const counted = await sql<{ facts: object[] }>`
    select facts_in_quarters(${quarters}::timestamptz[]) as facts`.execute(db);
  await db.deleteFrom('conversations').where('id', '=', sql<string>`any(${ids}::text[])`).execute();
  const before = JSON.stringify(must(counted.rows[0], 'one row').facts);
  await sql`select keep_figures(${quarters}::timestamptz[], ${before}::json)`.execute(db);
}

/** A booking stays, for the calendar of the past and the figures; nobody is known by it. */
const ERASED = { customer: JSON.stringify({ name: 'Erased' }), notes: null, sealed: null, asked: '{}' };

export async function eraseBookings(db: Db, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return;
  await db
    .updateTable('bookings')
    .set({ ...ERASED, person_hashes: [], erased_at: now })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}
