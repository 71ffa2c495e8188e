import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { readKnowledgeIndex } from '../knowledge/knowledge-cache.ts';
import { findChanges, type QuestionChange } from './compare-checkups.ts';
import { type PlayedQuestion, playQuestion } from './play-question.ts';
import {
  createQuestions,
  findChangedQuestions,
  interleaveTopics,
  type Question,
  selectQuestions,
} from './questions.ts';

/** `skipped` counts the questions beyond the limits on number and time. */
export type CheckupResult = { results: PlayedQuestion[]; skipped: number };

export type CheckupDependencies = { assistant: Assistant; industries: readonly AnyIndustry[] };
type BusinessCapabilityContext = CapabilityContext<Business>;

const MAX_QUESTIONS = 150;
/** A request may take twenty seconds, and a draft checkup plays the questions twice: live and draft. */
const REQUEST_TIME_LIMIT_MS = 8_000;
export const JOB_TIME_LIMIT_MS = 60_000;

/** Plays the document's questions in the caller's transaction without leaving any changes. */
export async function runCheckup(
  ctx: BusinessCapabilityContext,
  dependencies: CheckupDependencies,
  business: Business,
  timeLimitMs = REQUEST_TIME_LIMIT_MS,
): Promise<CheckupResult> {
  const questions = createQuestions(business, dependencies.industries, ctx.now);
  const results = await playQuestions(
    ctx,
    dependencies,
    business,
    selectQuestions(questions, MAX_QUESTIONS),
    timeLimitMs,
  );
  return { results, skipped: questions.length - results.length };
}

/** Plays the same questions with the live document and with the draft, starting with those the change affects. */
export async function runDraftCheckup(
  ctx: BusinessCapabilityContext,
  dependencies: CheckupDependencies,
  liveDocument: Business,
  draftDocument: Business,
): Promise<CheckupResult & { changes: QuestionChange[] }> {
  const liveQuestions = createQuestions(liveDocument, dependencies.industries, ctx.now);
  const draftQuestions = createQuestions(draftDocument, dependencies.industries, ctx.now);
  const selectedQuestions = selectQuestions(
    draftQuestions,
    MAX_QUESTIONS,
    findChangedQuestions(liveQuestions, draftQuestions),
  );
  const results = await playQuestions(ctx, dependencies, draftDocument, selectedQuestions);
  const askedIds = new Set(results.map(({ id }) => id));
  const liveResults = await playQuestions(
    ctx,
    dependencies,
    liveDocument,
    liveQuestions.filter(({ id }) => askedIds.has(id)),
  );
  return { results, skipped: draftQuestions.length - results.length, changes: findChanges(liveResults, results) };
}

async function playQuestions(
  ctx: BusinessCapabilityContext,
  { assistant, industries }: CheckupDependencies,
  business: Business,
  questions: readonly Question[],
  timeLimitMs = REQUEST_TIME_LIMIT_MS,
): Promise<PlayedQuestion[]> {
  // Encoding the questions in one batch takes a fraction of the time.
  await Promise.all(questions.map((question) => assistant.prepare(question.ask)));
  const knowledgeIndex = await readKnowledgeIndex(ctx.db);
  const deadline = performance.now() + timeLimitMs;
  const results = new Map<Question, PlayedQuestion>();
  for (const question of interleaveTopics(questions)) {
    if (performance.now() > deadline) break;
    results.set(
      question,
      await playQuestion({ ...ctx, business }, { assistant, industries, knowledgeIndex }, question),
    );
  }
  return questions.flatMap((question) => results.get(question) ?? []);
}
