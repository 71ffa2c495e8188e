import type { Tone } from '../ui/badge.tsx';
import type { InboxItem } from './rows.ts';
import { texts } from './texts.ts';

export type Due = NonNullable<InboxItem['due']>;

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;
/** A target that is due within this time needs attention. */
const SOON_MINUTES = 15;

/** "Due in 12 min", or "Overdue by 2 hr". Hours and days are rounded down. */
export function describeDue({ at, isMissed }: Due, nowMs: number): { text: string; tone: Tone } {
  const remainingMs = Date.parse(at) - nowMs;
  if (isMissed || remainingMs < 0) return { text: texts.due.overdue(formatDuration(-remainingMs)), tone: 'danger' };
  const isSoon = remainingMs <= SOON_MINUTES * MS_PER_MINUTE;
  return { text: texts.due.in(formatDuration(remainingMs)), tone: isSoon ? 'warning' : 'neutral' };
}

function formatDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MS_PER_MINUTE));
  if (minutes < MINUTES_PER_HOUR) return texts.due.minutes(minutes);
  if (minutes < MINUTES_PER_DAY) return texts.due.hours(Math.floor(minutes / MINUTES_PER_HOUR));
  return texts.due.days(Math.floor(minutes / MINUTES_PER_DAY));
}
