// Answers a customer's messages in the order in which they came: one turn of the conversation for each.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { asCustomersSee } from '../../capability/samples.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import {
  type Answer,
  type Context,
  DeferredAnswer,
  type DeferredStep,
  type InWorkspace,
  noContent,
  type SendPartial,
} from '../../kernel/http/route.ts';
import type { Log } from '../../kernel/log.ts';
import { must } from '../../kernel/must.ts';
import { findUpcomingBookings } from '../../scheduling/store.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import type { Documents } from '../business/store.ts';
import { type ChatDependencies, chat, MAX_MESSAGE_LENGTH } from '../conversations/chat.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { textSoFar } from '../conversations/stream.ts';
import { answersTooFast } from './answers-too-fast.ts';
import type { Channel, IncomingMessage, LiveReply, LiveTurn } from './channel.ts';
import { type ConnectionRow, findConnection, recordOutcome } from './connections.ts';
import { countAgainstPlan, type PlanServices } from './count-against-plan.ts';
import { findContinued } from './find-continued.ts';
import { type Keyword, mayMeanBooking, readKeyword } from './opt-out.ts';
import { type ClaimedMessage, comeBack, readIncoming, setOptOut, type ThreadRef } from './receive.ts';
import { choiceByNumber } from './shape-reply.ts';

type Ctx = Context<InWorkspace>;

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
    return asCustomersSee(document, ctx.workspace.mode);
  });
  return must(business, 'the business of a connection');
}

/** A job that has crashed is taken over after this time. */
const CLAIM_SECONDS = 120;
/** After this a message goes to the team, so that the customer's next ones are answered: about an hour. */
const MAX_ATTEMPTS = 8;

/** Answers all waiting messages of a thread. Ends at once if another job is at it. */
export async function answerThread(services: AnswerServices, thread: ThreadRef): Promise<void> {
  while (await answerOldest(services, thread));
}

async function answerOldest(services: AnswerServices, thread: ThreadRef): Promise<boolean> {
  const { database, keyring, channels } = services;
  const inThread = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(thread.workspaceId, work);
  const claimed = await inThread((db) => claimOldest(db, thread));
  if (!claimed) {
    await inThread((db) => comeBack(db, 'channels.answer', thread));
    return false;
  }
  const message = readIncoming(keyring, thread.workspaceId, claimed);
  const finish: Finish = (ctx, answer) => finishIncoming(ctx, thread, claimed.provider_id, answer);
  const answer = (options: TurnOptions) =>
    runSteps(services, thread.workspaceId, async (ctx) => {
      const connection = await findConnection(ctx.db, thread.connectionId);
      const channel = connection && channels.get(connection.kind);
      const result = channel
        ? await takeTurn(ctx, services, { channel, connection, thread }, message, options)
        : noContent();
      return finishAfter(ctx, result, finish);
    });
  // A message that even ended the process several times comes here too.
  const isUnread = claimed.attempts > MAX_ATTEMPTS;
  try {
    if (isUnread) await answer({ isForTeam: true, isUnread });
    else await countAgainstPlan(services, thread.workspaceId, (isOverQuota) => answer({ isForTeam: isOverQuota }));
  } catch (error) {
    await inThread<unknown>((db) => (isUnread ? giveUp(services, db, thread, claimed) : releaseClaim(db, claimed)));
    if (claimed.attempts < MAX_ATTEMPTS) throw error;
    const outcome = isUnread ? 'could not be stored' : 'could not be answered and goes to the team';
    services.log.error({ connection: thread.connectionId, err: error }, `a customer’s message ${outcome}`);
  }
  return true;
}

/** Who answers a message. */
type TurnOptions = { isForTeam?: boolean; isUnread?: boolean; live?: LiveTurn };

/** Answers a customer who waits on the line: the same turn, but without the queues before and after it. */
export async function answerLive(
  services: AnswerServices,
  channel: Channel,
  thread: ThreadRef,
  message: IncomingMessage,
  live: LiveTurn,
): Promise<LiveReply | undefined> {
  const first =
    (isForTeam: boolean): DeferredStep =>
    async (ctx) =>
      finishAfter(
        ctx,
        await takeTurn(ctx, services, { channel, thread }, message, { live, isForTeam }),
        (nextCtx, answer) => finishLive(nextCtx, thread, answer),
      );
  const answer = await countAgainstPlan(services, thread.workspaceId, (isOverQuota) =>
    runSteps(services, thread.workspaceId, first(isOverQuota), textSoFar(live.onText)),
  );
  return answer?.body as LiveReply | undefined;
}

