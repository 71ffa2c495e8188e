// Bookings as lists, for phones and print.
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../format.ts';
import { Select } from '../ui/field.tsx';
import type { Booking } from './data.ts';
import type { Span } from './hours.ts';
import { type Block, describeBlock, type Resource, splitResourceIds } from './layout.ts';
import { texts } from './texts.ts';

type Props = {
  blocks: Block[];
  openHours: Span[];
  resources: Resource[];
  resourceLabel: string;
  /** Minutes after midnight, if the day is today. */
  nowMinutes?: number;
  onOpen(booking: Booking): void;
};

/** A day, the earliest booking first, of everyone or of one person or table. */
export function Agenda({ blocks, openHours, resources, resourceLabel, nowMinutes, onOpen }: Props) {
  const format = useFormat();
  const [resourceId, setResourceId] = useState('');
  const shownBlocks = blocks.filter(({ booking }) => !resourceId || splitResourceIds(booking).includes(resourceId));
  const nextIndex = nowMinutes === undefined ? -1 : shownBlocks.findIndex(({ end }) => end > nowMinutes);
  const nextItem = useRef<HTMLLIElement>(null);
  const isFirstRender = useRef(true);
  useEffect(() => {
    if (isFirstRender.current && nextIndex > 0) nextItem.current?.scrollIntoView({ block: 'start' });
    isFirstRender.current = false;
  }, [nextIndex]);
  return (
    <div className="flex flex-col gap-3 p-3">
      {openHours.length > 0 && (
        <p className="text-sm text-muted">
          {texts.open(openHours.map(({ from, to }) => `${format.clock(from)} – ${format.clock(to)}`).join(', '))}
        </p>
      )}
      {resources.length > 1 && blocks.length > 0 && (
        <Select
          label={resourceLabel}
          hideLabel
          value={resourceId}
          options={[
            { value: '', label: texts.all(resourceLabel) },
            ...resources.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target }) => setResourceId(target.value)}
        />
      )}
      {blocks.length > 0 && !shownBlocks.length && <p className="text-muted">{texts.noneOnDay}</p>}
      <ol className="flex flex-col gap-2">
        {shownBlocks.map((block, index) => (
          <li key={block.key} ref={index === nextIndex ? nextItem : undefined} className="scroll-mt-20">
            {index === nextIndex && <NowLine />}
            <BlockRow block={block} onOpen={onOpen} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const NowLine = () => (
  <p className="mb-2 flex items-center gap-2 text-sm font-medium text-danger">
    {texts.now}
    <span className="flex-1 border-t-2 border-danger" />
  </p>
);

function BlockRow({ block: { booking, peopleCount }, onOpen }: { block: Block; onOpen(booking: Booking): void }) {
  const format = useFormat();
  const { title, detail } = describeBlock(booking, peopleCount);
  const isFinished = booking.status === 'no_show' || booking.status === 'completed';
  return (
    <button
      type="button"
      data-booking={booking.id}
      onClick={() => onOpen(booking)}
      className={`min-h-[44px] w-full rounded-lg border px-3 py-1.5 text-left ${
        isFinished
          ? 'border-line bg-sunken text-muted'
          : booking.status === 'offered' || booking.status === 'awaiting_payment'
            ? 'border-warning bg-warning-soft'
            : 'border-accent bg-accent-soft'
      }`}
    >
      <span className="block text-sm">
        {format.time(booking.startsAt)} – {format.time(booking.endsAt)}
      </span>{' '}
      <span className="block font-medium wrap-anywhere">{title}</span>{' '}
      <span className="block text-sm text-muted wrap-anywhere">
        {[detail, booking.resource?.name].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}

type WeekDay = { day: string; blocks: Block[]; isClosed: boolean };
type WeekProps = { days: WeekDay[]; today: string; onOpen(booking: Booking): void; onOpenDay(day: string): void };

export function WeekList({ days, today, onOpen, onOpenDay }: WeekProps) {
  const format = useFormat();
  return (
    <ol className="grid md:grid-cols-7">
      {days.map(({ day, blocks, isClosed }) => (
        <li key={day} className="min-w-0 border-line p-2 max-md:border-b md:min-h-64 md:border-l md:first:border-l-0">
          <h3 className={`text-sm font-semibold ${day === today ? 'text-accent' : 'text-muted'}`}>
            <button type="button" onClick={() => onOpenDay(day)} className="min-h-[44px] w-full text-left">
              {format.shortDay(day)}
              {day === today && ` · ${texts.today}`}
              {!blocks.length && (
                <span className="font-normal text-muted"> · {isClosed ? texts.closed : texts.noneOnWeekday}</span>
              )}
            </button>
          </h3>
          <ul className="flex flex-col gap-1.5">
            {blocks.map((block) => (
              <li key={block.key}>
                <BlockRow block={block} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
