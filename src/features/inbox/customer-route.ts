import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { BOOKING_STATUSES, KINDS } from '../../scheduling/shapes.ts';
import type { KeyGate } from '../access/key-gate.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { type Message, STAGES } from '../conversations/conversation.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { CustomerShape } from '../conversations/shapes.ts';
import { findRequests } from '../requests/select-requests.ts';
import { findBookingsOfCustomer, findOtherConversations } from './customer.ts';

const ConversationCustomer = Titled('Conversation customer', {
  customer: CustomerShape,
  language: Nullable(Type.String({ description: 'In which the customer was last answered' })),
  firstSeenAt: Time(),
  bookings: Type.Array(
    Type.Object({
      id: Id('bkg'),
      kind: OneOf(KINDS),
      status: OneOf(BOOKING_STATUSES),
      startsAt: Time(),
      service: Nullable(Type.String()),
      partySize: Nullable(Type.Integer()),
    }),
  ),
  conversations: Type.Array(
    Type.Object({
      id: Id('conv'),
      channel: Type.String(),
      stage: OneOf(STAGES),
      preview: Type.String(),
      sealed: Type.Boolean(),
      updatedAt: Time(),
    }),
  ),
  requests: Type.Array(
    Type.Object({ id: Type.String(), kind: Type.String(), status: Type.String(), createdAt: Time() }),
  ),
});

type Dependencies = { keyGate: KeyGate; conversationService: ConversationService; industries: AnyIndustry[] };

export function inboxCustomerRoute({ keyGate, conversationService, industries }: Dependencies): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'dashboard',
    path: '/conversations/:id/customer',
    gate: keyGate('conversations:read'),
    tag: 'Inbox',
    summary: 'Who the customer of a conversation is',
    description:
      'With bookings, requests and other conversations of the same visitor, phone or email. Of what is about health only ids, states and times are shown; opening it for such a conversation is logged.',
    params: Strict({ id: Id('conv') }),
    responses: { 200: ConversationCustomer },
    async handle(ctx, { params: { id } }) {
      const stored = await conversationService.store.read(ctx, id);
      if (!stored) throw notFound('conversation');
      const { conversation, messages } = stored;
      const zone = ctx.workspace.timezone;
      const { customer, created_at, state } = conversation;
      const otherConversations = await findOtherConversations(ctx.db, conversation);
      const conversationIds = [id, ...otherConversations.map((other) => other.id)];
      const bookings = await findBookingsOfCustomer(ctx.db, conversationIds, customer);
      const requests = await findRequests(ctx.db, industries, collectRequestIds(messages));
      const firstSeenAt = otherConversations.reduce(
        (earliest, other) => (other.first_seen < earliest ? other.first_seen : earliest),
        created_at,
      );
      return ok({
        customer,
        language: (state as DialogueState).language ?? null,
        firstSeenAt: rfc3339(firstSeenAt, zone),
        bookings: bookings.map(({ id: bookingId, kind, status, starts_at, service, party_size, sealed }) => ({
          id: bookingId,
          kind,
          status,
          startsAt: rfc3339(starts_at, zone),
          service: sealed ? null : (service?.name ?? null),
          partySize: party_size,
        })),
        conversations: otherConversations.map(({ id: otherId, channel, stage, preview, isEncrypted, updated_at }) => ({
          id: otherId,
          channel,
          stage,
          preview,
          sealed: isEncrypted,
          updatedAt: rfc3339(updated_at, zone),
        })),
        requests: requests.map(({ id: requestId, kind, status, created_at: createdAt }) => ({
          id: requestId,
          kind,
          status,
          createdAt: rfc3339(createdAt, zone),
        })),
      });
    },
  });
}

/** What was requested in the conversation, by the receipts of its messages. */
const collectRequestIds = (messages: Message[]): string[] =>
  messages
    .flatMap(({ details }) => details?.receipts ?? [])
    .filter(({ type }) => !type.startsWith('booking.'))
    .map(({ id }) => id);
