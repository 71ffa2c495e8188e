// Identity details can be guessed: a date of birth has only a few thousand possible values. So failed attempts are counted,
// and after a few of them lookups are locked for a while on every channel.
import type { Keyring } from '../kernel/crypto.ts';
import type { Database } from '../kernel/database/database.ts';
import { createLruCache } from '../kernel/memoize.ts';
import { createCounter, tooManyRequests } from '../kernel/rate-limit.ts';
import type { CapabilityContext } from './capability.ts';

const MAX_FAILED_LOOKUPS = 5;
const LOCKOUT_SECONDS = 15 * 60;
/** The problem's reason; on seeing it, a conversation hands the customer over to a person. */
export const IDENTIFICATION_CLOSED = 'identification_closed';
const TOO_MANY_ATTEMPTS_MESSAGE = 'Too many details did not match. Ask the team';

type LookupContext = Pick<
  CapabilityContext,
  'workspace' | 'actor' | 'conversationId' | 'network' | 'requestId' | 'failedLookups'
>;

type Claim = {
  /** What is looked up: a name, a booking code, an order number. Attempts are limited per subject. */
  subjects: string[];
  /** Every detail the customer gave. */
  details: (string | undefined)[];
};

export const createFailedLookups = (database: Pick<Database, 'statement'>, keyring: Keyring) =>
  createCounter(database, keyring, 'wrong identifications', LOCKOUT_SECONDS, MAX_FAILED_LOOKUPS);

/** Failed lookups of requests in progress, so a retried handler does not count one twice. */
const MAX_REMEMBERED_ATTEMPTS = 10_000;
const failedAttempts = createLruCache<string, true>(MAX_REMEMBERED_ATTEMPTS);

/**
 * Runs a lookup. A failed one counts against the conversation, the network and the subject; a successful one does not.
 * Each is counted before it runs and given back on success, or parallel attempts would all get through. Staff are not limited.
 */
export async function identify<T>(ctx: LookupContext, claim: Claim, find: () => Promise<T | undefined>) {
  const { workspace, actor, conversationId, network, requestId, failedLookups } = ctx;
  // Customers who write by a channel have no key either.
  if (actor.kind === 'user' && actor.id !== 'customer') return find();
  const attempt = JSON.stringify([workspace.id, requestId, claim.details]);
  if (failedAttempts.get(attempt)) return find();
  const counterKeys = [
    ...(conversationId === undefined ? [] : [`conversation ${conversationId}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...claim.subjects,
  ].map((each) => `${workspace.id} ${each}`);
  const { used, seconds } = await failedLookups.count(...counterKeys);
  if (used > MAX_FAILED_LOOKUPS) {
    await failedLookups.uncount(...counterKeys);
    throw tooManyRequests(seconds, TOO_MANY_ATTEMPTS_MESSAGE, { reason: IDENTIFICATION_CLOSED });
  }
  const result = await find().catch(async (error) => {
    await failedLookups.uncount(...counterKeys);
    throw error;
  });
  if (result === undefined) failedAttempts.set(attempt, true);
  else await failedLookups.uncount(...counterKeys);
  return result;
}
