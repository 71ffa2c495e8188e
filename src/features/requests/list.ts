import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { type ListOrder, type PageInput, readPage } from '../../kernel/http/pages.ts';
import { currentCustomer } from '../../scheduling/store.ts';
import type { RequestRow } from './select-requests.ts';

export type RequestFilter = PageInput & {
  kind?: string;
  status?: string;
  customerId?: string;
  kindsAndStatuses?: { kind: string; status: string }[];
};

/** Ids have different prefixes, so the time part of the id decides. */
const timePart = (id: RawBuilder<unknown>) => sql`split_part(${id}, '_', 2) collate "C"`;
const NEWEST_FIRST: ListOrder = {
  expressions: [timePart(sql`id`)],
  direction: 'desc',
  valuesAt: (id) => timePart(sql`${id}::text`),
};

/** Newest first. */
export async function listRequests(
  db: Db,
  allRequestsQuery: RawBuilder<unknown>,
  { kind, status, customerId, kindsAndStatuses, ...cursors }: RequestFilter,
): Promise<RequestRow[]> {
  const all = db
    .selectFrom(sql<RequestRow & { customer_id: string | null }>`(${allRequestsQuery})`.as('r'))
    .selectAll();
  let list = all;
  if (kind) list = list.where('kind', '=', kind);
  if (status) list = list.where('status', '=', status);
  if (customerId) list = list.where('customer_id', '=', currentCustomer(customerId));
  if (kindsAndStatuses) {
    const [kinds, statuses] = [kindsAndStatuses.map((each) => each.kind), kindsAndStatuses.map((each) => each.status)];
    list = list.where(sql<boolean>`(kind, status) in (select * from unnest(${kinds}::text[], ${statuses}::text[]))`);
  }
  return readPage(list, cursors, (id) => all.where('id', '=', id).executeTakeFirst(), NEWEST_FIRST);
}
