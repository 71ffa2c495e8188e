// A turn answered by a language model uses two transactions: the first reads and leases the conversation, so that messages
// are answered in order; the second stores the answer. No transaction is open in between, and the part of the answer that
// has passed the checks is streamed before the whole answer is stored.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Contact } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Engine } from '../../kernel/config.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { retryOnConflict } from '../../kernel/http/execute.ts';
import type { Context, SendPartial, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AssistantAnswer } from '../assistant/assistant.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import type { KnowledgeIndex } from '../assistant/knowledge-index.ts';
import type { DraftResult, Models } from '../assistant/llm/models.ts';
import type { ChosenModel } from '../assistant/llm/provider.ts';
import { keepsEmbeddedAnswer } from '../assistant/llm/routing.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { Conversation, Message } from './conversation.ts';
import type { ConversationService } from './conversation-service.ts';
import { createStartEvents, createTextEvent } from './stream.ts';
import { createStreamResume } from './stream-resume.ts';

type Ctx = Context<WorkspacePrincipal>;

const POLL_INTERVAL_MS = 100;
const MAX_STORING_MS = 5_000;

/** The model's draft for a message, and the lease and ids it is stored with. */
export type ModelTurn = DraftResult & {
  lease?: number;
  /** Part of the reply has already been streamed to the customer. */
  isPartlySent: boolean;
  /** Created when the turn starts, because ids sort by time and must follow the order of the conversation. */
  customerMessageId: string;
  replyMessageId: string;
};

/** A customer message for a language model, with all it needs to answer. */
export type ModelRequest = {
  chosenModel: ChosenModel;
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  /** The messages before it. */
  history: Message[];
  message: string;
  knowledgeIndex: KnowledgeIndex | undefined;
  handoffMessage: string | undefined;
  isHealth: boolean;
  lease?: number;
  /** The embedded assistant's answer, used when the model fails. */
  embeddedAnswer: AssistantAnswer;
  /** The phone number or email address that the customer is known to write from. */
  proven?: Contact;
};

type ModelRequestInput = Omit<ModelRequest, 'chosenModel' | 'history' | 'isHealth' | 'lease'> & {
  isNew: boolean;
  /** Undefined: the engine that the workspace has chosen. */
  engine: Engine | undefined;
};

type Options = {
  database: Database;
  conversationService: ConversationService;
  resolveBusinessContext: ResolveBusinessContext;
  models: Models;
};

export type Turns = ReturnType<typeof createTurns>;

