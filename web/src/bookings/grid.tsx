import { Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { localTime } from '../calendar.ts';
import type { Format } from '../format.ts';
import { BlockButton, type Draft, GroupButton } from './blocks.tsx';
import type { Booking } from './data.ts';
import { closedSpans, type Span, startAt } from './hours.ts';
import { type Block, type Cell, firstMinuteInView, MIN_BLOCK_PIXELS, pixelsPerMinute } from './layout.ts';
import { texts } from './texts.ts';

/** `column` is the resource to move to; a booking without one stays where it is. */
export type DropTarget = { startsAt: string; column: string };
export type GridColumn = {
  key: string;
  /** Announced and shown in a tooltip. */
  name: string;
  heading: ReactNode;
  day: string;
  resource?: { id: string; industry: string };
  open: Span[];
  cells: Cell[];
};
/** An empty place that was chosen for a new booking. */
export type EmptyPlace = { day: string; minutes: number; resource?: { id: string; industry: string } };
type Props = {
  label: string;
  columns: GridColumn[];
  shown: Span;
  step: number;
  /** The minute of the current day, and its column; without a column, it is in all of them. */
  now?: { minutes: number; column?: string };
  format: Format;
  canChange: boolean;
  onOpen(booking: Booking): void;
  onOpenDay?(day: string): void;
  onMove(booking: Booking, to: DropTarget): void;
  onAdd(place: EmptyPlace): void;
  className?: string;
};

const MIN_HEIGHT = 360;
const BOTTOM_GAP = 24;

/** The height from the grid to the end of the window. */
function useHeightLeft(grid: React.RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(MIN_HEIGHT);
  useLayoutEffect(() => {
    const measure = () => {
      const top = (grid.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(MIN_HEIGHT, window.innerHeight - top - BOTTOM_GAP));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [grid]);
  return height;
}

/** Hours by people, tables or days. Dragging, or Alt and arrow keys, only requests a move via `onMove`. */
export function TimeGrid(props: Props) {
  const { label, columns, shown, step, now, format, canChange, onOpen, onOpenDay, onMove, className = '' } = props;
  const [draft, setDraft] = useState<Draft>();
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const height = useHeightLeft(scroller);
  const blocks = columns.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks));
  const scale = pixelsPerMinute(height - (heading.current?.offsetHeight ?? 40) - 2, shown, blocks);
  const bodyHeight = (shown.to - shown.from) * scale;
  const hours = Array.from({ length: Math.ceil((shown.to - shown.from) / 60) }, (_, index) => shown.from + index * 60);
  useScrollOnOpening(scroller, heading, props, blocks, scale, height);
  const clamp = (start: number) => Math.min(Math.max(start, shown.from), shown.to - step);
  const finishDrag = ({ booking, start }: Block, to: Draft | undefined, from: number) => {
    setDraft(undefined);
    const column = to && columns[to.column];
    if (!column || (to.start === start && to.column === from)) return;
    // Joined tables stay joined if only the time changes.
    const resource = to.column === from ? undefined : column.resource;
    onMove(booking, { startsAt: localTime(column.day, to.start), column: resource?.id ?? booking.resource?.id ?? '' });
  };
  const draftColumn = draft && columns[draft.column];
  const nowColumn = columns.findIndex(({ key }) => key === now?.column);
  const columnStyle = (index: number, count = 1) => ({
    left: `${(index / columns.length) * 100}%`,
    width: `${(count / columns.length) * 100}%`,
  });
  return (
    <div
      ref={scroller}
      className={`isolate overflow-auto print:max-h-none! print:overflow-visible ${className}`}
      style={{ maxHeight: height }}
    >
      <p className="sr-only" aria-live="polite">
        {draft && draftColumn && texts.moving(`${format.clock(draft.start)}, ${draftColumn.name}`)}
      </p>
      <section
        aria-label={label}
        className="grid min-w-fit"
        style={{ gridTemplateColumns: `4.5rem repeat(${columns.length}, minmax(6rem, 1fr))` }}
      >
        <div ref={heading} className="sticky top-0 left-0 z-30 border-b border-line bg-surface" />
        {columns.map(({ key, name, heading: text }) => (
          <div
            key={key}
            data-column
            title={name}
            className="sticky top-0 z-20 truncate border-b border-l border-line bg-surface px-2 py-2 text-center text-sm font-medium"
          >
            {text}
          </div>
        ))}
        <div className="sticky left-0 z-10 bg-surface text-right text-sm text-muted" style={{ height: bodyHeight }}>
          {hours.map((minutes) => (
            <div key={minutes} className="pr-2 whitespace-nowrap" style={{ height: 60 * scale }}>
              {format.clock(minutes)}
            </div>
          ))}
        </div>
        <div ref={body} className="relative" style={{ gridColumn: `2 / span ${columns.length}`, height: bodyHeight }}>
          {columns.map(({ key, open }, index) => (
            <div key={key} className="absolute inset-y-0 border-l border-line" style={columnStyle(index)}>
              {closedSpans(shown, open).map(({ from, to }) => (
                <div
                  key={from}
                  data-closed
                  className="absolute inset-x-0 bg-sunken"
                  style={{ top: (from - shown.from) * scale, height: (to - from) * scale }}
                >
                  {to - from === shown.to - shown.from && (
                    <span className="block truncate px-2 py-1 text-sm text-muted">{texts.closed}</span>
                  )}
                </div>
              ))}
            </div>
          ))}
          {hours.map((minutes) => (
            <div
              key={minutes}
              className="pointer-events-none absolute inset-x-0 border-t border-line"
              style={{ top: (minutes - shown.from) * scale }}
            />
          ))}
          {canChange && <EmptyPlaces {...props} scale={scale} clamp={clamp} />}
          {columns.flatMap((column, index) =>
            column.cells.map(({ key, blocks: [block, ...others], start, end, lane, lanes }) => {
              const width = 100 / columns.length / lanes;
              const left = (100 * index) / columns.length + lane * width;
              const place = { left: `calc(${left}% + 2px)`, width: `calc(${width}% - 4px)` };
              if (others.length)
                return (
                  <GroupButton
                    key={`${column.key} ${key}`}
                    blocks={[block, ...others]}
                    format={format}
                    style={{ ...place, top: (start - shown.from) * scale + 1, height: (end - start) * scale - 2 }}
                    onOpen={() => onOpenDay?.(column.day)}
                  />
                );
              const ownDraft = draft?.id === key && draft.from === index ? draft : undefined;
              const draftPlace = ownDraft && {
                left: `calc(${(100 * ownDraft.column) / columns.length}% + 2px)`,
                width: `calc(${100 / columns.length}% - 4px)`,
              };
              const shownStart = ownDraft?.start ?? block.start;
              return (
                <BlockButton
                  key={`${column.key} ${key}`}
                  {...{ block, format, body, step, clamp, scale }}
                  column={ownDraft?.column ?? index}
                  from={index}
                  start={shownStart}
                  columns={columns.length}
                  isDraft={ownDraft !== undefined}
                  isMovable={canChange && block.booking.kind !== 'class' && block.booking.status === 'confirmed'}
                  style={{
                    ...(draftPlace ?? place),
                    top: (shownStart - shown.from) * scale + 1,
                    height: Math.max((block.end - block.start) * scale - 2, MIN_BLOCK_PIXELS),
                  }}
                  onDraft={setDraft}
                  onFinish={(to) => finishDrag(block, to, index)}
                  onOpen={() => onOpen(block.booking)}
                />
              );
            }),
          )}
          {now && now.minutes >= shown.from && now.minutes < shown.to && (
            <div
              data-now
              className="pointer-events-none absolute z-10 border-t-2 border-danger before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-danger print:hidden"
              style={{
                ...(nowColumn < 0 ? columnStyle(0, columns.length) : columnStyle(nowColumn)),
                top: (now.minutes - shown.from) * scale,
              }}
            />
          )}
        </div>
      </section>
    </div>
  );
}

/** Scrolls once per day or week that is opened, not while bookings come and go. */
function useScrollOnOpening(
  scroller: React.RefObject<HTMLDivElement | null>,
  heading: React.RefObject<HTMLDivElement | null>,
  { label, columns, shown, now }: Props,
  blocks: Block[],
  scale: number,
  height: number,
) {
  const opened = useRef('');
  useLayoutEffect(() => {
    const opening = `${label} ${height}`;
    if (opened.current === opening || !scroller.current) return;
    opened.current = opening;
    const open = columns.flatMap((column) => column.open);
    const minutesInView = (scroller.current.clientHeight - (heading.current?.offsetHeight ?? 0)) / scale;
    const minute = firstMinuteInView({ shown, blocks, open, now: now?.minutes }, minutesInView);
    scroller.current.scrollTop = (minute - shown.from) * scale;
  });
}

/** One button under all bookings: the pointer or the arrow keys choose the place. */
function EmptyPlaces(props: Props & { scale: number; clamp(minutes: number): number }) {
  const { columns, shown, step, format, scale, clamp, onAdd } = props;
  const [place, setPlace] = useState<{ column: number; minutes: number }>();
  const ghost = useRef<HTMLSpanElement>(null);
  const firstOpen = columns.findIndex(({ open }) => open.length > 0);
  const initial = {
    column: Math.max(firstOpen, 0),
    minutes: columns[Math.max(firstOpen, 0)]!.open[0]?.from ?? shown.from,
  };
  const { column, minutes } = place && place.column < columns.length ? place : initial;
  const target = columns[column]!;
  const placeAt = ({ clientX, clientY, currentTarget }: React.MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const at = Math.min(Math.floor(((clientX - box.left) / box.width) * columns.length), columns.length - 1);
    const minute = shown.from + (clientY - box.top) / scale;
    return { column: Math.max(at, 0), minutes: startAt(minute, columns[Math.max(at, 0)]!.open, step) };
  };
  const add = (at: { column: number; minutes: number }) => {
    const { day, resource } = columns[at.column]!;
    onAdd({ day, minutes: at.minutes, ...(resource ? { resource } : {}) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [columns: number, minutes: number]> = {
      ...{ ArrowUp: [0, -step], ArrowDown: [0, step], ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
      ...{ PageUp: [0, -60], PageDown: [0, 60] },
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(column + move[0], 0), columns.length - 1);
    setPlace({ column: next, minutes: clamp(minutes + move[1]) });
    requestAnimationFrame(() => ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  };
  return (
    <button
      type="button"
      aria-label={texts.addAt(format.clock(minutes), target.name)}
      aria-description={texts.addKeys}
      className="group absolute inset-0 cursor-copy outline-none print:hidden"
      onPointerMove={(event) => event.pointerType === 'mouse' && setPlace(placeAt(event))}
      onKeyDown={onKeyDown}
      onClick={(event) => add(event.detail ? placeAt(event) : { column, minutes })}
    >
      <span
        ref={ghost}
        className="pointer-events-none absolute flex scroll-mt-12 scroll-ml-20 items-center gap-1 overflow-hidden rounded-lg border border-dashed border-accent bg-surface px-1.5 text-sm whitespace-nowrap text-accent opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-focus-visible:outline-2 group-focus-visible:outline-accent"
        style={{
          top: (minutes - shown.from) * scale + 1,
          height: Math.max(step * scale - 2, MIN_BLOCK_PIXELS),
          left: `calc(${(100 * column) / columns.length}% + 2px)`,
          width: `calc(${100 / columns.length}% - 4px)`,
        }}
      >
        <Plus className="size-3.5 shrink-0" aria-hidden />
        {format.clock(minutes)}
      </span>
    </button>
  );
}
