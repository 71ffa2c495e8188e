// Notices when the other side answers so fast that it is probably a program.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { Channel } from './channel.ts';

type Thread = { connection_id: string; key: string; address: string; conversation_id: string | null };

/** The limit for all threads of a customer, as a multiple of the limit for one: a program may start a new thread each time. */
const CUSTOMER_LIMIT_FACTOR = 4;

/** Whether somebody answers so fast that it is probably a program. The team then has the thread until they hand it back. */
export async function isAnsweringTooFast(
  db: Db,
  { maxAnswersInTenMinutes: maxAnswers }: Channel,
  thread: Thread,
): Promise<boolean> {
  if (maxAnswers === undefined) return false;
  const { rows } = await sql<{ is_for_team: boolean }>`
    with answers as (
      select o.thread_key from channel_outgoing o
      join channel_threads t on t.workspace_id = o.workspace_id and t.connection_id = o.connection_id and t.key = o.thread_key
      join messages m on m.workspace_id = o.workspace_id and m.id = o.message_id
      where o.connection_id = ${thread.connection_id} and t.address = ${thread.address} and m.role = 'assistant'
        and o.created_at > clock_timestamp() - interval '10 minutes'
    )
    select count(*) filter (where thread_key = ${thread.key}) >= ${maxAnswers} or count(*) >= ${maxAnswers * CUSTOMER_LIMIT_FACTOR}
      or exists (
        select from channel_threads t
        join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
        where t.connection_id = ${thread.connection_id} and t.key = ${thread.key}
          and t.context @> '{"isForTeam": true}' and c.status = 'handoff'
      ) as is_for_team
    from answers`.execute(db);
  const isForTeam = rows[0]?.is_for_team ?? false;
  await sql`
    update channel_threads set context = context || ${JSON.stringify({ isForTeam })}::jsonb
    where connection_id = ${thread.connection_id} and key = ${thread.key}`.execute(db);
  return isForTeam;
}
