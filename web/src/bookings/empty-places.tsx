import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Format } from '../format.ts';
import type { EmptyPlace, GridColumn } from './grid-types.ts';
import { type Span, startAt } from './hours.ts';
import { MIN_BLOCK_PIXELS } from './layout.ts';
import { texts } from './texts.ts';

type Props = {
  columns: GridColumn[];
  shown: Span;
  step: number;
  format: Format;
  scale: number;
  clamp(minutes: number): number;
  onAdd(place: EmptyPlace): void;
};

/** One button under all bookings: the pointer or the arrow keys choose the place. */
export function EmptyPlaces({ columns, shown, step, format, scale, clamp, onAdd }: Props) {
  const [place, setPlace] = useState<{ column: number; minutes: number }>();
  const [announcement, setAnnouncement] = useState('');
  const ghost = useRef<HTMLSpanElement>(null);
  const firstOpen = columns.findIndex(({ open }) => open.length > 0);
  const initial = {
    column: Math.max(firstOpen, 0),
    minutes: columns[Math.max(firstOpen, 0)]!.open[0]?.from ?? shown.from,
  };
  const { column, minutes } = place && place.column < columns.length ? place : initial;
  const target = columns[column]!;
  const placeAt = ({ clientX, clientY, currentTarget }: MouseEvent) => {
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
    const nextMinutes = clamp(minutes + move[1]);
    setPlace({ column: next, minutes: nextMinutes });
    setAnnouncement(`${format.clock(nextMinutes)}, ${columns[next]!.name}`);
    requestAnimationFrame(() => ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
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
    </>
  );
}
