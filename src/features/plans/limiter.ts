import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { Limits } from './plans.ts';

/** The limits of a workspace after a call was counted or refused. */
export type LimitStatus = {
  granted: boolean;
  windowUsed: number;
  windowResetsInMs: number;
  monthUsed: number;
};

type Wish = { amount: number; resolve(standing: LimitStatus): void; reject(error: unknown): void };
type Entry = { id: string; limits: Limits; wishes: Wish[] };
type Row = { granted: number; window_used: number; window_left_ms: number; month_used: number };
/** Calls taken ahead, good until their minute is over. The counts are the database's, with `left` counted in. */
type Lease = { left: number; windowUsed: number; monthUsed: number; endsAt: number };

const TAKE = 'select * from take_calls($1, $2, $3, $4, $5)';
const LEASED_PART = 0.01;

/**
 * Counts calls in the database, so that all instances share one exact count. Calls that arrive while a statement is
 * under way wait for it and then go together in the next one: under load one round trip counts for many requests.
 * Where no month is limited, each instance takes a hundredth of the burst ahead, so that busy workspaces rarely wait.
 */
export function createLimiter(database: Database, changes: CacheInvalidation) {
  const leases = new Map<string, Lease>();
  let waiting = new Map<string, Entry>();
  let underWay = false;

  /** None where the month is limited: such calls are counted one by one. */
  const leaseOf = (id: string, { month }: Limits): Lease | undefined => {
    const lease = month === null ? leases.get(id) : undefined;
    return lease && lease.endsAt > performance.now() ? lease : undefined;
  };
  const standingOf = (lease: Lease): LimitStatus => ({
    granted: true,
    windowUsed: lease.windowUsed - lease.left,
    windowResetsInMs: lease.endsAt - performance.now(),
    monthUsed: lease.monthUsed - lease.left,
  });

  function ask(id: string, limits: Limits, amount: number): Promise<LimitStatus> {
    return new Promise((resolve, reject) => {
      // What is given back is an entry of its own: the database grants a part of what is taken, never of a mixture.
      const name = amount < 0 ? `${id} back` : id;
      const entry = waiting.get(name) ?? { id, limits, wishes: [] };
      entry.limits = limits;
      entry.wishes.push({ amount, resolve, reject });
      waiting.set(name, entry);
      if (!underWay) void flush();
    });
  }

  async function flush(): Promise<void> {
    underWay = true;
    while (waiting.size) {
      const entries = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      waiting = new Map();
      await count(entries).catch((error) => {
        for (const { wishes } of entries) for (const wish of wishes) wish.reject(error);
      });
    }
    underWay = false;
  }

  /** A lease may have come while these waited for the statement before. */
  function serveAhead({ id, limits, wishes }: Entry): void {
    const lease = leaseOf(id, limits);
    for (let next = wishes[0]; lease?.left && next && next.amount >= 0; next = wishes[0]) {
      wishes.shift();
      lease.left -= next.amount;
      next.resolve(standingOf(lease));
    }
  }

  async function count(all: Entry[]): Promise<void> {
    for (const entry of all) serveAhead(entry);
    const entries = all.filter(({ wishes }) => wishes.length);
    if (!entries.length) return;
    const ahead = ({ limits }: Entry) => (limits.month === null ? Math.floor(limits.burst * LEASED_PART) : 1);
    const sum = ({ wishes }: Entry) => wishes.reduce((total, { amount }) => total + amount, 0);
    const asked = entries.map((entry) => {
      const wanted = sum(entry) > 0 ? Math.max(sum(entry), ahead(entry)) : sum(entry);
      return { entry, wanted, unused: wanted > 0 ? takeExpired(entry.id) : 0 };
    });
    const amounts = asked.map(({ wanted }) => wanted);
    const unused = asked.map((each) => each.unused);
    const ids = entries.map(({ id }) => id);
    const limits = [entries.map((entry) => entry.limits.burst), entries.map((entry) => entry.limits.month)];
    const rows = await database.statement<Row>(TAKE, [ids, amounts, ...limits, unused]);
    for (const [index, { entry, wanted }] of asked.entries()) {
      const row = must(rows[index], 'a row for each entry');
      const left = serve(row, entry.wishes);
      if (wanted <= 0 || entry.limits.month !== null) continue;
      // A call may have been given back to the lease before while this one was under way.
      const kept = leaseOf(entry.id, entry.limits)?.left ?? 0;
      const endsAt = performance.now() + row.window_left_ms;
      if (left + kept > 0) {
        leases.set(entry.id, { left: left + kept, windowUsed: row.window_used, monthUsed: row.month_used, endsAt });
      } else leases.delete(entry.id);
    }
  }

  /** What is left of a lease whose minute is over. It was counted in the month, and did not come. */
  function takeExpired(id: string): number {
    const lease = leases.get(id);
    if (!lease || lease.endsAt > performance.now()) return 0;
    leases.delete(id);
    return lease.left;
  }

  async function release(held: [id: string, lease: Lease][]): Promise<void> {
    for (const [id] of held) leases.delete(id);
    const back = held.filter(([, { left }]) => left > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    if (!back.length) return;
    const now = performance.now();
    const current = back.map(([, { left, endsAt }]) => (endsAt > now ? -left : 0));
    const expired = back.map(([, { left, endsAt }]) => (endsAt > now ? 0 : left));
    const none = back.map(() => 0);
    await database.statement<Row>(TAKE, [back.map(([id]) => id), current, none, back.map(() => null), expired]);
  }
  // Under another plan what was taken ahead may be more than there is.
  changes.on('workspaces', (id) => {
    const lease = id && leases.get(id);
    if (lease) void release([[id, lease]]).catch(() => undefined);
  });

  return {
    /** Takes one call if burst and month allow it. */
    async take(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = leaseOf(id, limits);
      if (!lease?.left) return ask(id, limits, 1);
      lease.left -= 1;
      return standingOf(lease);
    },
    /** Gives a call back that turned out not to count. */
    async giveBack(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = leaseOf(id, limits);
      if (!lease) return ask(id, limits, -1);
      lease.left += 1;
      return standingOf(lease);
    },
    /** How things stand, without taking anything. */
    async look(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = leaseOf(id, limits);
      return lease ? standingOf(lease) : ask(id, limits, 0);
    },
    /** What was taken ahead and not used goes back. */
    close: () => release([...leases]),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

/** First come, first served; each sees the count as it was after its own turn. Answers how many are left over. */
function serve(row: Row, wishes: Wish[]): number {
  let left = Math.max(0, row.granted);
  for (const { amount, resolve } of wishes) {
    const granted = amount <= 0 || left > 0;
    if (amount > 0 && granted) left -= 1;
    resolve({
      granted,
      windowUsed: row.window_used - left,
      windowResetsInMs: row.window_left_ms,
      monthUsed: row.month_used - left,
    });
  }
  return left;
}
