// Shared by the tests of this folder: example opening hours, and mentions formatted as one line.
import { mustDayNumberOfIso, weekdayOf } from './civil-dates.ts';
import { readTimes } from './read-times.ts';
import type { TimeContext, TimeMention } from './time-mention.ts';

type Periods = readonly (readonly [number, number])[];

const byWeekday = (week: readonly Periods[]) => (date: string) => week[weekdayOf(mustDayNumberOfIso(date)) - 1] ?? [];

const LUNCH_AND_DINNER: Periods = [
  [690, 870],
  [1020, 1320],
];
/** Closed on Mondays, dinner only on Saturdays. */
export const restaurantHours = byWeekday([
  [],
  LUNCH_AND_DINNER,
  LUNCH_AND_DINNER,
  LUNCH_AND_DINNER,
  LUNCH_AND_DINNER,
  [[1020, 1380]],
  [[720, 1260]],
]);
/** 9:00 to 18:00, Tuesday to Saturday. */
export const salonHours = byWeekday([[], ...Array.from({ length: 5 }, (): Periods => [[540, 1080]]), []]);
/** 6:00 to 22:00, every day. */
export const gymHours = byWeekday(Array.from({ length: 7 }, (): Periods => [[360, 1320]]));
/** 17:00 to 2:00, every day. */
export const barHours = byWeekday(Array.from({ length: 7 }, (): Periods => [[1020, 1560]]));

/** A Wednesday morning. */
export const NOW = '2026-11-18T10:00';

export function describeTimes(text: string, context: Partial<TimeContext> = {}): string {
  return readTimes(text, { now: NOW, ...context })
    .map(formatMention)
    .join(' ');
}

/** "2026-11-20 not:19:30~ [17:00-] or:every67 +60m" */
function formatMention(mention: TimeMention): string {
  return `${mention.role ? `${mention.role}:` : ''}${mention.isAlternative ? 'or:' : ''}${formatMeaning(mention)}`;
}

function formatMeaning(mention: TimeMention): string {
  switch (mention.kind) {
    case 'date':
      return mention.date;
    case 'days':
      return `${mention.from}..${mention.to}`;
    case 'every':
      return `every${mention.weekdays.join('')}`;
    case 'time':
      return `${mention.time}${mention.isApproximate ? '~' : ''}`;
    case 'window':
      return `[${mention.from ?? ''}-${mention.to ?? ''}]`;
    case 'moment':
      return `${mention.date}T${mention.time}`;
    case 'duration':
      return `${mention.minutes}m`;
    case 'shift': {
      const amount = mention.minutes ? `${mention.minutes}m` : mention.days ? `${mention.days}d` : '';
      return `${mention.direction === 'later' ? '+' : '-'}${amount}`;
    }
    default:
      return mention.kind;
  }
}