export function createTurns({ database, conversationService, resolveBusinessContext, models }: Options) {
  const streamResume = createStreamResume();
  /** The model's timeout plus time to store its answer. */
  const leaseMs = models.timeoutMs + MAX_STORING_MS;

  const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    retryOnConflict(() =>
      database.inWorkspace(ctx.workspace.id, (db) =>
        work({ ...ctx, db, afterCommit: () => undefined, requireWriteTransaction: () => undefined }),
      ),
    );

  /** Waits until the previous message is answered. The lease of a crashed instance expires by itself. */
  async function waitUntilAnswered({ workspace }: Ctx, id: string, deadlineMs: number): Promise<void> {
    const readLease = () =>
      database.inWorkspaceReadOnly(workspace.id, (db) =>
        db.selectFrom('conversations').select('answering_until').where('id', '=', id).executeTakeFirst(),
      );
    for (let row = await readLease(); row && isAnswering(row); row = await readLease()) {
      if (performance.now() > deadlineMs)
        throw new Problem(
          'unavailable',
          'The messages before this one are still being answered. Send it again in a moment.',
        );
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** Leases the conversation for a model and collects what it needs; undefined if the embedded assistant answers. */
  async function prepareModelRequest(
    ctx: Ctx,
    { isNew, engine: requestedEngine, ...input }: ModelRequestInput,
  ): Promise<ModelRequest | undefined> {
    const { business, conversation, embeddedAnswer } = input;
    const engine = requestedEngine ?? models.chooseEngine(business);
    if (engine === 'embedded' || ctx.dryRun || keepsEmbeddedAnswer(embeddedAnswer.keepEmbeddedReason, engine))
      return undefined;
    const isHealth = conversation.isEncrypted || conversationService.isHealthBusinessType(conversation.business_type);
    if (isHealth && !models.mayReceiveHealthData(business)) return undefined;
    const chosenModel = await models.chooseModel(ctx.db, business, conversation.model_cost);
    if (!chosenModel) return undefined;
    const history = isNew ? [] : ((await conversationService.store.read(ctx, conversation.id))?.messages ?? []);
    const leaseField = isNew ? {} : { lease: await leaseConversation(ctx.db, conversation.id, leaseMs) };
    return { ...input, chosenModel, history, isHealth, ...leaseField };
  }

  async function draft(
    { isStreamed }: { isStreamed: boolean },
    ctx: Ctx,
    modelRequest: ModelRequest,
    sendPartial: SendPartial,
  ): Promise<ModelTurn> {
    const {
      chosenModel,
      business,
      industry,
      conversation,
      history,
      message,
      knowledgeIndex,
      isHealth,
      lease,
      embeddedAnswer,
    } = modelRequest;
    const { handoffMessage, proven } = modelRequest;
    const turn = { ...(lease ? { lease } : {}), customerMessageId: newId('msg'), replyMessageId: newId('msg') };
    let isPartlySent = false;
    const streamText = isStreamed ? createTextStreamer(ctx, conversation, turn.replyMessageId, sendPartial) : undefined;
    const onText =
      streamText &&
      ((text: string) => {
        isPartlySent = true;
        streamText(text);
      });
    const draftResult = await models.draft(chosenModel, {
      business,
      industry,
      message,
      knowledgeIndex,
      handoffMessage,
      isAboutHealth: isHealth,
      onReleasedText: onText,
      history,
      embeddedAnswer,
      businessName: conversation.business_name ?? business.name,
      customer: conversation.customer,
      state: conversation.state as DialogueState,
      now: ctx.now,
      log: ctx.log,
      runInTransaction: (localizedBusiness, work) =>
        inTransaction(ctx, async (transactionCtx) => {
          const businessCtx = await resolveBusinessContext(transactionCtx, 'chat');
          const caller = { industry: industry?.name ?? '', isByCustomer: true, conversationId: conversation.id };
          return work({ ...businessCtx, ...caller, proven, business: localizedBusiness });
        }),
    });
    return { ...turn, ...draftResult, isPartlySent };
  }

  /** Streams checked text to the request's client and to clients that resumed the stream. */
  function createTextStreamer(
    { workspace }: Ctx,
    conversation: Conversation,
    replyMessageId: string,
    sendPartial: SendPartial,
  ) {
    const publish = streamResume.begin({ workspaceId: workspace.id, conversation, messageId: replyMessageId });
    let sentLength = 0;
    return (text: string) => {
      publish(text);
      const firstEvents = sentLength === 0 ? [...createStartEvents(replyMessageId, conversation.id)] : [];
      sendPartial([...firstEvents, createTextEvent(replyMessageId, text, sentLength)], text.length);
      sentLength = text.length;
    };
  }

  return { waitUntilAnswered, prepareModelRequest, draft, streamResume, maxWaitMs: 2 * leaseMs };
}

export const isAnswering = ({ answering_until }: Pick<Conversation, 'answering_until'>): boolean =>
  answering_until !== null && answering_until.getTime() > Date.now();

/** The caller holds the row's lock. */
async function leaseConversation(db: Db, id: string, leaseMs: number): Promise<number> {
  const { answering_until } = await db
    .updateTable('conversations')
    .set({
      answering_until: sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${leaseMs} * interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .returning('answering_until')
    .executeTakeFirstOrThrow();
  return must(answering_until, 'the end of the lease').getTime();
}
