// Answers a customer's messages in the order in which they came: one turn of the conversation for each.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
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
import { runInWorkspace } from '../business/run-as-system.ts';
import type { Documents } from '../business/store.ts';
import { type ChatDependencies, chat, MAX_MESSAGE_LENGTH } from '../conversations/chat.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { textSoFar } from '../conversations/stream.ts';
import type { Channel, IncomingMessage, LiveReply, LiveTurn } from './channel.ts';
import { findConnection, recordOutcome } from './connections.ts';
import { readKeyword } from './opt-out.ts';
import { type ClaimedMessage, keyOf, readIncoming, setOptOut, type ThreadRef } from './receive.ts';
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
} & ChatDependencies;

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
/** After this a message is given up, so that the customer's next ones are answered: about an hour. */
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
    await inThread((db) => comeBack(db, thread));
    return false;
  }
  const message = readIncoming(keyring, thread.workspaceId, claimed);
  const finish: Finish = (ctx, answer) => finishIncoming(ctx, thread, claimed.provider_id, answer);
  await runSteps(services, thread.workspaceId, async (ctx) => {
    const connection = await findConnection(ctx.db, thread.connectionId);
    const channel = connection && channels.get(connection.kind);
    const result = channel ? await takeTurn(ctx, services, channel, thread, message) : noContent();
    return finishAfter(ctx, result, finish);
  }).catch(async (error: unknown) => {
    const isLast = claimed.attempts >= MAX_ATTEMPTS;
    await inThread<unknown>((db) => (isLast ? giveUp(services, db, thread, claimed) : releaseClaim(db, claimed)));
    if (!isLast) throw error;
    services.log.error({ connection: thread.connectionId, err: error }, 'a customer’s message could not be answered');
  });
  return true;
}

/** Answers a customer who waits on the line: the same turn, but without the queues before and after it. */
export async function answerLive(
  services: AnswerServices,
  channel: Channel,
  thread: ThreadRef,
  message: IncomingMessage,
  live: LiveTurn,
): Promise<LiveReply | undefined> {
  const first: DeferredStep = async (ctx) =>
    finishAfter(ctx, await takeTurn(ctx, services, channel, thread, message, live), (nextCtx, answer) =>
      finishLive(nextCtx, thread, answer),
    );
  const answer = await runSteps(services, thread.workspaceId, first, textSoFar(live.onText));
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
    .set({ conversation_id: reply.conversationId })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  if (reply.reply) await sql`select send_by_channel(${workspace.id}, ${reply.conversationId}, ${reply.id})`.execute(db);
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
  await recordOutcome(db, connectionId, clock(), 'A customer’s message couldn’t be answered.');
}

/** Another job is answering a message. If it crashes, nobody else would continue. */
const comeBack = (db: Db, thread: ThreadRef) =>
  sql`
    select enqueue('channels.answer', ${JSON.stringify(thread)}::json, ${keyOf('channels.answer', thread)}, max(claimed_until))
    from channel_incoming
    where connection_id = ${thread.connectionId} and thread_key = ${thread.threadKey} and done_at is null
    having max(claimed_until) > clock_timestamp()`.execute(db);

/** As much as customers can write in the chat, and nothing that a database cannot store. */
const cleanText = (text: string): string =>
  [...text.toWellFormed().replaceAll('\0', '')].slice(0, MAX_MESSAGE_LENGTH).join('').trim();

async function takeTurn(
  ctx: Ctx,
  services: AnswerServices,
  channel: Channel,
  { connectionId, threadKey }: ThreadRef,
  message: IncomingMessage,
  live?: LiveTurn,
): Promise<Answer | DeferredAnswer> {
  const { documents, conversationService } = services;
  const { document } = await documents.get(ctx);
  const business = asCustomersSee(document, ctx.workspace.mode);
  const thread = await ctx.db
    .selectFrom('channel_threads')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .executeTakeFirstOrThrow();
  const keyword = channel.hasOptOut ? readKeyword(message.text, thread.opted_out_at !== null) : undefined;
  if (keyword) {
    await setOptOut(ctx.db, { connectionId, threadKey }, keyword === 'stop' ? ctx.now : null);
    // The network itself confirms it to the customer.
    return noContent();
  }
  const attachments = message.attachments?.map(({ name }) => name) ?? [];
  const text = cleanText(message.text);
  if (!text && attachments.length === 0) return noContent();
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
    },
    {
      isStreamed: live !== undefined,
      isDirect: true,
      isForTeam: await isForTeam(ctx.db, channel, thread),
      ...(live ? { handoffMessage: live.handoffMessage } : {}),
    },
  );
}

type Thread = { connection_id: string; key: string; address: string; conversation_id: string | null };

/** The limit for all threads of a customer, as a multiple of that of one: a program may start a new thread each time. */
const THREADS_AT_A_TIME = 4;

/** Whether somebody answers so fast that it is probably a program. The team then has the thread until they hand it back. */
async function isForTeam(db: Db, { maxAnswersInTenMinutes: max }: Channel, thread: Thread): Promise<boolean> {
  if (max === undefined) return false;
  const { rows } = await sql<{ is_for_team: boolean }>`
    with answers as (
      select o.thread_key from channel_outgoing o
      join channel_threads t on t.workspace_id = o.workspace_id and t.connection_id = o.connection_id and t.key = o.thread_key
      join messages m on m.workspace_id = o.workspace_id and m.id = o.message_id
      where o.connection_id = ${thread.connection_id} and t.address = ${thread.address} and m.role = 'assistant'
        and o.created_at > clock_timestamp() - interval '10 minutes'
    )
    select count(*) filter (where thread_key = ${thread.key}) >= ${max} or count(*) >= ${max * THREADS_AT_A_TIME}
      or exists (
        select from channel_threads t
        join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
        where t.connection_id = ${thread.connection_id} and t.key = ${thread.key}
          and t.context @> '{"isForTeam": true}' and c.status = 'handoff'
      ) as is_for_team
    from answers`.execute(db);
  const forTeam = rows[0]?.is_for_team ?? false;
  await sql`
    update channel_threads set context = context || ${JSON.stringify({ isForTeam: forTeam })}::jsonb
    where connection_id = ${thread.connection_id} and key = ${thread.key}`.execute(db);
  return forTeam;
}
