import { sql } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Range } from './range.ts';
import type { AnalyticsFilter } from './read.ts';

export const CONVERSATION_COLUMNS = [
  'id',
  'createdAt',
  'updatedAt',
  'status',
  'channel',
  'businessType',
  'messages',
  'episodes',
  'rating',
  'handoffs',
  'bookings',
  'bookingValue',
  'sealed',
  'lastMessage',
];

const ROWS_PER_PAGE = 500;

type ConversationStatsRow = {
  id: string;
  created_at: Date;
  updated_at: Date;
  status: string;
  channel: string;
  business_type: string | null;
  message_count: number;
  episodes: number;
  rating: number | null;
  preview: string;
  is_sealed: boolean;
  handoffs: number;
  bookings: number;
  value: number;
};

/** Every conversation that began in the range, in order, read page by page to limit memory. */
export async function* readConversationRows(db: Db, { from, to, zone }: Range, filter: AnalyticsFilter) {
  let cursor = { createdAt: from, id: '' };
  for (;;) {
    const rows = await readConversationPage(db, cursor, to, filter);
    for (const row of rows) yield presentConversation(row, zone.name);
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < ROWS_PER_PAGE) return;
    cursor = { createdAt: lastRow.created_at, id: lastRow.id };
  }
}

async function readConversationPage(
  db: Db,
  cursor: { createdAt: Date; id: string },
  to: Date,
  filter: AnalyticsFilter,
): Promise<ConversationStatsRow[]> {
  const { channel = null, industry = null } = filter;
  const { rows } = await sql<ConversationStatsRow>`
    with page as (
      select id, created_at, updated_at, status, channel, business_type, message_count,
        jsonb_array_length(episodes) as episodes, rating, preview, sealed is not null as is_sealed
      from conversations
      where created_at >= ${cursor.createdAt} and created_at < ${to} and (created_at, id) > (${cursor.createdAt}, ${cursor.id})
        and (${channel}::text is null or channel = ${channel})
        and (${industry}::text is null or business_type = ${industry})
      order by created_at, id limit ${ROWS_PER_PAGE}
    )
    select p.*, coalesce(h.handoffs, 0) as handoffs, coalesce(b.bookings, 0) as bookings, coalesce(b.value, 0)::float8 as value
    from page p
    left join (select id, handoffs from conversation_handoffs(array(select id from page))) h on h.id = p.id
    left join (select conversation_id, count(*)::integer as bookings, sum(price) as value from bookings
      where conversation_id = any(array(select id from page)) group by 1) b on b.conversation_id = p.id
    order by p.created_at, p.id`.execute(db);
  return rows;
}

/** The text of conversations about health stays encrypted and is left out. */
const presentConversation = (row: ConversationStatsRow, zone: string) => ({
  id: row.id,
  createdAt: rfc3339(row.created_at, zone),
  updatedAt: rfc3339(row.updated_at, zone),
  status: row.status,
  channel: row.channel,
  businessType: row.business_type,
  messages: row.message_count,
  episodes: row.episodes,
  rating: row.rating,
  handoffs: row.handoffs,
  bookings: row.bookings,
  bookingValue: row.value,
  sealed: row.is_sealed,
  lastMessage: row.is_sealed ? null : row.preview,
});
