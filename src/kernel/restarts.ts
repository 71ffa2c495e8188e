// Decides when to restart a process or server that has ended: at once, then after longer and longer pauses.
const MAX_FAILURES = 8;
const RECOVERED_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 100;

export type Restarts = {
  /** True after too many restarts, none of which lasted a minute. */
  shouldGiveUp(): boolean;
  /** How long to wait before the next restart, which counts as a failure until a minute of running. */
  nextDelayMs(): number;
  recordStart(): void;
  recordEnd(): void;
};

export function trackRestarts(firstDelayMs = FIRST_DELAY_MS): Restarts {
  let failureCount = 0;
  let upSince = performance.now();
  return {
    shouldGiveUp: () => failureCount >= MAX_FAILURES,
    nextDelayMs() {
      const delayMs = failureCount === 0 ? 0 : firstDelayMs * 2 ** (failureCount - 1);
      // Some callers never give up: for them the pauses stop growing.
      failureCount = Math.min(failureCount + 1, MAX_FAILURES);
      return delayMs;
    },
    recordStart() {
      upSince = performance.now();
    },
    recordEnd() {
      if (performance.now() - upSince > RECOVERED_AFTER_MS) failureCount = 0;
    },
  };
}
