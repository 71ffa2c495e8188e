import { Type } from 'typebox';
import { Id, NonBlank, Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { STAGES } from '../conversations/conversation.ts';
import { ConversationSummary } from '../conversations/shapes.ts';
import { TARGET_KINDS } from '../service-levels/store.ts';
import { CALL_ENDS, DELIVERY_STATUSES } from './store.ts';

export const Teammate = Type.Object({ id: Type.String(), name: Type.String() });
export const Tags = Type.Array(NonBlank({ maxLength: 40 }), { maxItems: 20 });
const inboxFields = {
  tags: Type.Array(Type.String()),
  assignee: Nullable(Teammate),
  stage: OneOf(STAGES, { description: 'Who has it: the assistant, nobody yet, a person, or nobody any more' }),
  personName: Nullable(Type.String({ description: 'The team member who replied last or took over' })),
  sealed: Type.Boolean(),
  knownCustomer: Nullable(
    Type.Object(
      { id: Id('cus'), name: Type.String() },
      { description: 'The customer with this phone or email. Encrypted names are left out.' },
    ),
  ),
  due: Nullable(
    Titled('Due', {
      kind: OneOf(TARGET_KINDS),
      at: Time(),
      isMissed: Type.Boolean({ description: 'Whether it is overdue' }),
    }),
  ),
  urgent: Type.Boolean({ description: 'An emergency was found, and it is not resolved or handed back' }),
};
export const InboxConversation = Titled('Inbox conversation', { ...ConversationSummary.properties, ...inboxFields });
export const Note = Titled('Note', { id: Id('note'), text: Type.String(), author: Teammate, createdAt: Time() });
const Delivery = Titled('Delivery', {
  messageId: Id('msg'),
  status: OneOf(DELIVERY_STATUSES),
  error: Nullable(Type.String({ description: 'Why it was not sent, in words for the team' })),
  heardCharacters: Nullable(
    Type.Integer({
      description: 'Of a spoken reply that the caller has not heard to its end: how much of its text they heard',
    }),
  ),
});
const Call = Titled('Call', {
  seconds: Nullable(Type.Integer({ description: 'How long it took, once it is over' })),
  ended: Nullable(OneOf(CALL_ENDS, { description: 'Who ended it, or why; missed: transferred, but no one answered' })),
});
export const InboxDetails = Titled('Desk side', {
  id: Id('conv'),
  ...inboxFields,
  notes: Type.Array(Note),
  deliveries: Type.Array(Delivery, { description: 'What became of the messages that were sent by a channel' }),
  call: Nullable(Call),
});
