import { useQuery } from '@tanstack/react-query';
import type { Answer } from './api.ts';
import { useDocument } from './format.ts';

type Known = Answer<'GET /api/v1/config/industries'>;
export type IndustryInfo = Known['industries'][number];

/** All that there are. They change with the service alone. */
export const useIndustries = (): IndustryInfo[] =>
  useQuery<Known>({ queryKey: ['/api/v1/config/industries'], staleTime: Number.POSITIVE_INFINITY }).data?.industries ??
  [];

/** Those of this business, its first one first. */
export function useActiveIndustries(): IndustryInfo[] {
  const known = useIndustries();
  const active = useDocument().data?.industries ?? [];
  return active.flatMap((name) => known.find((each) => each.name === name) ?? []);
}

/** Whether customers ask for what the team decides about. */
export const useHasRequests = (): boolean => useActiveIndustries().some(({ requests }) => requests.length > 0);

/** Whether patients are among its customers. */
export const useIsHealthCare = (): boolean => useActiveIndustries().some(({ isHealthCare }) => isHealthCare);
