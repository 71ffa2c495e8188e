// The bookings shown on the Home page: how many today, and who comes next.
import type { Booking } from '../api.ts';
import { businessDayOf } from '../bookings/hours.ts';
import { type Block, blocksOf, isScheduled } from '../bookings/layout.ts';
import { addDays } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';

const MAX_ENTRIES = 6;

export type Upcoming = Block & { day: string };

/** How many bookings today has, and the next ones, today or later: not over yet, and without anybody marked as arrived. */
export function upcomingOf(
  bookings: Booking[],
  business: BusinessDocument | undefined,
  today: string,
  now = Date.now(),
): { today: number; next: Upcoming[] } {
  const scheduled = bookings.filter(isScheduled);
  const isToday = ({ startsAt }: Booking) => businessDayOf(business, startsAt) === today;
  const isAhead = ({ status, endsAt }: Booking) =>
    (status === 'confirmed' || status === 'offered') && Date.parse(endsAt) > now;
  const next = blocksOf(scheduled.filter(isAhead), today)
    .slice(0, MAX_ENTRIES)
    .map((block) => ({ ...block, day: businessDayOf(business, block.booking.startsAt) }));
  return { today: scheduled.filter(isToday).length, next };
}

/** "Today", "Tomorrow" or the date. */
export const relativeDay = (
  day: string,
  today: string,
  labels: { today: string; tomorrow: string },
  format: (day: string) => string,
): string => (day === today ? labels.today : day === addDays(today, 1) ? labels.tomorrow : format(day));
