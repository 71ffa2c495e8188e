import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { type Played, play } from './play.ts';
import { chosen, questionsFor } from './questions.ts';

/** What a checkup has found. What there was no time for, or no room, is counted. */
export type Found = { results: Played[]; skipped: number };

export type Examiner = { assistant: Assistant; industries: readonly AnyIndustry[] };

const MOST_QUESTIONS = 100;
/** A request has twenty seconds, and a draft is played beside what is live. */
const MOST_MS = 8_000;

/** Plays the document's questions in the transaction of the caller, which is as before afterwards. */
export async function examine(
  ctx: CapabilityContext<Business>,
  { assistant, industries }: Examiner,
  business: Business,
): Promise<Found> {
  const until = performance.now() + MOST_MS;
  const all = questionsFor(business, industries, ctx.now);
  const asked = chosen(all, MOST_QUESTIONS);
  // Read together, they take the encoder a fraction of the time.
  await Promise.all(asked.map(({ ask }) => assistant.prepare(ask, true)));
  const results: Played[] = [];
  for (const question of asked) {
    if (performance.now() > until) break;
    results.push(await play({ ...ctx, business }, assistant, industries, question));
  }
  return { results, skipped: all.length - results.length };
}
