import type { LimitStatus } from './limiter.ts';
import { currentMonth, type Limits } from './plans.ts';

/** The headers of the IETF draft, and the older `X-RateLimit` headers, which only cover the burst limit. */
export function createLimitHeaders(limits: Limits, status: LimitStatus, now: Date): Record<string, string> {
  const resetSeconds = Math.max(1, Math.ceil(status.windowResetsInMs / 1000));
  const remaining = Math.max(0, limits.burstPerMinute - status.windowUsed);
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"burst";q=${limits.burstPerMinute};w=60`,
    RateLimit: `"burst";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limits.burstPerMinute),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  };
  if (limits.callsPerMonth !== null) {
    const month = currentMonth(now);
    const monthResetSeconds = Math.ceil((month.resetsAt.getTime() - now.getTime()) / 1000);
    headers['RateLimit-Policy'] += `, "monthly";q=${limits.callsPerMonth};w=${month.lengthSeconds}`;
    headers.RateLimit += `, "monthly";r=${Math.max(0, limits.callsPerMonth - status.monthUsed)};t=${monthResetSeconds}`;
  }
  return headers;
}
