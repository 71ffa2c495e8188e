import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { type ListOrder, type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { createSearchHashesOfText } from '../../scheduling/person-encryption.ts';
import { buildSearchPatterns } from './search.ts';
import type { CustomerRow } from './tables.ts';

export const SORT_OPTIONS = ['name', 'lastBooking'] as const;
export type CustomerFilter = PageInput & {
  sort?: (typeof SORT_OPTIONS)[number];
  tag?: string;
  bookingId?: string;
  q?: string;
};
type BusinessContext = EncryptionContext & { business: Business };

const LAST_BOOKING_SQL = sql`coalesce(last_booking_at, '-infinity')`;
/** Customers without a booking come last. */
const ORDERS: Record<(typeof SORT_OPTIONS)[number], ListOrder> = {
  name: {
    expressions: [sql`sort_name`, sql`id`],
    direction: 'asc',
    valuesAt: (id) => sql`(select sort_name, id from customers where id = ${id})`,
  },
  lastBooking: {
    expressions: [LAST_BOOKING_SQL, sql`id`],
    direction: 'desc',
    valuesAt: (id) => sql`(select ${LAST_BOOKING_SQL}, id from customers where id = ${id})`,
  },
};

/** Selects one row more than the limit, to tell whether there is another page. */
export async function listCustomers(
  ctx: BusinessContext,
  { sort = 'name', tag, bookingId, q, ...cursors }: CustomerFilter,
): Promise<CustomerRow[]> {
  const { db } = ctx;
  let customers = db.selectFrom('customers').selectAll().where('merged_into', 'is', null);
  if (tag) customers = customers.where(sql<boolean>`${tag.trim().toLowerCase()} = any(tags)`);
  if (bookingId)
    customers = customers.where('id', '=', db.selectFrom('bookings').select('customer_id').where('id', '=', bookingId));
  if (q?.trim()) {
    const patterns = buildSearchPatterns(q, countryOf(ctx.business));
    const textConditions = patterns.map((alternatives) => sql<boolean>`search like any(${alternatives}::text[])`);
    const hashes = await createSearchHashesOfText(ctx, q);
    const [rarestTexts = [], ...otherTexts] = sortRarestFirst(patterns);
    // Shorter texts match a large share of the customers, so a scan is faster.
    if (findShortestLength(rarestTexts) >= MIN_INDEXED_CHARACTERS)
      customers = customers.where(
        sql<boolean>`ctid = any(array(select find_customers(${rarestTexts}::text[], ${findMandatoryTexts(otherTexts)}::text[], ${hashes}::bytea[])))`,
      );
    customers = customers.where(
      sql<boolean>`((${sql.join(textConditions, sql` and `)}) or person_hashes && ${hashes}::bytea[])`,
    );
  }
  const findCursor = (id: string) => db.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst();
  return readPage(customers, cursors, findCursor, ORDERS[sort]);
}

const MIN_INDEXED_CHARACTERS = 3;

/** The texts of each group, most selective group first: the longer a text is, the fewer customers have it. */
const sortRarestFirst = (groups: string[][]): string[][] =>
  groups.map((group) => group.map(readPatternText)).toSorted((a, b) => findShortestLength(b) - findShortestLength(a));
const findMandatoryTexts = (groups: string[][]): string[] =>
  groups.flatMap((texts) => (texts.length === 1 ? texts : []));
const findShortestLength = (texts: string[]) => Math.min(...texts.map((text) => text.length));
const readPatternText = (pattern: string) => pattern.slice(1, -1).replace(/\\(.)/g, '$1');

/** For the id of a merged customer, finds the one they were merged into. */
export async function findCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', (q) =>
      q
        .selectFrom('customers as requested')
        .select(sql<string>`coalesce(merged_into, id)`.as('id'))
        .where('requested.id', '=', id),
    )
    .executeTakeFirst();
}

export async function mustFindCustomer(db: Db, id: string): Promise<CustomerRow> {
  const row = await findCustomer(db, id);
  if (!row) throw notFound('customer');
  return row;
}

/** Locks the rows in the order of their ids, so that two merges cannot wait for each other. */
export const lockCustomers = (db: Db, ids: string[]): Promise<CustomerRow[]> =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export function assertCurrentVersion({ version }: CustomerRow, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined || expectedVersion === version) return;
  throw new Problem('conflict', `This customer has changed meanwhile: the version is ${version}. Read it again.`, {
    version,
  });
}

export type CustomerStats = {
  visits: number;
  upcoming: number;
  noShows: number;
  canceled: number;
  lastVisitAt: Date | null;
  nextBookingAt: Date | null;
  value: number | null;
  conversations: number;
  requests: number;
};

/** A visit is a booking whose time has passed, unless it was canceled or missed. */
export async function readStats(db: Db, id: string, now: Date): Promise<CustomerStats> {
  const { rows } = await sql<CustomerStats>`
    select count(*) filter (where visited)::int as visits, count(*) filter (where upcoming)::int as upcoming,
      count(*) filter (where status = 'no_show')::int as "noShows",
      count(*) filter (where status = 'cancelled')::int as canceled,
      max(starts_at) filter (where visited) as "lastVisitAt", min(starts_at) filter (where upcoming) as "nextBookingAt",
      sum(price) filter (where visited)::int as value,
      (select count(*)::int from conversations where customer_id = ${id}) as conversations,
      (select count(*)::int from requests where customer_id = ${id}) as requests
    from (select *, status = 'completed' or (status = 'confirmed' and ends_at <= ${now}) as visited,
        status in ('confirmed', 'awaiting_payment', 'waitlisted', 'offered') and ends_at > ${now} as upcoming
      from bookings where customer_id = ${id}) as b`.execute(db);
  return must(rows[0], 'one row');
}

/** Phones and emails of customers who were merged into this one. */
export const listMergedContacts = (db: Db, id: string) =>
  db.selectFrom('customers').select(['id', 'phone', 'email']).where('merged_into', '=', id).orderBy('id').execute();

const MAX_TAGS = 100;

/** Every tag in use, the most used first. */
export async function listTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from customers, unnest(tags) as tag where merged_into is null
    group by tag order by count(*) desc, tag limit ${MAX_TAGS}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** The known customers by conversation, for conversations without a name. Names in health care are encrypted. */
export async function findCustomersOfConversations(
  db: Db,
  conversationIds: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const { rows } = await sql<{ conversation: string; id: string; name: string }>`
    select v.id as conversation, c.id, c.name from conversations v join customers c on c.id = v.customer_id
    where v.id = any(${conversationIds}::text[])`.execute(db);
  return new Map(rows.map(({ conversation, ...customer }) => [conversation, customer]));
}
