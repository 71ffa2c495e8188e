import { must } from '../must.ts';
import { Problem } from '../problem.ts';

/** Rejects a request because of overload, not because of an error. */
export class ServerBusy extends Problem {
  constructor() {
    const detail = 'We’re handling more requests than we can right now. Try again in a moment.';
    super('unavailable', detail, { headers: { 'Retry-After': '2' } });
  }
}

export type AdmissionLimits = {
  maxInProgress: number;
  /** Keeps some capacity for other workspaces, however slow this one's requests are. */
  maxPerWorkspace: number;
  /**
   * Replaces `maxPerWorkspace` while other workspaces are active, because all requests in progress share the processor. A
   * workspace with a long queue then gets only one at a time.
   */
  maxWhileOthersActive: number;
  maxWaiting: number;
  /** A request that would probably wait longer is rejected immediately. */
  maxWaitMs: number;
};

/** Held by a request in progress. Releasing it twice has no effect. */
export type AdmissionTicket = {
  release(): void;
  /** Waits for another turn after a release. Never rejected, because work was already done for the request. */
  reacquire(): Promise<void>;
};

export type Admission = ReturnType<typeof createAdmission>;

/** A waiter without `refuse` cannot be rejected. */
type Waiter = { admit(release: () => void): void; refuse?(): void };

/** How long after its last request a workspace counts as active. */
const ACTIVE_PERIOD_MS = 1_000;

/** Weight of the newest request in the moving average. */
const AVERAGE_WEIGHT = 1 / 32;

/** Keeps two connections free for authentication, rate limits and jobs, which must not wait behind requests. */
export function chooseAdmissionLimits(poolSize: number): AdmissionLimits {
  const maxInProgress = Math.max(1, poolSize - 2);
  return {
    maxInProgress,
    maxPerWorkspace: Math.max(1, maxInProgress - 2),
    maxWhileOthersActive: Math.max(1, Math.floor(maxInProgress / 4)),
    maxWaiting: 50 * poolSize,
    maxWaitMs: 5_000,
  };
}

