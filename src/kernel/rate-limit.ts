// Rate limits. createCounter counts in the database, for limits across all instances. createThrottle counts in memory, to
// protect a single instance. Both reject with the same problem.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Keyring } from './crypto.ts';
import type { Database } from './database/database.ts';
import { createLruCache } from './memoize.ts';
import { Problem } from './problem.ts';

/** `sentence` comes without its full stop. */
export function tooManyRequests(
  waitSeconds: number,
  sentence: string,
  extensions: Record<string, unknown> = {},
): Problem {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const headers = { 'Retry-After': String(seconds) };
  return new Problem('rate_limited', `${sentence}. Try again in ${seconds} s.`, { ...extensions, headers });
}

/** Returns the /64 network of an IPv6 address, because one customer usually controls the whole network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const leadingGroups = head.split(':').filter(Boolean);
  const trailingGroups = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, 8 - leadingGroups.length - trailingGroups.length)).fill('0');
  return [...leadingGroups, ...zeros, ...trailingGroups].slice(0, 4).join(':');
}

const MINUTE_MS = 60_000;
const MAX_TRACKED_NAMES = 50_000;

/**
 * Counts calls per minute in memory. When there are too many names, the least recently used are dropped, which can only
 * let more calls through.
 */
export function createThrottle() {
  const windows = createLruCache<string, { endsAtMs: number; used: number }>(MAX_TRACKED_NAMES);
  return function countOrRefuse(name: string, maxPerMinute: number): Problem | undefined {
    const now = performance.now();
    let currentWindow = windows.get(name);
    if (!currentWindow || currentWindow.endsAtMs <= now) {
      currentWindow = { endsAtMs: now + MINUTE_MS, used: 0 };
      windows.set(name, currentWindow);
    }
    if (currentWindow.used >= maxPerMinute)
      return tooManyRequests((currentWindow.endsAtMs - now) / 1000, 'Too many requests from here');
    currentWindow.used += 1;
    return undefined;
  };
}

/** Rows are locked in a fixed order to avoid deadlocks. */
const COUNT_SQL = `
  insert into attempt_counters as c select address, now(), 1 from unnest($1::bytea[]) address order by address
  on conflict (address) do update set
    used = case when c.window_start < now() - make_interval(secs => $2) then 1 else c.used + 1 end,
    window_start = case
      when c.window_start < now() - make_interval(secs => $2) or c.used + 1 = $3 then now()
      else c.window_start end
  returning used, ceil(extract(epoch from window_start + make_interval(secs => $2) - now()))::integer as seconds`;

const UNCOUNT_SQL = `
  update attempt_counters set used = used - 1 where address in (
    select address from attempt_counters where address = any($1::bytea[]) and used > 0 order by address for update)`;

type CounterState = { used: number; seconds: number };
export type Counter = ReturnType<typeof createCounter>;

/**
 * Counts across all instances how often each name was used in a time window of at most a day. Names are stored as keyed
 * hashes. With a `limit`, reaching it restarts the window, so that the name stays blocked for a full window.
 */
export function createCounter(
  database: Pick<Database, 'statement'>,
  keyring: Keyring,
  purpose: string,
  windowSeconds: number,
  limit: number | null = null,
) {
  const secret = keyring.derive(purpose);
  const hashNames = (names: string[]) =>
    [...new Set(names)].map((name) => createHmac('sha256', secret).update(name).digest());
  /** Counts each name once and returns the state of the one with the highest count. */
  async function count(...names: string[]): Promise<CounterState> {
    const rows = await database.statement<CounterState>(COUNT_SQL, [hashNames(names), windowSeconds, limit]);
    return rows.reduce((highest, row) => (row.used > highest.used ? row : highest));
  }
  return {
    count,
    /** Counts the name and throws if it was counted more than `maxCount` times. */
    async countOrThrow(name: string, maxCount: number, reason: string): Promise<void> {
      const { used, seconds } = await count(name);
      if (used > maxCount) throw tooManyRequests(seconds, reason);
    },
    /** Takes back one count of each name. */
    async uncount(...names: string[]): Promise<void> {
      await database.statement(UNCOUNT_SQL, [hashNames(names)]);
    },
  };
}
