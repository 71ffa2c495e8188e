import { CalendarDays, ChevronLeft, ChevronRight, Plus, Printer } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { addDays, mondayOf } from '../calendar.ts';
import { type BusinessDocument, useDocument, useFormat } from '../format.ts';
import { LiveSign } from '../inbox/live-sign.tsx';
import { useActiveIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Segments } from '../ui/segments.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../url.ts';
import { BOOKINGS, type Booking, change, useBookings } from './data.ts';
import { BookingDialog } from './details.tsx';
import { DayGrid, type Place } from './grid.tsx';
import { blocksOf, columnsOf, isLive, isWaiting, resourcesOf, spanOf } from './layout.ts';
import { NewBooking } from './new-booking.tsx';
import './print.css';
import { BookingTable, WeekGrid } from './tables.tsx';
import { texts } from './texts.ts';

type View = keyof typeof texts.views;
type Url = { view: View; date: string; q: string; booking: string };

export function BookingsPage() {
  const [url, go] = useUrl<Url>();
  const format = useFormat();
  const { data: business } = useDocument();
  const { can } = useMe();
  const view = url.view && url.view in texts.views ? url.view : 'day';
  const date = /^\d{4}-\d\d-\d\d$/.test(url.date ?? '') ? url.date! : format.today();
  const q = useDeferredValue(url.q);
  const first = view === 'day' ? date : mondayOf(date);
  const range = { from: first, to: addDays(first, view === 'day' ? 1 : 7) };
  const asked = useBookings(view === 'list' && q ? { q } : range);
  const [bookable, ...others] = useActiveIndustries().flatMap(({ bookings }) => bookings);
  const [adding, setAdding] = useState(false);
  const move = useMove();
  const open = (booking: Booking) => go({ booking: booking.id });
  const by = view === 'day' ? 1 : 7;
  const heading =
    view === 'day' ? format.longDay(date) : `${format.shortDay(first)} – ${format.shortDay(addDays(first, 6))}`;
  return (
    <>
      <PageHeader
        title={texts.title}
        about={texts.about}
        action={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <LiveSign />
            <Button look="secondary" onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden />
              {texts.print}
            </Button>
            {can('agent') && (
              <Button onClick={() => setAdding(true)} disabled={!business || !bookable}>
                <Plus className="size-4" aria-hidden />
                {texts.add}
              </Button>
            )}
          </div>
        }
      />
      <div data-wide className="flex flex-wrap items-center gap-2">
        <div className="flex items-center print:hidden">
          <IconButton label={texts.previous} onClick={() => go({ date: addDays(date, -by) })}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Button look="secondary" small onClick={() => go({ date: undefined })}>
            {texts.today}
          </Button>
          <IconButton label={texts.next} onClick={() => go({ date: addDays(date, by) })}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <h2 className="text-lg font-semibold">{heading}</h2>
        <input
          type="date"
          aria-label={texts.date}
          value={date}
          onChange={({ target }) => target.value && go({ date: target.value })}
          className="min-h-10 rounded-lg border border-edge bg-surface px-2 print:hidden"
        />
        {view === 'list' && (
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={url.q ?? ''}
            onChange={({ target }) => go({ q: target.value || undefined }, { replace: true })}
            className="min-h-10 min-w-0 flex-1 rounded-lg border border-edge bg-surface px-3 placeholder:text-muted max-sm:order-last max-sm:basis-full print:hidden"
          />
        )}
        <Segments
          label={texts.viewsLabel}
          options={Object.entries(texts.views) as [View, string][]}
          value={view}
          onChange={(next) => go({ view: next })}
          className="ml-auto print:hidden"
        />
      </div>
      <Card flush>
        <Loaded of={asked} lines={8}>
          {(bookings) => <Shown {...{ view, date, first, bookings, business, open, move }} mayMove={can('agent')} />}
        </Loaded>
      </Card>
      {asked.data?.some(isWaiting) && (
        <Card flush title={texts.waitlist} about={texts.waitlistAbout}>
          <BookingTable label={texts.waitlist} bookings={asked.data.filter(isWaiting)} onOpen={open} />
        </Card>
      )}
      {url.booking && (
        <BookingDialog
          key={url.booking}
          id={url.booking}
          listed={asked.data?.find(({ id }) => id === url.booking)}
          onClose={() => go({ booking: undefined })}
          onMove={move}
        />
      )}
      {adding && business && bookable && (
        <NewBooking
          business={business}
          bookables={[bookable, ...others]}
          day={date}
          onClose={() => setAdding(false)}
          onBooked={(booking) => {
            setAdding(false);
            go({ date: booking.startsAt.slice(0, 10) });
          }}
        />
      )}
    </>
  );
}

type ShownProps = {
  view: View;
  date: string;
  first: string;
  bookings: Booking[];
  business: BusinessDocument | undefined;
  open(booking: Booking): void;
  move(booking: Booking, to: Place): Promise<void>;
  mayMove: boolean;
};

function Shown({ view, date, first, bookings, business, open, move, mayMove }: ShownProps) {
  const format = useFormat();
  const active = useActiveIndustries();
  const shown = view === 'list' ? bookings : bookings.filter(isLive);
  if (!shown.length) return <EmptyState icon={CalendarDays} title={texts.none} text={texts.noneText} />;
  if (view === 'list') return <BookingTable label={texts.title} bookings={shown} onOpen={open} />;
  if (view === 'week') return <WeekGrid monday={first} bookings={shown} onOpen={open} />;
  const blocks = blocksOf(shown, date);
  const known = resourcesOf(business, active);
  const others = shown.some((booking) => columnsOf(booking).some((id) => !known.some((each) => each.id === id)));
  const columns = [...known, ...(others || !known.length ? [{ id: '', name: texts.noResource }] : [])];
  return (
    <DayGrid
      day={date}
      columns={columns}
      blocks={blocks}
      span={spanOf(business, [date], blocks)}
      step={business?.booking.slotMinutes ?? 15}
      format={format}
      mayMove={mayMove}
      onOpen={open}
      onMove={(booking, to) => void move(booking, to).catch(() => undefined)}
    />
  );
}

/** Asks the engine; what it allows can be undone, what it does not is said, and nothing has moved. */
function useMove() {
  const refresh = useRefresh();
  const format = useFormat();
  return async function move(booking: Booking, { startsAt, column }: Place): Promise<void> {
    const isChosen = column && column !== booking.resource?.id && booking.kind !== 'class';
    const to = { startsAt, ...(isChosen ? { resourceId: column } : {}) };
    try {
      const moved = await change(booking, { ...to, version: booking.version });
      const place = [format.full(moved.startsAt), moved.resource?.name].filter(Boolean).join(', ');
      const back = { startsAt: booking.startsAt.slice(0, 16), column: booking.resource?.id ?? '' };
      toast.done(texts.moved(place), () => void move(moved, back).catch(() => undefined));
    } catch (error) {
      toast.error((error as Error).message);
      throw error;
    } finally {
      await refresh(BOOKINGS);
    }
  };
}
