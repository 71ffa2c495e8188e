import { hashKey, MutationCache, QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { activeWorkspace } from './active-workspace.ts';
import { ApiError, api, type Query } from './api.ts';
import { toast } from './ui/toast.tsx';

export const ME_PATH = '/api/me';

const isSessionExpired = (error: unknown) => error instanceof ApiError && error.status === 401;
let onSignedOut = () => {};
/** Sets what happens when a request finds that the session has expired. */
export const setSignedOutHandler = (handler: () => void) => {
  onSignedOut = handler;
};

export const queryClient = new QueryClient({
  // The router handles a missing session for the `/api/me` query.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => isSessionExpired(error) && queryKey[0] !== ME_PATH && onSignedOut(),
  }),
  mutationCache: new MutationCache({
    // `meta.handlesErrors`: the component that runs the mutation shows its errors itself, so no toast or redirect is needed.
    onError(error, _variables, _result, { meta }) {
      if (isSessionExpired(error) && !meta?.handlesErrors) return onSignedOut();
      if (!meta?.handlesErrors) toast.error(error.message);
    },
  }),
  defaultOptions: {
    queries: {
      // Cached data belongs to one workspace and mode.
      queryKeyHashFn: (key) => hashKey([activeWorkspace.workspace, activeWorkspace.mode, ...key]),
      queryFn: ({ queryKey, signal }) => api.get(queryKey[0] as string, { query: queryKey[1] as Query, signal }),
      staleTime: 10_000,
      retry: (failureCount, error) =>
        failureCount < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

/** A cached GET request, keyed by path and query. */
export const useGet = <T>(
  path: string,
  query?: Query,
  {
    enabled = true,
    refetchMs,
  }: { enabled?: boolean; refetchMs?: number | ((data: T | undefined) => number | undefined) } = {},
) =>
  useQuery<T, Error>({
    queryKey: query ? [path, query] : [path],
    enabled,
    refetchInterval: ({ state }) => (typeof refetchMs === 'function' ? refetchMs(state.data) : refetchMs) ?? false,
  });

/** Refetches all queries whose path starts with one of these. */
export function useRefresh() {
  const client = useQueryClient();
  return (...paths: string[]) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
    });
}
