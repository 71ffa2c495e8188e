// A customer's message as one turn of their conversation, outside of a request.
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { getCustomerView } from '../../capability/samples.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import {
  type Context,
  DeferredResponse,
  type DeferredStep,
  noContent,
  type RouteResponse,
  type SendPartial,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import type { Log } from '../../kernel/log.ts';
import { must } from '../../kernel/must.ts';
import { findUpcomingBookings } from '../../scheduling/store.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import type { Documents } from '../business/store.ts';
import { type ChatDependencies, type ChatOptions, chat, MAX_MESSAGE_LENGTH } from '../conversations/chat.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { isAnsweringTooFast } from './answers-too-fast.ts';
import type { Channel, IncomingMessage, LiveTurn } from './channel.ts';
import type { ConnectionRow } from './connections.ts';
import type { PlanServices } from './count-against-plan.ts';
import { findContinuedConversation } from './find-continued-conversation.ts';
import { type Keyword, mayMeanBooking, readKeyword } from './opt-out.ts';
import { setOptOut, type ThreadRef } from './receive.ts';
import { resolveChoiceNumber } from './shape-reply.ts';

type Ctx = Context<WorkspacePrincipal>;

export type AnswerServices = {
  channels: Map<string, Channel>;
  database: Database;
  keyring: Keyring;
  clock: Clock;
  log: Log;
  documents: Pick<Documents, 'get'>;
  conversationService: ConversationService;
} & ChatDependencies &
  PlanServices;

/** The business of a workspace, as customers see it. */
export async function readBusiness(services: AnswerServices, workspaceId: string): Promise<Business> {
  const business = await runInWorkspace(services, workspaceId, 'system', async (ctx) => {
    const { document } = await services.documents.get(ctx);
    return getCustomerView(document, ctx.workspace.mode);
  });
  return must(business, 'the business of a connection');
}

/** Who answers a message. */
export type TurnOptions = Pick<ChatOptions, 'isForTeam' | 'skipsAssistant' | 'refusal'> & { live?: LiveTurn };

export type FinishTurn = (ctx: Ctx, response: RouteResponse) => Promise<RouteResponse>;

/** Runs `finish` in the transaction that stores the turn, which may be the second one. */
export async function finishAfter(
  ctx: Ctx,
  result: RouteResponse | DeferredResponse,
  finish: FinishTurn,
): Promise<RouteResponse | DeferredResponse> {
  if (!(result instanceof DeferredResponse)) return finish(ctx, result);
  return new DeferredResponse(async (sendPartial) => {
    const next = await result.work(sendPartial);
    return async (nextCtx) => finishAfter(nextCtx, await next(nextCtx), finish);
  });
}

export type StoredReply = { id: string; conversationId: string; reply: string; suggestions: string[] };

/** Runs a turn outside of a request: each step in a transaction of its own. */
export async function runSteps(
  services: AnswerServices,
  workspaceId: string,
  firstStep: DeferredStep,
  sendPartial: SendPartial = () => undefined,
): Promise<RouteResponse | undefined> {
  let step = firstStep;
  for (;;) {
    const result = await runInWorkspace(services, workspaceId, 'customer', step);
    if (!(result instanceof DeferredResponse)) return result;
    step = await result.work(sendPartial);
  }
}

/** As much as customers can write in the chat, and nothing that a database cannot store. */
const cleanText = (text: string): string =>
  [...text.toWellFormed().replaceAll('\0', '')].slice(0, MAX_MESSAGE_LENGTH).join('').trim();

/** There is no connection to notify by while the customer waits on the line. */
type ThreadContext = { channel: Channel; connection?: ConnectionRow; thread: ThreadRef };

