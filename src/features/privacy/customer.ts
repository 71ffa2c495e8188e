import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import type { EncryptedRecords } from '../../capability/records.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { createSearchHashes, type IdentifyingDetails, normalizeName } from '../../kernel/encryption/search-hashes.ts';
import { decryptValue } from '../../kernel/encryption/values.ts';
import { must } from '../../kernel/must.ts';
import { toE164 } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import { type DecryptedPerson, ENCRYPTED_PERSON } from '../../scheduling/person-encryption.ts';
import { ENCRYPTED_CONVERSATION } from '../conversations/encryption.ts';
import { type CustomerDetails, ENCRYPTED_CUSTOMER } from '../customers/details.ts';
import {
  createMentionCollector,
  type Mention,
  readEncryptedRows,
  searchByVisitor,
  searchEncrypted,
  searchUnencrypted,
} from './mentions.ts';
import {
  collectIdentifiers,
  findIdentifierKinds,
  mentionsEmail,
  type PersonIdentifiers,
} from './person-identifiers.ts';

export type CustomerQuery = { phone?: string; email?: string; name?: string; dateOfBirth?: string };
/** The ids of all records about a person. Records of an industry are listed by the name of its table. */
export type RecordIds = {
  conversations: string[];
  bookings: string[];
  requests: string[];
  customers: string[];
  [table: string]: string[];
};
/** What was found about the person that a query asks for. */
export type FoundCustomer = {
  query: CustomerQuery;
  recordIds: RecordIds;
  identifiers: PersonIdentifiers;
  mentions: Mention[];
};

/** Normalizes the query as values are stored. A name identifies somebody only together with a date of birth. */
export function normalizeQuery({ phone, email, name, dateOfBirth }: CustomerQuery, business: Business): CustomerQuery {
  const createInvalidFieldProblem = (pointer: string, detail: string) =>
    new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  const e164 = phone === undefined ? undefined : toE164(phone, countryOf(business));
  if (phone !== undefined && !e164) throw createInvalidFieldProblem('/phone', 'must be a phone number');
  if (dateOfBirth !== undefined && name === undefined)
    throw createInvalidFieldProblem('/name', 'is required beside a dateOfBirth');
  if (!e164 && !email && !name)
    throw createInvalidFieldProblem('/phone', 'is required, or an email, or a name and a dateOfBirth');
  if (!e164 && !email && dateOfBirth === undefined)
    throw createInvalidFieldProblem('/dateOfBirth', 'is required, or a phone or email: a name alone may be anybody’s');
  return { phone: e164, email: email?.trim().toLowerCase(), name, dateOfBirth };
}

/** Finds by what identifies the person, and by the ids of customers. Decrypts rows to find out who they are about. The caller audits the search. */
export async function findCustomer(
  ctx: EncryptionContext & { business: Business },
  records: EncryptedRecords[],
  query: CustomerQuery,
  knownIds: string[] = [],
): Promise<FoundCustomer> {
  const { db } = ctx;
  const contact = { phone: query.phone ?? null, email: query.email ?? null };
  const country = countryOf(ctx.business);
  const customers = [
    ...(await findUnencryptedCustomers(db, contact, knownIds)),
    ...(await findEncryptedCustomers(ctx, query)),
  ];
  const customerIds = customers.map(({ id }) => id);
  const bookings = [
    ...(await findUnencryptedBookings(db, contact, customerIds)),
    ...(await findEncryptedBookings(ctx, query)),
  ];
  const industryRecords = new Map<string, LinkedRow[]>();
  for (const record of records) industryRecords.set(record.table, await findRecords(ctx, record, query));
  const industryRows = [...industryRecords.values()].flat();
  const requests = await findRequests(db, contact, customerIds);
  const [unencryptedConversations, encryptedConversations] = [
    await findUnencryptedConversations(db, contact, customerIds),
    await findEncryptedConversations(ctx, query),
  ];
  const people = [
    ...bookings,
    ...industryRows,
    ...requests,
    ...customers,
    ...unencryptedConversations,
    ...encryptedConversations,
  ].map(({ person }) => person);
  const mentionCollector = createMentionCollector(collectIdentifiers(query, people, country));
  const contactIdentifiers = collectIdentifiers({ ...query, name: null }, [], country);
  const encryptedIdsWithContact = await searchEncrypted(ctx, records, mentionCollector, {
    contact: contactIdentifiers,
    dateOfBirth: query.dateOfBirth,
  });
  await searchUnencrypted(db, mentionCollector);
  const conversationIds = [
    ...[...unencryptedConversations, ...encryptedConversations].map(({ id }) => id),
    ...(await findConversationIdsWithContact(db, contactIdentifiers)),
    ...encryptedIdsWithContact,
    ...[...bookings, ...industryRows].map(({ conversation_id }) => conversation_id),
  ];
  const existingConversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', sql<string>`any(${conversationIds}::text[])`)
    .execute();
  const collectIds = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const recordIds: RecordIds = {
    conversations: collectIds(existingConversations),
    bookings: collectIds(bookings),
    requests: collectIds(requests),
    customers: collectIds(customers),
    ...Object.fromEntries([...industryRecords].map(([table, rows]) => [table, collectIds(rows)])),
  };
  await searchByVisitor(db, mentionCollector, recordIds.conversations);
  return {
    query,
    recordIds,
    identifiers: mentionCollector.identifiers,
    mentions: mentionCollector.listMentionsExcept(new Set(Object.values(recordIds).flat())),
  };
}

