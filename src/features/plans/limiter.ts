import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { Limits } from './plans.ts';

/** The limits of a workspace after a call was counted or refused. */
export type LimitStatus = {
  isGranted: boolean;
  windowUsed: number;
  windowResetsInMs: number;
  monthUsed: number;
};

type CountRequest = { amount: number; resolve(status: LimitStatus): void; reject(error: unknown): void };
type WorkspaceQueue = { id: string; limits: Limits; requests: CountRequest[] };
type CallsRow = { granted: number; window_used: number; window_left_ms: number; month_used: number };
/** Calls reserved in advance, valid until their minute ends. The database's counts already include `left`. */
type Lease = { left: number; windowUsed: number; monthUsed: number; endsAt: number };

const TAKE_CALLS = 'select * from take_calls($1, $2, $3, $4, $5)';
const LEASED_SHARE_OF_BURST = 0.01;

/**
 * Counts calls in the database, so that all instances share one exact count. Calls that arrive during a statement are
 * batched into the next one, so that under load one round trip counts many requests. Without a monthly limit, each
 * instance reserves a hundredth of the burst in advance, so that busy workspaces rarely wait.
 */
export function createLimiter(database: Database, changes: CacheInvalidation) {
  const leases = new Map<string, Lease>();
  let queues = new Map<string, WorkspaceQueue>();
  let isFlushing = false;

  /** No lease with a monthly limit: such calls are counted one by one. */
  const activeLease = (id: string, { month }: Limits): Lease | undefined => {
    const lease = month === null ? leases.get(id) : undefined;
    return lease && lease.endsAt > performance.now() ? lease : undefined;
  };
  const statusOf = (lease: Lease): LimitStatus => ({
    isGranted: true,
    windowUsed: lease.windowUsed - lease.left,
    windowResetsInMs: lease.endsAt - performance.now(),
    monthUsed: lease.monthUsed - lease.left,
  });

  function enqueue(id: string, limits: Limits, amount: number): Promise<LimitStatus> {
    return new Promise((resolve, reject) => {
      // Returned calls have their own queue: the database may grant a part of what is taken, which must not mix with returns.
      const queueName = amount < 0 ? `${id} back` : id;
      const queue = queues.get(queueName) ?? { id, limits, requests: [] };
      queue.limits = limits;
      queue.requests.push({ amount, resolve, reject });
      queues.set(queueName, queue);
      if (!isFlushing) void flush();
    });
  }

  async function flush(): Promise<void> {
    isFlushing = true;
    while (queues.size) {
      const batch = [...queues].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, queue]) => queue);
      queues = new Map();
      await countCalls(batch).catch((error) => {
        for (const { requests } of batch) for (const request of requests) request.reject(error);
      });
    }
    isFlushing = false;
  }

  /** Serves requests from a lease that was granted while they waited for the previous statement. */
  function serveFromLease({ id, limits, requests }: WorkspaceQueue): void {
    const lease = activeLease(id, limits);
    for (let next = requests[0]; lease?.left && next && next.amount >= 0; next = requests[0]) {
      requests.shift();
      lease.left -= next.amount;
      next.resolve(statusOf(lease));
    }
  }

  async function countCalls(batch: WorkspaceQueue[]): Promise<void> {
    for (const queue of batch) serveFromLease(queue);
    const unserved = batch.filter(({ requests }) => requests.length);
    if (!unserved.length) return;
    const leaseSize = ({ limits }: WorkspaceQueue) =>
      limits.month === null ? Math.floor(limits.burst * LEASED_SHARE_OF_BURST) : 1;
    const sum = ({ requests }: WorkspaceQueue) => requests.reduce((total, { amount }) => total + amount, 0);
    const takes = unserved.map((queue) => {
      const amount = sum(queue) > 0 ? Math.max(sum(queue), leaseSize(queue)) : sum(queue);
      return { queue, amount, unused: amount > 0 ? removeExpiredLease(queue.id) : 0 };
    });
    const amounts = takes.map(({ amount }) => amount);
    const unused = takes.map((take) => take.unused);
    const ids = unserved.map(({ id }) => id);
    const limits = [unserved.map((queue) => queue.limits.burst), unserved.map((queue) => queue.limits.month)];
    const rows = await database.statement<CallsRow>(TAKE_CALLS, [ids, amounts, ...limits, unused]);
    for (const [index, { queue, amount }] of takes.entries()) {
      const row = must(rows[index], 'a row for each workspace');
      const left = resolveRequests(row, queue.requests);
      if (amount <= 0 || queue.limits.month !== null) continue;
      // A call may have been returned to the previous lease during this statement.
      const leftBefore = activeLease(queue.id, queue.limits)?.left ?? 0;
      const endsAt = performance.now() + row.window_left_ms;
      if (left + leftBefore > 0) {
        leases.set(queue.id, {
          left: left + leftBefore,
          windowUsed: row.window_used,
          monthUsed: row.month_used,
          endsAt,
        });
      } else leases.delete(queue.id);
    }
  }

  /** Removes an expired lease and returns its unused calls, which were counted in the month but never made. */
  function removeExpiredLease(id: string): number {
    const lease = leases.get(id);
    if (!lease || lease.endsAt > performance.now()) return 0;
    leases.delete(id);
    return lease.left;
  }

  async function returnLeases(leasesById: [id: string, lease: Lease][]): Promise<void> {
    for (const [id] of leasesById) leases.delete(id);
    const unusedLeases = leasesById.filter(([, { left }]) => left > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    if (!unusedLeases.length) return;
    const now = performance.now();
    const returnedToWindow = unusedLeases.map(([, { left, endsAt }]) => (endsAt > now ? -left : 0));
    const expired = unusedLeases.map(([, { left, endsAt }]) => (endsAt > now ? 0 : left));
    const zeros = unusedLeases.map(() => 0);
    await database.statement<CallsRow>(TAKE_CALLS, [
      unusedLeases.map(([id]) => id),
      returnedToWindow,
      zeros,
      unusedLeases.map(() => null),
      expired,
    ]);
  }
  // After a change of the plan, the lease may exceed the new limit.
  changes.on('workspaces', (id) => {
    const lease = id && leases.get(id);
    if (lease) void returnLeases([[id, lease]]).catch(() => undefined);
  });

  return {
    /** Takes one call if burst and month allow it. */
    async take(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = activeLease(id, limits);
      if (!lease?.left) return enqueue(id, limits, 1);
      lease.left -= 1;
      return statusOf(lease);
    },
    /** Returns a call that turned out not to count. */
    async giveBack(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = activeLease(id, limits);
      if (!lease) return enqueue(id, limits, -1);
      lease.left += 1;
      return statusOf(lease);
    },
    /** The current status, without taking a call. */
    async peek(id: string, limits: Limits): Promise<LimitStatus> {
      const lease = activeLease(id, limits);
      return lease ? statusOf(lease) : enqueue(id, limits, 0);
    },
    /** Returns the unused calls of all leases. */
    close: () => returnLeases([...leases]),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Serves requests in order; each gets the count right after its own call. Returns how many calls are left over. */
function resolveRequests(row: CallsRow, requests: CountRequest[]): number {
  let left = Math.max(0, row.granted);
  for (const { amount, resolve } of requests) {
    const isGranted = amount <= 0 || left > 0;
    if (amount > 0 && isGranted) left -= 1;
    resolve({
      isGranted,
      windowUsed: row.window_used - left,
      windowResetsInMs: row.window_left_ms,
      monthUsed: row.month_used - left,
    });
  }
  return left;
}
