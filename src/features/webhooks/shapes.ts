import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { Id, Nullable, OneOf, Time } from '../../kernel/http/schema.ts';
import { createPayload } from './payload.ts';
import {
  type Attempt,
  DELIVERY_STATUSES,
  type Delivery,
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  type Endpoint,
} from './store.ts';

const endpointFields = {
  id: Id('whk'),
  url: Type.String({ examples: ['https://example.com/hooks/desk'] }),
  events: Type.Array(Type.String(), { examples: [['booking.created', 'conversation.*']] }),
  description: Nullable(Type.String()),
  status: OneOf(ENDPOINT_STATUSES),
  disabledBecause: Nullable(
    OneOf(DISABLED_REASONS, {
      description: 'Asked for by PATCH, the receiver answered 410, or five days of nothing but failures',
    }),
  ),
  failingSince: Nullable(Time({ description: 'Nothing but failures since then' })),
  createdAt: Time(),
  updatedAt: Time(),
};
export const EndpointShape = Type.Object(endpointFields, { title: 'Webhook endpoint' });
export const EndpointWithSecret = Type.Object({
  ...endpointFields,
  secret: Type.String({ description: 'Shown this once', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
});

const attemptFields = {
  at: Time(),
  responseStatus: Nullable(Type.Integer()),
  durationMs: Type.Integer(),
  error: Nullable(
    Type.String({
      description: 'Why there was no answer',
      examples: ['timed_out', 'connection_refused', 'connection_lost', 'name_not_found', 'tls_failed'],
    }),
  ),
};
const deliveryFields = {
  id: Id('dlv'),
  eventId: Id('evt', { description: 'The header `webhook-id`' }),
  type: Type.String({ examples: ['booking.created'] }),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Array(Type.Object(attemptFields)),
  nextAttemptAt: Nullable(Time({ description: 'Null where it is sent at once, or no more' })),
  createdAt: Time(),
};
export const DeliveryShape = Type.Object(deliveryFields, { title: 'Webhook delivery' });
export const DeliveryWithResponses = Type.Object({
  ...deliveryFields,
  attempts: Type.Array(
    Type.Object({
      ...attemptFields,
      response: Nullable(Type.String({ description: 'The first 16 KB of the answer' })),
    }),
  ),
  payload: Type.Object({}, { additionalProperties: true, description: 'What is sent' }),
});

export function presentEndpoint(row: Endpoint, timezone: string) {
  const { id, url, events, description, status } = row;
  return {
    id,
    url,
    events,
    description,
    status,
    disabledBecause: row.disabled_because,
    failingSince: row.failing_since && rfc3339(row.failing_since, timezone),
    createdAt: rfc3339(row.created_at, timezone),
    updatedAt: rfc3339(row.updated_at, timezone),
  };
}

export function presentDelivery(row: Delivery, timezone: string) {
  const { id, type, status } = row;
  return {
    id,
    eventId: row.event_id,
    type,
    status,
    attempts: row.attempts.map((attempt) => presentAttempt(attempt, timezone)),
    nextAttemptAt: status === 'pending' && row.due_at ? rfc3339(row.due_at, timezone) : null,
    createdAt: rfc3339(row.created_at, timezone),
  };
}

const presentAttempt = ({ at, responseStatus, durationMs, error }: Attempt, timezone: string) => ({
  at: rfc3339(new Date(at), timezone),
  responseStatus,
  durationMs,
  error: error ?? null,
});

export function presentDeliveryWithResponses(
  row: Delivery,
  event: { type: string; data: Record<string, unknown>; occurred_at: Date },
  timezone: string,
) {
  const delivery = presentDelivery(row, timezone);
  const attempts = delivery.attempts.map((attempt, index) => ({
    ...attempt,
    response: row.attempts[index]?.response ?? null,
  }));
  return { ...delivery, attempts, payload: createPayload({ ...event, timezone }) };
}
