// When to start again what has ended: at once, then after longer and longer pauses.
const MAX_FAILURES = 8;
const RECOVERED_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 100;

export type Restarts = {
  /** It has been started again too often without having stayed up for a minute. */
  isHopeless(): boolean;
  /** How long to wait before it is started again, which counts as a failure until it has stayed up. */
  nextDelayMs(): number;
  noteStart(): void;
  noteEnd(): void;
};

export function countRestarts(firstDelayMs = FIRST_DELAY_MS): Restarts {
  let failures = 0;
  let upSince = performance.now();
  return {
    isHopeless: () => failures >= MAX_FAILURES,
    nextDelayMs() {
      const delayMs = failures === 0 ? 0 : firstDelayMs * 2 ** (failures - 1);
      // The pauses grow no further, for what is started again all the same.
      failures = Math.min(failures + 1, MAX_FAILURES);
      return delayMs;
    },
    noteStart() {
      upSince = performance.now();
    },
    noteEnd() {
      if (performance.now() - upSince > RECOVERED_AFTER_MS) failures = 0;
    },
  };
}
