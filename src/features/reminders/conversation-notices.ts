// Adds notices about a booking to a conversation, which may be that of a channel.
import { sql } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { Booking } from '../../scheduling/store.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { createAcceptOfferTask, describeOffer, renderOfferedSpot } from '../assistant/offered-spot.ts';
import {
  createStateAfterNotice,
  createStateAfterReminder,
  renderReminderSuggestions,
} from '../assistant/reminded-booking.ts';
import type { Channel } from '../channels/channel.ts';
import { type Conversation, newConversation, newMessage, reopenIfResolved } from '../conversations/conversation.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { findAskedFields } from '../conversations/reply-extras.ts';
import type { DeliveryRoute } from './delivery-route.ts';
import { composeText, type Topic } from './emails.ts';

type Ctx = CapabilityContext<Business>;
type ComposedNotice = { text: string; suggestions: string[]; state?: DialogueState };
type Notice = { about: Topic; booking: Booking; messageId: string };
type ChannelThread = Extract<DeliveryRoute, { by: 'channel' }>['thread'];

/** Writes to the thread of a channel, in the conversation that it belongs to or in a new one. */
export async function sendByChannel(
  ctx: Ctx,
  service: ConversationService,
  { channel, thread }: { channel: Channel; thread: ChannelThread },
  notice: Notice,
): Promise<void> {
  const existingConversation = thread.conversation_id
    ? await service.store.lock(ctx, thread.conversation_id)
    : undefined;
  const conversation = existingConversation ?? startConversation(ctx, channel, thread, notice.booking);
  await addNotice(ctx, service, conversation, notice, channel);
  if (!existingConversation) await connectThread(ctx, thread, conversation.id);
  await sql`select send_by_channel(${ctx.workspace.id}, ${conversation.id}, ${notice.messageId},
    ${thread.connection_id}, ${thread.key})`.execute(ctx.db);
}

/** Writes to a conversation of the website or an API. False if it no longer exists. */
export async function postInConversation(ctx: Ctx, service: ConversationService, notice: Notice): Promise<boolean> {
  const { conversation_id } = notice.booking;
  const conversation = conversation_id ? await service.store.lock(ctx, conversation_id) : undefined;
  if (conversation) await addNotice(ctx, service, conversation, notice);
  return conversation !== undefined;
}

async function addNotice(
  ctx: Ctx,
  { store, events }: ConversationService,
  conversation: Conversation,
  { about, booking, messageId }: Notice,
  channel?: Channel,
): Promise<void> {
  const { timezone } = ctx.business;
  const expectsAnswer = about === 'waitlist.offered' || about === 'booking.reminder';
  // A notice that asks something begins a new episode, so that the answer is understood.
  const currentConversation = expectsAnswer ? reopenIfResolved(conversation, ctx.now, timezone) : conversation;
  const localizedCtx = { ...ctx, business: inLanguage(ctx.business, booking.language) };
  const isNew = conversation.message_count === 0;
  const { text, suggestions, state } = composeNotice(localizedCtx, currentConversation, about, booking);
  const formatter = formatterFor(localizedCtx.business);
  const hint =
    channel?.optOut && (isNew || about === 'booking.reminder') ? formatter.text('Reply STOP to opt out.') : '';
  const pendingQuestion = state && findAskedFields(state, suggestions);
  const details = {
    suggestions,
    sources: [],
    receipts: [],
    engine: 'embedded',
    ...(pendingQuestion ? { asks: pendingQuestion } : {}),
  };
  const message = newMessage(currentConversation, 'assistant', `${text} ${hint}`.trim(), ctx.now, {
    id: messageId,
    details,
  });
  await store.save(ctx, { ...currentConversation, ...(state ? { state } : {}) }, [message], (saved) => [
    ...(isNew ? [events.forConversation('conversation.created', saved, [message], timezone)] : []),
    events.forMessage('message.replied', message, saved, timezone),
  ]);
}

/** The text, and what the dialogue then waits for. If a team member has taken over, they get the answer. */
function composeNotice(ctx: Ctx, { status, state }: Conversation, about: Topic, booking: Booking): ComposedNotice {
  const formatter: Formatter = formatterFor(ctx.business);
  const isWithPerson = status === 'handoff';
  const dialogueState = state as DialogueState;
  if (about === 'waitlist.offered') {
    if (isWithPerson) return { text: describeOffer(booking, { ctx, format: formatter }), suggestions: [] };
    const composedOffer = renderOfferedSpot(booking, { ctx, format: formatter });
    return { ...composedOffer, state: { ...dialogueState, task: createAcceptOfferTask(booking), offer: undefined } };
  }
  const text = `${ctx.business.name}: ${composeText(ctx, about, booking)}`;
  if (isWithPerson || dialogueState.task) return { text, suggestions: [] };
  return about === 'booking.reminder'
    ? {
        text,
        suggestions: renderReminderSuggestions(formatter),
        state: createStateAfterReminder(dialogueState, booking, text),
      }
    : { text, suggestions: [], state: createStateAfterNotice(dialogueState, text) };
}

const startConversation = (
  { workspace, business, now }: Ctx,
  { kind }: Channel,
  { address }: ChannelThread,
  booking: Booking,
) =>
  newConversation({
    workspaceId: workspace.id,
    channel: kind,
    businessType: booking.industry,
    businessName: null,
    metadata: {},
    customer: { ...(booking.customer ? { name: booking.customer.name } : {}), phone: address },
    publishable: false,
    now,
    zone: business.timezone,
  });

/** The customer's answers come to this conversation. */
const connectThread = (
  { db, workspace, now }: Ctx,
  { connection_id, key, address }: ChannelThread,
  conversation_id: string,
) =>
  db
    .insertInto('channel_threads')
    .values({
      workspace_id: workspace.id,
      connection_id,
      key,
      address,
      conversation_id,
      opted_out_at: null,
      last_received_at: now,
      context: '{}',
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'connection_id', 'key']).doUpdateSet({ conversation_id }),
    )
    .execute();
