import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Analytics, api } from '../api.ts';

export type { Analytics, Totals } from '../api.ts';
export type Gap = Analytics['gaps'][number];

const ANALYTICS = '/api/analytics';

export const useAnalytics = (from: string, to: string, interval = 'day') =>
  useQuery({
    queryKey: [ANALYTICS, { from, to, interval }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Analytics>(ANALYTICS, { query: { from, to, interval }, signal }),
  });
