// The bookings shown on the Home page: how many today, and who comes next.
import type { Booking } from '../api.ts';
import { findBusinessDay } from '../bookings/hours.ts';
import { type Block, groupIntoBlocks, isScheduled } from '../bookings/layout.ts';
import { addDays } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';

const MAX_NEXT_BLOCKS = 6;

export type UpcomingBlock = Block & { day: string };

/** Today's number of bookings, and the next bookings: those not over yet, except for customers who are marked as arrived. */
export function findUpcomingBookings(
  bookings: Booking[],
  business: BusinessDocument | undefined,
  today: string,
  now = Date.now(),
): { todayCount: number; nextBlocks: UpcomingBlock[] } {
  const scheduled = bookings.filter(isScheduled);
  const isToday = ({ startsAt }: Booking) => findBusinessDay(business, startsAt) === today;
  const isUpcoming = ({ status, endsAt }: Booking) =>
    (status === 'confirmed' || status === 'offered') && Date.parse(endsAt) > now;
  const nextBlocks = groupIntoBlocks(scheduled.filter(isUpcoming), today)
    .slice(0, MAX_NEXT_BLOCKS)
    .map((block) => ({ ...block, day: findBusinessDay(business, block.booking.startsAt) }));
  return { todayCount: scheduled.filter(isToday).length, nextBlocks };
}

/** "Today", "Tomorrow" or the date. */
export const formatRelativeDay = (
  day: string,
  today: string,
  labels: { today: string; tomorrow: string },
  format: (day: string) => string,
): string => (day === today ? labels.today : day === addDays(today, 1) ? labels.tomorrow : format(day));
