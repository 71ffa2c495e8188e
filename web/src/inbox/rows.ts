// The rows of the inbox lists, and how changes are merged into them.
import type { InfiniteData } from '@tanstack/react-query';
import type { InboxConversation, ListOf } from '../api.ts';
import type { Tone } from '../ui/badge.tsx';
import { texts } from './texts.ts';

export type Item = InboxConversation;
export type Status = Item['status'];
export type Stage = Item['stage'];
export type Filter = {
  sort?: 'due';
  stage?: Stage;
  channel?: string;
  assignee?: string;
  tag?: string;
  q?: string;
  urgent?: true;
  /** Shows who wrote what in conversations about health, which is logged. */
  reveal?: true;
};
export type Pages = InfiniteData<ListOf<Item>>;

/** Rows with the latest activity first. Duplicates are dropped, because a row may move up after its page was read. */
export function rowsOf(pages: Pages | undefined): Item[] {
  const cachedRows = pages && flattenedRows.get(pages);
  if (cachedRows) return cachedRows;
  const seenIds = new Set<string>();
  const rows = (pages?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
  if (pages) flattenedRows.set(pages, rows);
  return rows;
}
const flattenedRows = new WeakMap<Pages, Item[]>();

/** The item after which the next page begins. A merge may have emptied the last page. */
export const nextPageCursor = (lastPage: ListOf<Item>, pages: ListOf<Item>[]): Item | undefined =>
  lastPage.has_more ? pages.findLast(({ data }) => data.length)?.data.at(-1) : undefined;

/** Moves changed items to the top, updates them in place, or removes them if they no longer match the filter. */
export function mergeItems({ pages, pageParams }: Pages, changedItems: Item[], filter: Filter, userId: string): Pages {
  const knownIds = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const changedById = new Map(changedItems.map((item) => [item.id, item]));
  const previousById = new Map(pages.flatMap(({ data }) => data.map((item) => [item.id, item])));
  const hasMoved = ({ id, updatedAt }: Item) => !knownIds.has(id) || previousById.get(id)!.updatedAt !== updatedAt;
  const movedToTop = changedItems.filter(
    (item) => hasMoved(item) && (knownIds.has(item.id) || !filter.q) && matchesFilter(item, filter, userId),
  );
  const movedIds = new Set(movedToTop.map(({ id }) => id));
  const remainingPages = pages.map((page) => ({
    ...page,
    data: page.data.flatMap((previousItem) => {
      const item = changedById.get(previousItem.id) ?? previousItem;
      return movedIds.has(item.id) || (changedById.has(item.id) && !matchesFilter(item, filter, userId)) ? [] : [item];
    }),
  }));
  if (filter.sort === 'due') {
    const lastPage = pages.at(-1);
    const last = lastPage && nextPageCursor(lastPage, pages);
    return {
      pageParams,
      pages: sortByDue(remainingPages, movedToTop, last ? dueTime(last) : Number.POSITIVE_INFINITY),
    };
  }
  const [firstPage, ...otherPages] = remainingPages;
  return {
    pageParams,
    pages: firstPage ? [{ ...firstPage, data: [...movedToTop, ...firstPage.data] }, ...otherPages] : remainingPages,
  };
}

/** All rows on the first page, the one that is due first coming first. Those due after `loadedUntil` are on pages to come. */
function sortByDue(pages: ListOf<Item>[], added: Item[], loadedUntil: number): ListOf<Item>[] {
  const rows = [...added, ...pages.flatMap(({ data }) => data)]
    .filter((item) => dueTime(item) <= loadedUntil)
    .sort((a, b) => dueTime(a) - dueTime(b));
  return pages.map((page, index) => ({ ...page, data: index === 0 ? rows : [] }));
}
const dueTime = ({ due }: Item) => (due ? Date.parse(due.at) : Number.POSITIVE_INFINITY);

/** Emergencies stay on top, wherever their last activity would put them. */
export function withUrgentFirst(urgent: Item[], rows: Item[]): Item[] {
  const urgentIds = new Set(urgent.map(({ id }) => id));
  return urgentIds.size ? [...urgent, ...rows.filter(({ id }) => !urgentIds.has(id))] : rows;
}

function matchesFilter(item: Item, { sort, stage, channel, assignee, tag, urgent }: Filter, userId: string): boolean {
  return (
    (!sort || item.due !== null) &&
    (!urgent || item.urgent) &&
    (!stage || item.stage === stage) &&
    (!channel || item.channel === channel) &&
    (!assignee || item.assignee?.id === (assignee === 'me' ? userId : assignee)) &&
    (!tag || item.tags.includes(tag))
  );
}

export const STAGE_TONES: Record<Stage, Tone> = {
  assistant: 'neutral',
  waiting: 'warning',
  person: 'info',
  resolved: 'success',
};

/** "Waiting", or "With Rosa" where somebody has the conversation. */
export function stageLabel({ stage, assignee, personName }: Pick<Item, 'stage' | 'assignee' | 'personName'>): string {
  const name = (assignee?.name ?? personName)?.split(' ')[0];
  return stage === 'person' && name ? texts.withPerson(name) : texts.stage[stage];
}

/** The name that the customer gave, or by which the team knows them. */
export const customerNameOf = ({ customer, knownCustomer }: WithCustomer): string | undefined =>
  customer.name ?? (knownCustomer?.name || undefined) ?? customer.phone ?? customer.email;
export type WithCustomer = Pick<Item, 'customer'> & Partial<Pick<Item, 'knownCustomer'>>;
