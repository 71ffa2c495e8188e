import { sql } from 'kysely';
import type { BookingContext } from './schedules.ts';

/** Serializes bookings per business and local day (counted from 1970-01-01), until the transaction ends. */
export async function lockLocalDay({ db, workspace }: Pick<BookingContext, 'db' | 'workspace'>, day: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspace.id} ${day}`}, 1))`.execute(db);
}
