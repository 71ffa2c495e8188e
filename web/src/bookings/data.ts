import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AvailabilityCheck, api, type Booking, type ListOf, type Query } from '../api.ts';

export type { Booking };
export type BookingStatus = Booking['status'];
export type Alternative = AvailabilityCheck['alternatives'][number];

export const BOOKINGS_PATH = '/api/v1/bookings';
const MAX_PAGES = 20;

/** All bookings that start in the range, the earliest first; a day may have more than one page. */
export const useBookings = (query: { from?: string; to?: string; q?: string }, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: [BOOKINGS_PATH, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const bookings: Booking[] = [];
      for (let page = 0; page < MAX_PAGES; page++) {
        const pageQuery: Query = { ...query, sort: 'startsAt', limit: 100, starting_after: bookings.at(-1)?.id };
        const { data, has_more } = await api.get<ListOf<Booking>>(BOOKINGS_PATH, { query: pageQuery, signal });
        bookings.push(...data);
        if (!has_more) break;
      }
      return bookings;
    },
  });

/** `id` is that of the class, `occurrenceId` that of the meeting. */
export type ClassMeeting = {
  occurrenceId: string;
  id: string;
  name: string;
  startsAt: string;
  endsAt: string;
  capacity: number;
  spotsLeft: number;
};
export type Timetable = { classes: ClassMeeting[] };

/** The class meetings of these days, the earliest first. `timetablePaths` list them in the API. Refreshed along with the bookings. */
export const useClassMeetings = (timetablePaths: string[], firstDay: string, dayCount = 1) =>
  useQuery({
    enabled: timetablePaths.length > 0,
    queryKey: [`${BOOKINGS_PATH}#meetings`, timetablePaths, firstDay, dayCount],
    queryFn: async ({ signal }) => {
      const query = { from: firstDay, days: dayCount };
      const timetables = await Promise.all(timetablePaths.map((path) => api.get<Timetable>(path, { query, signal })));
      return timetables.flatMap(({ classes }) => classes).sort((a, b) => a.startsAt.localeCompare(b.startsAt));
    },
  });

export const updateBooking = (booking: Pick<Booking, 'id'>, change: object) =>
  api.patch<Booking>(`${BOOKINGS_PATH}/${booking.id}`, change);
