// Identity details can be guessed: a date of birth has a few thousand values. So wrong attempts are counted, and after a few
// of them lookups are locked for a while, through every channel.
import type { Keyring } from '../kernel/crypto.ts';
import type { Database } from '../kernel/database/database.ts';
import { createLruCache } from '../kernel/memoize.ts';
import { createCounter, tooMany } from '../kernel/rate-limit.ts';
import type { CapabilityContext } from './capability.ts';

const MAX_FAILED_LOOKUPS = 5;
const LOCKOUT_SECONDS = 15 * 60;
/** The problem's reason, by which a conversation knows to hand the customer over. */
export const CLOSED = 'identification_closed';
const TOO_MANY = 'Too many details did not match. Ask the team';

type LookupContext = Pick<
  CapabilityContext,
  'workspace' | 'actor' | 'conversationId' | 'network' | 'requestId' | 'misses'
>;

type Claim = {
  /** What is looked up: a name, a booking code, an order number. Attempts are limited for each. */
  about: string[];
  /** Every detail given. */
  said: (string | undefined)[];
};

export const createFailedLookups = (database: Pick<Database, 'statement'>, keyring: Keyring) =>
  createCounter(database, keyring, 'wrong identifications', LOCKOUT_SECONDS, MAX_FAILED_LOOKUPS);

/** Failed lookups of running requests, so that a retried handler does not count one twice. */
const MAX_REMEMBERED = 10_000;
const missed = createLruCache<string, true>(MAX_REMEMBERED);

/**
 * Runs a lookup. A failed one counts against the conversation, the network and what was looked up; a successful one does not.
 * It is counted first and given back afterwards, or parallel attempts would all get through. Staff are not limited.
 */
export async function identify<T>(ctx: LookupContext, claim: Claim, find: () => Promise<T | undefined>) {
  const { workspace, actor, conversationId, network, requestId, misses } = ctx;
  if (actor.kind === 'user') return find();
  const attempt = JSON.stringify([workspace.id, requestId, claim.said]);
  if (missed.get(attempt)) return find();
  const counted = [
    ...(conversationId === undefined ? [] : [`conversation ${conversationId}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...claim.about,
  ].map((each) => `${workspace.id} ${each}`);
  const { used, seconds } = await misses.count(...counted);
  if (used > MAX_FAILED_LOOKUPS) {
    await misses.giveBack(...counted);
    throw tooMany(seconds, TOO_MANY, { reason: CLOSED });
  }
  const found = await find().catch(async (error) => {
    await misses.giveBack(...counted);
    throw error;
  });
  if (found === undefined) missed.set(attempt, true);
  else await misses.giveBack(...counted);
  return found;
}
