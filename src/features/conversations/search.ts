import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../kernel/database/database.ts';
import type { ConversationRow } from './conversation.ts';

const MAX_SCANNED = 200;

/**
 * Filters the list by a search text in the messages or the customer's contact details. Common words fill a page from the
 * newest conversations alone; only rare words use the full-text index, which is slow for common ones.
 */
export async function searchConversations<Row extends Pick<ConversationRow, 'id' | 'customer'>>(
  db: Db,
  list: SelectQueryBuilder<Tables, 'conversations', Row>,
  q: string,
  limit: number,
  order: readonly string[],
): Promise<Row[]> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const newest = list.limit(MAX_SCANNED);
  // One subquery reads the messages of all these conversations: a plan cached while the table was small could not do better per row.
  const { rows: newestMatches } = await sql<Row>`
    with newest as materialized (${newest})
    select * from newest where contact_of(customer) ilike ${pattern} or id = any(array(
      select m.conversation_id from messages m
      where m.conversation_id = any(array(select id from newest)) and m.words @@ (select to_search(${q}))))
    order by ${sql.join(order.map((column) => sql`${sql.ref(column)} desc`))} limit ${limit}`.execute(db);
  if (newestMatches.length === limit || !hasWord(q)) return newestMatches;
  const indexMatches = await list
    .where(sql<boolean>`(select count(*) from ${newest} as c) = ${MAX_SCANNED}`)
    .where(sql<boolean>`id = any(array(select find_mentions(${q}, ${pattern})))`)
    .limit(limit)
    .execute();
  return indexMatches.length ? indexMatches : newestMatches;
}

/** The index holds only words, so a search text without a letter or digit cannot match. */
const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);
