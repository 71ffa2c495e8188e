import type { LimitStatus } from './limiter.ts';
import { type Limits, monthAround } from './plans.ts';

/** The IETF draft's fields, and the older ones that speak of the burst alone. */
export function limitHeaders(limits: Limits, standing: LimitStatus, now: Date): Record<string, string> {
  const reset = Math.max(1, Math.ceil(standing.windowResetsInMs / 1000));
  const left = Math.max(0, limits.burst - standing.windowUsed);
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"burst";q=${limits.burst};w=60`,
    RateLimit: `"burst";r=${left};t=${reset}`,
    'X-RateLimit-Limit': String(limits.burst),
    'X-RateLimit-Remaining': String(left),
    'X-RateLimit-Reset': String(reset),
  };
  if (limits.month !== null) {
    const month = monthAround(now);
    const monthReset = Math.ceil((month.resetsAt.getTime() - now.getTime()) / 1000);
    headers['RateLimit-Policy'] += `, "monthly";q=${limits.month};w=${month.seconds}`;
    headers.RateLimit += `, "monthly";r=${Math.max(0, limits.month - standing.monthUsed)};t=${monthReset}`;
  }
  return headers;
}
