import { type TSchema, Type } from 'typebox';
import { DEPOSIT_MODES } from '../../capability/deposit-options.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { EventKind } from '../../capability/records.ts';
import { Id, Nullable, OneOf, Time } from '../../kernel/http/schema.ts';
import { PAYMENT_STATUSES } from '../../scheduling/payment-state.ts';
import { BookingShape } from '../../scheduling/shapes.ts';
import { ConversationShape, MessageShape } from '../conversations/shapes.ts';
import { TARGET_KINDS } from '../service-levels/store.ts';
import { createExamplePayment, createExamples, exampleEndpoint } from './examples.ts';
import { EndpointShape } from './shapes.ts';

/** Events about health carry only an id and a status; the rest has to be read from the API. */
const createHealthSchema = (prefix: string, subject: string) =>
  Type.Object(
    { id: Id(prefix), status: Type.String() },
    { title: `${subject} about health`, additionalProperties: false },
  );
const ConversationSchema = Type.Union([ConversationShape, createHealthSchema('conv', 'A conversation')]);
const HandoffSchema = Type.Union([
  Type.Object({ ...ConversationShape.properties, reason: Type.Optional(Nullable(Type.String())) }),
  createHealthSchema('conv', 'A conversation'),
]);
const conversationIdField = { conversationId: Id('conv') };
const MessageSchema = Type.Union([
  Type.Object({ ...MessageShape.properties, ...conversationIdField }),
  Type.Object({ id: Id('msg'), status: Type.String(), ...conversationIdField }, { title: 'A message about health' }),
]);
const FeedbackSchema = Type.Object({
  ...conversationIdField,
  rating: Type.Integer(),
  comment: Nullable(Type.String()),
});
const BookingSchema = Type.Union([BookingShape, createHealthSchema('bkg', 'A booking')]);
const HealthPaymentShape = Type.Object(
  { id: Id('pay'), bookingId: Id('bkg'), status: OneOf(PAYMENT_STATUSES) },
  { title: 'A payment about health', additionalProperties: false },
);
const PaymentShape = Type.Object({
  id: Id('pay'),
  bookingId: Id('bkg'),
  amount: Type.Integer({ description: 'In the currency’s minor unit' }),
  currency: Type.String(),
  mode: OneOf(DEPOSIT_MODES),
  status: OneOf(PAYMENT_STATUSES),
  refundedAmount: Type.Integer(),
  dispute: Type.Optional(OneOf(['open', 'won', 'lost'])),
});
const PaymentSchema = Type.Union([PaymentShape, HealthPaymentShape]);
const QuotaSchema = Type.Object({ limit: Type.Integer(), used: Type.Integer(), resetsAt: Time() });
const ServiceLevelSchema = Type.Object({
  ...conversationIdField,
  kind: OneOf(TARGET_KINDS),
  channel: Type.String(),
  startedAt: Time(),
  dueAt: Time(),
});
const VersionSchema = Type.Object({ version: Type.Integer() });

const quotaExample = { limit: 2_000, used: 1_600, resetsAt: '2026-12-01T00:00:00.000Z' };

const feedbackExample = { conversationId: 'conv_01k9z0v3w8e5r7t2y4u6i8o0pa', rating: 5, comment: 'Quick and kind!' };

const CustomerSchema = Type.Object(
  { id: Id('cus'), mergedInto: Type.Optional(Id('cus')) },
  { description: 'The id alone: read the rest from the API' },
);
const customerExample = { id: 'cus_01k9z0v3w8e5r7t2y4u6i8o0pa' };

