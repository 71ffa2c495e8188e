import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Database } from '../../kernel/database/database.ts';
import { EVENT_STREAM, frames } from '../../kernel/http/event-stream.ts';
import {
  type Answer,
  type Context,
  DeferredAnswer,
  type InWorkspace,
  noContent,
  type Route,
  route,
} from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import type { Conversation, Message } from './conversation.ts';
import { type ConversationService, isHidden } from './conversation-service.ts';
import { presentMessage } from './shapes.ts';
import { beginning, chatStream } from './stream.ts';
import { isAnswering, type Turns } from './turns.ts';

const ABOUT = `
For whoever lost the connection of a streamed \`POST /api/chat\`: the same events, after \`Last-Event-ID\`. The answer is
finished and stored whether or not anybody listens. Without \`Last-Event-ID\`: the answer under way, or 204.
`.trim();

const LOOK_AGAIN_MS = 100;
const POSITION = /^(msg_[0-9a-z]{26})\/(\d{1,6})$/;

type Dependencies = { key: KeyGate; conversationService: ConversationService; turns: Turns; database: Database };

export function turnStreamRoute({ key, conversationService, turns, database }: Dependencies): Route {
  return route({
    method: 'GET',
    root: 'core',
    path: '/conversations/:id/stream',
    gate: key('conversations:read', { widget: 'stream' }),
    tag: 'Conversations',
    summary: 'Go on with a streamed reply',
    description: ABOUT,
    params: Strict({ id: Id('conv') }),
    produces: EVENT_STREAM,
    answers: { 200: Type.String(), 204: null },
    async handle(ctx, { params: { id }, request }) {
      const [, messageId, sent = '0'] = POSITION.exec(String(request.headers['last-event-id'] ?? '')) ?? [];
      const here = turns.streamResume.find(id);
      if (here && (here.workspaceId !== ctx.workspace.id || isHidden(ctx, here.conversation)))
        throw notFound('conversation');
      if (here) return streamed(turns.streamResume.follow(here, here.messageId === messageId ? Number(sent) : 0));
      const stored = async (now: Context<InWorkspace>, hasWaited: boolean): Promise<Answer | DeferredAnswer> => {
        const found = await conversationService.store.read(now, id);
        if (!found || isHidden(now, found.conversation)) throw notFound('conversation');
        const { conversation, messages } = found;
        // Another instance answers: what it has stored is read when it is done.
        if (!hasWaited && isAnswering(conversation))
          return new DeferredAnswer(async () => {
            await untilAnswered(database, now.workspace.id, id);
            return (then) => stored(then, true);
          });
        const newest = hasWaited ? messages.findLast(({ role }) => role === 'assistant') : undefined;
        const message = messageId ? messages.find((each) => each.id === messageId) : newest;
        return message ? streamed(restOf(conversation, message, now.workspace.timezone, Number(sent))) : noContent();
      };
      return stored(ctx, false);
    },
  });
}

async function untilAnswered(database: Database, workspaceId: string, id: string): Promise<void> {
  const look = () =>
    database.readWorkspace(workspaceId, (db) =>
      db.selectFrom('conversations').select('answering_until').where('id', '=', id).executeTakeFirst(),
    );
  for (let row = await look(); row && isAnswering(row); row = await look()) await sleep(LOOK_AGAIN_MS);
}

function restOf(conversation: Conversation, message: Message, zone: string, sent: number): Readable {
  const { id: conversationId, status } = conversation;
  const { role: _, text: reply, ...rest } = presentMessage(message, zone);
  const shown = { ...rest, conversationId, reply, status } as never;
  const events = sent > 0 ? [...beginning(message.id, conversationId), ...chatStream.events(shown, sent)] : undefined;
  return Readable.from(frames(events ?? chatStream.events(shown)));
}

const streamed = (body: Readable): Answer => ({
  status: 200,
  headers: { 'X-Accel-Buffering': 'no', ...chatStream.headers },
  body,
});
