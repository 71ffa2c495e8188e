import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import { mentionsPhone, nationalDigits, readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import { foldName, type HealthContext } from '../patients/data-keys.ts';
import { DETAILS_FIELD, type Details } from '../patients/prescriptions.ts';
import { CONVERSATION_FIELD, lookUp, openValue } from '../patients/sealed.ts';

export type Asked = { phone?: string; email?: string; name?: string; dateOfBirth?: string };
/** The ids of all that is held about somebody. */
export type Held = { conversations: string[]; bookings: string[]; requests: string[]; prescriptions: string[] };

const BATCH = 500;

/** As it is stored. A name says who somebody is only beside a date of birth: for patients. */
export function readAsked({ phone, email, name, dateOfBirth }: Asked, business: Business): Asked {
  const wrong = (pointer: string, detail: string) =>
    new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  const read = phone === undefined ? undefined : readPhone(phone, countryOf(business));
  if (phone !== undefined && !read) throw wrong('/phone', 'must be a phone number');
  if ((name === undefined) !== (dateOfBirth === undefined))
    throw wrong(name === undefined ? '/name' : '/dateOfBirth', 'is required: a name alone may be anybody’s');
  if (!read && !email && !name) throw wrong('/phone', 'is required, or an email, or a name and a dateOfBirth');
  return { phone: read, email: email?.trim().toLowerCase(), name, dateOfBirth };
}

/** Sealed rows are opened to look whose they are; that leaves the entry of whoever asked. */
export async function findCustomer(ctx: HealthContext & { business: Business }, asked: Asked): Promise<Held> {
  const { db } = ctx;
  const contact = { phone: asked.phone ?? null, email: asked.email ?? null };
  const bookings = [...(await plainBookings(db, contact)), ...(await sealedBookings(ctx, asked))];
  const prescriptions = await findPrescriptions(ctx, asked);
  const talked = [
    ...(await plainConversations(db, contact, countryOf(ctx.business))),
    ...(await sealedConversations(ctx, asked)),
    ...[...bookings, ...prescriptions].map(({ conversation_id }) => conversation_id),
  ];
  const there = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', sql<string>`any(${talked}::text[])`)
    .execute();
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    conversations: ids(there),
    bookings: ids(bookings),
    requests: ids(await findRequests(db, contact)),
    prescriptions: ids(prescriptions),
  };
}

type Contact = { phone: string | null; email: string | null };
type Tied = { id: string; conversation_id: string | null };

const plainBookings = async (db: Db, { phone, email }: Contact): Promise<Tied[]> =>
  (
    await sql<Tied>`select id, conversation_id from bookings
      where phone = ${phone} or lower(customer ->> 'email') = ${email}`.execute(db)
  ).rows;

async function sealedBookings(ctx: HealthContext, { phone, email, name, dateOfBirth }: Asked): Promise<Tied[]> {
  const ways = [phone && { phone }, email && { email }, name && { name, dateOfBirth }].filter((way) => way);
  const found = new Map<string, Tied>();
  for (const way of ways) {
    const wanted = await lookUp(ctx, way as Asked);
    if (!wanted.length) continue;
    let matching = ctx.db.selectFrom('bookings').select(['id', 'conversation_id']).where('sealed', 'is not', null);
    for (const any of wanted) matching = matching.where(sql<boolean>`person_hashes && ${any}::bytea[]`);
    for (const row of await matching.execute()) found.set(row.id, row);
  }
  return [...found.values()];
}

const findRequests = async (db: Db, { phone, email }: Contact): Promise<{ id: string }[]> =>
  (
    await sql<{ id: string }>`select id from requests where data #>> '{customer,phone}' = ${phone}
      or lower(data #>> '{customer,email}') = ${email} or lower(data ->> 'email') = ${email}`.execute(db)
  ).rows;

/** Who talked, or said in it that this is how they are reached: what the database finds may be part of a longer one. */
async function plainConversations(db: Db, { phone, email }: Contact, country: string): Promise<string[]> {
  const talked = await sql<{ id: string }>`
    select id from conversations where customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = ${email}`.execute(
    db,
  );
  const said = await sql<{ id: string; text: string }>`
    select conversation_id as id, text from messages where role = 'customer' and sealed is null and (
      strpos(lower(text), ${email}) > 0
      or strpos(regexp_replace(text, '[^0-9]', '', 'g'), ${phone && nationalDigits(phone)}) > 0)`.execute(db);
  const meant = said.rows.filter(
    ({ text }) => (phone && mentionsPhone(text, phone, country)) || (email && mentionsEmail(text, email)),
  );
  return [...talked.rows, ...meant].map(({ id }) => id);
}

const mentionsEmail = (text: string, email: string): boolean =>
  new RegExp(`(?<![\\w.+-])${RegExp.escape(email)}(?![\\w-]|\\.\\w)`, 'i').test(text);

async function findPrescriptions(ctx: HealthContext, asked: Asked): Promise<Tied[]> {
  const found: Tied[] = [];
  for await (const row of sealedRows(ctx.db, 'prescriptions', 'details')) {
    const { patient } = await openValue<Details>(ctx, row.id, DETAILS_FIELD, row.sealed);
    const sameName = asked.name !== undefined && foldName(patient.name) === foldName(asked.name);
    const isTheirs =
      (asked.phone && patient.phone === asked.phone) ||
      (asked.email && patient.email?.toLowerCase() === asked.email) ||
      (sameName && patient.dateOfBirth === asked.dateOfBirth);
    if (isTheirs) found.push({ id: row.id, conversation_id: row.conversation_id });
  }
  return found;
}

/** By what the conversation remembers of the customer. */
async function sealedConversations(ctx: HealthContext, { phone, email, name, dateOfBirth }: Asked): Promise<string[]> {
  const found: string[] = [];
  for await (const { id, sealed } of sealedRows(ctx.db, 'conversations', 'sealed')) {
    const hidden = await openValue<{ customer: { name?: string } }>(ctx, id, CONVERSATION_FIELD, sealed);
    const text = JSON.stringify(hidden);
    const sameName = name !== undefined && foldName(hidden.customer.name ?? '') === foldName(name);
    const isTheirs =
      (phone && text.includes(`"${phone}"`)) ||
      (email && mentionsEmail(text, email)) ||
      (sameName && text.includes(dateOfBirth!));
    if (isTheirs) found.push(id);
  }
  return found;
}

type SealedRow = { id: string; sealed: Buffer; conversation_id: string | null };

async function* sealedRows(db: Db, table: string, column: string): AsyncGenerator<SealedRow> {
  const tie = table === 'conversations' ? sql`null::text` : sql`conversation_id`;
  for (let after = ''; ; ) {
    const { rows } = await sql<SealedRow>`
      select id, ${sql.ref(column)} as sealed, ${tie} as conversation_id from ${sql.table(table)}
      where ${sql.ref(column)} is not null and id > ${after} order by id limit ${BATCH}`.execute(db);
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
