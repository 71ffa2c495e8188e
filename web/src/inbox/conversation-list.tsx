import { useVirtualizer } from '@tanstack/react-virtual';
import { HeartPulse, Inbox, SearchX, Star, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useState } from 'react';
import { type Format, useFormat } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import type { InboxItem, useConversations } from './data.ts';
import { DueBadge } from './due-badge.tsx';
import { getHeadline } from './headline.ts';
import { formatStage, getCustomerName, STAGE_TONES } from './rows.ts';
import { texts } from './texts.ts';

const ROW_HEIGHT_PIXELS = 92;

type Props = {
  query: ReturnType<typeof useConversations>;
  rows: InboxItem[];
  scrollContainer: RefObject<HTMLDivElement | null>;
  selectedId?: string;
  onSelect(id: string): void;
  view: string;
  isFiltered: boolean;
  onClear(): void;
};

/** A virtualized list that renders only the visible rows. */
export function ConversationList({
  query,
  rows,
  scrollContainer,
  selectedId,
  onSelect,
  view,
  isFiltered,
  onClear,
}: Props) {
  const format = useFormat();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollContainer.current,
    estimateSize: () => ROW_HEIGHT_PIXELS,
    getItemKey: (index) => rows[index]!.id,
    overscan: 8,
  });
  const virtualItems = virtualizer.getVirtualItems();
  const lastVisibleIndex = virtualItems.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    // After a failure the user has to retry; otherwise the request would be repeated forever.
    const isIdle = !isFetchingNextPage && !isFetchNextPageError;
    if (hasNextPage && isIdle && lastVisibleIndex >= rows.length - 30) void fetchNextPage();
  }, [lastVisibleIndex, rows.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const selectedIndex = rows.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
    // Only when the selection changes, so that live updates do not scroll the list.
  }, [selectedId]);
  const [focusedId, setFocusedId] = useState(selectedId);
  // Roving tabindex: Tab reaches one row, the arrow keys move between rows.
  const tabStop = virtualItems.find(({ index: rowIndex }) => rows[rowIndex]!.id === focusedId) ?? virtualItems[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const fromIndex = rows.findIndex(({ id }) => id === focusedId);
    const toIndex = { ArrowDown: fromIndex + 1, ArrowUp: fromIndex - 1, Home: 0, End: rows.length - 1 }[event.key];
    const nextRow = toIndex === undefined ? undefined : rows[toIndex];
    if (!nextRow) return;
    event.preventDefault();
    virtualizer.scrollToIndex(toIndex!, { align: 'auto' });
    // Focus immediately if the row is rendered, because the next key may come before the next frame.
    if (!focusRow(nextRow.id)) requestAnimationFrame(() => focusRow(nextRow.id));
  };

  return (
    <div ref={scrollContainer} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <p className="sr-only" role="status">
        {query.data && texts.resultCount(rows.length, hasNextPage)}
      </p>
      {query.isPending && <Skeleton lines={8} />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && !rows.length && <EmptyList view={view} isFiltered={isFiltered} onClear={onClear} />}
      {rows.length > 0 && (
        <ul
          aria-label={texts.list}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setFocusedId(target.dataset.conversation)}
        >
          {virtualItems.map(({ index: rowIndex, key, start }) => (
            <li
              key={key}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={rowIndex + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW_HEIGHT_PIXELS, transform: `translateY(${start}px)` }}
            >
              <ConversationRow
                format={format}
                item={rows[rowIndex]!}
                isSelected={rows[rowIndex]!.id === selectedId}
                isTabStop={rowIndex === tabStop?.index}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ul>
      )}
      {isFetchNextPageError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
    </div>
  );
}

type RowProps = {
  format: Format;
  item: InboxItem;
  isSelected: boolean;
  isTabStop: boolean;
  onSelect(id: string): void;
};

/** Focuses a row; false if it is not rendered. */
export function focusRow(id: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-conversation="${id}"]`);
  row?.focus({ preventScroll: true });
  return row !== null;
}

const ConversationRow = memo(function ConversationRow({ format, item, isSelected, isTabStop, onSelect }: RowProps) {
  return (
    <button
      type="button"
      data-conversation={item.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(item.id)}
      className={`flex size-full flex-col justify-center gap-1 overflow-hidden border-b border-line px-4 text-left focus-visible:-outline-offset-2 ${
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken'
      }`}
    >
      <span className="flex w-full items-center gap-2">
        <span className={`min-w-0 flex-1 truncate ${item.stage === 'waiting' ? 'font-semibold' : 'font-medium'}`}>
          {getHeadline(item)}
        </span>
        {item.rating !== null && (
          <span className="flex items-center gap-0.5 text-sm text-muted">
            <Star className="size-3.5" aria-hidden />
            <span className="sr-only">{texts.rating(item.rating)}</span>
            <span aria-hidden>{item.rating}</span>
          </span>
        )}
        <time dateTime={item.updatedAt} className="shrink-0 text-sm text-muted">
          {format.timeOrDay(item.updatedAt)}
        </time>
      </span>
      <span className="w-full truncate text-sm text-muted">
        {item.sealed && <HeartPulse className="mr-1.5 inline size-3.5 align-[-2px]" aria-label={texts.hasHealth} />}
        {formatSecondLine(item)}
      </span>
      <span className="flex w-full items-center gap-1.5 overflow-hidden">
        {item.urgent && <UrgentBadge />}
        <Badge tone={STAGE_TONES[item.stage]}>{formatStage(item)}</Badge>
        {item.due && <DueBadge due={item.due} />}
        {item.tags.slice(0, 2).map((tag) => (
          <Badge key={tag} tone="info">
            {tag}
          </Badge>
        ))}
        <span className="ml-auto shrink-0 truncate text-sm text-muted">
          {texts.channels[item.channel] ?? item.channel}
        </span>
      </span>
    </button>
  );
});

export const UrgentBadge = () => (
  <Badge tone="danger">
    <TriangleAlert className="size-3.5" aria-hidden />
    {texts.urgent}
  </Badge>
);

/** The preview, unless that is the headline. */
function formatSecondLine(item: InboxItem): string {
  if (item.sealed && !item.preview) return `${texts.hidden} · ${texts.messages(item.messageCount)}`;
  if (item.channel === 'phone' && item.messageCount === 0) return texts.call.nothingSaid;
  return getCustomerName(item) ? item.preview : `${texts.visitor} · ${texts.messages(item.messageCount)}`;
}

function EmptyList({ view, isFiltered, onClear }: Pick<Props, 'view' | 'isFiltered' | 'onClear'>) {
  const { empty } = texts;
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={empty.filtered}
        text={empty.filteredText}
        action={
          <Button variant="secondary" onClick={onClear}>
            {empty.clear}
          </Button>
        }
      />
    );
  if (view === 'waiting') return <EmptyState icon={Inbox} title={empty.waiting} text={empty.waitingText} />;
  if (view !== 'all') return <EmptyState icon={Inbox} title={empty.others} text={empty.othersText} />;
  return <EmptyState icon={Inbox} title={empty.none} text={empty.noneText} />;
}
