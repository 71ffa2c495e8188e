import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { readDocumentIndex } from '../knowledge/knowledge-cache.ts';
import { type Change, changesBetween } from './compare.ts';
import { type PlayedQuestion, play } from './play.ts';
import { affected, chosen, inTurn, type Question, questionsFor } from './questions.ts';

/** What a checkup has found. What there was no time for, or no room, is counted. */
export type CheckupResult = { results: PlayedQuestion[]; skipped: number };

export type Examiner = { assistant: Assistant; industries: readonly AnyIndustry[] };
type Ctx = CapabilityContext<Business>;

const MOST_QUESTIONS = 150;
/** A request has twenty seconds, and a draft is played beside what is live. */
const MOST_MS = 8_000;
/** A job has more. */
export const UNHURRIED_MS = 60_000;

/** Plays the document's questions in the transaction of the caller, which is as before afterwards. */
export async function examine(
  ctx: Ctx,
  examiner: Examiner,
  business: Business,
  mostMs = MOST_MS,
): Promise<CheckupResult> {
  const all = questionsFor(business, examiner.industries, ctx.now);
  const results = await ask(ctx, examiner, business, chosen(all, MOST_QUESTIONS), mostMs);
  return { results, skipped: all.length - results.length };
}

/** The same questions with the document as it is and as it would be, first of all those that the change is about. */
export async function examineDraft(
  ctx: Ctx,
  examiner: Examiner,
  live: Business,
  draft: Business,
): Promise<CheckupResult & { changes: Change[] }> {
  const before = questionsFor(live, examiner.industries, ctx.now);
  const all = questionsFor(draft, examiner.industries, ctx.now);
  const asked = chosen(all, MOST_QUESTIONS, affected(before, all));
  const results = await ask(ctx, examiner, draft, asked);
  const ids = new Set(results.map(({ id }) => id));
  const was = await ask(
    ctx,
    examiner,
    live,
    before.filter(({ id }) => ids.has(id)),
  );
  return { results, skipped: all.length - results.length, changes: changesBetween(was, results) };
}

async function ask(
  ctx: Ctx,
  { assistant, industries }: Examiner,
  business: Business,
  questions: readonly Question[],
  mostMs = MOST_MS,
): Promise<PlayedQuestion[]> {
  // Read together, they take the encoder a fraction of the time.
  await Promise.all(questions.map((question) => assistant.prepare(question.ask)));
  const written = await readDocumentIndex(ctx.db);
  const until = performance.now() + mostMs;
  const results = new Map<Question, PlayedQuestion>();
  for (const question of inTurn(questions)) {
    if (performance.now() > until) break;
    results.set(question, await play({ ...ctx, business }, { assistant, industries, written }, question));
  }
  return questions.flatMap((question) => results.get(question) ?? []);
}
