import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { localTime } from '../calendar.ts';
import type { Format } from '../format.ts';
import type { Booking } from './data.ts';
import { type Block, blockText, columnsOf, lanesOf } from './layout.ts';
import { texts } from './texts.ts';

const PIXELS_PER_MINUTE = 1.1;
const MIN_DRAG_PIXELS = 6;

export type DropTarget = { startsAt: string; column: string };
type Column = { id: string; name: string };
type Props = {
  day: string;
  columns: Column[];
  blocks: Block[];
  span: { from: number; to: number };
  step: number;
  format: Format;
  canMove: boolean;
  onOpen(booking: Booking): void;
  onMove(booking: Booking, to: DropTarget): void;
};
/** The position a block is dragged to: minutes after midnight, and column index. */
type Draft = { id: string; start: number; column: number };

/** A day with a column per table or person. Dragging, or Alt and arrow keys, only requests a move via `onMove`. */
export function DayGrid({ day, columns, blocks, span, step, format, canMove, onOpen, onMove }: Props) {
  const [draft, setDraft] = useState<Draft>();
  const body = useRef<HTMLDivElement>(null);
  const hours = Array.from({ length: Math.ceil((span.to - span.from) / 60) }, (_, index) => span.from + index * 60);
  const height = (span.to - span.from) * PIXELS_PER_MINUTE;
  const clamp = (start: number) => Math.min(Math.max(start, span.from), span.to - step);
  const finishDrag = (block: Block, to: Draft | undefined, from: number) => {
    setDraft(undefined);
    if (!to || (to.start === block.start && to.column === from)) return;
    // Joined tables stay joined if only the time changes.
    const column = to.column === from ? (block.booking.resource?.id ?? '') : columns[to.column]!.id;
    onMove(block.booking, { startsAt: localTime(day, to.start), column });
  };
  const draftColumn = draft && columns[draft.column];
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <p className="sr-only" aria-live="polite">
        {draft && draftColumn && texts.moving(`${format.clock(draft.start)}, ${draftColumn.name}`)}
      </p>
      <section
        aria-label={texts.grid(format.longDay(day))}
        className="grid min-w-fit"
        style={{ gridTemplateColumns: `4.5rem repeat(${columns.length}, minmax(7.5rem, 1fr))` }}
      >
        <div className="sticky left-0 z-20 border-b border-line bg-surface" />
        {columns.map(({ id, name }) => (
          <div key={id} className="truncate border-b border-l border-line px-2 py-2 text-center text-sm font-medium">
            {name}
          </div>
        ))}
        <div className="sticky left-0 z-20 bg-surface text-right text-sm text-muted" style={{ height }}>
          {hours.map((minutes) => (
            <div key={minutes} className="pr-2 whitespace-nowrap" style={{ height: 60 * PIXELS_PER_MINUTE }}>
              {format.clock(minutes)}
            </div>
          ))}
        </div>
        <div ref={body} className="relative" style={{ gridColumn: `2 / span ${columns.length}`, height }}>
          {hours.map((minutes) => (
            <div
              key={minutes}
              className="absolute inset-x-0 border-t border-line"
              style={{ top: (minutes - span.from) * PIXELS_PER_MINUTE }}
            />
          ))}
          {columns.map(({ id }, index) => (
            <div
              key={id}
              className="absolute inset-y-0 border-l border-line"
              style={{ left: `${(index / columns.length) * 100}%` }}
            />
          ))}
          {blocks.flatMap((block) =>
            columnsOf(block.booking).map((id, part) => {
              const column = Math.max(
                columns.findIndex((each) => each.id === id),
                0,
              );
              const ownDraft = draft?.id === block.key && part === 0 ? draft : undefined;
              return (
                <BlockButton
                  key={`${block.key} ${id}`}
                  {...{ block, format, body, step, clamp }}
                  lanes={lanesOf(block, id, blocks)}
                  column={ownDraft?.column ?? column}
                  start={ownDraft?.start ?? block.start}
                  columns={columns.length}
                  top={span.from}
                  isDraft={ownDraft !== undefined}
                  isMovable={canMove && block.booking.kind !== 'class' && block.booking.status === 'confirmed'}
                  onDraft={setDraft}
                  onFinish={(to) => finishDrag(block, to, column)}
                  onOpen={() => onOpen(block.booking)}
                />
              );
            }),
          )}
        </div>
      </section>
    </div>
  );
}

