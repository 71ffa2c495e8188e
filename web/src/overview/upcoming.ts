// What Home says of bookings: how many today, and who comes next.
import type { Booking } from '../api.ts';
import { businessDayOf } from '../bookings/hours.ts';
import { type Block, blocksOf, isLive } from '../bookings/layout.ts';
import { addDays } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';

const MAX_ENTRIES = 6;

export type Upcoming = Block & { day: string };

/** The bookings of today, and the next ones, of today or later: nobody has arrived yet, and the time is not over. */
export function upcomingOf(
  bookings: Booking[],
  business: BusinessDocument | undefined,
  today: string,
  now = Date.now(),
): { today: number; next: Upcoming[] } {
  const live = bookings.filter(isLive);
  const isToday = ({ startsAt }: Booking) => businessDayOf(business, startsAt) === today;
  const isAhead = ({ status, endsAt }: Booking) =>
    (status === 'confirmed' || status === 'offered') && Date.parse(endsAt) > now;
  const next = blocksOf(live.filter(isAhead), today)
    .slice(0, MAX_ENTRIES)
    .map((block) => ({ ...block, day: businessDayOf(business, block.booking.startsAt) }));
  return { today: live.filter(isToday).length, next };
}

/** "Today", "Tomorrow" or the date. */
export const relativeDay = (
  day: string,
  today: string,
  words: { today: string; tomorrow: string },
  format: (day: string) => string,
): string => (day === today ? words.today : day === addDays(today, 1) ? words.tomorrow : format(day));
