// A booking on the grid: opened by a click, moved by dragging or with Alt and the arrow keys.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { Format } from '../format.ts';
import { type Block, describeBlock } from './layout.ts';
import { texts } from './texts.ts';

const MIN_DRAG_PIXELS = 6;
/** One line on the screen; paper has no tooltip for the rest. */
const LINE_CLASS = 'w-full shrink-0 truncate print:text-xs print:wrap-anywhere print:whitespace-normal';

/** Where a block is being moved to, and from which column. `start` is in minutes after midnight. */
export type PendingMove = { blockKey: string; start: number; column: number; fromColumn: number };

type BlockProps = {
  block: Block;
  format: Format;
  gridBody: RefObject<HTMLDivElement | null>;
  slotMinutes: number;
  pixelsPerMinute: number;
  /** Limits a start to the shown hours. */
  clampStart(start: number): number;
  column: number;
  fromColumn: number;
  /** Where the block is shown, in minutes after midnight. */
  start: number;
  columnCount: number;
  isBeingMoved: boolean;
  isMovable: boolean;
  style: CSSProperties;
  onPendingMove(move: PendingMove | undefined): void;
  onMoveEnd(move: PendingMove | undefined): void;
  onOpen(): void;
};

const getStatusClass = ({ booking: { status } }: Block) =>
  status === 'no_show' || status === 'completed'
    ? 'border-line bg-sunken text-muted'
    : status === 'offered' || status === 'awaiting_payment'
      ? 'border-warning bg-warning-soft'
      : 'border-accent bg-accent-soft';

export function BlockButton(props: BlockProps) {
  const { block, format, start, isBeingMoved, isMovable, style, onOpen } = props;
  const { booking, peopleCount } = block;
  const { title, detail } = describeBlock(booking, peopleCount);
  const { onPointerDown, wasDragged } = useDrag(props);
  const time = `${format.time(booking.startsAt)} – ${format.time(booking.endsAt)}`;
  return (
    <button
      type="button"
      data-booking={booking.id}
      title={[title, time, detail].filter(Boolean).join('\n')}
      aria-description={isMovable ? texts.moveKeys : undefined}
      onPointerDown={isMovable ? onPointerDown : undefined}
      onKeyDown={isMovable ? (event) => handleBlockKeyDown(event, props) : undefined}
      onClick={() => !wasDragged() && !isBeingMoved && onOpen()}
      className={`absolute flex flex-col overflow-hidden rounded-lg border px-1 py-0.5 text-left text-sm leading-tight ${
        isBeingMoved ? 'z-10 border-dashed border-accent bg-raised shadow-lg' : getStatusClass(block)
      } ${isMovable ? 'cursor-grab touch-none active:cursor-grabbing' : ''}`}
      style={style}
    >
      <span className={`${LINE_CLASS} font-medium`}>{title}</span>{' '}
      <span className={LINE_CLASS}>
        {isBeingMoved ? format.clock(start) : format.time(booking.startsAt)}
        <span className="sr-only"> – {format.time(booking.endsAt)}</span>
      </span>{' '}
      <span className={`${LINE_CLASS} text-muted`}>{detail}</span>{' '}
      <span className="sr-only">{booking.resource?.name ?? texts.noResource}</span>
    </button>
  );
}

/** Bookings that start in the same hour; opens their day. */
export function GroupButton(props: { blocks: Block[]; format: Format; style: CSSProperties; onOpen(): void }) {
  const { blocks, format, style, onOpen } = props;
  const guestCount = blocks.reduce((sum, { booking }) => sum + (booking.partySize ?? 0), 0);
  return (
    <button
      type="button"
      title={blocks
        .map(
          ({ booking, peopleCount }) => `${format.time(booking.startsAt)} ${describeBlock(booking, peopleCount).title}`,
        )
        .join('\n')}
      onClick={onOpen}
      style={style}
      className="absolute flex flex-col overflow-hidden rounded-lg border border-accent bg-accent-soft px-1 text-left text-sm leading-tight"
    >
      <span className={`${LINE_CLASS} font-medium`}>{texts.bookings(blocks.length)}</span>{' '}
      <span className="sr-only">{format.hour(blocks[0]!.start)}</span>{' '}
      {guestCount > 0 && <span className={`${LINE_CLASS} text-muted`}>{texts.party(guestCount)}</span>}
    </button>
  );
}

/** Up and down change the time, left and right the column; Enter confirms. */
function handleBlockKeyDown(
  event: KeyboardEvent,
  {
    block,
    slotMinutes,
    clampStart,
    start,
    column,
    fromColumn,
    columnCount,
    isBeingMoved,
    onPendingMove,
    onMoveEnd,
  }: BlockProps,
) {
  const moveByKey: Record<string, [minutes: number, columns: number]> = {
    ArrowUp: [-slotMinutes, 0],
    ArrowDown: [slotMinutes, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const move = moveByKey[event.key];
  if (move && (event.altKey || isBeingMoved)) {
    event.preventDefault();
    const nextColumn = Math.min(Math.max(column + move[1], 0), columnCount - 1);
    onPendingMove({ blockKey: block.key, start: clampStart(start + move[0]), column: nextColumn, fromColumn });
  } else if (isBeingMoved && event.key === 'Enter') {
    event.preventDefault();
    onMoveEnd({ blockKey: block.key, start, column, fromColumn });
  } else if (isBeingMoved && event.key === 'Escape') {
    event.preventDefault();
    onPendingMove(undefined);
  }
}

function useDrag({
  block,
  gridBody,
  slotMinutes,
  pixelsPerMinute,
  clampStart,
  column,
  fromColumn,
  columnCount,
  onPendingMove,
  onMoveEnd,
}: BlockProps) {
  const isDragged = useRef(false);
  const onPointerDown = (downEvent: PointerEvent<HTMLButtonElement>) => {
    if (downEvent.button !== 0) return;
    const button = downEvent.currentTarget;
    const columnWidth = gridBody.current!.clientWidth / columnCount;
    let pendingMove: PendingMove | undefined;
    isDragged.current = false;
    const onPointerMove = (event: globalThis.PointerEvent) => {
      const [x, y] = [event.clientX - downEvent.clientX, event.clientY - downEvent.clientY];
      if (!isDragged.current && Math.hypot(x, y) < MIN_DRAG_PIXELS) return;
      isDragged.current = true;
      const start = clampStart(block.start + Math.round(y / pixelsPerMinute / slotMinutes) * slotMinutes);
      const nextColumn = Math.min(Math.max(column + Math.round(x / columnWidth), 0), columnCount - 1);
      pendingMove = { blockKey: block.key, start, column: nextColumn, fromColumn };
      onPendingMove(pendingMove);
    };
    const endDrag = (shouldMove: boolean) => () => {
      button.removeEventListener('pointermove', onPointerMove);
      button.removeEventListener('pointerup', onPointerUp);
      button.removeEventListener('pointercancel', onPointerCancel);
      if (isDragged.current) onMoveEnd(shouldMove ? pendingMove : undefined);
    };
    const [onPointerUp, onPointerCancel] = [endDrag(true), endDrag(false)];
    button.setPointerCapture(downEvent.pointerId);
    button.addEventListener('pointermove', onPointerMove);
    button.addEventListener('pointerup', onPointerUp);
    button.addEventListener('pointercancel', onPointerCancel);
  };
  /** For the click event that follows a drag; resets the flag. */
  const wasDragged = () => {
    const hadDragged = isDragged.current;
    isDragged.current = false;
    return hadDragged;
  };
  return { onPointerDown, wasDragged };
}
