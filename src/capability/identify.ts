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
export const IDENTIFICATION_LOCKED_REASON = 'identification_closed';
const TOO_MANY_ATTEMPTS_MESSAGE = 'Too many details did not match. Ask the team';

type LookupContext = Pick<
  CapabilityContext,
  'workspace' | 'actor' | 'conversationId' | 'network' | 'requestId' | 'failedLookups'
>;

type IdentityClaim = {
  /** What is looked up: a name, a booking code, an order number. Attempts are limited per subject. */
  lookupKeys: string[];
  /** Every detail the customer gave. */
  details: (string | undefined)[];
};

export const createFailedLookups = (database: Pick<Database, 'statement'>, keyring: Keyring) =>
  createCounter(database, keyring, 'wrong identifications', LOCKOUT_SECONDS, MAX_FAILED_LOOKUPS);

/** Failed lookups of requests in progress, so a retried handler does not count one twice. */
const MAX_REMEMBERED_ATTEMPTS = 10_000;
const failedAttemptCache = createLruCache<string, true>(MAX_REMEMBERED_ATTEMPTS);

/**
 * Runs a lookup. A failed one counts against the conversation, the network and the subject; a successful one does not.
 * Each attempt is counted before it runs and uncounted on success; otherwise parallel attempts would all get through. Staff are not limited.
 */
export async function lookUpWithAttemptLimit<T>(
  ctx: LookupContext,
  claim: IdentityClaim,
  lookUp: () => Promise<T | undefined>,
) {
  const { workspace, actor, conversationId, network, requestId, failedLookups } = ctx;
  // On channels, customers are users too: they have no API key.
  if (actor.kind === 'user' && actor.id !== 'customer') return lookUp();
  const attemptKey = JSON.stringify([workspace.id, requestId, claim.details]);
  if (failedAttemptCache.get(attemptKey)) return lookUp();
  const counterKeys = [
    ...(conversationId === undefined ? [] : [`conversation ${conversationId}`]),
    ...(network === undefined ? [] : [`network ${network}`]),
    ...claim.lookupKeys,
  ].map((scope) => `${workspace.id} ${scope}`);
  const { used, seconds } = await failedLookups.count(...counterKeys);
  if (used > MAX_FAILED_LOOKUPS) {
    await failedLookups.uncount(...counterKeys);
    throw tooManyRequests(seconds, TOO_MANY_ATTEMPTS_MESSAGE, { reason: IDENTIFICATION_LOCKED_REASON });
  }
  const result = await lookUp().catch(async (error) => {
    await failedLookups.uncount(...counterKeys);
    throw error;
  });
  if (result === undefined) failedAttemptCache.set(attemptKey, true);
  else await failedLookups.uncount(...counterKeys);
  return result;
}