function createCustomerEvents(industries: AnyIndustry[]): EventRow[] {
  const { createExampleBooking, createExampleConversation, createExampleMessage } = createExamples(industries);
  return [
    ['conversation.created', 'A conversation began', ConversationSchema, createExampleConversation()],
    [
      'conversation.handoff',
      'A person has to take over',
      HandoffSchema,
      { ...createExampleConversation('handoff'), reason: null },
    ],
    ['conversation.resolved', 'A conversation was resolved', ConversationSchema, createExampleConversation('resolved')],
    ['message.received', 'A customer wrote', MessageSchema, createExampleMessage('customer')],
    [
      'message.replied',
      'The assistant or a person of the business replied',
      MessageSchema,
      createExampleMessage('assistant'),
    ],
    ['feedback.received', 'A customer rated a conversation', FeedbackSchema, feedbackExample],
    ['booking.created', 'Something was booked, or someone waits for a place', BookingSchema, createExampleBooking()],
    [
      'booking.held',
      'A booking is held until its deposit is paid',
      BookingSchema,
      createExampleBooking('awaiting_payment'),
    ],
    ['booking.rescheduled', 'A booking has another time', BookingSchema, { ...createExampleBooking(), version: 2 }],
    [
      'booking.cancelled',
      'A booking was canceled',
      BookingSchema,
      { ...createExampleBooking('cancelled'), version: 2 },
    ],
    ['booking.reminder', 'A booking is near, and its customer is reminded', BookingSchema, createExampleBooking()],
    ['payment.succeeded', 'A deposit was paid, or is held on the card', PaymentSchema, createExamplePayment('paid')],
    [
      'payment.failed',
      'A card was refused; the customer may try another',
      PaymentSchema,
      createExamplePayment('failed'),
    ],
    [
      'payment.refunded',
      'A deposit was paid back, or a part of it',
      PaymentSchema,
      { ...createExamplePayment('refunded'), refundedAmount: 8_000 },
    ],
    [
      'payment.disputed',
      'A customer disputes a deposit with their bank',
      PaymentSchema,
      { ...createExamplePayment('disputed'), dispute: 'open' },
    ],
    ['customer.created', 'Somebody became a customer', CustomerSchema, customerExample],
    ['customer.updated', 'A customer’s details were changed', CustomerSchema, customerExample],
    [
      'customer.merged',
      'A customer was merged into another one',
      CustomerSchema,
      { ...customerExample, mergedInto: 'cus_01k9z0v3w8e5r7t2y4u6i8o0pb' },
    ],
    [
      'waitlist.offered',
      'A place is free, and held for the first who waits',
      BookingSchema,
      createExampleBooking('offered'),
    ],
  ];
}

const serviceLevelExample = {
  conversationId: 'conv_01k9z0v3w8e5r7t2y4u6i8o0pa',
  kind: 'first_response',
  channel: 'widget',
  startedAt: '2026-11-18T09:30:00-05:00',
  dueAt: '2026-11-18T10:00:00-05:00',
};

const SERVICE_EVENTS: EventRow[] = [
  ['service_level.missed', 'A target for the team was missed', ServiceLevelSchema, serviceLevelExample],
  ['quota.warning', 'Four fifths of the month’s calls are used', QuotaSchema, quotaExample],
  ['quota.exceeded', 'All of the month’s calls are used', QuotaSchema, { ...quotaExample, used: 2_000 }],
  ['config.changed', 'The business’s document has a new version', VersionSchema, { version: 12 }],
  ['webhook.disabled', 'An endpoint gets no more events', EndpointShape, exampleEndpoint],
  ['ping', 'A test that was asked for', Type.Object({}), {}],
];

/** Every event type with its payload. Feeds the API reference and the types that an endpoint can subscribe to. */
export const createEventCatalogue = (industries: AnyIndustry[]): EventKind[] => [
  ...createCustomerEvents(industries).map(toEventKind),
  ...industries.flatMap(({ events = [] }) => events),
  ...SERVICE_EVENTS.map(toEventKind),
];

type EventRow = [type: string, summary: string, data: TSchema, example: Record<string, unknown>];
const toEventKind = ([type, summary, data, example]: EventRow): EventKind => ({ type, summary, data, example });

const DELIVERY_HEADERS = {
  'webhook-id': ['The event’s id: the same at every attempt', 'evt_01k9z0v3w8e5r7t2y4u6i8o0pa'],
  'webhook-timestamp': ['When this attempt was made, in seconds since 1970', '1794999600'],
  'webhook-signature': [
    '`v1,` and the signature; several, separated by spaces, for a day after a rotation',
    'v1,K5oZ…=',
  ],
} as const;

const DELIVERY_DESCRIPTION = 'Sent to the endpoints that subscribe to it. Verify its signature before you trust it.';

/** The section `webhooks` of the API reference. */
export function describeEvents(catalogue: EventKind[]): Record<string, object> {
  const parameters = Object.entries(DELIVERY_HEADERS).map(([name, [description, example]]) => ({
    name,
    in: 'header',
    required: true,
    description,
    example,
    schema: { type: 'string' },
  }));
  const responses = {
    '2XX': { description: 'Taken. Any other answer is a failure, and it is sent again later.' },
    '410': { description: 'Disables the endpoint.' },
  };
  const operations = catalogue.map(({ type, summary, data, example }) => {
    const schema = Type.Object({ type: Type.Literal(type), timestamp: Time(), data });
    const examplePayload = { type, timestamp: '2026-11-18T10:00:00-05:00', data: example };
    const requestBody = { required: true, content: { 'application/json': { schema, example: examplePayload } } };
    const commonFields = {
      tags: ['Events'],
      operationId: `receive.${type}`,
      summary,
      description: DELIVERY_DESCRIPTION,
    };
    return [type, { post: { ...commonFields, security: [{ signature: [] }], parameters, requestBody, responses } }];
  });
  return Object.fromEntries(operations);
}
