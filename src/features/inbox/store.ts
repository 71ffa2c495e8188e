import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { MAX_COUNTED_CONVERSATIONS } from './limits.ts';
import { listTeam, type Teammate } from './tables.ts';

type Ctx = Context<WorkspacePrincipal>;

const MAX_TAGS = 100;

/** The tags of each conversation, in alphabetical order. */
export async function readTags(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('conversation_tags')
    .select(['conversation_id', 'tag'])
    .where('conversation_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('tag')
    .execute();
  return Map.groupBy(rows, ({ conversation_id }) => conversation_id)
    .entries()
    .reduce(
      (tags, [id, tagRows]) =>
        tags.set(
          id,
          tagRows.map(({ tag }) => tag),
        ),
      new Map<string, string[]>(),
    );
}

/** Every tag in use, the most used first. */
export const listTagsByUse = (db: Db) =>
  db
    .selectFrom('conversation_tags')
    .select(['tag', (q) => q.fn.countAll<string>().as('count')])
    .groupBy('tag')
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(MAX_TAGS)
    .execute();

export async function setTags({ db, workspace }: Ctx, id: string, tags: string[]): Promise<void> {
  const normalizedTags = [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))];
  await db
    .deleteFrom('conversation_tags')
    .where('conversation_id', '=', id)
    .where(sql<boolean>`tag <> all(${normalizedTags}::text[])`)
    .execute();
  if (!normalizedTags.length) return;
  await db
    .insertInto('conversation_tags')
    .values(normalizedTags.map((tag) => ({ workspace_id: workspace.id, tag, conversation_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function assign({ db }: Ctx, id: string, assigneeId: string | null): Promise<void> {
  if (assigneeId !== null && !(await listTeam(db)).some((teammate) => teammate.id === assigneeId)) {
    const detail = 'must be a teammate’s ID';
    throw new Problem('validation_failed', `/assigneeId ${detail}`, { errors: [{ pointer: '/assigneeId', detail }] });
  }
  await db.updateTable('conversations').set({ assignee_id: assigneeId }).where('id', '=', id).execute();
}

export const findTeammate = (team: Teammate[], id: string | null): Teammate | null =>
  id === null ? null : (team.find((teammate) => teammate.id === id) ?? null);

type Counts = { waiting: number; urgent: number; withTeam: number; open: number; today: number; mine: number };

/** How many conversations wait, are urgent among those, are with a person or the assistant, began today, and are the caller's. */
export async function countConversations({ db, actor, workspace }: Ctx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where stage = 'waiting')::int as waiting,
      count(*) filter (where stage = 'waiting' and urgent)::int as urgent,
      count(*) filter (where stage = 'person')::int as "withTeam",
      (select count(*)::int from (select from conversations
        where workspace_id = current_workspace() and status = 'open' limit ${MAX_COUNTED_CONVERSATIONS}) as counted) as open,
      (select count(*)::int from (select from conversations
        where workspace_id = current_workspace() and created_at >= date_trunc('day', now(), ${workspace.timezone})
        limit ${MAX_COUNTED_CONVERSATIONS}) as counted) as today,
      (select count(*)::int from conversations where assignee_id = ${actor.id} and status <> 'resolved') as mine
    from conversations where workspace_id = current_workspace() and status = 'handoff'`.execute(db);
  return must(rows[0], 'one row');
}

export const DELIVERY_STATUSES = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;

/** What became of the messages that were sent to the customer by a channel. */
export const listDeliveries = (db: Db, conversationId: string) =>
  db
    .selectFrom('channel_outgoing')
    .select(['message_id as messageId', 'status', 'error', 'heard_characters as heardCharacters'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute();

/** How a call ended: by whom, or why. A missed call was transferred and no one answered, or the line was busy. */
export const CALL_ENDS = ['caller', 'assistant', 'silence', 'transferred', 'missed', 'failed'] as const;
export type CallEnd = (typeof CALL_ENDS)[number];

/** The call that a conversation was, if it was one. */
export async function readCall(
  db: Db,
  conversationId: string,
): Promise<{ seconds: number | null; ended: CallEnd | null } | null> {
  const { rows } = await sql<{ call: { seconds?: number; ended?: CallEnd } | null }>`
    select context -> 'call' as call from channel_threads where conversation_id = ${conversationId}`.execute(db);
  const call = rows[0]?.call;
  return call ? { seconds: call.seconds ?? null, ended: call.ended ?? null } : null;
}
