import { Type } from 'typebox';
import { EVENT_STREAM } from '../../kernel/http/event-stream.ts';
import { type Route, route } from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { networkOf } from '../../kernel/rate-limit.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { type ConversationService, isHidden } from './conversation-service.ts';
import type { Live } from './live.ts';

const MESSAGE_ID = /^msg_[0-9a-z]{26}$/;

const ABOUT = `
Server-sent events for as long as the connection is held. \`message\`: a message as \`GET\` shows it, whoever wrote it,
with its id as the event's. \`conversation\`: \`{id, status, rating, updatedAt}\`, first of all and whenever status or
rating change. After \`Last-Event-ID\`, or \`after\`, nothing is left out; without them it begins now. A comment every
15 s keeps it alive; it ends after an hour at most, or with the visitor's token, and is to be opened again.
`.trim();

export function liveRoute({
  key,
  conversationService,
  live,
}: {
  key: KeyGate;
  conversationService: ConversationService;
  live: Live;
}): Route {
  return route({
    method: 'GET',
    root: 'core',
    path: '/conversations/:id/events',
    gate: key('conversations:read', { widget: 'stream' }),
    tag: 'Conversations',
    summary: 'Follow a conversation live',
    description: ABOUT,
    params: Strict({ id: Id('conv') }),
    query: Strict({ after: Type.Optional(Id('msg', { description: 'The last message that is known already' })) }),
    produces: EVENT_STREAM,
    answers: { 200: Type.String() },
    async handle(ctx, { params: { id }, query, request }) {
      const found = await conversationService.store.glance(ctx, id);
      if (!found || isHidden(ctx, found)) throw notFound('conversation');
      const given = query.after ?? request.headers['last-event-id'];
      if (given !== undefined && !MESSAGE_ID.test(String(given))) throw notAMessage(query.after !== undefined);
      const headers = { 'X-Accel-Buffering': 'no', Connection: 'close' };
      if (request.method === 'HEAD') return { status: 200, headers, body: '' };
      const after = String(given ?? found.newest ?? '');
      const { body, start } = live.open(ctx, { conversationId: id, after, address: networkOf(request.ip) });
      // Nobody reads it where the request was given up meanwhile.
      request.raw.socket.once('close', () => body.destroy());
      ctx.afterCommit(start);
      return { status: 200, headers, body };
    },
  });
}

function notAMessage(inQuery: boolean): Problem {
  const detail = 'must be the id of a message';
  const name = inQuery ? 'after' : 'last-event-id';
  return new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
}
