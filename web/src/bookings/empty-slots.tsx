import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Format } from '../format.ts';
import type { EmptySlot, GridColumn } from './grid-types.ts';
import { findSlotStart, type Span } from './hours.ts';
import { MIN_BLOCK_PIXELS } from './layout.ts';
import { texts } from './texts.ts';

type Props = {
  columns: GridColumn[];
  shownHours: Span;
  slotMinutes: number;
  format: Format;
  pixelsPerMinute: number;
  clampStart(minutes: number): number;
  onAdd(slot: EmptySlot): void;
};

/** One button under all bookings: the pointer or the arrow keys choose the slot. */
export function EmptySlots({ columns, shownHours, slotMinutes, format, pixelsPerMinute, clampStart, onAdd }: Props) {
  const [slot, setSlot] = useState<{ column: number; minutes: number }>();
  const [announcement, setAnnouncement] = useState('');
  const slotMarker = useRef<HTMLSpanElement>(null);
  const firstOpenColumn = columns.findIndex(({ openHours }) => openHours.length > 0);
  const initialSlot = {
    column: Math.max(firstOpenColumn, 0),
    minutes: columns[Math.max(firstOpenColumn, 0)]!.openHours[0]?.from ?? shownHours.from,
  };
  const { column, minutes } = slot && slot.column < columns.length ? slot : initialSlot;
  const targetColumn = columns[column]!;
  const findSlotAt = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const gridRect = currentTarget.getBoundingClientRect();
    const columnIndex = Math.min(
      Math.floor(((clientX - gridRect.left) / gridRect.width) * columns.length),
      columns.length - 1,
    );
    const minute = shownHours.from + (clientY - gridRect.top) / pixelsPerMinute;
    return {
      column: Math.max(columnIndex, 0),
      minutes: findSlotStart(minute, columns[Math.max(columnIndex, 0)]!.openHours, slotMinutes),
    };
  };
  const addAtSlot = (chosenSlot: { column: number; minutes: number }) => {
    const { day, resource } = columns[chosenSlot.column]!;
    onAdd({ day, minutes: chosenSlot.minutes, ...(resource ? { resource } : {}) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moveByKey: Record<string, [columns: number, minutes: number]> = {
      ArrowUp: [0, -slotMinutes],
      ArrowDown: [0, slotMinutes],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      PageUp: [0, -60],
      PageDown: [0, 60],
    };
    const move = moveByKey[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const nextColumn = Math.min(Math.max(column + move[0], 0), columns.length - 1);
    const nextMinutes = clampStart(minutes + move[1]);
    setSlot({ column: nextColumn, minutes: nextMinutes });
    setAnnouncement(`${format.clock(nextMinutes)}, ${columns[nextColumn]!.name}`);
    requestAnimationFrame(() => slotMarker.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  };
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      <button
        type="button"
        aria-label={texts.addAt(format.clock(minutes), targetColumn.name)}
        aria-description={texts.addKeys}
        className="group absolute inset-0 cursor-copy outline-none print:hidden"
        onPointerMove={(event) => event.pointerType === 'mouse' && setSlot(findSlotAt(event))}
        onKeyDown={onKeyDown}
        // `detail` is 0 for a press of Enter or Space, which has no position.
        onClick={(event) => addAtSlot(event.detail ? findSlotAt(event) : { column, minutes })}
      >
        <span
          ref={slotMarker}
          className="pointer-events-none absolute flex scroll-mt-12 scroll-ml-20 items-center gap-1 overflow-hidden rounded-lg border border-dashed border-accent bg-surface px-1.5 text-sm whitespace-nowrap text-accent opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-focus-visible:outline-2 group-focus-visible:outline-accent"
          style={{
            top: (minutes - shownHours.from) * pixelsPerMinute + 1,
            height: Math.max(slotMinutes * pixelsPerMinute - 2, MIN_BLOCK_PIXELS),
            left: `calc(${(100 * column) / columns.length}% + 2px)`,
            width: `calc(${100 / columns.length}% - 4px)`,
          }}
        >
          <Plus className="size-3.5 shrink-0" aria-hidden />
          {format.clock(minutes)}
        </span>
      </button>
    </>
  );
}
