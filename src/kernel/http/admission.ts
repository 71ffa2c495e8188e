import { must } from '../must.ts';
import { Problem } from '../problem.ts';

/** Nothing went wrong: there are only too many at once. */
export class Busy extends Problem {
  constructor() {
    const detail = 'We’re handling more requests than we can right now. Try again in a moment.';
    super('unavailable', detail, { headers: { 'Retry-After': '2' } });
  }
}

export type AdmissionLimits = {
  /** Requests in progress. */
  atOnce: number;
  /** Of those, one workspace's. The rest stays for the others, however long its own requests take. */
  each: number;
  /** Requests that wait for their turn. */
  waiting: number;
  /** Refuse at once what would wait longer. */
  patienceMs: number;
};

/** A request in progress. Leaving twice is leaving once. */
export type Place = {
  leave(): void;
  /** After having left: waits for another turn, and is not refused, because work was done for it already. */
  back(): Promise<void>;
};

export type Admission = ReturnType<typeof createAdmission>;

/** Without `refuse`, it stays until its turn comes. */
type Waiter = { admit(end: () => void): void; refuse?(): void };

/** Weight of the newest request in the moving average. */
const WEIGHT = 1 / 32;

/** Two connections stay for what asks who is there, counts calls and runs jobs; it must not wait behind requests. */
export function limitsFor(poolSize: number): AdmissionLimits {
  const atOnce = Math.max(1, poolSize - 2);
  return { atOnce, each: Math.max(1, atOnce - 2), waiting: 50 * poolSize, patienceMs: 5_000 };
}

/**
 * Decides which requests are in progress. Workspaces take turns, so that a flood of one costs another a turn and not
 * the whole queue. What cannot be served within the patience, by how long requests have taken lately, is refused at once.
 */
export function createAdmission(limits: AdmissionLimits, now: () => number = () => performance.now()) {
  const inProgress = new Map<string, number>();
  /** In the order of their turns. */
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;
  let averageMs = 0;

  const hasRoom = (name: string) => running < limits.atOnce && (inProgress.get(name) ?? 0) < limits.each;
  const longestQueue = () => Math.min(limits.waiting, Math.max(limits.atOnce, mostServed()));
  const mostServed = () => Math.floor((limits.patienceMs * limits.atOnce) / averageMs);

  /** Returns what ends it. */
  function begin(name: string): () => void {
    const since = now();
    running++;
    inProgress.set(name, (inProgress.get(name) ?? 0) + 1);
    return () => {
      running--;
      const left = must(inProgress.get(name), 'the number in progress') - 1;
      if (left) inProgress.set(name, left);
      else inProgress.delete(name);
      averageMs += (now() - since - averageMs) * WEIGHT;
      admitNext();
    };
  }

  function admitNext(): void {
    for (const [name, queue] of queues) {
      if (running >= limits.atOnce) return;
      if (!hasRoom(name)) continue;
      const next = must(queue.shift(), 'somebody in every queue');
      waiting--;
      queues.delete(name);
      // Behind the others, where this loop comes to it again.
      if (queue.length) queues.set(name, queue);
      next.admit(begin(name));
    }
  }

  /** When the queue is full, room is made for a workspace at the cost of the one that has most in it. */
  function makeRoom(name: string): boolean {
    if (waiting < longestQueue()) return true;
    const own = queues.get(name)?.length ?? 0;
    const longest = [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    const newest = longest.length > own + 1 ? longest.findLast(({ refuse }) => refuse) : undefined;
    newest?.refuse?.();
    return newest !== undefined;
  }

  function wait(name: string, onHangUp?: (gone: () => void) => void): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(late);
        const queue = queues.get(name) ?? [];
        const at = queue.indexOf(waiter);
        if (at < 0) return;
        queue.splice(at, 1);
        waiting--;
        if (!queue.length) queues.delete(name);
        reject(new Busy());
      };
      const admit = (end: () => void) => {
        clearTimeout(late);
        resolve(end);
      };
      const waiter: Waiter = { admit, refuse };
      const late = setTimeout(refuse, limits.patienceMs).unref();
      const queue = queues.get(name);
      if (queue) queue.push(waiter);
      else queues.set(name, [waiter]);
      waiting++;
      onHangUp?.(refuse);
    });
  }

  /** Ahead of those that have not begun. */
  function waitAgain(name: string): Promise<() => void> {
    return new Promise((admit) => {
      const queue = queues.get(name);
      if (queue) queue.unshift({ admit });
      else queues.set(name, [{ admit }]);
      waiting++;
    });
  }

  return {
    counts: () => ({ in_progress: running, waiting }),
    /** Throws where the queue is full. `onHangUp` is called where it has to wait, with what to call if nobody is there any more. */
    async enter(name: string, onHangUp?: (gone: () => void) => void): Promise<Place> {
      if (!hasRoom(name) && !makeRoom(name)) throw new Busy();
      let end: (() => void) | undefined = hasRoom(name) ? begin(name) : await wait(name, onHangUp);
      return {
        leave() {
          end?.();
          end = undefined;
        },
        async back() {
          end = hasRoom(name) ? begin(name) : await waitAgain(name);
        },
      };
    },
  };
}
