import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createCounter } from '../../kernel/rate-limit.ts';

/** Counts sign-up, log-in and reset attempts by address. */
export function createAttemptCounter(database: Database, keyring: Keyring, maxPerMinute: number) {
  const attemptCounter = createCounter(database, keyring, 'client addresses', 60);
  return ({ ip }: FastifyRequest): Promise<void> =>
    attemptCounter.countOrThrow(ip, maxPerMinute, 'Too many attempts from this address');
}
