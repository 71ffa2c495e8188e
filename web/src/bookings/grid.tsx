import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Format } from '../format.ts';
import type { PendingMove } from './blocks.tsx';
import type { Booking } from './data.ts';
import { EmptySlots } from './empty-slots.tsx';
import type { DropTarget, EmptySlot, GridColumn } from './grid-types.ts';
import { findClosedSpans, type Span } from './hours.ts';
import { type Block, chooseFirstMinuteInView, fitPixelsPerMinute } from './layout.ts';
import { PlacedBookings } from './placed-bookings.tsx';
import { texts } from './texts.ts';

type Props = {
  label: string;
  /** The reason why a whole column is closed. */
  closedText: string;
  columns: GridColumn[];
  shownHours: Span;
  slotMinutes: number;
  /** The current time in minutes after midnight, and the column of today; without a column, its line crosses all of them. */
  now?: { minutes: number; column?: string };
  format: Format;
  canChange: boolean;
  isLoading: boolean;
  onOpen(booking: Booking): void;
  onOpenDay(day: string): void;
  onMove(booking: Booking, target: DropTarget): void;
  onAdd(slot: EmptySlot): void;
  className?: string;
};

const MIN_HEIGHT_PIXELS = 360;
const BOTTOM_GAP_PIXELS = 24;

/** The height from the grid to the end of the window; 0 until it is measured. */
function useRemainingHeight(grid: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  const measure = useCallback(() => {
    const top = (grid.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setHeight(Math.max(MIN_HEIGHT_PIXELS, window.innerHeight - top - BOTTOM_GAP_PIXELS));
  }, [grid]);
  // The content above the grid may have changed its height.
  useLayoutEffect(measure);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
  return height;
}

/** Hours by people, tables or days. Dragging, or Alt and arrow keys, only requests a move via `onMove`. */
export function TimeGrid(props: Props) {
  const { label, columns, shownHours, slotMinutes, format, canChange, className = '' } = props;
  const [pendingMove, setPendingMove] = useState<PendingMove>();
  const scrollContainer = useRef<HTMLDivElement>(null);
  const headingCell = useRef<HTMLDivElement>(null);
  const gridBody = useRef<HTMLDivElement>(null);
  const height = useRemainingHeight(scrollContainer);
  const blocks = columns.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks));
  const pixelsPerMinute = fitPixelsPerMinute(
    height - (headingCell.current?.offsetHeight ?? 40) - 2,
    shownHours,
    blocks,
  );
  const bodyHeight = (shownHours.to - shownHours.from) * pixelsPerMinute;
  const hours = Array.from(
    { length: Math.ceil((shownHours.to - shownHours.from) / 60) },
    (_, index) => shownHours.from + index * 60,
  );
  useInitialScroll(scrollContainer, headingCell, props, blocks, pixelsPerMinute, height);
  const clampStart = (start: number) => Math.min(Math.max(start, shownHours.from), shownHours.to - slotMinutes);
  const pendingMoveColumn = pendingMove && columns[pendingMove.column];
  return (
    <div
      ref={scrollContainer}
      data-grid
      className={`isolate overflow-auto print:max-h-none! print:overflow-visible ${className}`}
      style={{ maxHeight: height }}
    >
      <p className="sr-only" aria-live="polite">
        {pendingMove &&
          pendingMoveColumn &&
          texts.moving(`${format.clock(pendingMove.start)}, ${pendingMoveColumn.name}`)}
      </p>
      <section
        aria-label={label}
        // Scrolling by keyboard needs something focusable. Without the button for adding bookings, that is the grid itself.
        {...(canChange ? {} : { tabIndex: 0 })}
        className="grid min-w-fit grid-cols-[4rem_repeat(var(--columns),minmax(5rem,1fr))] print:min-w-0 print:grid-cols-[4rem_repeat(var(--columns),minmax(0,1fr))]"
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <div ref={headingCell} className="sticky top-0 left-0 z-30 border-b border-line bg-surface" />
        {columns.map(({ key, name, heading }) => (
          <div
            key={key}
            data-column
            title={name}
            className="sticky top-0 z-20 truncate border-b border-l border-line bg-surface px-2 py-2 text-center text-sm font-medium print:px-1 print:text-xs print:wrap-anywhere print:whitespace-normal"
          >
            {heading}
          </div>
        ))}
        <div className="sticky left-0 z-10 bg-surface text-right text-sm text-muted" style={{ height: bodyHeight }}>
          {hours.map((minutes) => (
            <div key={minutes} className="pr-2 whitespace-nowrap" style={{ height: 60 * pixelsPerMinute }}>
              {format.hour(minutes)}
            </div>
          ))}
        </div>
        <div
          ref={gridBody}
          className="relative"
          style={{ gridColumn: `2 / span ${columns.length}`, height: bodyHeight }}
        >
          <Backdrop {...props} hours={hours} pixelsPerMinute={pixelsPerMinute} />
          {canChange && <EmptySlots {...props} pixelsPerMinute={pixelsPerMinute} clampStart={clampStart} />}
          <PlacedBookings
            {...props}
            gridBody={gridBody}
            pixelsPerMinute={pixelsPerMinute}
            clampStart={clampStart}
            pendingMove={pendingMove}
            onPendingMove={setPendingMove}
          />
          <NowLine {...props} pixelsPerMinute={pixelsPerMinute} />
        </div>
      </section>
    </div>
  );
}

