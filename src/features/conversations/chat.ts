import type { Business } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { answer } from '../assistant/reception.ts';
import { mustLock, reopened } from './desk.ts';
import type { ConversationEvents } from './events.ts';
import { type Conversation, type Customer, listMessages, newConversation, newMessage, saveTurn } from './store.ts';

export const METADATA_BYTES = 4_096;

export type ChatRequest = {
  message: string;
  conversationId?: string;
  businessType?: string;
  businessName?: string;
  customer?: Customer;
  channel?: string;
  metadata?: Record<string, unknown>;
};

/** One turn: the customer's message and the reply are stored together, with their events, or not at all. */
export async function chat(
  ctx: Context<InWorkspace>,
  { business, events }: { business: Business; events: ConversationEvents },
  asked: ChatRequest,
) {
  const { db, now } = ctx;
  const found = asked.conversationId !== undefined ? await continueConversation(ctx, asked) : undefined;
  const conversation = found ?? begin(ctx, business, asked);
  const heard = newMessage(conversation, 'customer', asked.message, now);
  const silent = conversation.status === 'handoff';
  const reply = silent
    ? undefined
    : answer({
        message: asked.message,
        businessName: conversation.business_name ?? business.name,
        unsureBefore: await wasUnsure(ctx, found),
      });
  const said =
    reply &&
    newMessage(conversation, 'assistant', reply.text, now, { intent: reply.intent, confidence: reply.confidence });
  const saved = await saveTurn(
    db,
    { ...conversation, status: reply?.status ?? conversation.status },
    said ? [heard, said] : [heard],
    !found,
  );

  const zone = business.timezone;
  await events.tell(ctx, [
    ...(found ? [] : [events.about('conversation.created', saved, zone)]),
    events.said('message.received', heard, saved, zone),
    ...(said ? [events.said('message.replied', said, saved, zone)] : []),
    ...(reply?.status === 'handoff' ? [events.about('conversation.handoff', saved, zone)] : []),
  ]);

  return {
    id: (said ?? heard).id,
    conversationId: saved.id,
    reply: reply?.text ?? '',
    intent: reply?.intent ?? 'unknown',
    confidence: reply?.confidence ?? 0,
    suggestions: reply?.suggestions ?? [],
    sources: [],
    receipts: [],
    status: saved.status,
    engine: 'embedded',
    createdAt: rfc3339(now, business.timezone),
  };
}

function begin({ workspace, actor, now }: Context<InWorkspace>, business: Business, asked: ChatRequest): Conversation {
  return newConversation({
    workspaceId: workspace.id,
    channel: asked.channel ?? 'api',
    businessType: asked.businessType ?? business.industry,
    businessName: asked.businessName ?? null,
    customer: asked.customer ?? {},
    metadata: asked.metadata ?? {},
    publishable: actor.kind === 'key' && actor.publishable,
    now,
    zoned: (date) => rfc3339(date, business.timezone),
  });
}

async function continueConversation(ctx: Context<InWorkspace>, asked: ChatRequest): Promise<Conversation> {
  const row = reopened(ctx, await mustLock(ctx, asked.conversationId!));
  if (asked.businessType && row.business_type && asked.businessType !== row.business_type) {
    throw new Problem(
      'conflict',
      `This conversation is with a ${row.business_type}. Begin a new one for another type of business.`,
    );
  }
  return {
    ...row,
    business_type: row.business_type ?? asked.businessType ?? null,
    business_name: asked.businessName ?? row.business_name,
    customer: { ...row.customer, ...asked.customer },
    metadata: mergeMetadata(row.metadata, asked.metadata),
  };
}

/** What is kept has the same limit as what is sent. */
function mergeMetadata(kept: Record<string, unknown>, sent: Record<string, unknown> = {}): Record<string, unknown> {
  const merged = { ...kept, ...sent };
  if (Buffer.byteLength(JSON.stringify(merged)) <= METADATA_BYTES) return merged;
  const detail = 'must have at most 4 KiB together with what the conversation holds already';
  throw new Problem('validation_failed', `/metadata ${detail}`, { errors: [{ pointer: '/metadata', detail }] });
}

async function wasUnsure({ db }: Context<InWorkspace>, conversation: Conversation | undefined): Promise<boolean> {
  if (!conversation) return false;
  const last = (await listMessages(db, conversation.id)).findLast((message) => message.role === 'assistant');
  return last?.intent === 'unknown';
}
