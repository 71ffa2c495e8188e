import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createCounter } from '../../kernel/rate-limit.ts';

/** Counts sign-up, log-in and reset attempts by address. */
export function createAttemptLimit(database: Database, keyring: Keyring, perMinute: number) {
  const attempts = createCounter(database, keyring, 'client addresses', 60);
  return ({ ip }: FastifyRequest): Promise<void> =>
    attempts.countOrThrow(ip, perMinute, 'Too many attempts from this address');
}