const getColumnStyle = (columnCount: number, index: number, spannedCount = 1) => ({
  left: `${(index / columnCount) * 100}%`,
  width: `${(spannedCount / columnCount) * 100}%`,
});

/** The lines of the grid, and shading for the hours that are closed. */
function Backdrop({
  columns,
  shownHours,
  closedText,
  hours,
  pixelsPerMinute,
}: Props & { hours: number[]; pixelsPerMinute: number }) {
  return (
    <>
      {columns.map(({ key, openHours }, index) => (
        <div
          key={key}
          className="absolute inset-y-0 border-l border-line"
          style={getColumnStyle(columns.length, index)}
        >
          {findClosedSpans(shownHours, openHours).map(({ from, to }) => (
            <div
              key={from}
              data-closed
              className="absolute inset-x-0 bg-sunken"
              style={{ top: (from - shownHours.from) * pixelsPerMinute, height: (to - from) * pixelsPerMinute }}
            >
              {!openHours.length && <span className="block truncate px-2 py-1 text-sm text-muted">{closedText}</span>}
            </div>
          ))}
        </div>
      ))}
      {hours.map((minutes) => (
        <div
          key={minutes}
          className="absolute inset-x-0 border-t border-line"
          style={{ top: (minutes - shownHours.from) * pixelsPerMinute }}
        />
      ))}
    </>
  );
}

function NowLine({ columns, shownHours, now, pixelsPerMinute }: Props & { pixelsPerMinute: number }) {
  if (!now || now.minutes < shownHours.from || now.minutes >= shownHours.to) return null;
  const index = columns.findIndex(({ key }) => key === now.column);
  return (
    <div
      data-now
      className="pointer-events-none absolute z-10 border-t-2 border-danger before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-danger print:hidden"
      style={{
        ...(index < 0 ? getColumnStyle(columns.length, 0, columns.length) : getColumnStyle(columns.length, index)),
        top: (now.minutes - shownHours.from) * pixelsPerMinute,
      }}
    />
  );
}

/** Scrolls once per day or week that is opened, not while bookings come and go. */
function useInitialScroll(
  scrollContainer: RefObject<HTMLDivElement | null>,
  headingCell: RefObject<HTMLDivElement | null>,
  { label, columns, shownHours, now, isLoading }: Props,
  blocks: Block[],
  pixelsPerMinute: number,
  height: number,
) {
  const scrolledLabel = useRef('');
  useLayoutEffect(() => {
    if (isLoading || !height || scrolledLabel.current === label || !scrollContainer.current) return;
    scrolledLabel.current = label;
    const openHours = columns.flatMap((column) => column.openHours);
    const minutesInView =
      (scrollContainer.current.clientHeight - (headingCell.current?.offsetHeight ?? 0)) / pixelsPerMinute;
    const minute = chooseFirstMinuteInView({ shownHours, blocks, openHours, nowMinutes: now?.minutes }, minutesInView);
    scrollContainer.current.scrollTop = (minute - shownHours.from) * pixelsPerMinute;
  });
}
