import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Asked, Held } from './customer.ts';
import { eraseBookings, removeConversations } from './figures.ts';

/** What an order of the document is left with. */
const NOBODY = { email: 'erased@example.invalid', phone: '' };

/** Removes or empties every row about somebody. `db` is of one snapshot. */
export async function eraseCustomer(db: Db, asked: Asked, held: Held, now: Date): Promise<void> {
  await refuseUpcoming(db, held.bookings, now);
  await removeConversations(db, held.conversations);
  await eraseBookings(db, held.bookings, now);
  for (const table of ['requests', 'prescriptions'] as const)
    await db.deleteFrom(table).where('id', '=', sql<string>`any(${held[table]}::text[])`).execute();
  await removeEvents(db, asked, held);
  await eraseFromDocument(db, asked);
  if (asked.email) await sql`select forget_mails(${[asked.email]}::text[])`.execute(db);
}

/** The business must know who comes, and the customer that nobody waits for them: it is decided first. */
async function refuseUpcoming(db: Db, ids: string[], now: Date): Promise<void> {
  const upcoming = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('status', 'in', ['confirmed', 'waitlisted', 'offered'])
    .where('ends_at', '>', now)
    .execute();
  if (!upcoming.length) return;
  const detail = `${upcoming.length} of their bookings are still to come. Cancel them first, then erase.`;
  throw new Problem('conflict', detail, { reason: 'upcoming_bookings', bookings: upcoming.map(({ id }) => id) });
}

/** All that tell of them. Handoffs and resolutions of other conversations are counted, and stay. */
async function removeEvents(db: Db, { phone, email }: Asked, held: Held): Promise<void> {
  const words = [...Object.values(held).flat(), phone, email].filter((word) => word !== undefined);
  if (!words.length) return;
  // Each is a whole value there: what is a part of a longer one is somebody else's.
  const patterns = words.map((word) => `%"${word.replace(/[\\%_]/g, '\\$&')}"%`);
  await sql`delete from events where data::text ilike any(${patterns}::text[])
    and (type not in ('conversation.handoff', 'conversation.resolved') or data ->> 'id' = any(${held.conversations}::text[]))`.execute(
    db,
  );
}

/** In the parts of the industries, such as a shop's orders, in every version. The business's own addresses stay. */
async function eraseFromDocument(db: Db, { email, phone }: Asked): Promise<void> {
  const words = [email, phone].filter((word) => word !== undefined);
  if (!words.length) return;
  const { rows } = await sql<{ version: number; document: Business }>`
    select version, document from business_versions
    where document::text ilike any(${words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`.execute(db);
  for (const { version, document } of rows) {
    const parts = document.industries.map((name) => [name, withoutPerson(document[name], words)]);
    const next = JSON.stringify({ ...document, ...Object.fromEntries(parts) });
    if (next === JSON.stringify(document)) continue;
    await sql`update business_versions set document = ${next}::json where version = ${version}`.execute(db);
  }
}

function withoutPerson(value: unknown, words: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, words));
  if (typeof value !== 'object' || value === null) return value;
  const isTheirs = (name: string, inner: unknown) =>
    Object.hasOwn(NOBODY, name) && typeof inner === 'string' && words.includes(inner.toLowerCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isTheirs(name, inner) ? NOBODY[name as keyof typeof NOBODY] : withoutPerson(inner, words),
    ]),
  );
}
