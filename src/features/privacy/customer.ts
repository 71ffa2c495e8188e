import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import type { SealedRecords } from '../../capability/records.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { foldName, type Identity, searchHashesOf } from '../../kernel/encryption/search-hashes.ts';
import { decryptValue } from '../../kernel/encryption/values.ts';
import { must } from '../../kernel/must.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import { SEALED_PERSON, type SealedPerson } from '../../scheduling/person-encryption.ts';
import { SEALED_CONVERSATION } from '../conversations/encryption.ts';
import { type Known, knownBy, mentionsEmail, namedBy } from './known.ts';
import { collectMentions, lookForVisitors, lookInClear, lookInSealed, type Mention, sealedRows } from './mentions.ts';

export type Asked = { phone?: string; email?: string; name?: string; dateOfBirth?: string };
/** The ids of all that is held about somebody; what an industry keeps, by the name of its table. */
export type Held = { conversations: string[]; bookings: string[]; requests: string[]; [table: string]: string[] };
export type Customer = { asked: Asked; held: Held; known: Known; mentions: Mention[] };

/** As it is stored. A name says who somebody is only beside a date of birth; beside a phone or e-mail it helps to look. */
export function readAsked({ phone, email, name, dateOfBirth }: Asked, business: Business): Asked {
  const wrong = (pointer: string, detail: string) =>
    new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  const read = phone === undefined ? undefined : readPhone(phone, countryOf(business));
  if (phone !== undefined && !read) throw wrong('/phone', 'must be a phone number');
  if (dateOfBirth !== undefined && name === undefined) throw wrong('/name', 'is required beside a dateOfBirth');
  if (!read && !email && !name) throw wrong('/phone', 'is required, or an email, or a name and a dateOfBirth');
  if (!read && !email && dateOfBirth === undefined)
    throw wrong('/dateOfBirth', 'is required, or a phone or email: a name alone may be anybody’s');
  return { phone: read, email: email?.trim().toLowerCase(), name, dateOfBirth };
}

/** Sealed rows are opened to look whose they are; that leaves the entry of whoever asked. */
export async function findCustomer(
  ctx: EncryptionContext & { business: Business },
  records: SealedRecords[],
  asked: Asked,
): Promise<Customer> {
  const { db } = ctx;
  const contact = { phone: asked.phone ?? null, email: asked.email ?? null };
  const country = countryOf(ctx.business);
  const bookings = [...(await plainBookings(db, contact)), ...(await sealedBookings(ctx, asked))];
  const recorded = new Map<string, Tied[]>();
  for (const each of records) recorded.set(each.table, await findRecords(ctx, each, asked));
  const ofIndustries = [...recorded.values()].flat();
  const requests = await findRequests(db, contact);
  const [plain, sealed] = [await plainConversations(db, contact), await sealedConversations(ctx, asked)];
  const people = [...bookings, ...ofIndustries, ...requests, ...plain, ...sealed].map(({ person }) => person);
  const mentions = collectMentions(knownBy(asked, people, country));
  const reached = knownBy({ ...asked, name: null }, [], country);
  const said = await lookInSealed(ctx, records, mentions, { asked: reached, dateOfBirth: asked.dateOfBirth });
  await lookInClear(db, mentions);
  const talked = [
    ...[...plain, ...sealed].map(({ id }) => id),
    ...(await saidByCustomers(db, reached)),
    ...said,
    ...[...bookings, ...ofIndustries].map(({ conversation_id }) => conversation_id),
  ];
  const there = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', sql<string>`any(${talked}::text[])`)
    .execute();
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const held: Held = {
    conversations: ids(there),
    bookings: ids(bookings),
    requests: ids(requests),
    ...Object.fromEntries([...recorded].map(([table, rows]) => [table, ids(rows)])),
  };
  await lookForVisitors(db, mentions, held.conversations);
  return { asked, held, known: mentions.known, mentions: mentions.without(new Set(Object.values(held).flat())) };
}

/** What somebody has looked at, and says is theirs. */
export async function alsoErase(db: Db, customer: Customer, ids: string[]): Promise<Customer> {
  if (!ids.length) return customer;
  const held = { ...customer.held };
  const found = new Set<string>();
  for (const [table, theirs] of Object.entries(customer.held)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
    for (const { id } of rows) found.add(id);
    held[table] = [...new Set([...theirs, ...rows.map(({ id }) => id)])];
  }
  const errors = ids.flatMap((id, index) =>
    found.has(id)
      ? []
      : [{ pointer: `/also/${index}`, detail: 'isn’t something in this workspace that can be erased' }],
  );
  const [first] = errors;
  if (first) throw new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  return { ...customer, held, mentions: customer.mentions.filter(({ id }) => !found.has(id)) };
}

