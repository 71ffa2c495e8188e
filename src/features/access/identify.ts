// Who somebody is, or that something is theirs, can be guessed: a date of birth is one of some thousands. So wrong answers
// are counted, and after a few of them nobody can try for a while, whichever way they come.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { recent } from '../../kernel/recent.ts';
import { createCounter } from '../accounts/attempts.ts';

const MOST_MISSES = 5;
const CLOSED_SECONDS = 15 * 60;
/** What a problem says, so that a conversation knows to pass the customer on. */
export const CLOSED = 'identification_closed';

type Asking = Pick<CapabilityContext, 'workspace' | 'actor' | 'conversationId' | 'network' | 'requestId' | 'misses'>;

type Claim = {
  /** Whom or what it is about: a name, a booking's code, an order's number. Each has its own few tries. */
  about: string[];
  /** All that was said. */
  said: (string | undefined)[];
};

export const createMisses = (database: Pick<Database, 'statement'>, vault: Vault) =>
  createCounter(database, vault, 'wrong identifications', CLOSED_SECONDS, MOST_MISSES);

/** Misses of requests that are under way: a handler that runs again says the same once more. */
const MOST_KEPT = 10_000;
const missed = recent<string, true>(MOST_KEPT);

/**
 * Looks up what a claim is about. A miss counts for the conversation, for the network and for whom it is about; what is
 * found does not. It is counted before it is looked up and then given back, or many at once would all get through.
 * Whoever works here is not counted, and knows it all anyway.
 */
export async function identify<T>(ctx: Asking, claim: Claim, find: () => Promise<T | undefined>) {
  const { workspace, actor, conversationId, network, requestId, misses } = ctx;
  if (actor.kind === 'user') return find();
  const same = JSON.stringify([workspace.id, requestId, claim.said]);
  if (missed.get(same)) return find();
  const counted = [
    ...(conversationId === undefined ? [] : [`conversation ${conversationId}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...claim.about,
  ].map((each) => `${workspace.id} ${each}`);
  const { used, seconds } = await misses.count(...counted);
  if (used > MOST_MISSES) {
    await misses.giveBack(...counted);
    throw closed(seconds);
  }
  const found = await find().catch(async (error) => {
    await misses.giveBack(...counted);
    throw error;
  });
  if (found === undefined) missed.set(same, true);
  else await misses.giveBack(...counted);
  return found;
}

function closed(inSeconds: number): Problem {
  const seconds = Math.max(1, inSeconds);
  const detail = `Too many details did not match, so nothing is looked up for now. Try again in ${seconds} s, or ask the team.`;
  return new Problem('rate_limited', detail, { reason: CLOSED, headers: { 'Retry-After': String(seconds) } });
}
