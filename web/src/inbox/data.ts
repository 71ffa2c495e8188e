import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { activeWorkspace } from '../active-workspace.ts';
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
import { queryClient } from '../queries.ts';
import { type Filter, type Item, mergeItems, nextPageCursor, type Pages, type Status } from './rows.ts';

export type { Conversation, Filter, Item, Message, Note, Status };
/** What only the team sees of a conversation: the assignee, tags, notes, deliveries and so on. */
export type TeamData = DeskSide;
export type InboxSummary = Answer<'GET /api/inbox'>;
export type CannedReply = ReadyReply;
export type Delivery = TeamData['deliveries'][number];
export type Call = NonNullable<TeamData['call']>;

export const INBOX_PATH = '/api/inbox';
export const INBOX_CONVERSATIONS_PATH = '/api/inbox/conversations';
export const CONVERSATIONS_PATH = '/api/conversations';
const PAGE_SIZE = 100;
/** Not a path, so that refreshing by path does not refetch all pages. */
const PAGES_KEY = 'pages of the inbox';
const MAX_PAGES_TO_REFETCH = 5;

export const useConversations = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: [PAGES_KEY, filter],
    initialPageParam: undefined as Item | undefined,
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of rows takes longer than rendering the visible ones.
    structuralSharing: false,
  });

/** Fetches the changed conversations and merges them into all cached lists. */
export async function mergeChangedConversations(ids: string[], userId: string): Promise<Item[]> {
  const lists = cachedLists();
  const isRevealed = (list: (typeof lists)[number]) => (list.queryKey[1] as Filter).reveal === true;
  const reveal = lists.some((list) => list.isActive() && isRevealed(list)) || undefined;
  const { data: changedItems } = await api.get<ListOf<Item>>(INBOX_CONVERSATIONS_PATH, {
    query: { ids: ids.join(','), limit: 100, reveal },
  });
  for (const list of lists)
    if (isRevealed(list) === (reveal ?? false)) mergeInto(list, changedItems, userId);
    else list.invalidate();
  return changedItems;
}

/** After a disconnect: refetches short lists, and only the newest page of long ones. */
export async function refreshLists(userId: string): Promise<void> {
  for (const list of cachedLists()) {
    const pages = list.state.data as Pages | undefined;
    if ((pages?.pages.length ?? 0) <= MAX_PAGES_TO_REFETCH) list.invalidate();
    else mergeInto(list, (await readPage(list.queryKey[1] as Filter)).data, userId);
  }
  await queryClient.refetchQueries({ queryKey: [PAGES_KEY], stale: true });
}

const cachedLists = () =>
  queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, queryHash }) =>
      queryKey[0] === PAGES_KEY &&
      queryHash.startsWith(JSON.stringify([activeWorkspace.workspace, activeWorkspace.mode]).slice(0, -1)),
  });

function mergeInto(list: ReturnType<typeof cachedLists>[number], changedItems: Item[], userId: string): void {
  const pages = list.state.data as Pages | undefined;
  if (pages) list.setData(mergeItems(pages, changedItems, list.queryKey[1] as Filter, userId));
}

/** A page begins where the last item of the page before was then. It may have moved since, or may no longer be due. */
const readPage = (filter: Filter, lastItem?: Item, signal?: AbortSignal) =>
  api.get<ListOf<Item>>(INBOX_CONVERSATIONS_PATH, {
    query: {
      ...filter,
      limit: PAGE_SIZE,
      starting_after: lastItem?.id,
      active_before: lastItem?.updatedAt,
      due_after: filter.sort === 'due' ? lastItem?.due?.at : undefined,
    },
    signal,
  });

export const conversationApi = {
  takeOver: (id: string) => api.post(`${CONVERSATIONS_PATH}/${id}/handoff`),
  handBack: (id: string) => api.post(`${CONVERSATIONS_PATH}/${id}/handback`),
  resolve: (id: string) => api.post(`${CONVERSATIONS_PATH}/${id}/resolve`),
  reply: (id: string, text: string) => api.post<Message>(`${CONVERSATIONS_PATH}/${id}/messages`, { text }),
  typing: (id: string) => api.post(`${INBOX_CONVERSATIONS_PATH}/${id}/typing`),
  note: (id: string, text: string) => api.post<Note>(`${INBOX_CONVERSATIONS_PATH}/${id}/notes`, { text }),
  removeNote: (id: string) => api.delete(`${INBOX_PATH}/notes/${id}`),
  change: (id: string, change: { tags?: string[]; assigneeId?: string | null }) =>
    api.patch<TeamData>(`${INBOX_CONVERSATIONS_PATH}/${id}`, change),
};