export async function takeTurn(
  ctx: Ctx,
  services: AnswerServices,
  { channel, connection, thread: threadRef }: ThreadContext,
  message: IncomingMessage,
  { live, ...options }: TurnOptions,
): Promise<RouteResponse | DeferredResponse> {
  const { documents, conversationService } = services;
  const { document } = await documents.get(ctx);
  const business = getCustomerView(document, ctx.workspace.mode);
  const thread = await ctx.db
    .selectFrom('channel_threads')
    .selectAll()
    .where('connection_id', '=', threadRef.connectionId)
    .where('key', '=', threadRef.threadKey)
    .executeTakeFirstOrThrow();
  const keyword = readKeyword(message.text, channel.optOut, thread.opted_out_at !== null);
  if (keyword && keyword !== 'help') await setOptOut(ctx.db, threadRef, keyword === 'stop' ? ctx.now : null);
  const isConfirmedByNetwork = channel.optOut === 'network' && keyword && keyword !== 'help';
  const mayCancelBooking = isConfirmedByNetwork && (await isProbablyAboutBooking(ctx, message, thread.conversation_id));
  if (isConfirmedByNetwork && !mayCancelBooking) return noContent();
  const attachments = message.attachments?.map(({ name }) => name) ?? [];
  const text = cleanText(message.text);
  if (!text && attachments.length === 0) return noContent();
  const continuedConversation = await findContinuedConversation(ctx.db, thread.continues_id);
  const isForTeam = options.isForTeam || mayCancelBooking || continuedConversation?.status === 'handoff';
  const { choices = [] } = thread.context as { choices?: string[] };
  return chat(
    ctx,
    { ...services, ...conversationService },
    business,
    {
      message: resolveChoiceNumber(text, choices),
      attachments,
      ...(message.original ? { original: message.original } : {}),
      channel: channel.kind,
      ...(thread.conversation_id ? { conversationId: thread.conversation_id } : {}),
      ...(message.customer ? { customer: message.customer } : {}),
      ...(continuedConversation?.business_type ? { businessType: continuedConversation.business_type } : {}),
    },
    {
      isStreamed: live !== undefined,
      isDirect: true,
      ...options,
      isForTeam: isForTeam || (await isAnsweringTooFast(ctx.db, channel, thread)),
      ...(continuedConversation ? { continuedConversation } : {}),
      proven: message.proven,
      ...(keyword && !mayCancelBooking
        ? { fixedReply: (format) => composeKeywordReply(business, keyword, format) }
        : {}),
      ...(connection && canNotifyLater(channel, connection) ? { noteAfterBooking: composeBookingNote } : {}),
      ...(live ? { handoffMessage: live.handoffMessage } : {}),
    },
  );
}

/** Nobody can answer a customer whose messages the network has stopped, so a person has to call them. */
async function isProbablyAboutBooking(
  { db, now }: Ctx,
  { text, proven }: IncomingMessage,
  conversationId: string | null,
): Promise<boolean> {
  if (!mayMeanBooking(text)) return false;
  const inConversation = conversationId ? await findUpcomingBookings(db, now, { conversationId }) : [];
  const underContact = proven ? await findUpcomingBookings(db, now, { contact: proven }) : [];
  return inConversation.length + underContact.length > 0;
}

function composeKeywordReply({ name, contact: { phone } }: Business, keyword: Keyword, format: Formatter): string {
  if (keyword === 'stop')
    return format.text('You won’t get any more messages about your bookings here. Reply START to get them again.');
  if (keyword === 'start') return format.text('You’ll get messages about your bookings here again.');
  const help = format.text('This is {business}. Ask us anything here. Reply STOP to opt out.', { business: name });
  return phone ? `${help} ${format.text('Please call us at {phone}.', { phone })}` : help;
}

/** Whether messages about a booking can be sent days after it was made. */
const canNotifyLater = ({ optOut, replyWindowHours, canSendOutsideWindow }: Channel, { settings }: ConnectionRow) =>
  optOut !== undefined && (replyWindowHours === undefined || canSendOutsideWindow?.(settings) === true);

const composeBookingNote = (format: Formatter): string =>
  format.text('We’ll message you here about this booking. Reply STOP to opt out.');
