import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { ConversationRow } from './conversation.ts';

/** How many of the newest conversations are read: for a common word, and for a text without words. */
const MAX_SCANNED_CONVERSATIONS = { word: 4_000, noWord: 200 };
/** Words are common if this share of messages has them, so that some of these conversations have them too. */
const MIN_COMMON_SHARE = 0.005;

/**
 * Filters the list by a search text in the messages or the customer's contact details. Common words fill a page from the
 * newest conversations alone; only rare words use the full-text index, which is slow for common ones.
 */
export async function searchConversations<Row extends Pick<ConversationRow, 'id' | 'customer'>>(
  db: Db,
  query: SelectQueryBuilder<Tables, 'conversations', Row>,
  q: string,
  limit: number,
  order: readonly string[],
  direction: 'asc' | 'desc',
): Promise<Row[]> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const scan = (count: number) => scanNewest(db, query.limit(count), { q, pattern, limit, order, direction });
  if (!hasWord(q)) return scan(MAX_SCANNED_CONVERSATIONS.noWord);
  const { rows } = await sql<{ share: number }>`select word_frequency(${q}) as share`.execute(db);
  if (must(rows[0], 'one row').share >= MIN_COMMON_SHARE) {
    const newestMatches = await scan(MAX_SCANNED_CONVERSATIONS.word);
    if (newestMatches.length === limit) return newestMatches;
  }
  return query.where(sql<boolean>`id = any(array(select find_mentions(${q}, ${pattern})))`).limit(limit).execute();
}

type PageOfMatches = {
  q: string;
  pattern: string;
  limit: number;
  order: readonly string[];
  direction: 'asc' | 'desc';
};

/** Those among the newest that match, as many as fit on the page. Conversations are read one by one until it is full. */
async function scanNewest<Row extends Pick<ConversationRow, 'id' | 'customer'>>(
  db: Db,
  newestQuery: SelectQueryBuilder<Tables, 'conversations', Row>,
  { q, pattern, limit, order, direction }: PageOfMatches,
): Promise<Row[]> {
  // A subquery with a limit is run per conversation. With `exists`, the planner may choose to read all messages before.
  const { rows: matches } = await sql<Row>`
    select * from (${newestQuery}) as newest
    where contact_of(customer) ilike ${pattern} or (
      select true from messages m where m.conversation_id = newest.id and m.words @@ (select to_search(${q})) limit 1)
    order by ${sql.join(order.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))} limit ${limit}`.execute(
    db,
  );
  return matches;
}

/** The index holds only words, so a search text without a letter or digit cannot match. */
const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);
