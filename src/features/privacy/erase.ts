import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Idempotency } from '../../kernel/http/idempotency.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import type { Mail } from '../../kernel/mail.ts';
import { takeFromOutbox } from '../../kernel/outbox.ts';
import { Problem } from '../../kernel/problem.ts';
import { forgetAddress } from '../conversations/transcript-addresses.ts';
import type { Asked, Customer, Held } from './customer.ts';
import { eraseBookings, removeConversations } from './figures.ts';
import { namedBy } from './known.ts';

type Ctx = Context<InWorkspace>;
type Dependencies = { idempotency: Idempotency; dataDir: string };
export type Erased = { events: number; versions: number; answers: number; mails: number };

/** What an order of the document is left with. */
const NOBODY = { email: 'erased@example.invalid', phone: '' };
/** Of a question, what a digest shows of it in any case. */
const QUOTED = 100;

/** Removes or empties every row about somebody. `db` is of one snapshot. */
export async function eraseCustomer(ctx: Ctx, customer: Customer, deps: Dependencies): Promise<Erased> {
  const { db, now, workspace } = ctx;
  const { asked, held, known } = customer;
  await refuseUpcoming(db, held.bookings, now);
  const questions = await questionsIn(db, held.conversations);
  await removeConversations(db, held.conversations);
  await eraseBookings(db, held.bookings, now);
  const { conversations: _, bookings: __, ...requests } = held;
  for (const [table, ids] of Object.entries(requests))
    await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
  for (const email of known.emails) await forgetAddress(ctx, email);

  const ids = Object.values(held).flat();
  const tells = (text: string) => ids.some((id) => text.includes(id)) || namedBy(text, known).length > 0;
  const quotes = (text: string) => questions.some((question) => inOneLine(text).includes(question));
  return {
    events: (await removeEvents(db, asked, held)) + (await removeDigests(db, (text) => tells(text) || quotes(text))),
    versions: await eraseFromDocument(db, asked),
    answers: await deps.idempotency.forget(db, workspace.id, tells),
    mails: await forgetMails(ctx, deps.dataDir, ({ to, text }) =>
      [known.emails.includes(to.toLowerCase()), tells(text), quotes(text)].includes(true),
    ),
  };
}

/** What they asked in vain is quoted to the owners, every week. */
async function questionsIn(db: Db, conversations: string[]): Promise<string[]> {
  const { rows } = await sql<{
    text: string;
  }>`select m.text from analytics_questions q join messages m on m.id = q.message_id
    where m.conversation_id = any(${conversations}::text[])`.execute(db);
  return rows.map(({ text }) => inOneLine(text).trim().slice(0, QUOTED));
}

/** Of a text, or of the JSON of one. */
const inOneLine = (text: string) =>
  text
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\"/g, '"')
    .replace(/\s+/g, ' ');

/** Those of this workspace that wait to be sent or could not be, and those that lie in the outbox. */
async function forgetMails(
  { db, workspace }: Ctx,
  dataDir: string,
  isTheirs: (mail: Mail) => boolean,
): Promise<number> {
  const { rows } = await sql<{ id: string; mail: Mail }>`select id, mail from waiting_mails()`.execute(db);
  const ids = rows
    .filter(({ mail }) => isTheirs({ ...mail, text: [mail.subject, mail.text, mail.html].join('\n') }))
    .map(({ id }) => id);
  if (ids.length) await sql`select forget_mails(${ids}::bigint[])`.execute(db);
  const written = await takeFromOutbox(
    dataDir,
    ({ workspaceId, to, text }) => workspaceId === workspace.id && isTheirs({ to, text, subject: '' }),
  );
  return ids.length + written;
}

async function removeDigests(db: Db, tells: (text: string) => boolean): Promise<number> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, data::text as text from events where type = 'digest.weekly'`.execute(db);
  const ids = rows.filter(({ text }) => tells(text)).map(({ id }) => id);
  await db.deleteFrom('events').where('id', '=', sql<string>`any(${ids}::text[])`).execute();
  return ids.length;
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
async function removeEvents(db: Db, { phone, email }: Asked, held: Held): Promise<number> {
  const words = [...Object.values(held).flat(), phone, email].filter((word) => word !== undefined);
  if (!words.length) return 0;
  // Each is a whole value there: what is a part of a longer one is somebody else's.
  const patterns = words.map((word) => `%"${word.replace(/[\\%_]/g, '\\$&')}"%`);
  const { numAffectedRows } = await sql`delete from events where data::text ilike any(${patterns}::text[])
    and (type not in ('conversation.handoff', 'conversation.resolved') or data ->> 'id' = any(${held.conversations}::text[]))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** In the parts of the industries, such as a shop's orders, in every version. The business's own addresses stay. */
async function eraseFromDocument(db: Db, { email, phone }: Asked): Promise<number> {
  const words = [email, phone].filter((word) => word !== undefined);
  if (!words.length) return 0;
  let emptied = 0;
  const { rows } = await sql<{ version: number; document: Business }>`
    select version, document from business_versions
    where document::text ilike any(${words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`.execute(db);
  for (const { version, document } of rows) {
    const parts = document.industries.map((name) => [name, withoutPerson(document[name], words)]);
    const next = JSON.stringify({ ...document, ...Object.fromEntries(parts) });
    if (next === JSON.stringify(document)) continue;
    await sql`update business_versions set document = ${next}::json where version = ${version}`.execute(db);
    emptied++;
  }
  return emptied;
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
