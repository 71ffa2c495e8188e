import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { currentCustomer } from '../../scheduling/store.ts';
import type { RequestRow } from './select-requests.ts';

export type RequestFilter = {
  limit: number;
  startingAfter?: string | undefined;
  kind?: string;
  status?: string;
  customerId?: string;
  among?: { kind: string; status: string }[];
};

/** Newest first. Ids have different prefixes, so the time part of the id decides the order. */
export async function listRequests(
  db: Db,
  allRequestsQuery: RawBuilder<unknown>,
  { limit, startingAfter, kind, status, customerId, among }: RequestFilter,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select * from (${allRequestsQuery}) as r
    where (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
      and (${customerId ?? null}::text is null or customer_id = ${currentCustomer(customerId ?? '')})
      and (${among === undefined} or (kind, status) in (select * from unnest(${among?.map((each) => each.kind) ?? []}::text[], ${among?.map((each) => each.status) ?? []}::text[])))
      and (${startingAfter ?? null}::text is null or split_part(id, '_', 2) < split_part(${startingAfter ?? null}, '_', 2))
    order by split_part(id, '_', 2) collate "C" desc limit ${limit + 1}`.execute(db);
  return rows;
}
