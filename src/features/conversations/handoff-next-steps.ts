import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import { inLanguage } from '../../capability/formatter.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { isLanguage } from '../../messages/languages.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { chooseLanguage } from '../assistant/languages.ts';
import { renderNextSteps } from '../assistant/while-waiting.ts';
import type { Conversation } from './conversation.ts';
import type { TurnToStore } from './store-turn.ts';

/** The median is taken of the latest first replies. Of too few there is none, since one quick reply is no habit. */
const MAX_MEASURED_REPLIES = 50;
const MIN_MEASURED_REPLIES = 5;

/** Tells a visitor with the handoff what happens next, and asks how to reach them where that is not known. */
export async function withNextSteps(
  ctx: Context<WorkspacePrincipal>,
  business: Business,
  conversation: Conversation,
  message: string,
  turn: TurnToStore,
): Promise<TurnToStore> {
  const { reply } = turn;
  const startsHandoff = reply?.status === 'handoff' && conversation.status !== 'handoff';
  // After an emergency nothing else is said, and what was streamed cannot be added to.
  if (!startsHandoff || !conversation.publishable || reply.intent.startsWith('safety.') || turn.modelTurn?.isPartlySent)
    return turn;
  const state = (turn.state ?? conversation.state) as DialogueState;
  const language = state.language ?? chooseLanguage(message, undefined);
  if (!isLanguage(language)) return turn;
  const { phone, email } = { ...reply.slots, ...state.topic?.slots, ...state.task?.slots, ...conversation.customer };
  const asksForContact = !phone && !email;
  const typicalResponseSeconds = await readMedianResponseSeconds(ctx.db);
  const localizedContext = { business: inLanguage(business, language), now: ctx.now };
  const nextSteps = renderNextSteps(localizedContext, { typicalResponseSeconds, asksForContact });
  return {
    ...turn,
    reply: { ...reply, text: `${reply.text} ${nextSteps}`.trim() },
    state: { ...state, ...(asksForContact ? { contactRequested: true } : {}) },
  };
}

async function readMedianResponseSeconds(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ median: number | null; count: number }>`
    select percentile_cont(0.5) within group (order by response_seconds) as median, count(*)::int as count
    from (select response_seconds from conversations where response_seconds is not null
          order by id desc limit ${MAX_MEASURED_REPLIES}) as latest`.execute(db);
  const [row] = rows;
  return row && row.count >= MIN_MEASURED_REPLIES ? (row.median ?? undefined) : undefined;
}
