import type { RefObject } from 'react';
import { localTime } from '../calendar.ts';
import type { Format } from '../format.ts';
import { BlockButton, type Draft, GroupButton } from './blocks.tsx';
import type { Booking } from './data.ts';
import type { DropTarget, GridColumn } from './grid-types.ts';
import type { Span } from './hours.ts';
import { type Block, type Cell, MIN_BLOCK_PIXELS } from './layout.ts';

type Props = {
  columns: GridColumn[];
  shown: Span;
  step: number;
  format: Format;
  body: RefObject<HTMLDivElement | null>;
  scale: number;
  canChange: boolean;
  draft: Draft | undefined;
  clamp(start: number): number;
  onDraft(draft: Draft | undefined): void;
  onOpen(booking: Booking): void;
  onOpenDay(day: string): void;
  onMove(booking: Booking, to: DropTarget): void;
};

const isMovable = ({ kind, status }: Booking) => kind !== 'class' && status === 'confirmed';

/** The bookings of each column, one of them perhaps on its way to another place. */
export function PlacedBookings({ columns, shown, scale, draft, canChange, onDraft, onMove, ...props }: Props) {
  const width = 100 / columns.length;
  const placeOf = (column: number, lane = 0, lanes = 1) => ({
    left: `calc(${(column + lane / lanes) * width}% + 2px)`,
    width: `calc(${width / lanes}% - 4px)`,
  });
  const finishDrag = ({ booking, start }: Block, to: Draft | undefined, from: number) => {
    onDraft(undefined);
    const column = to && columns[to.column];
    if (!column || (to.start === start && to.column === from)) return;
    // Joined tables stay joined if only the time changes.
    const resource = to.column === from ? undefined : column.resource;
    onMove(booking, { startsAt: localTime(column.day, to.start), column: resource?.id ?? booking.resource?.id ?? '' });
  };
  const buttonOf = (cell: Cell, index: number) => {
    const { day, key } = columns[index]!;
    const { blocks, start, end, lane, lanes } = cell;
    const [block] = blocks;
    if (blocks.length > 1)
      return (
        <GroupButton
          key={`${key} ${cell.key}`}
          blocks={blocks}
          format={props.format}
          style={{ ...placeOf(index), top: (start - shown.from) * scale + 1, height: (end - start) * scale - 2 }}
          onOpen={() => props.onOpenDay(day)}
        />
      );
    const own = draft?.id === block.key && draft.from === index ? draft : undefined;
    const at = own?.start ?? block.start;
    return (
      <BlockButton
        key={`${key} ${cell.key}`}
        {...props}
        {...{ block, scale, onDraft }}
        column={own?.column ?? index}
        from={index}
        start={at}
        columns={columns.length}
        isDraft={own !== undefined}
        isMovable={canChange && isMovable(block.booking)}
        style={{
          ...(own ? placeOf(own.column) : placeOf(index, lane, lanes)),
          top: (at - shown.from) * scale + 1,
          height: Math.max((block.end - block.start) * scale - 2, MIN_BLOCK_PIXELS),
        }}
        onFinish={(to) => finishDrag(block, to, index)}
        onOpen={() => props.onOpen(block.booking)}
      />
    );
  };
  return columns.flatMap(({ cells }, index) => cells.map((cell) => buttonOf(cell, index)));
}
