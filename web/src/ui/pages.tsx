import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type ListOf, type Query } from '../api.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

/** A list that is read page by page, each after the last one of the page before. */
export function usePages<T extends { id: string }>(path: string, query: Query) {
  const asked = useInfiniteQuery({
    queryKey: [path, query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<ListOf<T>>(path, { query: { limit: 50, ...query, starting_after: pageParam }, signal }),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
  return { asked, rows: asked.data?.pages.flatMap(({ data }) => data) ?? [] };
}

type Asked = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };

export function LoadMore({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Asked }) {
  if (!hasNextPage) return null;
  return (
    <Button look="secondary" className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {texts.actions.more}
    </Button>
  );
}
