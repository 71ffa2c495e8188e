// The bookings shown on the Home page: how many today, and who comes next.
import type { Booking } from '../api.ts';
import { businessDayOf } from '../bookings/hours.ts';
import { type Block, blocksOf, isScheduled } from '../bookings/layout.ts';
import { addDays } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';

const MAX_ENTRIES = 6;

export type UpcomingBlock = Block & { day: string };

/** Today's number of bookings, and the next bookings: those not over yet, except for customers who are marked as arrived. */
export function upcomingBookings(
  bookings: Booking[],
  business: BusinessDocument | undefined,
  today: string,
  now = Date.now(),
): { todayCount: number; nextBlocks: UpcomingBlock[] } {
  const scheduled = bookings.filter(isScheduled);
  const isToday = ({ startsAt }: Booking) => businessDayOf(business, startsAt) === today;
  const isUpcoming = ({ status, endsAt }: Booking) =>
    (status === 'confirmed' || status === 'offered') && Date.parse(endsAt) > now;
  const nextBlocks = blocksOf(scheduled.filter(isUpcoming), today)
    .slice(0, MAX_ENTRIES)
    .map((block) => ({ ...block, day: businessDayOf(business, block.booking.startsAt) }));
  return { todayCount: scheduled.filter(isToday).length, nextBlocks };
}

/** "Today", "Tomorrow" or the date. */
export const relativeDay = (
  day: string,
  today: string,
  labels: { today: string; tomorrow: string },
  format: (day: string) => string,
): string => (day === today ? labels.today : day === addDays(today, 1) ? labels.tomorrow : format(day));