type BlockProps = {
  block: Block;
  format: Format;
  body: React.RefObject<HTMLDivElement | null>;
  step: number;
  clamp(start: number): number;
  lanes: { lane: number; count: number };
  column: number;
  start: number;
  columns: number;
  top: number;
  isDraft: boolean;
  isMovable: boolean;
  onDraft(draft: Draft | undefined): void;
  onFinish(draft: Draft | undefined): void;
  onOpen(): void;
};

function BlockButton(props: BlockProps) {
  const { block, format, lanes, column, start, columns, top, isDraft, isMovable, onOpen } = props;
  const { booking, people } = block;
  const minutes = block.end - block.start;
  const isPast = booking.status === 'no_show' || booking.status === 'completed';
  const { who, what } = blockText(booking, people);
  const { onPointerDown, wasDragged } = useDrag(props);
  const width = 100 / columns / lanes.count;
  return (
    <button
      type="button"
      data-booking={booking.id}
      aria-description={isMovable ? texts.keys : undefined}
      onPointerDown={isMovable ? onPointerDown : undefined}
      onKeyDown={isMovable ? (event) => onBlockKey(event, props) : undefined}
      onClick={() => !wasDragged() && !isDraft && onOpen()}
      className={`absolute flex flex-col overflow-hidden rounded-lg border px-2 py-1 text-left text-sm ${
        isDraft ? 'z-10 border-dashed border-accent bg-raised shadow-lg' : ''
      } ${isPast ? 'border-line bg-sunken text-muted' : booking.status === 'offered' ? 'border-warning bg-warning-soft' : 'border-accent bg-accent-soft'} ${
        isMovable ? 'cursor-grab touch-none active:cursor-grabbing' : ''
      }`}
      style={{
        top: (start - top) * PIXELS_PER_MINUTE + 1,
        height: Math.max(minutes * PIXELS_PER_MINUTE - 2, 26),
        left: `calc(${(column / columns) * 100 + lanes.lane * width}% + 2px)`,
        width: `calc(${width}% - 4px)`,
      }}
    >
      <span className="w-full truncate font-medium">{who}</span>{' '}
      <span className="w-full truncate">
        {isDraft ? format.clock(start) : format.time(booking.startsAt)}
        <span className="sr-only"> – {format.time(booking.endsAt)}</span>
      </span>{' '}
      <span className="w-full truncate text-muted">{what}</span>{' '}
      <span className="sr-only">{booking.resource?.name ?? texts.noResource}</span>
    </button>
  );
}

/** Up and down change the time, left and right the column; Enter confirms. */
function onBlockKey(
  event: KeyboardEvent,
  { block, step, clamp, start, column, columns, isDraft, onDraft, onFinish }: BlockProps,
) {
  const moveByKey: Record<string, [minutes: number, columns: number]> = {
    ArrowUp: [-step, 0],
    ArrowDown: [step, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const move = moveByKey[event.key];
  if (move && (event.altKey || isDraft)) {
    event.preventDefault();
    const next = Math.min(Math.max(column + move[1], 0), columns - 1);
    onDraft({ id: block.key, start: clamp(start + move[0]), column: next });
  } else if (isDraft && event.key === 'Enter') {
    event.preventDefault();
    onFinish({ id: block.key, start, column });
  } else if (isDraft && event.key === 'Escape') {
    event.preventDefault();
    onDraft(undefined);
  }
}

function useDrag({ block, body, step, clamp, column, columns, onDraft, onFinish }: BlockProps) {
  const isDragged = useRef(false);
  const onPointerDown = (down: PointerEvent<HTMLButtonElement>) => {
    if (down.button !== 0) return;
    const target = down.currentTarget;
    const width = body.current!.clientWidth / columns;
    let draft: Draft | undefined;
    isDragged.current = false;
    const move = (event: globalThis.PointerEvent) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!isDragged.current && Math.hypot(x, y) < MIN_DRAG_PIXELS) return;
      isDragged.current = true;
      const start = clamp(block.start + Math.round(y / PIXELS_PER_MINUTE / step) * step);
      const next = Math.min(Math.max(column + Math.round(x / width), 0), columns - 1);
      draft = { id: block.key, start, column: next };
      onDraft(draft);
    };
    const endDrag = (shouldKeep: boolean) => () => {
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', up);
      target.removeEventListener('pointercancel', cancel);
      if (isDragged.current) onFinish(shouldKeep ? draft : undefined);
    };
    const [up, cancel] = [endDrag(true), endDrag(false)];
    target.setPointerCapture(down.pointerId);
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', up);
    target.addEventListener('pointercancel', cancel);
  };
  /** For the click event that follows a drag; resets the flag. */
  const wasDragged = () => {
    const wasDragging = isDragged.current;
    isDragged.current = false;
    return wasDragging;
  };
  return { onPointerDown, wasDragged };
}
