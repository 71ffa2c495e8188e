// The rows of the inbox lists, and how changes are merged into them.
import type { InfiniteData } from '@tanstack/react-query';
import type { InboxConversation, ListOf } from '../api.ts';
import type { Tone } from '../ui/badge.tsx';
import { texts } from './texts.ts';

/** `due` is the team’s target that expires first. `sealed`: about health, so it is stored encrypted. */
export type InboxItem = InboxConversation;
export type Status = InboxItem['status'];
export type Stage = InboxItem['stage'];
export type InboxFilter = {
  /** By the time at which the target expires; without it, by last activity. */
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
export type InboxPages = InfiniteData<ListOf<InboxItem>>;

/** Rows with the latest activity first. Duplicates are dropped, because a row may move up after its page was read. */
export function collectRows(pages: InboxPages | undefined): InboxItem[] {
  const cachedRows = pages && rowsByPages.get(pages);
  if (cachedRows) return cachedRows;
  const seenIds = new Set<string>();
  const rows = (pages?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
  if (pages) rowsByPages.set(pages, rows);
  return rows;
}
const rowsByPages = new WeakMap<InboxPages, InboxItem[]>();

/** The item after which the next page begins. A merge may have emptied the last page. */
export const findNextPageCursor = (lastPage: ListOf<InboxItem>, pages: ListOf<InboxItem>[]): InboxItem | undefined =>
  lastPage.has_more ? pages.findLast(({ data }) => data.length)?.data.at(-1) : undefined;

/** Moves changed items to the top, updates them in place, or removes them if they no longer match the filter. */
export function mergeItems(
  { pages, pageParams }: InboxPages,
  changedItems: InboxItem[],
  filter: InboxFilter,
  userId: string,
): InboxPages {
  const knownIds = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const changedById = new Map(changedItems.map((item) => [item.id, item]));
  const previousById = new Map(pages.flatMap(({ data }) => data.map((item) => [item.id, item])));
  const hasMoved = ({ id, updatedAt }: InboxItem) => !knownIds.has(id) || previousById.get(id)!.updatedAt !== updatedAt;
  const movedItems = changedItems.filter(
    (item) => hasMoved(item) && (knownIds.has(item.id) || !filter.q) && matchesFilter(item, filter, userId),
  );
  const movedIds = new Set(movedItems.map(({ id }) => id));
  const remainingPages = pages.map((page) => ({
    ...page,
    data: page.data.flatMap((previousItem) => {
      const item = changedById.get(previousItem.id) ?? previousItem;
      return movedIds.has(item.id) || (changedById.has(item.id) && !matchesFilter(item, filter, userId)) ? [] : [item];
    }),
  }));
  if (filter.sort === 'due') {
    const lastPage = pages.at(-1);
    const lastItem = lastPage && findNextPageCursor(lastPage, pages);
    return {
      pageParams,
      pages: sortByDue(remainingPages, movedItems, lastItem ? getDueTime(lastItem) : Number.POSITIVE_INFINITY),
    };
  }
  const [firstPage, ...otherPages] = remainingPages;
  return {
    pageParams,
    pages: firstPage ? [{ ...firstPage, data: [...movedItems, ...firstPage.data] }, ...otherPages] : remainingPages,
  };
}

/** Puts all rows on the first page, sorted by due time. Rows due after `lastLoadedDueTime` are on pages that are not loaded yet. */
function sortByDue(
  pages: ListOf<InboxItem>[],
  addedItems: InboxItem[],
  lastLoadedDueTime: number,
): ListOf<InboxItem>[] {
  const rows = [...addedItems, ...pages.flatMap(({ data }) => data)]
    .filter((item) => getDueTime(item) <= lastLoadedDueTime)
    .sort((a, b) => getDueTime(a) - getDueTime(b));
  return pages.map((page, index) => ({ ...page, data: index === 0 ? rows : [] }));
}
const getDueTime = ({ due }: InboxItem) => (due ? Date.parse(due.at) : Number.POSITIVE_INFINITY);

/** Puts emergencies at the top, regardless of their last activity. */
export function putUrgentFirst(urgentRows: InboxItem[], rows: InboxItem[]): InboxItem[] {
  const urgentIds = new Set(urgentRows.map(({ id }) => id));
  return urgentIds.size ? [...urgentRows, ...rows.filter(({ id }) => !urgentIds.has(id))] : rows;
}

function matchesFilter(
  item: InboxItem,
  { sort, stage, channel, assignee, tag, urgent }: InboxFilter,
  userId: string,
): boolean {
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

/** "Waiting", or "With Rosa" if a person is handling the conversation. */
export function formatStage({
  stage,
  assignee,
  personName,
}: Pick<InboxItem, 'stage' | 'assignee' | 'personName'>): string {
  const name = (assignee?.name ?? personName)?.split(' ')[0];
  return stage === 'person' && name ? texts.withPerson(name) : texts.stage[stage];
}

/** The name that the customer gave or the team knows, or else the phone number or email. */
export const getCustomerName = ({ customer, knownCustomer }: WithCustomer): string | undefined =>
  customer.name ?? (knownCustomer?.name || undefined) ?? customer.phone ?? customer.email;
export type WithCustomer = Pick<InboxItem, 'customer'> & Partial<Pick<InboxItem, 'knownCustomer'>>;
