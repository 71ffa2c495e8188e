// A caller whom nobody could serve waits for the team, like a customer who was handed off in a chat.
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { toE164 } from '../../kernel/phone.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import { type Conversation, NOBODY_JOINED, newConversation, reopenIfResolved } from '../conversations/conversation.ts';
import { lockOrRefuse, readMessagesForEvents } from '../conversations/conversation-service.ts';
import type { CallUpdate } from './channel.ts';
import type { ConnectionRow } from './connections.ts';
import type { AnswerServices } from './turn.ts';

type Ctx = Context<WorkspacePrincipal>;

/** A transfer that no one answered, a busy line, or a call that broke. */
const isMissed = (update: CallUpdate): boolean =>
  update.event === 'ended' && (update.ended === 'missed' || update.ended === 'failed');

export async function handOffMissedCalls(
  services: AnswerServices,
  row: ConnectionRow,
  updates: CallUpdate[] = [],
): Promise<void> {
  for (const { id } of updates.filter(isMissed))
    await runInWorkspace(services, row.workspace_id, 'customer', (ctx) => handOffCall(ctx, services, row, id));
}

async function handOffCall(ctx: Ctx, services: AnswerServices, row: ConnectionRow, callId: string): Promise<void> {
  const { conversationService, documents } = services;
  const { store, events } = conversationService;
  const { db, now } = ctx;
  const thread = await db
    .selectFrom('channel_threads')
    .select(['address', 'conversation_id'])
    .where('connection_id', '=', row.id)
    .where('key', '=', callId)
    .forUpdate()
    .executeTakeFirst();
  if (!thread) return;
  const { document } = await documents.get(ctx);
  const zone = document.timezone;
  const existing = thread.conversation_id
    ? reopenIfResolved(await lockOrRefuse(ctx, conversationService, thread.conversation_id), now, zone)
    : undefined;
  if (existing?.status === 'handoff') return;
  const phone = toE164(thread.address, '');
  const conversation: Conversation =
    existing ??
    newConversation({
      workspaceId: ctx.workspace.id,
      channel: row.kind,
      businessType: document.industry,
      businessName: null,
      customer: phone ? { phone } : {},
      metadata: {},
      publishable: false,
      now,
      zone,
    });
  const messages = existing ? await readMessagesForEvents(ctx, conversationService, existing) : [];
  const waitingState = { ...NOBODY_JOINED, status: 'handoff' as const, waiting_since: now, updated_at: now };
  await store.save(ctx, { ...conversation, ...waitingState }, [], (saved) => [
    ...(existing ? [] : [events.forConversation('conversation.created', saved, [], zone)]),
    events.forConversation('conversation.handoff', saved, messages, zone, { reason: 'missed call' }),
  ]);
  if (!existing)
    await db
      .updateTable('channel_threads')
      .set({ conversation_id: conversation.id })
      .where('connection_id', '=', row.id)
      .where('key', '=', callId)
      .execute();
}
