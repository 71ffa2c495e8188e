import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Analytics, api } from '../api.ts';

export type { Analytics, Totals } from '../api.ts';
export type Gap = Analytics['gaps'][number];

const ANALYTICS_PATH = '/api/analytics';

export const useAnalytics = (from: string, to: string, interval = 'day') =>
  useQuery({
    queryKey: [ANALYTICS_PATH, { from, to, interval }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Analytics>(ANALYTICS_PATH, { query: { from, to, interval }, signal }),
  });
