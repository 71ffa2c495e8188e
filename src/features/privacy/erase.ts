import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Idempotency } from '../../kernel/http/idempotency.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import type { Email } from '../../kernel/mail.ts';
import { removeFromOutbox } from '../../kernel/outbox.ts';
import { Problem } from '../../kernel/problem.ts';
import { ACTIVE_STATUSES } from '../../scheduling/shapes.ts';
import { deleteAddress } from '../conversations/transcript-addresses.ts';
import type { CustomerQuery, FoundCustomer, RecordIds } from './customer.ts';
import { findIdentifierKinds } from './person-identifiers.ts';
import { eraseBookings, removeConversations } from './remove-records.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = { idempotency: Idempotency; dataDir: string };
export type ErasureCounts = { events: number; versions: number; answers: number; mails: number };

/** Replaces the contact details in the document's entries, such as orders. */
const ERASED_CONTACT = { email: 'erased@example.invalid', phone: '' };
/** The digest quotes at least this many characters of a question. */
const QUOTED_CHARACTERS = 100;

/** Removes or empties every row about the customer. Must run in a snapshot transaction. */
export async function eraseCustomer(
  ctx: Ctx,
  customer: FoundCustomer,
  dependencies: Dependencies,
): Promise<ErasureCounts> {
  const { db, now, workspace } = ctx;
  const { query, recordIds, identifiers } = customer;
  await requireNoUpcomingBookings(db, recordIds.bookings, now);
  const questions = await readQuestions(db, recordIds.conversations);
  await removeConversations(db, recordIds.conversations);
  await eraseBookings(db, recordIds.bookings, now);
  const { conversations: _, bookings: __, ...otherRecordIds } = recordIds;
  for (const [table, ids] of Object.entries(otherRecordIds))
    await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
  for (const email of identifiers.emails) await deleteAddress(ctx, email);

  const ids = Object.values(recordIds).flat();
  const mentionsCustomer = (text: string) =>
    ids.some((id) => text.includes(id)) || findIdentifierKinds(text, identifiers).length > 0;
  const quotesQuestion = (text: string) => questions.some((question) => toOneLine(text).includes(question));
  return {
    events:
      (await removeEvents(db, query, recordIds)) +
      (await removeDigests(db, (text) => mentionsCustomer(text) || quotesQuestion(text))),
    versions: await eraseFromDocument(db, query),
    answers: await dependencies.idempotency.deleteMatching(db, workspace.id, mentionsCustomer),
    mails: await deleteEmails(ctx, dependencies.dataDir, ({ to, text }) =>
      [identifiers.emails.includes(to.toLowerCase()), mentionsCustomer(text), quotesQuestion(text)].includes(true),
    ),
  };
}

/** The customer's unanswered questions, which the weekly digest quotes to the owners. */
async function readQuestions(db: Db, conversationIds: string[]): Promise<string[]> {
  const { rows } = await sql<{
    text: string;
  }>`select m.text from analytics_questions q join messages m on m.id = q.message_id
    where m.conversation_id = any(${conversationIds}::text[])`.execute(db);
  return rows.map(({ text }) => toOneLine(text).trim().slice(0, QUOTED_CHARACTERS));
}

/** Works on a text and on its JSON. */
const toOneLine = (text: string) =>
  text
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\"/g, '"')
    .replace(/\s+/g, ' ');

/** Deletes emails of this workspace that are waiting, have failed, or are in the outbox folder. */
async function deleteEmails(
  { db, workspace }: Ctx,
  dataDir: string,
  isAboutCustomer: (mail: Email) => boolean,
): Promise<number> {
  const { rows } = await sql<{ id: string; mail: Email }>`select id, mail from waiting_mails()`.execute(db);
  const ids = rows
    .filter(({ mail }) => isAboutCustomer({ ...mail, text: [mail.subject, mail.text, mail.html].join('\n') }))
    .map(({ id }) => id);
  if (ids.length) await sql`select forget_mails(${ids}::bigint[])`.execute(db);
  const removedFromOutbox = await removeFromOutbox(
    dataDir,
    ({ workspaceId, to, text }) => workspaceId === workspace.id && isAboutCustomer({ to, text, subject: '' }),
  );
  return ids.length + removedFromOutbox;
}

async function removeDigests(db: Db, mentionsCustomer: (text: string) => boolean): Promise<number> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, data::text as text from events where type = 'digest.weekly'`.execute(db);
  const ids = rows.filter(({ text }) => mentionsCustomer(text)).map(({ id }) => id);
  await db.deleteFrom('events').where('id', '=', sql<string>`any(${ids}::text[])`).execute();
  return ids.length;
}

/** Upcoming bookings must be canceled first, so that the business and the customer both know. */
async function requireNoUpcomingBookings(db: Db, ids: string[], now: Date): Promise<void> {
  const upcomingBookings = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('status', 'in', ACTIVE_STATUSES)
    .where('ends_at', '>', now)
    .execute();
  if (!upcomingBookings.length) return;
  const detail = `${upcomingBookings.length} of their bookings are still to come. Cancel them first, then erase.`;
  throw new Problem('conflict', detail, {
    reason: 'upcoming_bookings',
    bookings: upcomingBookings.map(({ id }) => id),
  });
}

/** Removes events about the customer. Handoffs and resolutions of other conversations stay, because analytics counts them. */
async function removeEvents(db: Db, { phone, email }: CustomerQuery, recordIds: RecordIds): Promise<number> {
  const searchTerms = [...Object.values(recordIds).flat(), phone, email].filter(
    (searchTerm) => searchTerm !== undefined,
  );
  if (!searchTerms.length) return 0;
  // Matches whole JSON values only: a part of a longer value is somebody else's.
  const patterns = searchTerms.map((searchTerm) => `%"${searchTerm.replace(/[\\%_]/g, '\\$&')}"%`);
  const { numAffectedRows } = await sql`delete from events where data::text ilike any(${patterns}::text[])
    and (type not in ('conversation.handoff', 'conversation.resolved') or data ->> 'id' = any(${recordIds.conversations}::text[]))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Erases the customer from the industry parts, such as orders, in every version. The business's own contact stays. */
async function eraseFromDocument(db: Db, { email, phone }: CustomerQuery): Promise<number> {
  const contactValues = [email, phone].filter((word) => word !== undefined);
  if (!contactValues.length) return 0;
  let changedVersions = 0;
  const { rows } = await sql<{ version: number; document: Business }>`
    select version, document from business_versions
    where document::text ilike any(${contactValues.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`.execute(
    db,
  );
  for (const { version, document } of rows) {
    const industryParts = document.industries.map((name) => [name, erasePerson(document[name], contactValues)]);
    const newDocument = JSON.stringify({ ...document, ...Object.fromEntries(industryParts) });
    if (newDocument === JSON.stringify(document)) continue;
    await sql`update business_versions set document = ${newDocument}::json where version = ${version}`.execute(db);
    changedVersions++;
  }
  return changedVersions;
}

function erasePerson(value: unknown, contactValues: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => erasePerson(entry, contactValues));
  if (typeof value !== 'object' || value === null) return value;
  const isAboutCustomer = (name: string, fieldValue: unknown) =>
    Object.hasOwn(ERASED_CONTACT, name) &&
    typeof fieldValue === 'string' &&
    contactValues.includes(fieldValue.toLowerCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [
      name,
      isAboutCustomer(name, fieldValue)
        ? ERASED_CONTACT[name as keyof typeof ERASED_CONTACT]
        : erasePerson(fieldValue, contactValues),
    ]),
  );
}
