import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';

const COUNT = `
  insert into attempt_counters as c values ($1, now(), 1)
  on conflict (address) do update set
    used = case when c.window_start < now() - interval '1 minute' then 1 else c.used + 1 end,
    window_start = case when c.window_start < now() - interval '1 minute' then now() else c.window_start end
  returning used, ceil(extract(epoch from window_start + interval '1 minute' - now()))::integer as seconds`;

/** Counts sign-up, log-in and reset attempts by address, over all instances. Addresses are kept as keyed hashes. */
export function createAttempts(database: Database, vault: Vault, perMinute: number) {
  const secret = vault.derive('client addresses');
  return async function countAttempt(request: FastifyRequest): Promise<void> {
    const address = createHmac('sha256', secret).update(request.ip).digest();
    const [row] = await database.statement<{ used: number; seconds: number }>(COUNT, [address]);
    if (row!.used <= perMinute) return;
    const seconds = Math.max(1, row!.seconds);
    throw new Problem('rate_limited', `Too many attempts from this address. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  };
}