type Finish = (ctx: Ctx, answer: Answer) => Promise<Answer>;

/** Runs `finish` in the transaction that stores the turn, which may be the second one. */
async function finishAfter(
  ctx: Ctx,
  result: Answer | DeferredAnswer,
  finish: Finish,
): Promise<Answer | DeferredAnswer> {
  if (!(result instanceof DeferredAnswer)) return finish(ctx, result);
  return new DeferredAnswer(async (sendPartial) => {
    const next = await result.work(sendPartial);
    return async (nextCtx) => finishAfter(nextCtx, await next(nextCtx), finish);
  });
}

/** The message is answered, and the reply is queued for the channel. */
async function finishIncoming(
  { db, workspace, now }: Ctx,
  { connectionId, threadKey }: ThreadRef,
  providerId: string,
  answer: Answer,
): Promise<Answer> {
  await markDone(db, providerId, now);
  const reply = answer.body as StoredReply | undefined;
  if (!reply) return answer;
  await db
    .updateTable('channel_threads')
    .set({ conversation_id: reply.conversationId, continues_id: null })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  if (reply.reply)
    await sql`select send_by_channel(${workspace.id}, ${reply.conversationId}, ${reply.id},
      ${connectionId}, ${threadKey})`.execute(db);
  return answer;
}

type StoredReply = { id: string; conversationId: string; reply: string; suggestions: string[] };

/** The reply is spoken after the commit, so it counts as sent. Numbers that the caller presses stand for its choices. */
async function finishLive(
  { db, workspace, now }: Ctx,
  { connectionId, threadKey }: ThreadRef,
  answer: Answer,
): Promise<Answer> {
  const stored = answer.body as StoredReply | undefined;
  if (!stored) return answer;
  const { id: message_id, conversationId: conversation_id, suggestions } = stored;
  await db
    .updateTable('channel_threads')
    .set({ conversation_id, context: sql`context || ${JSON.stringify({ choices: suggestions })}::jsonb` })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  if (stored.reply)
    await db
      .insertInto('channel_outgoing')
      .values({
        ...{ workspace_id: workspace.id, message_id, conversation_id, connection_id: connectionId },
        ...{ thread_key: threadKey, status: 'sent', attempts: 1, sending_until: null, provider_ids: [], error: null },
        updated_at: now,
      })
      .execute();
  return answer;
}

/** Runs a turn outside of a request: each step in a transaction of its own. */
async function runSteps(
  services: AnswerServices,
  workspaceId: string,
  first: DeferredStep,
  sendPartial: SendPartial = () => undefined,
): Promise<Answer | undefined> {
  let step = first;
  for (;;) {
    const result = await runInWorkspace(services, workspaceId, 'customer', step);
    if (!(result instanceof DeferredAnswer)) return result;
    step = await result.work(sendPartial);
  }
}

const markDone = (db: Db, providerId: string, now: Date) =>
  db
    .updateTable('channel_incoming')
    .set({ done_at: now, content: null })
    .where('provider_id', '=', providerId)
    .execute();

/** The oldest unanswered message of the thread, unless a job is answering it. */
async function claimOldest(db: Db, { connectionId, threadKey }: ThreadRef) {
  const { rows } = await sql<ClaimedMessage>`
    update channel_incoming set attempts = attempts + 1, claimed_until = clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second'
    where (workspace_id, provider_id) = (
      select workspace_id, provider_id from channel_incoming
      where connection_id = ${connectionId} and thread_key = ${threadKey} and done_at is null
      order by position limit 1 for update
    ) and (claimed_until is null or claimed_until < clock_timestamp())
    returning provider_id, content, attempts`.execute(db);
  return rows[0];
}

