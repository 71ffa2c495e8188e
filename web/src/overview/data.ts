import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../api.ts';
import { addDays } from '../format.ts';

export type Totals = {
  conversations: number;
  messages: number;
  bookings: number;
  bookingValue: number;
  resolved: number;
  handoffs: number;
  afterHoursBookings: number;
  resolutionRate: number | null;
};
export type Gap = { id: string; question: string; count: number; lastAskedAt: string };
export type Analytics = {
  totals: Totals;
  series: ({ at: string } & Pick<Totals, 'conversations' | 'bookings' | 'handoffs'>)[];
  gaps: Gap[];
  quota: { plan: string; limit: number | null; used: number; resetsAt: string };
};

const ANALYTICS = '/api/analytics';

/** Null where the service does not count. */
export const useAnalytics = (from: string, to: string, interval = 'day') =>
  useQuery({
    queryKey: [ANALYTICS, { from, to, interval }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Analytics>(ANALYTICS, { query: { from, to, interval }, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

/** So many days up to today, and as many before them. */
export const rangesOf = (today: string, days: number) => {
  const to = addDays(today, 1);
  const from = addDays(to, -days);
  return { now: { from, to }, before: { from: addDays(from, -days), to: from } };
};
