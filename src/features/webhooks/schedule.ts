const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type DeliveryTiming = {
  /** Delays before each retry. After the last retry the delivery has failed. */
  retryDelays: readonly number[];
  /** Delays are longer by up to this share at random, so that deliveries that failed together are spread out. */
  jitter: number;
  /** Upper limit for a receiver's `Retry-After`. */
  maxRetryAfter: number;
  timeout: number;
  /** How long an instance owns an attempt; longer than the timeout. */
  lease: number;
  /** How long every delivery to an endpoint may fail before it is disabled. */
  disableAfter: number;
  /** Pauses of the dispatcher's loop, after a round without and after one with work. */
  idlePause: number;
  busyPause: number;
};

/** All durations in milliseconds. */
export const DELIVERY_TIMING: DeliveryTiming = {
  retryDelays: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  jitter: 0.1,
  maxRetryAfter: 24 * HOUR,
  timeout: 15 * SECOND,
  lease: 20 * SECOND,
  disableAfter: 5 * DAY,
  idlePause: 100,
  busyPause: 10,
};

/** The delay before the next retry, given the number of failed attempts; undefined after the last. */
export function retryDelay(
  failedAttempts: number,
  { retryDelays, jitter, maxRetryAfter }: DeliveryTiming,
  { retryAfter = 0, random = Math.random() }: { retryAfter?: number; random?: number } = {},
): number | undefined {
  const scheduledDelay = retryDelays[failedAttempts - 1];
  if (scheduledDelay === undefined) return undefined;
  return Math.max(scheduledDelay, Math.min(retryAfter, maxRetryAfter)) * (1 + jitter * random);
}

/** `Retry-After` in milliseconds; the header holds seconds or a date. Undefined if it cannot be parsed. */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(Array.isArray(header) ? header[0] : (header ?? '')).trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
