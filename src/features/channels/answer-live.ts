// Answers a customer who waits on the line: the same turn, but without the queues before and after it.
import { sql } from 'kysely';
import type { Context, DeferredStep, RouteResponse, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { collectText } from '../conversations/stream.ts';
import type { Channel, IncomingMessage, LiveReply, LiveTurn } from './channel.ts';
import { countAgainstPlan } from './count-against-plan.ts';
import type { ThreadRef } from './receive.ts';
import { type AnswerServices, finishAfter, runSteps, type StoredReply, type TurnOptions, takeTurn } from './turn.ts';

export async function answerLive(
  services: AnswerServices,
  channel: Channel,
  thread: ThreadRef,
  message: IncomingMessage,
  live: LiveTurn,
): Promise<LiveReply | undefined> {
  const firstStep =
    (planOptions: TurnOptions): DeferredStep =>
    async (ctx) =>
      finishAfter(
        ctx,
        await takeTurn(ctx, services, { channel, thread }, message, { live, ...planOptions }),
        (nextCtx, response) => storeLiveReply(nextCtx, thread, response),
      );
  const response = await countAgainstPlan(services, thread.workspaceId, (planOptions) =>
    runSteps(services, thread.workspaceId, firstStep(planOptions), collectText(live.onText)),
  );
  return response?.body as LiveReply | undefined;
}

/**
 * The reply is spoken after the commit, so it is stored as sent, with no characters heard yet: if this process dies, the next
 * one repeats it. Digits that the caller presses stand for its choices.
 */
async function storeLiveReply(
  { db, workspace, now }: Context<WorkspacePrincipal>,
  { connectionId, threadKey }: ThreadRef,
  response: RouteResponse,
): Promise<RouteResponse> {
  const stored = response.body as StoredReply | undefined;
  if (!stored) return response;
  const { id: message_id, conversationId: conversation_id, suggestions } = stored;
  await db
    .updateTable('channel_threads')
    .set({ conversation_id, context: sql`context || ${JSON.stringify({ choices: suggestions })}::jsonb` })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  if (stored.reply)
    await db
      .insertInto('channel_outgoing')
      .values({
        workspace_id: workspace.id,
        message_id,
        conversation_id,
        connection_id: connectionId,
        thread_key: threadKey,
        status: 'sent',
        attempts: 1,
        sending_until: null,
        provider_ids: [],
        error: null,
        heard_characters: 0,
        updated_at: now,
      })
      .execute();
  return response;
}
