import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AvailabilityCheck, api, type Booking, type ListOf, type Query } from '../api.ts';

export type { Booking };
export type BookingStatus = Booking['status'];
export type Alternative = AvailabilityCheck['alternatives'][number];

export const BOOKINGS = '/api/v1/bookings';
const MOST_PAGES = 20;

/** Every booking that starts on these days; a day may have more than a page of them. */
export const useBookings = (query: { from?: string; to?: string; q?: string }) =>
  useQuery({
    queryKey: [BOOKINGS, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: Booking[] = [];
      for (let page = 0; page < MOST_PAGES; page++) {
        const after: Query = { ...query, limit: 100, starting_after: found.at(-1)?.id };
        const { data, has_more } = await api.get<ListOf<Booking>>(BOOKINGS, { query: after, signal });
        found.push(...data);
        if (!has_more) break;
      }
      return found.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
    },
  });

export const change = (booking: Pick<Booking, 'id'>, to: object) => api.patch<Booking>(`${BOOKINGS}/${booking.id}`, to);
