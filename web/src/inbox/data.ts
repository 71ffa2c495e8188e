import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type Answer,
  api,
  type Conversation,
  type DeskSide,
  type ListOf,
  type Message,
  type Note,
  type ReadyReply,
} from '../api.ts';
import { place } from '../place.ts';
import { queryClient } from '../queries.ts';
import { type Filter, type Item, merge, type Pages, type Status } from './rows.ts';

export type { Conversation, DeskSide, Filter, Item, Message, Note, Status };
export type InboxFacts = Answer<'GET /api/inbox'>;
export type Reply = ReadyReply;

export const INBOX = '/api/inbox';
export const LIST = '/api/inbox/conversations';
export const CONVERSATIONS = '/api/conversations';
const PAGE = 100;
/** Not a path: what is read again by path must not read a hundred pages again. */
const PAGES = 'pages of the inbox';
const MOST_READ_AGAIN = 5;

export const useConversations = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: [PAGES, filter],
    initialPageParam: undefined as Item | undefined,
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1) : undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing ten thousand rows with themselves takes longer than drawing the dozen that are seen.
    structuralSharing: false,
  });

/** Puts what has changed into every list that is kept, so that nothing is read twice. */
export async function takeIn(ids: string[], me: string): Promise<Item[]> {
  const { data: fresh } = await api.get<ListOf<Item>>(LIST, { query: { ids: ids.join(','), limit: 100 } });
  for (const list of keptLists()) put(list, fresh, me);
  return fresh;
}

/** After a gap: a list that was not read far is read again, of a long one the newest page alone. */
export async function catchUp(me: string): Promise<void> {
  for (const list of keptLists()) {
    const pages = list.state.data as Pages | undefined;
    if ((pages?.pages.length ?? 0) <= MOST_READ_AGAIN) list.invalidate();
    else put(list, (await readPage(list.queryKey[1] as Filter)).data, me);
  }
  await queryClient.refetchQueries({ queryKey: [PAGES], stale: true });
}

const keptLists = () =>
  queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, queryHash }) =>
      queryKey[0] === PAGES && queryHash.startsWith(JSON.stringify([place.workspace, place.mode]).slice(0, -1)),
  });

function put(list: ReturnType<typeof keptLists>[number], fresh: Item[], me: string): void {
  const pages = list.state.data as Pages | undefined;
  if (pages) list.setData(merge(pages, fresh, list.queryKey[1] as Filter, me));
}

/** After that one as it stood when it was read: it may have moved up since. */
const readPage = (filter: Filter, after?: Item, signal?: AbortSignal) =>
  api.get<ListOf<Item>>(LIST, {
    query: { ...filter, limit: PAGE, starting_after: after?.id, active_before: after?.updatedAt },
    signal,
  });

export const act = {
  takeOver: (id: string) => api.post(`${CONVERSATIONS}/${id}/handoff`),
  handBack: (id: string) => api.post(`${CONVERSATIONS}/${id}/handback`),
  resolve: (id: string) => api.post(`${CONVERSATIONS}/${id}/resolve`),
  reply: (id: string, text: string) => api.post<Message>(`${CONVERSATIONS}/${id}/messages`, { text }),
  note: (id: string, text: string) => api.post<Note>(`${LIST}/${id}/notes`, { text }),
  removeNote: (id: string) => api.delete(`${INBOX}/notes/${id}`),
  change: (id: string, change: { tags?: string[]; assigneeId?: string | null }) =>
    api.patch<DeskSide>(`${LIST}/${id}`, change),
};
