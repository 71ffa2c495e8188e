const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Timing = {
  /** How long after each failed attempt the next one is made; after the last there is none. */
  retries: readonly number[];
  /** By up to this share longer, so that what failed together does not come back together. */
  jitter: number;
  /** The most that a receiver may ask for. */
  longestRetryAfter: number;
  timeout: number;
  /** How long an attempt belongs to whoever makes it. Longer than it can take. */
  lease: number;
  /** How long an endpoint may fail at everything before it is disabled. */
  patience: number;
  /** How often it is looked for what is due. */
  idle: number;
  busy: number;
};

/** In milliseconds. */
export const TIMING: Timing = {
  retries: [
    ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
    ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  ],
  jitter: 0.1,
  longestRetryAfter: 24 * HOUR,
  timeout: 15 * SECOND,
  lease: 20 * SECOND,
  patience: 5 * DAY,
  idle: 100,
  busy: 10,
};

/** How long to wait after so many failed attempts; undefined after the last. */
export function waitAfter(
  tries: number,
  { retries, jitter, longestRetryAfter }: Timing,
  { retryAfter = 0, random = Math.random() }: { retryAfter?: number; random?: number } = {},
): number | undefined {
  const scheduled = retries[tries - 1];
  if (scheduled === undefined) return undefined;
  return Math.max(scheduled, Math.min(retryAfter, longestRetryAfter)) * (1 + jitter * random);
}

/** `Retry-After` in milliseconds: seconds, or a date. What cannot be read says nothing. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(Array.isArray(header) ? header[0] : (header ?? '')).trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
