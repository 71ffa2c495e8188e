import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type ListOf, type Query } from '../api.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

/** A list with cursor pagination. */
export function usePages<T extends { id: string }>(path: string, filter: Query) {
  const query = useInfiniteQuery({
    queryKey: [path, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<ListOf<T>>(path, { query: { limit: 50, ...filter, starting_after: pageParam }, signal }),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
  return { query, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}

type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };

export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: PagedQuery }) {
  if (!hasNextPage) return null;
  return (
    <Button variant="secondary" className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {texts.actions.more}
    </Button>
  );
}
