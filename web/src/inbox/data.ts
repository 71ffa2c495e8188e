import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type Answer,
  api,
  type Conversation,
  type DeskSide,
  type InboxConversation,
  type ListOf,
  type Message,
  type Note,
  type ReadyReply,
} from '../api.ts';
import { place } from '../place.ts';
import { queryClient } from '../queries.ts';

export type { Conversation, DeskSide, Message, Note };
export type Item = InboxConversation;
export type Status = Item['status'];
export type InboxFacts = Answer<'GET /api/inbox'>;
export type Reply = ReadyReply;

export type Filter = { status?: Status; channel?: string; assignee?: string; tag?: string; q?: string };

export const INBOX = '/api/inbox';
export const LIST = '/api/inbox/conversations';
export const CONVERSATIONS = '/api/conversations';
const PAGE = 100;
/** Not a path: what is read again by path must not read a hundred pages again. */
const PAGES = 'pages of the inbox';
const MOST_READ_AGAIN = 5;

type Pages = InfiniteData<ListOf<Item>>;

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

/** Whoever wrote last stands first; a page that was read before may hold a row that has moved up since. */
export function rowsOf(pages: Pages | undefined): Item[] {
  const known = pages && flat.get(pages);
  if (known) return known;
  const seen = new Set<string>();
  const rows = (pages?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !seen.has(id) && seen.add(id));
  if (pages) flat.set(pages, rows);
  return rows;
}
const flat = new WeakMap<Pages, Item[]>();

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

function merge({ pages, pageParams }: Pages, fresh: Item[], filter: Filter, me: string): Pages {
  const known = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const changed = new Map(fresh.map((item) => [item.id, item]));
  const before = new Map(pages.flatMap(({ data }) => data.map((item) => [item.id, item])));
  const moves = ({ id, updatedAt }: Item) => !known.has(id) || before.get(id)!.updatedAt !== updatedAt;
  const first = fresh.filter((item) => moves(item) && (known.has(item.id) || !filter.q) && belongs(item, filter, me));
  const isFirst = new Set(first.map(({ id }) => id));
  const kept = pages.map((page) => ({
    ...page,
    data: page.data.flatMap((old) => {
      const item = changed.get(old.id) ?? old;
      return isFirst.has(item.id) || (changed.has(item.id) && !belongs(item, filter, me)) ? [] : [item];
    }),
  }));
  const [top, ...rest] = kept;
  return { pageParams, pages: top ? [{ ...top, data: [...first, ...top.data] }, ...rest] : kept };
}

function belongs(item: Item, { status, channel, assignee, tag }: Filter, me: string): boolean {
  return (
    (!status || item.status === status) &&
    (!channel || item.channel === channel) &&
    (!assignee || item.assignee?.id === (assignee === 'me' ? me : assignee)) &&
    (!tag || item.tags.includes(tag))
  );
}

export const nameOf = ({ customer }: Pick<Item, 'customer'>): string | undefined =>
  customer.name ?? customer.phone ?? customer.email;

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
