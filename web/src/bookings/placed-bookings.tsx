import type { RefObject } from 'react';
import { formatLocalTime } from '../calendar.ts';
import type { Format } from '../format.ts';
import { BlockButton, GroupButton, type PendingMove } from './blocks.tsx';
import type { Booking } from './data.ts';
import type { DropTarget, GridColumn } from './grid-types.ts';
import type { Span } from './hours.ts';
import { type Block, type Cell, MIN_BLOCK_PIXELS } from './layout.ts';

type Props = {
  columns: GridColumn[];
  shownHours: Span;
  slotMinutes: number;
  format: Format;
  gridBody: RefObject<HTMLDivElement | null>;
  pixelsPerMinute: number;
  canChange: boolean;
  pendingMove: PendingMove | undefined;
  clampStart(start: number): number;
  onPendingMove(move: PendingMove | undefined): void;
  onOpen(booking: Booking): void;
  onOpenDay(day: string): void;
  onMove(booking: Booking, target: DropTarget): void;
};

const isMovable = ({ kind, status }: Booking) => kind !== 'class' && status === 'confirmed';

/** The bookings of each column, including one that is being moved. */
export function PlacedBookings({
  columns,
  shownHours,
  pixelsPerMinute,
  pendingMove,
  canChange,
  onPendingMove,
  onMove,
  ...props
}: Props) {
  const columnWidthPercent = 100 / columns.length;
  const getHorizontalStyle = (column: number, lane = 0, laneCount = 1) => ({
    left: `calc(${(column + lane / laneCount) * columnWidthPercent}% + 2px)`,
    width: `calc(${columnWidthPercent / laneCount}% - 4px)`,
  });
  const finishMove = ({ booking, start }: Block, pendingTarget: PendingMove | undefined, fromColumn: number) => {
    onPendingMove(undefined);
    const column = pendingTarget && columns[pendingTarget.column];
    if (!column || (pendingTarget.start === start && pendingTarget.column === fromColumn)) return;
    // Joined tables stay joined if only the time changes.
    const resource = pendingTarget.column === fromColumn ? undefined : column.resource;
    onMove(booking, {
      startsAt: formatLocalTime(column.day, pendingTarget.start),
      resourceId: resource?.id ?? booking.resource?.id ?? '',
    });
  };
  const renderCell = (cell: Cell, index: number) => {
    const { day, key } = columns[index]!;
    const { blocks, start, end, lane, laneCount } = cell;
    const [block] = blocks;
    if (blocks.length > 1)
      return (
        <GroupButton
          key={`${key} ${cell.key}`}
          blocks={blocks}
          format={props.format}
          style={{
            ...getHorizontalStyle(index),
            top: (start - shownHours.from) * pixelsPerMinute + 1,
            height: (end - start) * pixelsPerMinute - 2,
          }}
          onOpen={() => props.onOpenDay(day)}
        />
      );
    const blockMove = pendingMove?.blockKey === block.key && pendingMove.fromColumn === index ? pendingMove : undefined;
    const blockStart = blockMove?.start ?? block.start;
    return (
      <BlockButton
        key={`${key} ${cell.key}`}
        {...props}
        block={block}
        pixelsPerMinute={pixelsPerMinute}
        onPendingMove={onPendingMove}
        column={blockMove?.column ?? index}
        fromColumn={index}
        start={blockStart}
        columnCount={columns.length}
        isBeingMoved={blockMove !== undefined}
        isMovable={canChange && isMovable(block.booking)}
        style={{
          ...(blockMove ? getHorizontalStyle(blockMove.column) : getHorizontalStyle(index, lane, laneCount)),
          top: (blockStart - shownHours.from) * pixelsPerMinute + 1,
          height: Math.max((block.end - block.start) * pixelsPerMinute - 2, MIN_BLOCK_PIXELS),
        }}
        onMoveEnd={(pendingTarget) => finishMove(block, pendingTarget, index)}
        onOpen={() => props.onOpen(block.booking)}
      />
    );
  };
  return columns.flatMap(({ cells }, index) => cells.map((cell) => renderCell(cell, index)));
}
