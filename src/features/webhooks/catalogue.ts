import { type TSchema, Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { EventKind } from '../../capability/records.ts';
import { Id, Nullable, Time } from '../../kernel/http/schema.ts';
import { BookingShape } from '../../scheduling/shapes.ts';
import { ConversationShape, MessageShape } from '../conversations/shapes.ts';
import { booking, conversation, endpoint, message } from './examples.ts';
import { EndpointShape } from './shapes.ts';

/** Where health is talked about, whoever wants to know more has to come and ask for it. */
const idAndStatus = (prefix: string, of: string) =>
  Type.Object({ id: Id(prefix), status: Type.String() }, { title: `${of} about health`, additionalProperties: false });
const Conversation = Type.Union([ConversationShape, idAndStatus('conv', 'A conversation')]);
const Handoff = Type.Union([
  Type.Object({ ...ConversationShape.properties, reason: Type.Optional(Nullable(Type.String())) }),
  idAndStatus('conv', 'A conversation'),
]);
const ofConversation = { conversationId: Id('conv') };
const Message = Type.Union([
  Type.Object({ ...MessageShape.properties, ...ofConversation }),
  Type.Object({ id: Id('msg'), status: Type.String(), ...ofConversation }, { title: 'A message about health' }),
]);
const Feedback = Type.Object({ ...ofConversation, rating: Type.Integer(), comment: Nullable(Type.String()) });
const Booking = Type.Union([BookingShape, idAndStatus('bkg', 'A booking')]);
const Quota = Type.Object({ limit: Type.Integer(), used: Type.Integer(), resetsAt: Time() });
const Version = Type.Object({ version: Type.Integer() });

const quota = { limit: 2_000, used: 1_600, resetsAt: '2026-12-01T00:00:00.000Z' };

const FEEDBACK = { conversationId: 'conv_01k9z0v3w8e5r7t2y4u6i8o0pa', rating: 5, comment: 'Quick and kind!' };

const OF_CUSTOMERS: Row[] = [
  ['conversation.created', 'A conversation began', Conversation, conversation()],
  ['conversation.handoff', 'A person has to take over', Handoff, { ...conversation('handoff'), reason: null }],
  ['conversation.resolved', 'A conversation was resolved', Conversation, conversation('resolved')],
  ['message.received', 'A customer wrote', Message, message('customer')],
  ['message.replied', 'The assistant or a person of the business replied', Message, message('assistant')],
  ['feedback.received', 'A customer rated a conversation', Feedback, FEEDBACK],
  ['booking.created', 'Something was booked, or someone waits for a place', Booking, booking()],
  ['booking.rescheduled', 'A booking has another time', Booking, { ...booking(), version: 2 }],
  ['booking.cancelled', 'A booking was cancelled', Booking, { ...booking('cancelled'), version: 2 }],
  ['booking.reminder', 'A booking is near, and its customer is reminded', Booking, booking()],
  ['waitlist.offered', 'A place is free, and held for the first who waits', Booking, booking('offered')],
];

const OF_THE_SERVICE: Row[] = [
  ['quota.warning', 'Four fifths of the month’s calls are used', Quota, quota],
  ['quota.exceeded', 'All of the month’s calls are used', Quota, { ...quota, used: 2_000 }],
  ['config.changed', 'The business’s document has a new version', Version, { version: 12 }],
  ['webhook.disabled', 'An endpoint gets no more events', EndpointShape, endpoint],
  ['ping', 'A test that was asked for', Type.Object({}), {}],
];

/** Every event that there is, with what it carries. The API reference is made of it, and so is what one can listen to. */
export const eventCatalogue = (industries: AnyIndustry[]): EventKind[] => [
  ...OF_CUSTOMERS.map(eventKind),
  ...industries.flatMap(({ events = [] }) => events),
  ...OF_THE_SERVICE.map(eventKind),
];

type Row = [type: string, summary: string, data: TSchema, example: Record<string, unknown>];
const eventKind = ([type, summary, data, example]: Row): EventKind => ({ type, summary, data, example });

const HEADERS = {
  'webhook-id': ['The event’s id: the same at every attempt', 'evt_01k9z0v3w8e5r7t2y4u6i8o0pa'],
  'webhook-timestamp': ['When this attempt was made, in seconds since 1970', '1794999600'],
  'webhook-signature': [
    '`v1,` and the signature; several, separated by spaces, for a day after a rotation',
    'v1,K5oZ…=',
  ],
} as const;

/** The section `webhooks` of the API reference. */
export function describeEvents(catalogue: EventKind[]): Record<string, object> {
  const parameters = Object.entries(HEADERS).map(([name, [description, example]]) => ({
    ...{ name, in: 'header', required: true, description, example, schema: { type: 'string' } },
  }));
  const responses = {
    '2XX': { description: 'Taken. Any other answer is a failure, and it is sent again later.' },
    '410': { description: 'Disables the endpoint.' },
  };
  const described = catalogue.map(({ type, summary, data, example }) => {
    const schema = Type.Object({ type: Type.Literal(type), timestamp: Time(), data });
    const sent = { type, timestamp: '2026-11-18T10:00:00-05:00', data: example };
    const requestBody = { required: true, content: { 'application/json': { schema, example: sent } } };
    return [type, { post: { tags: ['Events'], summary, parameters, requestBody, responses } }];
  });
  return Object.fromEntries(described);
}
