import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { selectCurrentCustomerId } from '../../scheduling/store.ts';
import type { Status } from '../assistant/status.ts';
import type { Stage } from './conversation.ts';
import { searchConversations } from './search.ts';
import type { CHANNELS } from './shapes.ts';

export type ConversationFilter = {
  status?: Status;
  stage?: Stage;
  channel?: (typeof CHANNELS)[number];
  from?: Date;
  to?: Date;
  startingAfter?: string;
  /** The rows then come in the opposite order. */
  endingBefore?: string;
  /**
   * Sort by last activity, from the start, or from where the conversation in `startingAfter` or `endingBefore` was at this
   * time. Left out, sort by creation, newest first.
   */
  activity?: Date | 'all';
  visitorId?: string;
  assigneeId?: string;
  tag?: string;
  customerId?: string;
  /** Only those in which an emergency was found. */
  urgent?: boolean;
  ids?: string[];
  q?: string;
  limit: number;
};

const STATUS_BY_STAGE: Record<Stage, Status> = {
  assistant: 'open',
  waiting: 'handoff',
  person: 'handoff',
  resolved: 'resolved',
};

/** Selects one row more than the limit, to tell whether there is another page. */
export function selectConversations(db: Db, filter: ConversationFilter) {
  const {
    status,
    stage,
    channel,
    visitorId,
    assigneeId,
    tag,
    customerId,
    urgent,
    ids,
    from,
    to,
    startingAfter,
    endingBefore,
    activity,
    q,
    limit,
  } = filter;
  let query = db
    .selectFrom('conversations')
    .select(['id', 'status', 'channel', 'business_type', 'business_name', 'customer', 'metadata', 'episodes', 'rating'])
    .select([
      'person_joined_at',
      'person_name',
      'stage',
      'urgent',
      'preview',
      'message_count',
      'assignee_id',
      'sealed',
      'created_at',
      'updated_at',
      'active_quarter',
    ]);
  const [direction, comparison] = endingBefore ? (['asc', '>'] as const) : (['desc', '<'] as const);
  const cursor = startingAfter ?? endingBefore;
  for (const column of chooseSortColumns(filter)) query = query.orderBy(column, direction);
  // Literals instead of parameters: a generic plan assumes that all statuses are equally common, and would scan the many
  // open conversations to find the few in handoff.
  if (status) query = query.where('status', '=', sql.lit(status));
  if (stage) {
    // The index is by status.
    const stageStatus = STATUS_BY_STAGE[stage];
    query = query.where('status', '=', sql.lit(stageStatus)).where('stage', '=', sql.lit(stage));
  }
  if (channel) query = query.where('channel', '=', sql.lit(channel));
  if (visitorId) query = query.where('visitor_id', '=', visitorId);
  if (assigneeId) query = query.where('assignee_id', '=', assigneeId);
  if (tag)
    query = query.where(
      'id',
      'in',
      db.selectFrom('conversation_tags').select('conversation_id').where('tag', '=', tag),
    );
  if (customerId) query = query.where('customer_id', '=', selectCurrentCustomerId(customerId));
  if (urgent) query = query.where('urgent', '=', sql.lit(true));
  if (ids) query = query.where('id', '=', sql<string>`any(${ids}::text[])`);
  if (from) query = query.where('created_at', '>=', from);
  if (to) query = query.where('created_at', '<', to);
  if (cursor && !activity) query = query.where('id', comparison, cursor);
  if (cursor && activity instanceof Date)
    query = query
      .where('active_quarter', `${comparison}=`, sql<Date>`quarter_of(${activity})`)
      .where(
        sql<boolean>`(date_trunc('milliseconds', updated_at), id) ${sql.raw(comparison)} (${activity}, ${cursor})`,
      );
  return q
    ? searchConversations(db, query, q, limit + 1, chooseSortColumns(filter), direction)
    : query.limit(limit + 1).execute();
}

/** Ids sort by time, so the primary key serves the newest first. The index by activity is on quarters of an hour. */
const chooseSortColumns = ({ activity }: ConversationFilter) =>
  activity ? (['active_quarter', 'updated_at', 'id'] as const) : (['id'] as const);
