import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { type ListOrder, type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { selectCurrentCustomerId } from '../../scheduling/store.ts';
import type { RequestRow } from './select-requests.ts';

export type RequestFilter = PageInput & {
  kind?: string;
  status?: string;
  customerId?: string;
  kindsAndStatuses?: { kind: string; status: string }[];
};

/** Ids have different prefixes, so the time part of the id decides. */
const sortableTimePart = (id: RawBuilder<unknown>) => sql`split_part(${id}, '_', 2) collate "C"`;
const NEWEST_FIRST: ListOrder = {
  expressions: [sortableTimePart(sql`id`)],
  direction: 'desc',
  valuesAt: (id) => sortableTimePart(sql`${id}::text`),
};

/** Newest first. */
export async function listRequests(
  db: Db,
  allRequestsQuery: RawBuilder<unknown>,
  { kind, status, customerId, kindsAndStatuses, ...cursors }: RequestFilter,
): Promise<RequestRow[]> {
  const allRequests = db
    .selectFrom(sql<RequestRow & { customer_id: string | null }>`(${allRequestsQuery})`.as('r'))
    .selectAll();
  let query = allRequests;
  if (kind) query = query.where('kind', '=', kind);
  if (status) query = query.where('status', '=', status);
  if (customerId) query = query.where('customer_id', '=', selectCurrentCustomerId(customerId));
  if (kindsAndStatuses) {
    const [kinds, statuses] = [kindsAndStatuses.map((each) => each.kind), kindsAndStatuses.map((each) => each.status)];
    query = query.where(sql<boolean>`(kind, status) in (select * from unnest(${kinds}::text[], ${statuses}::text[]))`);
  }
  return readPage(query, cursors, (id) => allRequests.where('id', '=', id).executeTakeFirst(), NEWEST_FIRST);
}
