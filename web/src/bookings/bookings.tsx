import { CalendarDays, ChevronLeft, ChevronRight, Plus, Printer } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { addDays, mondayOf } from '../calendar.ts';
import { type BusinessDocument, useDocument, useFormat } from '../format.ts';
import { LiveIndicator } from '../inbox/live-indicator.tsx';
import { useActiveIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Segments } from '../ui/segmented-control.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../url.ts';
import { BOOKINGS_PATH, type Booking, updateBooking, useBookings } from './data.ts';
import { BookingDialog } from './details.tsx';
import { DayGrid, type DropTarget } from './grid.tsx';
import { blocksOf, columnsOf, gridHours, isLive, isWaiting, resourcesOf } from './layout.ts';
import { NewBooking } from './new-booking.tsx';
import './print.css';
import { BookingTable, WeekGrid } from './tables.tsx';
import { texts } from './texts.ts';

type View = keyof typeof texts.views;
type Url = { view: View; date: string; q: string; booking: string };

export function BookingsPage() {
  const [url, setUrl] = useUrl<Url>();
  const format = useFormat();
  const { data: business } = useDocument();
  const { can } = useMe();
  const view = url.view && url.view in texts.views ? url.view : 'day';
  const date = /^\d{4}-\d\d-\d\d$/.test(url.date ?? '') ? url.date! : format.today();
  const q = useDeferredValue(url.q);
  const first = view === 'day' ? date : mondayOf(date);
  const range = { from: first, to: addDays(first, view === 'day' ? 1 : 7) };
  const query = useBookings(view === 'list' && q ? { q } : range);
  const [bookable, ...others] = useActiveIndustries().flatMap(({ bookings }) => bookings);
  const [isAdding, setIsAdding] = useState(false);
  const move = useMove();
  const open = (booking: Booking) => setUrl({ booking: booking.id });
  const stepDays = view === 'day' ? 1 : 7;
  const heading =
    view === 'day' ? format.longDay(date) : `${format.shortDay(first)} – ${format.shortDay(addDays(first, 6))}`;
  return (
    <>
      <PageHeader
        title={texts.title}
        about={texts.about}
        action={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <LiveIndicator />
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden />
              {texts.print}
            </Button>
            {can('agent') && (
              <Button onClick={() => setIsAdding(true)} disabled={!business || !bookable}>
                <Plus className="size-4" aria-hidden />
                {texts.add}
              </Button>
            )}
          </div>
        }
      />
      <div data-wide className="flex flex-wrap items-center gap-2">
        <div className="flex items-center print:hidden">
          <IconButton label={texts.previous} onClick={() => setUrl({ date: addDays(date, -stepDays) })}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Button variant="secondary" small onClick={() => setUrl({ date: undefined })}>
            {texts.today}
          </Button>
          <IconButton label={texts.next} onClick={() => setUrl({ date: addDays(date, stepDays) })}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <h2 className="text-lg font-semibold">{heading}</h2>
        <input
          type="date"
          aria-label={texts.date}
          value={date}
          onChange={({ target }) => target.value && setUrl({ date: target.value })}
          className="min-h-10 rounded-lg border border-edge bg-surface px-2 print:hidden"
        />
        {view === 'list' && (
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={url.q ?? ''}
            onChange={({ target }) => setUrl({ q: target.value || undefined }, { replace: true })}
            className="min-h-10 min-w-0 flex-1 rounded-lg border border-edge bg-surface px-3 placeholder:text-muted max-sm:order-last max-sm:basis-full print:hidden"
          />
        )}
        <Segments
          label={texts.viewsLabel}
          options={Object.entries(texts.views) as [View, string][]}
          value={view}
          onChange={(next) => setUrl({ view: next })}
          className="ml-auto print:hidden"
        />
      </div>
      <Card flush>
        <Loaded query={query} lines={8}>
          {(bookings) => (
            <BookingsView {...{ view, date, first, bookings, business, open, move }} canMove={can('agent')} />
          )}
        </Loaded>
      </Card>
      {query.data?.some(isWaiting) && (
        <Card flush title={texts.waitlist} about={texts.waitlistAbout}>
          <BookingTable label={texts.waitlist} bookings={query.data.filter(isWaiting)} onOpen={open} />
        </Card>
      )}
      {url.booking && (
        <BookingDialog
          key={url.booking}
          id={url.booking}
          listedBooking={query.data?.find(({ id }) => id === url.booking)}
          onClose={() => setUrl({ booking: undefined })}
          onMove={move}
        />
      )}
      {isAdding && business && bookable && (
        <NewBooking
          business={business}
          bookables={[bookable, ...others]}
          day={date}
          onClose={() => setIsAdding(false)}
          onBooked={(booking) => {
            setIsAdding(false);
            setUrl({ date: booking.startsAt.slice(0, 10) });
          }}
        />
      )}
    </>
  );
}

type BookingsViewProps = {
  view: View;
  date: string;
  first: string;
  bookings: Booking[];
  business: BusinessDocument | undefined;
  open(booking: Booking): void;
  move(booking: Booking, to: DropTarget): Promise<void>;
  canMove: boolean;
};

function BookingsView({ view, date, first, bookings, business, open, move, canMove }: BookingsViewProps) {
  const format = useFormat();
  const activeIndustries = useActiveIndustries();
  const visibleBookings = view === 'list' ? bookings : bookings.filter(isLive);
  if (!visibleBookings.length) return <EmptyState icon={CalendarDays} title={texts.none} text={texts.noneText} />;
  if (view === 'list') return <BookingTable label={texts.title} bookings={visibleBookings} onOpen={open} />;
  if (view === 'week') return <WeekGrid monday={first} bookings={visibleBookings} onOpen={open} />;
  const blocks = blocksOf(visibleBookings, date);
  const resources = resourcesOf(business, activeIndustries);
  const hasOtherResource = visibleBookings.some((booking) =>
    columnsOf(booking).some((id) => !resources.some((each) => each.id === id)),
  );
  const columns = [
    ...resources,
    ...(hasOtherResource || !resources.length ? [{ id: '', name: texts.noResource }] : []),
  ];
  return (
    <DayGrid
      day={date}
      columns={columns}
      blocks={blocks}
      span={gridHours(business, [date], blocks)}
      step={business?.booking.slotMinutes ?? 15}
      format={format}
      canMove={canMove}
      onOpen={open}
      onMove={(booking, to) => void move(booking, to).catch(() => undefined)}
    />
  );
}

/** Moves a booking via the API and offers to undo it. If the API refuses, shows why and nothing moves. */
function useMove() {
  const refresh = useRefresh();
  const format = useFormat();
  return async function move(booking: Booking, { startsAt, column }: DropTarget): Promise<void> {
    const isOtherResource = column && column !== booking.resource?.id && booking.kind !== 'class';
    const to = { startsAt, ...(isOtherResource ? { resourceId: column } : {}) };
    try {
      const moved = await updateBooking(booking, { ...to, version: booking.version });
      const movedTo = [format.dateTime(moved.startsAt), moved.resource?.name].filter(Boolean).join(', ');
      const previousPlace = { startsAt: booking.startsAt.slice(0, 16), column: booking.resource?.id ?? '' };
      toast.done(texts.moved(movedTo), () => void move(moved, previousPlace).catch(() => undefined));
    } catch (error) {
      toast.error((error as Error).message);
      throw error;
    } finally {
      await refresh(BOOKINGS_PATH);
    }
  };
}
