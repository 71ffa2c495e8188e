// How often something may be done in a while. What must hold over all instances is counted in the database; what only keeps
// one from using up what all share is counted in this instance's memory. Whoever did too much gets one kind of answer.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Keyring } from './crypto.ts';
import type { Database } from './database/database.ts';
import { createLruCache } from './memoize.ts';
import { Problem } from './problem.ts';

/** `what` is a sentence without its end. */
export function tooMany(inSeconds: number, what: string, members: Record<string, unknown> = {}): Problem {
  const seconds = Math.max(1, Math.ceil(inSeconds));
  const headers = { 'Retry-After': String(seconds) };
  return new Problem('rate_limited', `${what}. Try again in ${seconds} s.`, { ...members, headers });
}

/** Whoever has one address of IPv6 has a whole network of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

const MINUTE_MS = 60_000;
const MOST_KEPT = 50_000;

/**
 * Counts by the minute, in this instance's memory. Who came longest ago is forgotten first, which lets in more and not
 * fewer.
 */
export function createThrottle() {
  const windows = createLruCache<string, { endsAt: number; used: number }>(MOST_KEPT);
  return function take(name: string, most: number): Problem | undefined {
    const now = performance.now();
    let window = windows.get(name);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + MINUTE_MS, used: 0 };
      windows.set(name, window);
    }
    if (window.used >= most) return tooMany((window.endsAt - now) / 1000, 'Too many requests from here');
    window.used += 1;
    return undefined;
  };
}

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
export type Counter = ReturnType<typeof createCounter>;

/**
 * Counts over all instances how often something was done since its window began; a window is at most a day, after
 * which counters are purged. What is counted is kept as a keyed hash. With a `limit`, the window begins again when it is
 * reached, so that what is closed then stays closed for a whole window.
 */
export function createCounter(
  database: Pick<Database, 'statement'>,
  keyring: Keyring,
  purpose: string,
  windowSeconds: number,
  limit: number | null = null,
) {
  const secret = keyring.derive(purpose);
  const hashed = (what: string[]) =>
    [...new Set(what)].map((each) => createHmac('sha256', secret).update(each).digest());
  /** Of several things, how it stands with the one that was done most. */
  async function count(...what: string[]): Promise<Counted> {
    const rows = await database.statement<Counted>(COUNT, [hashed(what), windowSeconds, limit]);
    return rows.reduce((most, row) => (row.used > most.used ? row : most));
  }
  return {
    count,
    /** Refuses what was done more often than that. */
    async take(what: string, most: number, why: string): Promise<void> {
      const { used, seconds } = await count(what);
      if (used > most) throw tooMany(seconds, why);
    },
    /** As if they had not been counted this once. */
    async giveBack(...what: string[]): Promise<void> {
      await database.statement(GIVE_BACK, [hashed(what)]);
    },
  };
}
