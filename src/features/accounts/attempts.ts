import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';

/** In one order, or two that count the same things would wait for each other. */
const COUNT = `
  insert into attempt_counters as c select address, now(), 1 from unnest($1::bytea[]) address order by address
  on conflict (address) do update set
    used = case when c.window_start < now() - make_interval(secs => $2) then 1 else c.used + 1 end,
    window_start = case
      when c.window_start < now() - make_interval(secs => $2) or c.used + 1 = $3 then now()
      else c.window_start end
  returning used, ceil(extract(epoch from window_start + make_interval(secs => $2) - now()))::integer as seconds`;

const GIVE_BACK = `
  update attempt_counters set used = used - 1 where address in (
    select address from attempt_counters where address = any($1::bytea[]) and used > 0 order by address for update)`;

type Counted = { used: number; seconds: number };

/**
 * Counts over all instances how often something was used since its window began; a window is at most a day, after
 * which counters are purged. What is counted is kept as a keyed hash. With a `limit`, the window begins again when it is
 * reached, so that what is closed then stays closed for a whole window.
 */
export function createCounter(
  database: Pick<Database, 'statement'>,
  vault: Vault,
  purpose: string,
  windowSeconds: number,
  limit: number | null = null,
) {
  const secret = vault.derive(purpose);
  const hashed = (what: string[]) =>
    [...new Set(what)].map((each) => createHmac('sha256', secret).update(each).digest());
  return {
    /** Of several things, how it stands with the one that was used most. */
    async count(...what: string[]): Promise<Counted> {
      const rows = await database.statement<Counted>(COUNT, [hashed(what), windowSeconds, limit]);
      return rows.reduce((most, row) => (row.used > most.used ? row : most));
    },
    /** As if they had not been counted this once. */
    async giveBack(...what: string[]): Promise<void> {
      await database.statement(GIVE_BACK, [hashed(what)]);
    },
  };
}

/** Counts sign-up, log-in and reset attempts by address. */
export function createAttempts(database: Database, vault: Vault, perMinute: number) {
  const { count } = createCounter(database, vault, 'client addresses', 60);
  return async function countAttempt(request: FastifyRequest): Promise<void> {
    const row = await count(request.ip);
    if (row.used <= perMinute) return;
    const seconds = Math.max(1, row.seconds);
    throw new Problem('rate_limited', `Too many attempts from this address. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  };
}
