import { sql } from 'kysely';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { OFFER_MESSAGE_TASK, type OfferMessageJob } from '../../scheduling/notify.ts';
import { findBooking } from '../../scheduling/store.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { acceptOfferTask, describeOffer, isOffered, renderOfferedPlace } from '../assistant/offered-place.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { newMessage, reopened } from './conversation.ts';
import type { ConversationService } from './conversation-service.ts';
import { asksOf } from './reply-extras.ts';

type Dependencies = { runAsSystem: RunAsSystem; conversationService: ConversationService };

/** Tells customers on the waiting list, in the conversation in which they joined it, that a place is held for them. */
export const conversationJobs = (dependencies: Dependencies): Jobs => ({
  tasks: { [OFFER_MESSAGE_TASK]: (payload) => sendOffer(dependencies, payload as OfferMessageJob) },
});

async function sendOffer(
  { runAsSystem, conversationService: { store, events } }: Dependencies,
  { workspaceId, bookingId }: OfferMessageJob,
): Promise<void> {
  await runAsSystem(workspaceId, OFFER_MESSAGE_TASK, async (context) => {
    const booking = await findBooking(context.db, bookingId);
    if (!booking?.conversation_id) return;
    // A test workspace has its own clock: there the offer was made just now.
    const ctx = context.workspace.mode === 'test' ? { ...context, now: booking.updated_at } : context;
    const locked = isOffered(booking, ctx.now) && (await store.lock(ctx, booking.conversation_id));
    if (!locked) return;
    const { timezone } = ctx.business;
    const conversation = reopened(locked, ctx.now, timezone);
    const say = formatterFor(inLanguage(ctx.business, booking.language));
    // A person has the conversation: the offer is told, and they hear the answer.
    const isWithPerson = conversation.status === 'handoff';
    const { text, suggestions } = isWithPerson
      ? { text: describeOffer(booking, { ctx, say }), suggestions: [] }
      : renderOfferedPlace(booking, { ctx, say });
    const state: DialogueState = isWithPerson
      ? conversation.state
      : { ...conversation.state, task: acceptOfferTask(booking), offer: undefined };
    const asks = isWithPerson ? undefined : asksOf(state, suggestions);
    const details = { suggestions, sources: [], receipts: [], engine: 'embedded', ...(asks ? { asks } : {}) };
    const message = newMessage(conversation, 'assistant', text, ctx.now, { details });
    await store.save(ctx, { ...conversation, state }, [message], (saved) => [
      events.forMessage('message.replied', message, saved, timezone),
    ]);
    await sql`select send_by_channel(${workspaceId}, ${conversation.id}, ${message.id})`.execute(ctx.db);
  });
}
