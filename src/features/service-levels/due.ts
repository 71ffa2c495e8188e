import { findOpenPeriodsOnDays, type OpeningHours } from '../../scheduling/hours.ts';
import { MINUTE_MS } from '../../scheduling/zone.ts';

/** How many days of opening hours are read at a time, and how far ahead at most. */
const DAYS_PER_STEP = 14;
const MAX_DAYS_AHEAD = 400;

/**
 * When this many minutes have passed since the start, counted only while the business is open. Without hours, all time counts.
 * Undefined if the business does not open often enough in the next year. All times are epoch milliseconds.
 */
export function findDueTimeMs(startMs: number, minutes: number, hours: OpeningHours | undefined): number | undefined {
  let remainingMs = minutes * MINUTE_MS;
  if (!hours) return startMs + remainingMs;
  const firstDay = hours.zone.localAt(startMs).day;
  // Time before this is counted already: periods of different days can overlap.
  let countedUntilMs = startMs;
  // A period of the day before can run past midnight.
  for (let day = firstDay - 1; day < firstDay + MAX_DAYS_AHEAD; day += DAYS_PER_STEP)
    for (const period of findOpenPeriodsOnDays(hours, day, day + DAYS_PER_STEP - 1)) {
      const openMs = Math.max(0, period.end - Math.max(period.start, countedUntilMs));
      if (openMs >= remainingMs && openMs > 0) return Math.max(period.start, countedUntilMs) + remainingMs;
      remainingMs -= openMs;
      countedUntilMs = Math.max(countedUntilMs, period.end);
    }
  return undefined;
}
