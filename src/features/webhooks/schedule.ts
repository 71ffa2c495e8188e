const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type DeliveryTiming = {
  /** Delays before each retry. After the last retry the delivery has failed. */
  retryDelaysMs: readonly number[];
  /** Each delay is longer by up to this share, at random, so that deliveries that failed together are spread out. */
  maxJitterShare: number;
  /** Upper limit for a receiver's `Retry-After`. */
  maxRetryAfterMs: number;
  timeoutMs: number;
  /** How long an instance owns an attempt; longer than the timeout. */
  leaseMs: number;
  /** How long every delivery to an endpoint may fail before it is disabled. */
  disableAfterMs: number;
  /** Pauses of the dispatcher's loop, after a round without and after one with work. */
  idlePauseMs: number;
  busyPauseMs: number;
};

export const DELIVERY_TIMING: DeliveryTiming = {
  retryDelaysMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  maxJitterShare: 0.1,
  maxRetryAfterMs: 24 * HOUR_MS,
  timeoutMs: 15 * SECOND_MS,
  leaseMs: 20 * SECOND_MS,
  disableAfterMs: 5 * DAY_MS,
  idlePauseMs: 100,
  busyPauseMs: 10,
};

/** The delay before the next retry in milliseconds, given the number of failed attempts; undefined after the last. */
export function computeRetryDelayMs(
  failedAttempts: number,
  { retryDelaysMs, maxJitterShare, maxRetryAfterMs }: DeliveryTiming,
  { retryAfterMs = 0, random = Math.random() }: { retryAfterMs?: number; random?: number } = {},
): number | undefined {
  const scheduledDelayMs = retryDelaysMs[failedAttempts - 1];
  if (scheduledDelayMs === undefined) return undefined;
  return Math.max(scheduledDelayMs, Math.min(retryAfterMs, maxRetryAfterMs)) * (1 + maxJitterShare * random);
}

/** `Retry-After` in milliseconds; the header holds seconds or a date. Undefined if it cannot be parsed. */
export function parseRetryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(Array.isArray(header) ? header[0] : (header ?? '')).trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND_MS;
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
