import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { texts } from './texts.ts';

export type View = keyof typeof texts.views;

type Props = {
  heading: string;
  view: View;
  date: string;
  isToday: boolean;
  /** Used only in the list view. */
  search: string;
  /** By days or weeks, as the view shows. */
  onStep(direction: 1 | -1): void;
  onDateChange(date: string | undefined): void;
  onViewChange(view: View): void;
  onSearch(search: string): void;
};

export function Toolbar({ heading, view, date, isToday, search, onStep, onDateChange, onViewChange, onSearch }: Props) {
  useShortcuts({ ArrowLeft: () => onStep(-1), ArrowRight: () => onStep(1), t: () => onDateChange(undefined) });
  return (
    <div data-wide className="flex flex-wrap items-center gap-2">
      <div className="flex items-center print:hidden">
        <IconButton label={texts.previous} aria-keyshortcuts="ArrowLeft" onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button
          variant="secondary"
          small
          aria-keyshortcuts="t"
          aria-current={isToday ? 'date' : undefined}
          onClick={() => onDateChange(undefined)}
        >
          {texts.today}
        </Button>
        <IconButton label={texts.next} aria-keyshortcuts="ArrowRight" onClick={() => onStep(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold max-md:order-1 max-md:basis-full">
        {heading}
      </h2>
      <input
        type="date"
        aria-label={texts.date}
        value={date}
        onChange={({ target }) => target.value && onDateChange(target.value)}
        className="min-h-10 rounded-lg border border-edge bg-surface px-2 max-md:order-1 max-md:min-h-[44px] print:hidden"
      />
      {view === 'list' && (
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
          className="min-h-10 min-w-0 flex-1 rounded-lg border border-edge bg-surface px-3 placeholder:text-muted max-md:order-1 max-md:min-h-[44px] max-sm:basis-full print:hidden"
        />
      )}
      <SegmentedControl
        label={texts.viewsLabel}
        options={Object.entries(texts.views) as [View, string][]}
        value={view}
        onChange={onViewChange}
        className="ml-auto max-[23rem]:ml-0 max-md:[&>button]:min-h-[44px] max-md:[&>button]:min-w-[44px] print:hidden"
      />
    </div>
  );
}

/** Keys that belong to the page: not those of a field, a dialog, a menu or a booking on the grid. */
function useShortcuts(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions[event.key];
      const target = event.target as Element;
      if (!action || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target.closest('input, select, textarea, dialog, [role="menu"], [contenteditable], [data-booking]')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
