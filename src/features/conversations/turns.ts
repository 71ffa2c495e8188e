// A turn that a language model takes: the conversation is leased for it, so that messages are answered in their order
// while no transaction is open, and what is sure of the answer can be followed before the whole of it is stored.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import { type Ahead, foundOutside, outside } from '../../kernel/http/outside.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Certainty } from '../assistant/assistant.ts';
import { type Drafted, MODEL_MS, type Models } from '../assistant/llm/models.ts';
import type { State } from '../assistant/state.ts';
import type { Written } from '../assistant/written.ts';
import type { Enter } from '../business/enter.ts';
import { type Conversation, reopened } from './conversation.ts';
import type { Desk } from './desk.ts';
import { createFollowing } from './following.ts';
import { beginning, chatStream, textEvent } from './stream.ts';

type Ctx = Context<InWorkspace>;

/** As long as a model may take, and a little for storing what it said. */
const LEASE_MS = MODEL_MS + 5_000;
const LOOK_AGAIN_MS = 100;
/** For the turns before this one, should there be several. */
const LONGEST_WAIT_MS = 2 * LEASE_MS;

/** What a model made of a message, and the turn that it is for. */
export type ModelTurn = Drafted & {
  lease?: number;
  /** Somebody has heard a part of it already. */
  isHeard: boolean;
  conversation: Conversation;
  /** In the order of the conversation, whenever they are stored. */
  heardId: string;
  saidId: string;
};

export type ToAnswer = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  isNew: boolean;
  message: string;
  written: Written | undefined;
  /** How surely the embedded assistant has answered it. */
  certainty: Certainty;
};

type Options = { database: Database; desk: Desk; enter: Enter; models: Models };

export type Turns = ReturnType<typeof createTurns>;

export function createTurns({ database, desk, enter, models }: Options) {
  const following = createFollowing();

  const transact = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    again(() =>
      database.inWorkspace(ctx.workspace.id, (db) =>
        work({ ...ctx, db, afterCommit: () => undefined, mustWrite: () => undefined }),
      ),
    );

  /** Waits for the turn before this one. A lease whose holder died lapses. */
  async function lease(ctx: Ctx, id: string): Promise<number> {
    for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; await sleep(LOOK_AGAIN_MS)) {
      const until = await transact(ctx, ({ db }) => take(db, id));
      if (until) return until.getTime();
    }
    throw new Problem(
      'unavailable',
      'The messages before this one are still being answered. Send it again in a moment.',
    );
  }

  /** Where a model still answers the message before, this one waits for its turn, outside of the transaction. */
  function inOrder(request: FastifyRequest, ctx: Ctx, { id, answering_until }: Conversation): void {
    const own = foundOutside<number>(request, LEASE) ?? foundOutside<ModelTurn>(request, DRAFT)?.lease;
    if (answering_until && answering_until.getTime() !== own) outside(request, LEASE, () => lease(ctx, id));
  }

  /** A model's answer, where one is wanted and allowed to answer; otherwise the embedded assistant's stands. */
  function ask(request: FastifyRequest, ctx: Ctx, given: ToAnswer): ModelTurn | undefined {
    const { business, conversation, isNew, certainty } = given;
    const engine = models.engineOf(business);
    if (engine === 'embedded' || ctx.dryRun || certainty === 'firm') return undefined;
    if (engine === 'auto' && certainty === 'sure') return undefined;
    const isHealth = conversation.isSealed || desk.isHealth(conversation.business_type);
    if (isHealth && !models.mayHearHealth(business)) return undefined;
    const turn = outside(request, DRAFT, (ahead) => draft(request, ctx, given, isHealth, ahead));
    if (isNew || conversation.answering_until?.getTime() === turn.lease) return turn;
    // Whoever took too long has lost the turn to the next message.
    return turn.isHeard ? withState(turn, conversation.state as State) : undefined;
  }

  /** What the customer has heard stays said, even where a person has taken over meanwhile. */
  const heard = (request: FastifyRequest, { state }: Conversation): ModelTurn | undefined => {
    const turn = foundOutside<ModelTurn>(request, DRAFT);
    return turn?.isHeard ? withState(turn, state as State) : undefined;
  };

  async function draft(
    request: FastifyRequest,
    ctx: Ctx,
    { business, industry, conversation: given, isNew, message, written }: ToAnswer,
    isHealth: boolean,
    ahead: Ahead,
  ): Promise<ModelTurn> {
    const { id } = given;
    const held = isNew ? undefined : (foundOutside<number>(request, LEASE) ?? (await lease(ctx, id)));
    const turn = { ...(held ? { lease: held } : {}), heardId: newId('msg'), saidId: newId('msg') };
    const { conversation, messages, chosen } = await transact(ctx, async (within) => {
      const read = isNew ? undefined : await desk.store.read(within, id);
      const current = read ? reopened(read.conversation, ctx.now, ctx.workspace.timezone) : given;
      const choice = await models.choose(within.db, business, current.model_cost);
      return { conversation: current, messages: read?.messages ?? [], chosen: choice };
    });
    if (!chosen) return { ...turn, conversation, isHeard: false };
    let isHeard = false;
    const tell = chatStream.wanted(request) ? teller(ctx, conversation, turn.saidId, ahead) : undefined;
    const say =
      tell &&
      ((text: string) => {
        isHeard = true;
        tell(text);
      });
    const drafted = await models.draft(chosen, {
      ...{ business, industry, message, written, isHealth, say },
      businessName: given.business_name ?? business.name,
      customer: given.customer,
      state: conversation.state as State,
      history: messages,
      now: ctx.now,
      log: ctx.log,
      within: (work) =>
        transact(ctx, async (inside) => {
          const entered = await enter(inside, 'chat');
          return work({ ...entered, business, industry: industry?.name ?? '', byCustomer: true, conversationId: id });
        }),
    });
    return { ...turn, ...drafted, conversation, isHeard };
  }

  /** Sends what is sure to whoever asked, and to whoever has come back to hear the rest. */
  function teller({ workspace }: Ctx, conversation: Conversation, saidId: string, ahead: Ahead) {
    const publish = following.begin({ workspaceId: workspace.id, conversation, messageId: saidId });
    let sent = 0;
    return (text: string) => {
      publish(text);
      const first = sent === 0 ? [...beginning(saidId, conversation.id)] : [];
      ahead([...first, textEvent(saidId, text, sent)], text.length);
      sent = text.length;
    };
  }

  /** A new conversation that a model was asked about already. */
  const begun = (request: FastifyRequest) => foundOutside<ModelTurn>(request, DRAFT)?.conversation;

  return { inOrder, begun, ask, heard, following };
}

const withState = (turn: ModelTurn, state: State): ModelTurn =>
  turn.draft ? { ...turn, draft: { ...turn.draft, state } } : turn;

const LEASE = 'lease';
const DRAFT = 'draft';

/** Until when, where it can be had. The times are the database's, which all instances have in common. */
async function take(db: Db, id: string): Promise<Date | null | undefined> {
  const taken = await db
    .updateTable('conversations')
    .set({
      answering_until: sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${LEASE_MS} * interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(answering_until < clock_timestamp(), true)`)
    .returning('answering_until')
    .executeTakeFirst();
  return taken?.answering_until;
}
