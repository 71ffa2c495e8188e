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
import {
  findNextPageCursor,
  type InboxFilter,
  type InboxItem,
  type InboxPages,
  mergeItems,
  type Status,
} from './rows.ts';

export type { Conversation, InboxFilter, InboxItem, Message, Note, Status };
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

export const useConversations = (filter: InboxFilter) =>
  useInfiniteQuery({
    queryKey: [PAGES_KEY, filter],
    initialPageParam: undefined as InboxItem | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    getNextPageParam: findNextPageCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of rows takes longer than rendering the visible ones.
    structuralSharing: false,
  });

/** Fetches the changed conversations and merges them into all cached lists. */
export async function mergeChangedConversations(ids: string[], userId: string): Promise<InboxItem[]> {
  const listQueries = findCachedListQueries();
  // A list with `reveal` shows who wrote what in conversations about health, and each such row that is read is logged.
  const isRevealed = (listQuery: (typeof listQueries)[number]) =>
    (listQuery.queryKey[1] as InboxFilter).reveal === true;
  const shouldReveal = listQueries.some((listQuery) => listQuery.isActive() && isRevealed(listQuery));
  const { data: changedItems } = await api.get<ListOf<InboxItem>>(INBOX_CONVERSATIONS_PATH, {
    query: { ids: ids.join(','), limit: 100, reveal: shouldReveal || undefined },
  });
  for (const listQuery of listQueries)
    if (isRevealed(listQuery) === shouldReveal) mergeInto(listQuery, changedItems, userId);
    else listQuery.invalidate();
  return changedItems;
}

/** After a disconnect: refetches short lists, and only the newest page of long ones. */
export async function refreshLists(userId: string): Promise<void> {
  for (const listQuery of findCachedListQueries()) {
    const pages = listQuery.state.data as InboxPages | undefined;
    if ((pages?.pages.length ?? 0) <= MAX_PAGES_TO_REFETCH) listQuery.invalidate();
    else mergeInto(listQuery, (await fetchPage(listQuery.queryKey[1] as InboxFilter)).data, userId);
  }
  await queryClient.refetchQueries({ queryKey: [PAGES_KEY], stale: true });
}

/** The lists of the active workspace and mode (live or test), with which the hash of each query key begins. */
const findCachedListQueries = () =>
  queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, queryHash }) =>
      queryKey[0] === PAGES_KEY &&
      queryHash.startsWith(JSON.stringify([activeWorkspace.workspace, activeWorkspace.mode]).slice(0, -1)),
  });

function mergeInto(
  listQuery: ReturnType<typeof findCachedListQueries>[number],
  changedItems: InboxItem[],
  userId: string,
): void {
  const pages = listQuery.state.data as InboxPages | undefined;
  if (pages) listQuery.setData(mergeItems(pages, changedItems, listQuery.queryKey[1] as InboxFilter, userId));
}

/** A page begins where the last item of the previous page was when that page was read; the item may have moved since. `due.at` is when its next target expires. */
const fetchPage = (filter: InboxFilter, lastItem?: InboxItem, signal?: AbortSignal) =>
  api.get<ListOf<InboxItem>>(INBOX_CONVERSATIONS_PATH, {
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
  notifyTyping: (id: string) => api.post(`${INBOX_CONVERSATIONS_PATH}/${id}/typing`),
  addNote: (id: string, text: string) => api.post<Note>(`${INBOX_CONVERSATIONS_PATH}/${id}/notes`, { text }),
  removeNote: (id: string) => api.delete(`${INBOX_PATH}/notes/${id}`),
  update: (id: string, change: { tags?: string[]; assigneeId?: string | null }) =>
    api.patch<TeamData>(`${INBOX_CONVERSATIONS_PATH}/${id}`, change),
};
