// A turn that a language model takes, in two transactions: the first reads the conversation and leases it, so that messages
// are answered in their order, the second stores the answer. In between no transaction is open, and what is sure of the
// answer can be followed before the whole of it is stored.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Engine } from '../../kernel/config.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import type { Context, InWorkspace, SendPartial } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AssistantAnswer } from '../assistant/assistant.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import type { DocumentIndex } from '../assistant/document-index.ts';
import type { DraftResult, Models } from '../assistant/llm/models.ts';
import type { Chosen } from '../assistant/llm/provider.ts';
import { keepsEmbeddedAnswer } from '../assistant/llm/routing.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import type { Conversation, Message } from './conversation.ts';
import type { ConversationService } from './conversation-service.ts';
import { beginning, chatStream, textEvent } from './stream.ts';
import { createStreamResume } from './stream-resume.ts';

type Ctx = Context<InWorkspace>;

const LOOK_AGAIN_MS = 100;

/** What a model made of a message, and the turn that it is for. */
export type ModelTurn = DraftResult & {
  lease?: number;
  /** Somebody has heard a part of it already. */
  isHeard: boolean;
  /** In the order of the conversation, whenever they are stored. */
  heardId: string;
  saidId: string;
};

/** A message that a language model is to answer. */
export type Planned = {
  chosen: Chosen;
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  /** What was said before it. */
  history: Message[];
  message: string;
  written: DocumentIndex | undefined;
  isHealth: boolean;
  lease?: number;
  /** What the embedded assistant would say. */
  embedded: AssistantAnswer;
};

type ToPlan = Omit<Planned, 'chosen' | 'history' | 'isHealth' | 'lease'> & {
  isNew: boolean;
  /** Left out: as the workspace has chosen. */
  engine: Engine | undefined;
};

type Options = {
  database: Database;
  conversationService: ConversationService;
  resolveBusiness: ResolveBusiness;
  models: Models;
};

export type Turns = ReturnType<typeof createTurns>;

export function createTurns({ database, conversationService, resolveBusiness, models }: Options) {
  const streamResume = createStreamResume();
  /** As long as a model may take, and a little for storing what it said. */
  const leaseMs = models.timeoutMs + 5_000;

  const transact = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    again(() =>
      database.inWorkspace(ctx.workspace.id, (db) =>
        work({ ...ctx, db, afterCommit: () => undefined, mustWrite: () => undefined }),
      ),
    );

  /** Until the message before is answered. A lease whose holder died lapses. */
  async function untilFree({ workspace }: Ctx, id: string, patience: number): Promise<void> {
    const look = () =>
      database.readWorkspace(workspace.id, (db) =>
        db.selectFrom('conversations').select('answering_until').where('id', '=', id).executeTakeFirst(),
      );
    for (let row = await look(); row && isAnswering(row); row = await look()) {
      if (performance.now() > patience)
        throw new Problem(
          'unavailable',
          'The messages before this one are still being answered. Send it again in a moment.',
        );
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** What a model needs for its answer, where one is wanted and allowed to answer; the conversation is leased for it. */
  async function plan(ctx: Ctx, { isNew, engine: wanted, ...given }: ToPlan): Promise<Planned | undefined> {
    const { business, conversation, embedded } = given;
    const engine = wanted ?? models.engineOf(business);
    if (engine === 'embedded' || ctx.dryRun || keepsEmbeddedAnswer(embedded.kept, engine)) return undefined;
    const isHealth = conversation.isSealed || conversationService.isHealth(conversation.business_type);
    if (isHealth && !models.mayHearHealth(business)) return undefined;
    const chosen = await models.choose(ctx.db, business, conversation.model_cost);
    if (!chosen) return undefined;
    const history = isNew ? [] : ((await conversationService.store.read(ctx, conversation.id))?.messages ?? []);
    const lease = isNew ? {} : { lease: await take(ctx.db, conversation.id, leaseMs) };
    return { ...given, chosen, history, isHealth, ...lease };
  }

  async function draft(request: FastifyRequest, ctx: Ctx, planned: Planned, ahead: SendPartial): Promise<ModelTurn> {
    const { chosen, business, industry, conversation, history, message, written, isHealth, lease, embedded } = planned;
    const turn = { ...(lease ? { lease } : {}), heardId: newId('msg'), saidId: newId('msg') };
    let isHeard = false;
    const tell = chatStream.wanted(request) ? teller(ctx, conversation, turn.saidId, ahead) : undefined;
    const say =
      tell &&
      ((text: string) => {
        isHeard = true;
        tell(text);
      });
    const drafted = await models.draft(chosen, {
      ...{ business, industry, message, written, isHealth, say, history, embedded },
      businessName: conversation.business_name ?? business.name,
      customer: conversation.customer,
      state: conversation.state as DialogueState,
      now: ctx.now,
      log: ctx.log,
      within: (spoken, work) =>
        transact(ctx, async (inside) => {
          const entered = await resolveBusiness(inside, 'chat');
          const about = { industry: industry?.name ?? '', byCustomer: true, conversationId: conversation.id };
          return work({ ...entered, ...about, business: spoken });
        }),
    });
    return { ...turn, ...drafted, isHeard };
  }

  /** Sends what is sure to whoever asked, and to whoever has come back to hear the rest. */
  function teller({ workspace }: Ctx, conversation: Conversation, saidId: string, ahead: SendPartial) {
    const publish = streamResume.begin({ workspaceId: workspace.id, conversation, messageId: saidId });
    let sent = 0;
    return (text: string) => {
      publish(text);
      const first = sent === 0 ? [...beginning(saidId, conversation.id)] : [];
      ahead([...first, textEvent(saidId, text, sent)], text.length);
      sent = text.length;
    };
  }

  return { untilFree, plan, draft, streamResume, longestWaitMs: 2 * leaseMs };
}

export const isAnswering = ({ answering_until }: Pick<Conversation, 'answering_until'>): boolean =>
  answering_until !== null && answering_until.getTime() > Date.now();

/** The row is locked. */
async function take(db: Db, id: string, leaseMs: number): Promise<number> {
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