/** Adds records that a person has reviewed and confirmed to be this customer's. */
export async function addRecords(db: Db, customer: FoundCustomer, ids: string[]): Promise<FoundCustomer> {
  if (!ids.length) return customer;
  const recordIds = { ...customer.recordIds };
  const foundIds = new Set<string>();
  for (const [table, knownIds] of Object.entries(customer.recordIds)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
    for (const { id } of rows) foundIds.add(id);
    recordIds[table] = [...new Set([...knownIds, ...rows.map(({ id }) => id)])];
  }
  const errors = ids.flatMap((id, index) =>
    foundIds.has(id)
      ? []
      : [{ pointer: `/also/${index}`, detail: 'isn’t something in this workspace that can be erased' }],
  );
  const [firstError] = errors;
  if (firstError) throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
  return { ...customer, recordIds, mentions: customer.mentions.filter(({ id }) => !foundIds.has(id)) };
}

type Contact = { phone: string | null; email: string | null };
/** A row with what it says about the person it concerns. */
type PersonRow = { id: string; person: IdentifyingDetails };
type LinkedRow = PersonRow & { conversation_id: string | null };

const findUnencryptedBookings = async (
  db: Db,
  { phone, email }: Contact,
  customerIds: string[],
): Promise<LinkedRow[]> =>
  (
    await sql<LinkedRow>`select id, conversation_id, customer as person from bookings
      where sealed is null and (phone = ${phone} or lower(customer ->> 'email') = ${email}
        or customer_id = any(${customerIds}::text[]))`.execute(db)
  ).rows;

/** Includes customers that were merged into a match, and the one that a match was merged into. */
const findUnencryptedCustomers = async (db: Db, { phone, email }: Contact, knownIds: string[]): Promise<PersonRow[]> =>
  (
    await sql<PersonRow>`select id, json_build_object('name', name, 'phone', phone, 'email', email) as person from customers
      where coalesce(merged_into, id) in (
        select coalesce(merged_into, id) from customers
        where phone = ${phone} or email = ${email} or id = any(${knownIds}::text[]))`.execute(db)
  ).rows;

/** An encrypted customer has the same hashes as their bookings, which say who it is. */
async function findEncryptedCustomers(ctx: EncryptionContext, query: CustomerQuery): Promise<PersonRow[]> {
  const matches = new Map<string, PersonRow>();
  for (const search of createIdentifyingQueries(query)) {
    const hashSets = await createSearchHashes(ctx, search);
    if (!hashSets.length) continue;
    let matchingQuery = ctx.db
      .selectFrom('customers')
      .select(['id', 'sealed'])
      .where(sql<boolean>`person_hashes <> '{}'`);
    for (const hashes of hashSets)
      matchingQuery = matchingQuery.where(sql<boolean>`person_hashes && ${hashes}::bytea[]`);
    for (const { id, sealed } of await matchingQuery.execute())
      matches.set(id, {
        id,
        person: sealed ? await decryptValue<CustomerDetails>(ctx, id, ENCRYPTED_CUSTOMER.associatedField, sealed) : {},
      });
  }
  return [...matches.values()];
}

/** What identifies an encrypted customer: a phone, an email, or a name and a date of birth. */
function createIdentifyingQueries({ phone, email, name, dateOfBirth }: CustomerQuery): CustomerQuery[] {
  const searches: CustomerQuery[] = [];
  if (phone) searches.push({ phone });
  if (email) searches.push({ email });
  if (name && dateOfBirth) searches.push({ name, dateOfBirth });
  return searches;
}

