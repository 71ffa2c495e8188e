import { type RawBuilder, sql } from 'kysely';
import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';
import type { EncryptedRecords } from '../../capability/records.ts';
import type { Db } from '../../kernel/database/database.ts';

export type RequestRow = {
  id: string;
  kind: string;
  status: string;
  data: object;
  created_at: Date;
  updated_at: Date;
};

export const UNENCRYPTED_REQUESTS_QUERY: RawBuilder<unknown> = sql`select id, split_part(type, '.', 1) as kind, status, data, created_at, updated_at, customer_id from requests`;

const buildEncryptedRequestsQuery = ({ kind, table }: EncryptedRecords) =>
  sql`select id, ${sql.lit(kind)} as kind, status, '{}'::jsonb as data, created_at, updated_at,
    (select c.customer_id from conversations c where c.id = conversation_id) as customer_id from ${sql.table(table)}`;

/** All requests. Of encrypted ones only id, kind, status and times are selected, because reading more is audited. */
export const buildRequestsQuery = (industries: AnyIndustry[]): RawBuilder<unknown> =>
  sql.join([UNENCRYPTED_REQUESTS_QUERY, ...recordsOf(industries).map(buildEncryptedRequestsQuery)], sql` union all `);

/** The requests with these ids, the newest first. */
export async function findRequests(db: Db, industries: AnyIndustry[], ids: string[]): Promise<RequestRow[]> {
  if (!ids.length) return [];
  const { rows } = await sql<RequestRow>`
    select * from (${buildRequestsQuery(industries)}) as r where id = any(${ids}::text[]) order by created_at desc`.execute(
    db,
  );
  return rows;
}