/** So that the next attempt does not wait. */
const releaseClaim = (db: Db, { provider_id }: ClaimedMessage) =>
  db
    .updateTable('channel_incoming')
    .set({ claimed_until: null })
    .where('provider_id', '=', provider_id)
    .where('done_at', 'is', null)
    .execute();

async function giveUp({ clock }: AnswerServices, db: Db, { connectionId }: ThreadRef, { provider_id }: ClaimedMessage) {
  await markDone(db, provider_id, clock());
  await recordOutcome(db, connectionId, clock(), 'A customer’s message couldn’t be stored.');
}

/** As much as customers can write in the chat, and nothing that a database cannot store. */
const cleanText = (text: string): string =>
  [...text.toWellFormed().replaceAll('\0', '')].slice(0, MAX_MESSAGE_LENGTH).join('').trim();

/** Undefined while the customer waits on the line. */
type ThreadContext = { channel: Channel; connection?: ConnectionRow; thread: ThreadRef };

async function takeTurn(
  ctx: Ctx,
  services: AnswerServices,
  { channel, connection, thread: ref }: ThreadContext,
  message: IncomingMessage,
  { live, ...options }: TurnOptions,
): Promise<Answer | DeferredAnswer> {
  const { documents, conversationService } = services;
  const { document } = await documents.get(ctx);
  const business = asCustomersSee(document, ctx.workspace.mode);
  const thread = await ctx.db
    .selectFrom('channel_threads')
    .selectAll()
    .where('connection_id', '=', ref.connectionId)
    .where('key', '=', ref.threadKey)
    .executeTakeFirstOrThrow();
  const keyword = readKeyword(message.text, channel.optOut, thread.opted_out_at !== null);
  if (keyword && keyword !== 'help') await setOptOut(ctx.db, ref, keyword === 'stop' ? ctx.now : null);
  const isConfirmedByNetwork = channel.optOut === 'network' && keyword && keyword !== 'help';
  const isLost = isConfirmedByNetwork && (await isProbablyAboutBooking(ctx, message, thread.conversation_id));
  if (isConfirmedByNetwork && !isLost) return noContent();
  const attachments = message.attachments?.map(({ name }) => name) ?? [];
  const text = cleanText(message.text);
  if (!text && attachments.length === 0) return noContent();
  const continued = await findContinued(ctx.db, thread.continues_id);
  const isForTeam = options.isForTeam || isLost || continued?.status === 'handoff';
  const { choices = [] } = thread.context as { choices?: string[] };
  return chat(
    ctx,
    { ...services, ...conversationService },
    business,
    {
      message: choiceByNumber(text, choices),
      attachments,
      ...(message.original ? { original: message.original } : {}),
      channel: channel.kind,
      ...(thread.conversation_id ? { conversationId: thread.conversation_id } : {}),
      ...(message.customer ? { customer: message.customer } : {}),
      ...(continued?.business_type ? { businessType: continued.business_type } : {}),
    },
    {
      isStreamed: live !== undefined,
      isDirect: true,
      ...options,
      isForTeam: isForTeam || (await answersTooFast(ctx.db, channel, thread)),
      ...(continued ? { continued } : {}),
      proven: message.proven,
      ...(keyword && !isLost ? { plainReply: (say) => keywordReply(business, keyword, say) } : {}),
      ...(connection && canTellLater(channel, connection) ? { noteAfterBooking } : {}),
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

function keywordReply({ name, contact: { phone } }: Business, keyword: Keyword, say: Formatter): string {
  if (keyword === 'stop')
    return say.text('You won’t get any more messages about your bookings here. Reply START to get them again.');
  if (keyword === 'start') return say.text('You’ll get messages about your bookings here again.');
  const help = say.text('This is {business}. Ask us anything here. Reply STOP to opt out.', { business: name });
  return phone ? `${help} ${say.text('Please call us at {phone}.', { phone })}` : help;
}

/** Whether messages about a booking can be sent days after it was made. */
const canTellLater = ({ optOut, replyWindowHours, canSendOutsideWindow }: Channel, { settings }: ConnectionRow) =>
  optOut !== undefined && (replyWindowHours === undefined || canSendOutsideWindow?.(settings) === true);

const noteAfterBooking = (say: Formatter): string =>
  say.text('We’ll message you here about this booking. Reply STOP to opt out.');
