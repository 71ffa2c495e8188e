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
type WorkspaceQueue = { workspaceId: string; limits: Limits; requests: CountRequest[] };
type CallsRow = { granted: number; window_used: number; window_left_ms: number; month_used: number };
/** Calls reserved in advance, valid until their minute ends. The database's counts already include `callsLeft`. */
type Lease = { callsLeft: number; windowUsed: number; monthUsed: number; endsAtMs: number };

const TAKE_CALLS_SQL = 'select * from take_calls($1, $2, $3, $4, $5)';
const LEASED_SHARE_OF_BURST = 0.01;

/**
 * Counts calls in the database, so that all instances share one exact count. Calls that arrive during a statement are
 * batched into the next one, so that under load one round trip counts many requests. Without a monthly limit, each
 * instance reserves a hundredth of the burst in advance, so that busy workspaces rarely wait.
 */
export function createLimiter(database: Database, cacheInvalidation: CacheInvalidation) {
  const leases = new Map<string, Lease>();
  let queues = new Map<string, WorkspaceQueue>();
  let isFlushing = false;

  /** No lease with a monthly limit: such calls are counted one by one. */
  const findActiveLease = (workspaceId: string, { callsPerMonth }: Limits): Lease | undefined => {
    const lease = callsPerMonth === null ? leases.get(workspaceId) : undefined;
    return lease && lease.endsAtMs > performance.now() ? lease : undefined;
  };
  const createLeaseStatus = (lease: Lease): LimitStatus => ({
    isGranted: true,
    windowUsed: lease.windowUsed - lease.callsLeft,
    windowResetsInMs: lease.endsAtMs - performance.now(),
    monthUsed: lease.monthUsed - lease.callsLeft,
  });

  function enqueue(workspaceId: string, limits: Limits, amount: number): Promise<LimitStatus> {
    return new Promise((resolve, reject) => {
      // Returned calls have their own queue: the database may grant a part of what is taken, which must not mix with returns.
      const queueKey = amount < 0 ? `${workspaceId} back` : workspaceId;
      const queue = queues.get(queueKey) ?? { workspaceId, limits, requests: [] };
      queue.limits = limits;
      queue.requests.push({ amount, resolve, reject });
      queues.set(queueKey, queue);
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
  function serveFromLease({ workspaceId, limits, requests }: WorkspaceQueue): void {
    const lease = findActiveLease(workspaceId, limits);
    for (let next = requests[0]; lease?.callsLeft && next && next.amount >= 0; next = requests[0]) {
      requests.shift();
      lease.callsLeft -= next.amount;
      next.resolve(createLeaseStatus(lease));
    }
  }

  async function countCalls(batch: WorkspaceQueue[]): Promise<void> {
    for (const queue of batch) serveFromLease(queue);
    const unserved = batch.filter(({ requests }) => requests.length);
    if (!unserved.length) return;
    const computeLeaseSize = ({ limits }: WorkspaceQueue) =>
      limits.callsPerMonth === null ? Math.floor(limits.burstPerMinute * LEASED_SHARE_OF_BURST) : 1;
    const sumRequestedCalls = ({ requests }: WorkspaceQueue) =>
      requests.reduce((total, { amount }) => total + amount, 0);
    const takeInputs = unserved.map((queue) => {
      const amount =
        sumRequestedCalls(queue) > 0
          ? Math.max(sumRequestedCalls(queue), computeLeaseSize(queue))
          : sumRequestedCalls(queue);
      return { queue, amount, expiredCalls: amount > 0 ? removeExpiredLease(queue.workspaceId) : 0 };
    });
    const amounts = takeInputs.map(({ amount }) => amount);
    const expiredCalls = takeInputs.map((take) => take.expiredCalls);
    const ids = unserved.map(({ workspaceId }) => workspaceId);
    const limitColumns = [
      unserved.map((queue) => queue.limits.burstPerMinute),
      unserved.map((queue) => queue.limits.callsPerMonth),
    ];
    const rows = await database.statement<CallsRow>(TAKE_CALLS_SQL, [ids, amounts, ...limitColumns, expiredCalls]);
    for (const [index, { queue, amount }] of takeInputs.entries()) {
      const row = must(rows[index], 'a row for each workspace');
      const callsLeft = resolveRequests(row, queue.requests);
      if (amount <= 0 || queue.limits.callsPerMonth !== null) continue;
      // A call may have been returned to the previous lease during this statement.
      const returnedCalls = findActiveLease(queue.workspaceId, queue.limits)?.callsLeft ?? 0;
      const endsAt = performance.now() + row.window_left_ms;
      if (callsLeft + returnedCalls > 0) {
        leases.set(queue.workspaceId, {
          callsLeft: callsLeft + returnedCalls,
          windowUsed: row.window_used,
          monthUsed: row.month_used,
          endsAtMs: endsAt,
        });
      } else leases.delete(queue.workspaceId);
    }
  }

  /** Removes an expired lease and returns its unused calls, which were counted in the month but never made. */
  function removeExpiredLease(workspaceId: string): number {
    const lease = leases.get(workspaceId);
    if (!lease || lease.endsAtMs > performance.now()) return 0;
    leases.delete(workspaceId);
    return lease.callsLeft;
  }

  async function returnLeases(leasesById: [workspaceId: string, lease: Lease][]): Promise<void> {
    for (const [id] of leasesById) leases.delete(id);
    const unusedLeases = leasesById.filter(([, { callsLeft }]) => callsLeft > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    if (!unusedLeases.length) return;
    const now = performance.now();
    const returnedToWindow = unusedLeases.map(([, { callsLeft, endsAtMs }]) => (endsAtMs > now ? -callsLeft : 0));
    const expiredCalls = unusedLeases.map(([, { callsLeft, endsAtMs }]) => (endsAtMs > now ? 0 : callsLeft));
    const zeros = unusedLeases.map(() => 0);
    await database.statement<CallsRow>(TAKE_CALLS_SQL, [
      unusedLeases.map(([id]) => id),
      returnedToWindow,
      zeros,
      unusedLeases.map(() => null),
      expiredCalls,
    ]);
  }
  // After a change of the plan, the lease may exceed the new limit.
  cacheInvalidation.on('workspaces', (workspaceId) => {
    const lease = workspaceId && leases.get(workspaceId);
    if (lease) void returnLeases([[workspaceId, lease]]).catch(() => undefined);
  });

  return {
    /** Takes one call if burst and month allow it. */
    async take(workspaceId: string, limits: Limits): Promise<LimitStatus> {
      const lease = findActiveLease(workspaceId, limits);
      if (!lease?.callsLeft) return enqueue(workspaceId, limits, 1);
      lease.callsLeft -= 1;
      return createLeaseStatus(lease);
    },
    /** Returns a call that turned out not to count. */
    async giveBack(workspaceId: string, limits: Limits): Promise<LimitStatus> {
      const lease = findActiveLease(workspaceId, limits);
      if (!lease) return enqueue(workspaceId, limits, -1);
      lease.callsLeft += 1;
      return createLeaseStatus(lease);
    },
    /** The current status, without taking a call. */
    async peek(workspaceId: string, limits: Limits): Promise<LimitStatus> {
      const lease = findActiveLease(workspaceId, limits);
      return lease ? createLeaseStatus(lease) : enqueue(workspaceId, limits, 0);
    },
    /** Returns the unused calls of all leases. */
    close: () => returnLeases([...leases]),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Serves requests in order; each gets the count right after its own call. Returns how many calls are left over. */
function resolveRequests(row: CallsRow, requests: CountRequest[]): number {
  let callsLeft = Math.max(0, row.granted);
  for (const { amount, resolve } of requests) {
    const isGranted = amount <= 0 || callsLeft > 0;
    if (amount > 0 && isGranted) callsLeft -= 1;
    resolve({
      isGranted,
      windowUsed: row.window_used - callsLeft,
      windowResetsInMs: row.window_left_ms,
      monthUsed: row.month_used - callsLeft,
    });
  }
  return callsLeft;
}
