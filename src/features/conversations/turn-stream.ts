import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import type { Database } from '../../kernel/database/database.ts';
import { EVENT_STREAM, formatEvents } from '../../kernel/http/event-stream.ts';
import {
  type Context,
  DeferredResponse,
  noContent,
  type Route,
  type RouteResponse,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import type { Conversation, Message } from './conversation.ts';
import { type ConversationService, isHidden } from './conversation-service.ts';
import { type ChatReply, presentMessage } from './shapes.ts';
import { chatStream, createStartEvents } from './stream.ts';
import { isAnswering, type Turns } from './turns.ts';

const DESCRIPTION = `
For whoever lost the connection of a streamed \`POST /api/chat\`: the same events, after \`Last-Event-ID\`. The answer is
finished and stored whether or not anybody listens. Without \`Last-Event-ID\`: the answer under way, or 204.
The AI SDK’s \`useChat\` resumes at \`/api/chat/:id/stream\`, which is the same: give it the conversation’s id as its own.
`.trim();

const POLL_INTERVAL_MS = 100;
const STREAM_POSITION_PATTERN = /^(msg_[0-9a-z]{26})\/(\d{1,6})$/;

type Dependencies = { keyGate: KeyGate; conversationService: ConversationService; turns: Turns; database: Database };

export function turnStreamRoute({ keyGate, conversationService, turns, database }: Dependencies): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'all',
    path: '/conversations/:id/stream',
    aliasPath: '/chat/:id/stream',
    gate: keyGate('conversations:read', { allowPublishableKeyFor: 'stream' }),
    tag: 'Conversations',
    summary: 'Go on with a streamed reply',
    description: DESCRIPTION,
    params: Strict({ id: Id('conv') }),
    produces: EVENT_STREAM,
    responses: { 200: Type.String(), 204: null },
    async handle(ctx, { params: { id }, request }) {
      const [, messageId, sentLength = '0'] =
        STREAM_POSITION_PATTERN.exec(String(request.headers['last-event-id'] ?? '')) ?? [];
      const pendingAnswer = turns.streamResume.find(id);
      if (
        pendingAnswer &&
        (pendingAnswer.workspaceId !== ctx.workspace.id || isHidden(ctx, pendingAnswer.conversation))
      )
        throw notFound('conversation');
      if (pendingAnswer)
        return createStreamResponse(
          turns.streamResume.follow(pendingAnswer, pendingAnswer.messageId === messageId ? Number(sentLength) : 0),
        );
      const streamStoredReply = async (
        storedCtx: Context<WorkspacePrincipal>,
        hasWaited: boolean,
      ): Promise<RouteResponse | DeferredResponse> => {
        const stored = await conversationService.store.read(storedCtx, id);
        if (!stored || isHidden(storedCtx, stored.conversation)) throw notFound('conversation');
        const { conversation, messages } = stored;
        // Another instance is writing the answer: wait and read it once it is stored.
        if (!hasWaited && isAnswering(conversation))
          return new DeferredResponse(async () => {
            await waitUntilAnswered(database, storedCtx.workspace.id, id);
            return (nextCtx) => streamStoredReply(nextCtx, true);
          });
        const newestReply = hasWaited ? messages.findLast(({ role }) => role === 'assistant') : undefined;
        const message = messageId ? messages.find(({ id }) => id === messageId) : newestReply;
        return message
          ? createStreamResponse(
              createStoredReplyStream(conversation, message, storedCtx.workspace.timezone, Number(sentLength)),
            )
          : noContent();
      };
      return streamStoredReply(ctx, false);
    },
  });
}

async function waitUntilAnswered(database: Database, workspaceId: string, id: string): Promise<void> {
  const readLease = () =>
    database.inWorkspaceReadOnly(workspaceId, (db) =>
      db.selectFrom('conversations').select('answering_until').where('id', '=', id).executeTakeFirst(),
    );
  for (let row = await readLease(); row && isAnswering(row); row = await readLease()) await sleep(POLL_INTERVAL_MS);
}

function createStoredReplyStream(
  conversation: Conversation,
  message: Message,
  zone: string,
  sentLength: number,
): Readable {
  const { id: conversationId, status } = conversation;
  const { role: _, text, ...rest } = presentMessage(message, zone);
  // The assistant's messages have the fields that are optional because other messages lack them.
  const reply = { ...rest, conversationId, reply: text, status } as Static<typeof ChatReply>;
  const events =
    sentLength > 0
      ? [...createStartEvents(message.id, conversationId), ...chatStream.createEvents(reply, sentLength)]
      : undefined;
  return Readable.from(formatEvents(events ?? chatStream.createEvents(reply)));
}

const createStreamResponse = (body: Readable): RouteResponse => ({
  status: 200,
  headers: { 'X-Accel-Buffering': 'no', ...chatStream.headers },
  body,
});