async function findEncryptedBookings(ctx: EncryptionContext, query: CustomerQuery): Promise<LinkedRow[]> {
  const matches = new Map<string, LinkedRow>();
  for (const search of createIdentifyingQueries(query)) {
    const hashSets = await createSearchHashes(ctx, search);
    if (!hashSets.length) continue;
    let matchingQuery = ctx.db.selectFrom('bookings').select(['id', 'conversation_id', 'sealed']);
    matchingQuery = matchingQuery.where('sealed', 'is not', null);
    for (const hashes of hashSets)
      matchingQuery = matchingQuery.where(sql<boolean>`person_hashes && ${hashes}::bytea[]`);
    for (const { sealed, ...row } of await matchingQuery.execute())
      matches.set(row.id, {
        ...row,
        person: await decryptValue<DecryptedPerson>(
          ctx,
          row.id,
          ENCRYPTED_PERSON.associatedField,
          must(sealed, 'an encrypted booking'),
        ),
      });
  }
  return [...matches.values()];
}

const findRequests = async (db: Db, { phone, email }: Contact, customerIds: string[]): Promise<PersonRow[]> =>
  (
    await sql<PersonRow>`select id, coalesce(data -> 'customer', '{}') as person from requests
      where data #>> '{customer,phone}' = ${phone}
        or lower(data #>> '{customer,email}') = ${email} or lower(data ->> 'email') = ${email}
        or customer_id = any(${customerIds}::text[])`.execute(db)
  ).rows;

const findUnencryptedConversations = async (
  db: Db,
  { phone, email }: Contact,
  customerIds: string[],
): Promise<PersonRow[]> =>
  (
    await sql<PersonRow>`select id, customer as person from conversations
      where sealed is null and (customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = ${email}
        or customer_id = any(${customerIds}::text[]))`.execute(db)
  ).rows;

/** Conversations in which a customer gave this contact. Checked again here, since SQL also matches parts of longer ones. */
async function findConversationIdsWithContact(db: Db, contact: PersonIdentifiers): Promise<string[]> {
  const [digits, email] = [contact.phones[0]?.national ?? null, contact.emails[0] ?? null];
  const { rows } = await sql<{ id: string; text: string }>`
    select conversation_id as id, text from messages where role = 'customer' and sealed is null and (
      strpos(lower(text), ${email}) > 0
      or strpos(regexp_replace(text, '[^0-9]', '', 'g'), ${digits}) > 0)`.execute(db);
  return rows.filter(({ text }) => findIdentifierKinds(text, contact).length).map(({ id }) => id);
}

async function findRecords(
  ctx: EncryptionContext,
  records: EncryptedRecords,
  query: CustomerQuery,
): Promise<LinkedRow[]> {
  const { table, column, associatedField, personOf } = records;
  const matches: LinkedRow[] = [];
  for await (const { id, sealed, conversation_id } of readEncryptedRows(ctx.db, table, column)) {
    const person = personOf(await decryptValue(ctx, id, associatedField, sealed));
    const isSameName = query.name !== undefined && normalizeName(person.name ?? '') === normalizeName(query.name);
    const isMatch =
      (query.phone && person.phone === query.phone) ||
      (query.email && person.email?.toLowerCase() === query.email) ||
      (isSameName && query.dateOfBirth !== undefined && person.dateOfBirth === query.dateOfBirth);
    if (isMatch) matches.push({ id, conversation_id, person });
  }
  return matches;
}

/** Matches by the customer data stored in the conversation. */
async function findEncryptedConversations(
  ctx: EncryptionContext,
  { phone, email, name, dateOfBirth }: CustomerQuery,
): Promise<PersonRow[]> {
  const matches: PersonRow[] = [];
  for await (const { id, sealed } of readEncryptedRows(ctx.db, 'conversations', 'sealed')) {
    const encryptedFields = await decryptValue<{ customer: IdentifyingDetails }>(
      ctx,
      id,
      ENCRYPTED_CONVERSATION.associatedField,
      sealed,
    );
    const text = JSON.stringify(encryptedFields);
    const isSameName = name !== undefined && normalizeName(encryptedFields.customer.name ?? '') === normalizeName(name);
    const isMatch =
      (phone && text.includes(`"${phone}"`)) ||
      (email && mentionsEmail(text, email)) ||
      (isSameName && dateOfBirth !== undefined && text.includes(dateOfBirth));
    if (isMatch) matches.push({ id, person: encryptedFields.customer });
  }
  return matches;
}
