// The rows of the inbox's lists, and how they change when somebody writes.
import type { InfiniteData } from '@tanstack/react-query';
import type { InboxConversation, ListOf } from '../api.ts';

export type Item = InboxConversation;
export type Status = Item['status'];
export type Filter = { status?: Status; channel?: string; assignee?: string; tag?: string; q?: string };
export type Pages = InfiniteData<ListOf<Item>>;

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

/** What has changed stands where it belongs: above, where it was, or nowhere any more. */
export function merge({ pages, pageParams }: Pages, fresh: Item[], filter: Filter, me: string): Pages {
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