type Contact = { phone: string | null; email: string | null };
/** Who a row is about, as far as it says. */
type Theirs = { id: string; person: Identity };
type Tied = Theirs & { conversation_id: string | null };

const plainBookings = async (db: Db, { phone, email }: Contact): Promise<Tied[]> =>
  (
    await sql<Tied>`select id, conversation_id, customer as person from bookings
      where phone = ${phone} or lower(customer ->> 'email') = ${email}`.execute(db)
  ).rows;

async function sealedBookings(ctx: EncryptionContext, { phone, email, name, dateOfBirth }: Asked): Promise<Tied[]> {
  const ways: Asked[] = [];
  if (phone) ways.push({ phone });
  if (email) ways.push({ email });
  if (name && dateOfBirth) ways.push({ name, dateOfBirth });
  const found = new Map<string, Tied>();
  for (const way of ways) {
    const wanted = await searchHashesOf(ctx, way);
    if (!wanted.length) continue;
    let matching = ctx.db.selectFrom('bookings').select(['id', 'conversation_id', 'sealed']);
    matching = matching.where('sealed', 'is not', null);
    for (const any of wanted) matching = matching.where(sql<boolean>`person_hashes && ${any}::bytea[]`);
    for (const { sealed, ...row } of await matching.execute())
      found.set(row.id, {
        ...row,
        person: await decryptValue<SealedPerson>(ctx, row.id, SEALED_PERSON.field, must(sealed, 'a sealed booking')),
      });
  }
  return [...found.values()];
}

const findRequests = async (db: Db, { phone, email }: Contact): Promise<Theirs[]> =>
  (
    await sql<Theirs>`select id, coalesce(data -> 'customer', '{}') as person from requests
      where data #>> '{customer,phone}' = ${phone}
        or lower(data #>> '{customer,email}') = ${email} or lower(data ->> 'email') = ${email}`.execute(db)
  ).rows;

const plainConversations = async (db: Db, { phone, email }: Contact): Promise<Theirs[]> =>
  (
    await sql<Theirs>`select id, customer as person from conversations
      where customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = ${email}`.execute(db)
  ).rows;

/** Who said that this is how they are reached: what the database finds may be part of a longer one. */
async function saidByCustomers(db: Db, asked: Known): Promise<string[]> {
  const [digits, email] = [asked.phones[0]?.national ?? null, asked.emails[0] ?? null];
  const { rows } = await sql<{ id: string; text: string }>`
    select conversation_id as id, text from messages where role = 'customer' and sealed is null and (
      strpos(lower(text), ${email}) > 0
      or strpos(regexp_replace(text, '[^0-9]', '', 'g'), ${digits}) > 0)`.execute(db);
  return rows.filter(({ text }) => namedBy(text, asked).length).map(({ id }) => id);
}

async function findRecords(ctx: EncryptionContext, records: SealedRecords, asked: Asked): Promise<Tied[]> {
  const { table, column, field, personOf } = records;
  const found: Tied[] = [];
  for await (const { id, sealed, conversation_id } of sealedRows(ctx.db, table, column)) {
    const person = personOf(await decryptValue(ctx, id, field, sealed));
    const sameName = asked.name !== undefined && foldName(person.name ?? '') === foldName(asked.name);
    const isTheirs =
      (asked.phone && person.phone === asked.phone) ||
      (asked.email && person.email?.toLowerCase() === asked.email) ||
      (sameName && asked.dateOfBirth !== undefined && person.dateOfBirth === asked.dateOfBirth);
    if (isTheirs) found.push({ id, conversation_id, person });
  }
  return found;
}

/** By what the conversation remembers of the customer. */
async function sealedConversations(
  ctx: EncryptionContext,
  { phone, email, name, dateOfBirth }: Asked,
): Promise<Theirs[]> {
  const found: Theirs[] = [];
  for await (const { id, sealed } of sealedRows(ctx.db, 'conversations', 'sealed')) {
    const hidden = await decryptValue<{ customer: Identity }>(ctx, id, SEALED_CONVERSATION.field, sealed);
    const text = JSON.stringify(hidden);
    const sameName = name !== undefined && foldName(hidden.customer.name ?? '') === foldName(name);
    const isTheirs =
      (phone && text.includes(`"${phone}"`)) ||
      (email && mentionsEmail(text, email)) ||
      (sameName && dateOfBirth !== undefined && text.includes(dateOfBirth));
    if (isTheirs) found.push({ id, person: hidden.customer });
  }
  return found;
}
