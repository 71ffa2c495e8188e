import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../kernel/database/database.ts';
import type { ConversationRow } from './conversation.ts';

const LOOKED_THROUGH = 200;

/**
 * Those of the list that mention this: in what was said, or in who said it. What is often said fills a page from the
 * newest alone. What is not is found by an index, which would be slow for words that are everywhere.
 */
export async function search<Row extends Pick<ConversationRow, 'id' | 'customer'>>(
  db: Db,
  list: SelectQueryBuilder<Tables, 'conversations', Row>,
  q: string,
  limit: number,
  order: readonly string[],
): Promise<Row[]> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const newest = list.limit(LOOKED_THROUGH);
  // Messages are looked through once for all of them: a plan that was made while there were few may have no better way.
  const { rows: found } = await sql<Row>`
    with newest as materialized (${newest})
    select * from newest where contact_of(customer) ilike ${pattern} or id = any(array(
      select m.conversation_id from messages m
      where m.conversation_id = any(array(select id from newest)) and m.words @@ (select to_search(${q}))))
    order by ${sql.join(order.map((column) => sql`${sql.ref(column)} desc`))} limit ${limit}`.execute(db);
  if (found.length === limit || !hasWord(q)) return found;
  const rest = await list
    .where(sql<boolean>`(select count(*) from ${newest} as c) = ${LOOKED_THROUGH}`)
    .where(sql<boolean>`id = any(array(select find_mentions(${q}, ${pattern})))`)
    .limit(limit)
    .execute();
  return rest.length ? rest : found;
}

/** Without a letter or digit there is nothing that the index could find. */
const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);
