import { hashKey, MutationCache, QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, type Query } from './api.ts';
import { place } from './place.ts';
import { toast } from './ui/toast.tsx';

export const ME_PATH = '/api/me';

const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;
let onSignedOut = () => {};
/** What happens when the session has ended under way. */
export const whenSignedOut = (act: () => void) => {
  onSignedOut = act;
};

export const queryClient = new QueryClient({
  // Who is signed in is what the router asks itself; it knows what to do when nobody is.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => isOver(error) && queryKey[0] !== ME_PATH && onSignedOut(),
  }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, { meta }) {
      if (isOver(error) && !meta?.quiet) return onSignedOut();
      if (!meta?.quiet) toast.error(error.message);
    },
  }),
  defaultOptions: {
    queries: {
      // What is cached belongs to the workspace and mode that it was read in.
      queryKeyHashFn: (key) => hashKey([place.workspace, place.mode, ...key]),
      queryFn: ({ queryKey, signal }) => api.get(queryKey[0] as string, { query: queryKey[1] as Query, signal }),
      staleTime: 10_000,
      retry: (tries, error) => tries < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

/** A GET, kept and shared: its key is path and query. */
export const useGet = <T>(
  path: string,
  query?: Query,
  { enabled = true, every }: { enabled?: boolean; every?: number | ((data: T | undefined) => number | undefined) } = {},
) =>
  useQuery<T, Error>({
    queryKey: query ? [path, query] : [path],
    enabled,
    refetchInterval: ({ state }) => (typeof every === 'function' ? every(state.data) : every) ?? false,
  });

/** After a change: whatever was read from these paths is read again. */
export function useRefresh() {
  const client = useQueryClient();
  return (...paths: string[]) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
    });
}
