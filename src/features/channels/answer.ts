// Answers a customer's messages in the order in which they came: one turn of the conversation for each.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { type Context, noContent, type RouteResponse, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { findConnection, recordOutcome } from './connections.ts';
import { countAgainstPlan } from './count-against-plan.ts';
import { type ClaimedMessage, decryptIncoming, enqueueRetryAfterClaim, type ThreadRef } from './receive.ts';
import {
  type AnswerServices,
  type FinishTurn,
  finishAfter,
  runSteps,
  type StoredReply,
  type TurnOptions,
  takeTurn,
} from './turn.ts';

/** A job that has crashed is taken over after this time. */
const CLAIM_SECONDS = 120;
/** After this a message goes to the team, so that the customer's next ones are answered: about an hour. */
const MAX_ATTEMPTS = 8;

/** Answers all waiting messages of a thread. Ends at once if another job is answering them. */
export async function answerThread(services: AnswerServices, thread: ThreadRef): Promise<void> {
  while (await answerOldest(services, thread));
}

async function answerOldest(services: AnswerServices, thread: ThreadRef): Promise<boolean> {
  const { database, keyring, channels } = services;
  const inWorkspace = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(thread.workspaceId, work);
  const claimed = await inWorkspace((db) => claimOldest(db, thread));
  if (!claimed) {
    await inWorkspace((db) => enqueueRetryAfterClaim(db, 'channels.answer', thread));
    return false;
  }
  const message = decryptIncoming(keyring, thread.workspaceId, claimed);
  const finish: FinishTurn = (ctx, response) => finishIncoming(ctx, thread, claimed.provider_id, response);
  const runTurn = (options: TurnOptions) =>
    runSteps(services, thread.workspaceId, async (ctx) => {
      const connection = await findConnection(ctx.db, thread.connectionId);
      const channel = connection && channels.get(connection.kind);
      const result = channel
        ? await takeTurn(ctx, services, { channel, connection, thread }, message, options)
        : noContent();
      return finishAfter(ctx, result, finish);
    });
  // After too many attempts, which may even have ended the process, the message goes to the team without being read.
  const skipsAssistant = claimed.attempts > MAX_ATTEMPTS;
  try {
    if (skipsAssistant) await runTurn({ isForTeam: true, skipsAssistant });
    else await countAgainstPlan(services, thread.workspaceId, runTurn);
  } catch (error) {
    await inWorkspace<unknown>((db) =>
      skipsAssistant ? giveUp(services, db, thread, claimed) : releaseClaim(db, claimed),
    );
    if (claimed.attempts < MAX_ATTEMPTS) throw error;
    const outcome = skipsAssistant ? 'could not be stored' : 'could not be answered and goes to the team';
    services.log.error({ connection: thread.connectionId, err: error }, `a customer’s message ${outcome}`);
  }
  return true;
}

/** The message is answered, and the reply is queued for the channel. */
async function finishIncoming(
  { db, workspace, now }: Context<WorkspacePrincipal>,
  { connectionId, threadKey }: ThreadRef,
  providerId: string,
  response: RouteResponse,
): Promise<RouteResponse> {
  await markDone(db, providerId, now);
  const reply = response.body as StoredReply | undefined;
  if (!reply) return response;
  await db
    .updateTable('channel_threads')
    .set({ conversation_id: reply.conversationId, continues_id: null })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  if (reply.reply)
    await sql`select send_by_channel(${workspace.id}, ${reply.conversationId}, ${reply.id},
      ${connectionId}, ${threadKey})`.execute(db);
  return response;
}

const markDone = (db: Db, providerId: string, now: Date) =>
  db
    .updateTable('channel_incoming')
    .set({ done_at: now, content: null })
    .where('provider_id', '=', providerId)
    .execute();

/** The oldest unanswered message of the thread, unless a job is answering it. */
async function claimOldest(db: Db, { connectionId, threadKey }: ThreadRef) {
  const { rows } = await sql<ClaimedMessage>`
    update channel_incoming set attempts = attempts + 1, claimed_until = clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second'
    where (workspace_id, provider_id) = (
      select workspace_id, provider_id from channel_incoming
      where connection_id = ${connectionId} and thread_key = ${threadKey} and done_at is null
      order by position limit 1 for update
    ) and (claimed_until is null or claimed_until < clock_timestamp())
    returning provider_id, content, attempts`.execute(db);
  return rows[0];
}

/** So that the next attempt does not wait. */
const releaseClaim = (db: Db, { provider_id }: ClaimedMessage) =>
  db
    .updateTable('channel_incoming')
    .set({ claimed_until: null })
    .where('provider_id', '=', provider_id)
    .where('done_at', 'is', null)
    .execute();

async function giveUp({ clock }: AnswerServices, db: Db, { connectionId }: ThreadRef, { provider_id }: ClaimedMessage) {
  await markDone(db, provider_id, clock());
  await recordOutcome(db, connectionId, clock(), 'A customer’s message couldn’t be stored.');
}
