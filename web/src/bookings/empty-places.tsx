import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Format } from '../format.ts';
import type { EmptyPlace, GridColumn } from './grid-types.ts';
import { type Span, slotStartAt } from './hours.ts';
import { MIN_BLOCK_PIXELS } from './layout.ts';
import { texts } from './texts.ts';

type Props = {
  columns: GridColumn[];
  shownHours: Span;
  slotMinutes: number;
  format: Format;
  pixelsPerMinute: number;
  clamp(minutes: number): number;
  onAdd(place: EmptyPlace): void;
};

/** One button under all bookings: the pointer or the arrow keys choose the place. */
export function EmptyPlaces({ columns, shownHours, slotMinutes, format, pixelsPerMinute, clamp, onAdd }: Props) {
  const [place, setPlace] = useState<{ column: number; minutes: number }>();
  const [announcement, setAnnouncement] = useState('');
  const placeMarker = useRef<HTMLSpanElement>(null);
  const firstOpenColumn = columns.findIndex(({ openHours }) => openHours.length > 0);
  const initialPlace = {
    column: Math.max(firstOpenColumn, 0),
    minutes: columns[Math.max(firstOpenColumn, 0)]!.openHours[0]?.from ?? shownHours.from,
  };
  const { column, minutes } = place && place.column < columns.length ? place : initialPlace;
  const target = columns[column]!;
  const placeAt = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const at = Math.min(Math.floor(((clientX - box.left) / box.width) * columns.length), columns.length - 1);
    const minute = shownHours.from + (clientY - box.top) / pixelsPerMinute;
    return { column: Math.max(at, 0), minutes: slotStartAt(minute, columns[Math.max(at, 0)]!.openHours, slotMinutes) };
  };
  const add = (at: { column: number; minutes: number }) => {
    const { day, resource } = columns[at.column]!;
    onAdd({ day, minutes: at.minutes, ...(resource ? { resource } : {}) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [columns: number, minutes: number]> = {
      ...{ ArrowUp: [0, -slotMinutes], ArrowDown: [0, slotMinutes], ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
      ...{ PageUp: [0, -60], PageDown: [0, 60] },
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(column + move[0], 0), columns.length - 1);
    const nextMinutes = clamp(minutes + move[1]);
    setPlace({ column: next, minutes: nextMinutes });
    setAnnouncement(`${format.clock(nextMinutes)}, ${columns[next]!.name}`);
    requestAnimationFrame(() => placeMarker.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  };
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
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
          ref={placeMarker}
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
