import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';

const COUNT = `
  insert into attempt_counters as c values ($1, now(), 1)
  on conflict (address) do update set
    used = case when c.window_start < now() - make_interval(secs => $2) then 1 else c.used + 1 end,
    window_start = case when c.window_start < now() - make_interval(secs => $2) then now() else c.window_start end
  returning used, ceil(extract(epoch from window_start + make_interval(secs => $2) - now()))::integer as seconds`;

/**
 * Counts over all instances how often something was used since its window began; a window is at most a day, after
 * which counters are purged. What is counted is kept as a keyed hash.
 */
export function createCounter(database: Database, vault: Vault, purpose: string, windowSeconds: number) {
  const secret = vault.derive(purpose);
  return async function count(what: string): Promise<{ used: number; seconds: number }> {
    const address = createHmac('sha256', secret).update(what).digest();
    const [row] = await database.statement<{ used: number; seconds: number }>(COUNT, [address, windowSeconds]);
    return row!;
  };
}

/** Counts sign-up, log-in and reset attempts by address. */
export function createAttempts(database: Database, vault: Vault, perMinute: number) {
  const count = createCounter(database, vault, 'client addresses', 60);
  return async function countAttempt(request: FastifyRequest): Promise<void> {
    const row = await count(request.ip);
    if (row.used <= perMinute) return;
    const seconds = Math.max(1, row.seconds);
    throw new Problem('rate_limited', `Too many attempts from this address. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  };
}