/**
 * Limits concurrent requests. Workspaces take turns, so that a flood from one does not delay the others. A request is
 * rejected immediately if, judging by recent durations, it could not be served within `maxWaitMs`.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = () => performance.now()) {
  const runningByWorkspace = new Map<string, number>();
  /** By workspace, in the order of their turns. */
  const queues = new Map<string, Waiter[]>();
  /** When each active workspace sent its last request, the oldest first. */
  const lastRequestAt = new Map<string, number>();
  let runningCount = 0;
  let waitingCount = 0;
  let averageMs = 0;

  function markActive(workspaceId: string): void {
    lastRequestAt.delete(workspaceId);
    lastRequestAt.set(workspaceId, now());
  }
  function chooseMaxInProgress(workspaceId: string): number {
    for (const [other, lastAt] of lastRequestAt) {
      if (now() - lastAt <= ACTIVE_PERIOD_MS) break;
      lastRequestAt.delete(other);
    }
    const isAlone = lastRequestAt.size <= (lastRequestAt.has(workspaceId) ? 1 : 0);
    if (isAlone) return limits.maxPerWorkspace;
    const isFlooding = (queues.get(workspaceId)?.length ?? 0) > limits.maxInProgress;
    return isFlooding ? 1 : limits.maxWhileOthersActive;
  }
  const hasCapacity = (workspaceId: string) =>
    runningCount < limits.maxInProgress &&
    (runningByWorkspace.get(workspaceId) ?? 0) < chooseMaxInProgress(workspaceId);
  const computeMaxQueueLength = () =>
    Math.min(limits.maxWaiting, Math.max(limits.maxInProgress, estimateMaxServedInTime()));
  const estimateMaxServedInTime = () => Math.floor((limits.maxWaitMs * limits.maxInProgress) / averageMs);

  /** Returns a function that ends the request. */
  function startRequest(workspaceId: string): () => void {
    const startedAt = now();
    runningCount++;
    runningByWorkspace.set(workspaceId, (runningByWorkspace.get(workspaceId) ?? 0) + 1);
    return () => {
      runningCount--;
      const remaining = must(runningByWorkspace.get(workspaceId), 'the number in progress') - 1;
      if (remaining) runningByWorkspace.set(workspaceId, remaining);
      else runningByWorkspace.delete(workspaceId);
      averageMs += (now() - startedAt - averageMs) * AVERAGE_WEIGHT;
      admitNext();
    };
  }

  function admitNext(): void {
    for (const [workspaceId, queue] of queues) {
      if (runningCount >= limits.maxInProgress) return;
      if (!hasCapacity(workspaceId)) continue;
      const waiter = must(queue.shift(), 'somebody in every queue');
      waitingCount--;
      queues.delete(workspaceId);
      // Moves the workspace to the end, where this loop may reach it again.
      if (queue.length) queues.set(workspaceId, queue);
      waiter.admit(startRequest(workspaceId));
    }
  }

  /** When the queue is full, rejects the newest waiter of the longest queue, if that one is longer than this workspace's. */
  function makeRoomInQueue(workspaceId: string): boolean {
    if (waitingCount < computeMaxQueueLength()) return true;
    const ownQueueLength = queues.get(workspaceId)?.length ?? 0;
    const longestQueue = [...queues.values()].reduce(
      (longestSoFar, queue) => (queue.length > longestSoFar.length ? queue : longestSoFar),
      [],
    );
    const evictedWaiter =
      longestQueue.length > ownQueueLength + 1 ? longestQueue.findLast(({ refuse }) => refuse) : undefined;
    evictedWaiter?.refuse?.();
    return evictedWaiter !== undefined;
  }

  function waitForTurn(
    workspaceId: string,
    addDisconnectListener?: (abandon: () => void) => void,
  ): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timeout);
        const queue = queues.get(workspaceId) ?? [];
        const index = queue.indexOf(waiter);
        if (index < 0) return;
        queue.splice(index, 1);
        waitingCount--;
        if (!queue.length) queues.delete(workspaceId);
        reject(new ServerBusy());
      };
      const admit = (release: () => void) => {
        clearTimeout(timeout);
        resolve(release);
      };
      const waiter: Waiter = { admit, refuse };
      const timeout = setTimeout(refuse, limits.maxWaitMs).unref();
      const queue = queues.get(workspaceId);
      if (queue) queue.push(waiter);
      else queues.set(workspaceId, [waiter]);
      waitingCount++;
      addDisconnectListener?.(refuse);
    });
  }

  /** Queues the request ahead of those that have not started. */
  function waitAtFront(workspaceId: string): Promise<() => void> {
    return new Promise((admit) => {
      const queue = queues.get(workspaceId);
      if (queue) queue.unshift({ admit });
      else queues.set(workspaceId, [{ admit }]);
      waitingCount++;
    });
  }

  return {
    readCounts: () => ({ in_progress: runningCount, waiting: waitingCount }),
    /** Throws if the queue is full. While it waits, `addDisconnectListener` gets what to call when the client disconnects. */
    async acquire(
      workspaceId: string,
      addDisconnectListener?: (abandon: () => void) => void,
    ): Promise<AdmissionTicket> {
      markActive(workspaceId);
      if (!hasCapacity(workspaceId) && !makeRoomInQueue(workspaceId)) throw new ServerBusy();
      let release: (() => void) | undefined = hasCapacity(workspaceId)
        ? startRequest(workspaceId)
        : await waitForTurn(workspaceId, addDisconnectListener);
      return {
        release() {
          release?.();
          release = undefined;
        },
        async reacquire() {
          release = hasCapacity(workspaceId) ? startRequest(workspaceId) : await waitAtFront(workspaceId);
        },
      };
    },
  };
}
