// Decides when to restart a process or server that has ended: at once, then after longer and longer pauses.
const MAX_FAILURES = 8;
const RECOVERED_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 100;

export type Restarts = {
  /** True after too many restarts without a minute of running in between. */
  shouldGiveUp(): boolean;
  /** How long to wait before the next restart, which counts as a failure until a minute of running. */
  nextDelayMs(): number;
  recordStart(): void;
  recordEnd(): void;
};

export function countRestarts(firstDelayMs = FIRST_DELAY_MS): Restarts {
  let failures = 0;
  let upSince = performance.now();
  return {
    shouldGiveUp: () => failures >= MAX_FAILURES,
    nextDelayMs() {
      const delayMs = failures === 0 ? 0 : firstDelayMs * 2 ** (failures - 1);
      // Some callers never give up: for them the pauses stop growing.
      failures = Math.min(failures + 1, MAX_FAILURES);
      return delayMs;
    },
    recordStart() {
      upSince = performance.now();
    },
    recordEnd() {
      if (performance.now() - upSince > RECOVERED_AFTER_MS) failures = 0;
    },
  };
}
