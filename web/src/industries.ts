import { useQuery } from '@tanstack/react-query';
import type { Answer } from './api.ts';
import { useBusinessDocument } from './format.ts';

type IndustriesResponse = Answer<'GET /api/v1/config/industries'>;
export type IndustryInfo = IndustriesResponse['industries'][number];

export const INDUSTRIES_PATH = '/api/v1/config/industries';

/** All industries. They change only with a new release, so they are never refetched. */
export const useIndustries = (): IndustryInfo[] =>
  useQuery<IndustriesResponse>({ queryKey: [INDUSTRIES_PATH], staleTime: Number.POSITIVE_INFINITY }).data?.industries ??
  [];

/** The industries of this business, in its order. */
export function useActiveIndustries(): IndustryInfo[] {
  const allIndustries = useIndustries();
  const activeNames = useBusinessDocument().data?.industries ?? [];
  return activeNames.flatMap((name) => allIndustries.find((industry) => industry.name === name) ?? []);
}

/** The field of the industry's section that lists what it sells: menu, services, visit types, classes or products. */
export const useOfferField = (industry: string | null | undefined): string | undefined =>
  useIndustries().find(({ name }) => name === industry)?.offer ?? undefined;

/** Whether customers can send requests that the team decides on. */
export const useHasRequests = (): boolean => useActiveIndustries().some(({ requests }) => requests.length > 0);

export type RequestKind = IndustryInfo['requestKinds'][number];

/** Finds how a kind of request is called and where it is read; undefined until the industries are loaded. */
export function useFindRequestKind(): (kindName: string) => RequestKind | undefined {
  const requestKinds = useIndustries().flatMap((industry) => industry.requestKinds);
  return (kindName) => requestKinds.find(({ kind }) => kind === kindName);
}

export const useIsHealthCare = (): boolean => useActiveIndustries().some(({ isHealthCare }) => isHealthCare);
