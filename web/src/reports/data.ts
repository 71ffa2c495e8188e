import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';

export type Report = Answer<'GET /api/analytics/report'>;
export type Figures = NonNullable<Report['previous']>;

export const REPORT_PATH = '/api/analytics/report';

export const useReport = (from: string, to: string) =>
  useQuery({
    queryKey: [REPORT_PATH, { from, to }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Report>(REPORT_PATH, { query: { from, to, compare: 'previous' }, signal }),
  });
