import { Type } from 'typebox';
import { destroyOnDisconnect, EVENT_STREAM } from '../../kernel/http/event-stream.ts';
import { type Route, route } from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { networkOf } from '../../kernel/rate-limit.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { type ConversationService, isHidden } from './conversation-service.ts';
import type { LiveStreams } from './live.ts';

const MESSAGE_ID_PATTERN = /^msg_[0-9a-z]{26}$/;

const DESCRIPTION = `
Server-sent events for as long as the connection is held. \`message\`: a message as \`GET\` shows it, whoever wrote it,
with its id as the event's. \`conversation\`: \`{id, status, rating, person, updatedAt}\`, first of all and whenever
status, rating or person change; \`person\` is there once somebody of the business has joined. \`typing\`: \`{name}\`,
while somebody of the business types; it is over after a few seconds. After \`Last-Event-ID\`, or \`after\`, nothing is left out; without them it begins now. A comment every
15 s keeps it alive; it ends after an hour at most, or with the visitor's token, and is to be opened again.
`.trim();

export function liveRoute({
  keyGate,
  conversationService,
  live,
}: {
  keyGate: KeyGate;
  conversationService: ConversationService;
  live: LiveStreams;
}): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'all',
    path: '/conversations/:id/events',
    gate: keyGate('conversations:read', { allowPublishableKeyFor: 'stream' }),
    tag: 'Conversations',
    summary: 'Follow a conversation live',
    description: DESCRIPTION,
    params: Strict({ id: Id('conv') }),
    query: Strict({ after: Type.Optional(Id('msg', { description: 'The last message that is known already' })) }),
    produces: EVENT_STREAM,
    responses: { 200: Type.String() },
    async handle(ctx, { params: { id }, query, request }) {
      const conversation = await conversationService.store.readAccessColumns(ctx, id);
      if (!conversation || isHidden(ctx, conversation)) throw notFound('conversation');
      const lastEventId = query.after ?? request.headers['last-event-id'];
      if (lastEventId !== undefined && !MESSAGE_ID_PATTERN.test(String(lastEventId)))
        throw createInvalidMessageIdProblem(query.after !== undefined);
      const headers = { 'X-Accel-Buffering': 'no', Connection: 'close' };
      if (request.method === 'HEAD') return { status: 200, headers, body: '' };
      const lastReceivedId = lastEventId === undefined ? undefined : String(lastEventId);
      const after = lastReceivedId ?? conversation.newestMessageId ?? '';
      const { body, start } = live.open(ctx, {
        conversationId: id,
        after,
        lastReceivedId,
        network: networkOf(request.ip),
      });
      destroyOnDisconnect(request, body);
      ctx.afterCommit(start);
      return { status: 200, headers, body };
    },
  });
}

function createInvalidMessageIdProblem(isQueryParameter: boolean): Problem {
  const detail = 'must be the id of a message';
  const name = isQueryParameter ? 'after' : 'last-event-id';
  return new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
}
