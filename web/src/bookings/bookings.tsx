import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarSync, Globe, Plus, Printer } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { addDays, findMonday, formatLocalTime } from '../calendar.ts';
import { ConflictsBanner } from '../calendars/conflicts.tsx';
import { ExportButton } from '../export-button.tsx';
import { useBusinessDocument, useFormat } from '../format.ts';
import { LiveIndicator } from '../inbox/live-indicator.tsx';
import { useActiveIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { useLocalNow } from '../now.ts';
import { useRefresh } from '../queries.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { BOOKINGS_PATH, type Booking, updateBooking, useBookings } from './data.ts';
import { BookingDialog } from './details.tsx';
import type { DropTarget, EmptySlot } from './grid-types.ts';
import { findBusinessDay, findOpenSpans, findStartRange, suggestStart, toMinutesAfterMidnight } from './hours.ts';
import { isOnWaitlist } from './layout.ts';
import { type InitialBooking, NewBooking } from './new-booking.tsx';
import './print.css';
import { BookingTable } from './booking-table.tsx';
import { texts } from './texts.ts';
import { Toolbar, type View } from './toolbar.tsx';
import { DayView, WeekView } from './views.tsx';

type UrlParams = { view: View; date: string; q: string; booking: string };
const NOON_MINUTES = 12 * 60;

export function BookingsPage() {
  const [urlParams, setUrl] = useUrlParams<UrlParams>();
  const format = useFormat();
  const now = useLocalNow(format);
  const { data: business } = useBusinessDocument();
  const { hasRoleAtLeast } = useMe();
  const view = urlParams.view && urlParams.view in texts.views ? urlParams.view : 'day';
  const today = findBusinessDay(business, now);
  const date = /^\d{4}-\d\d-\d\d$/.test(urlParams.date ?? '') ? urlParams.date! : today;
  const q = useDeferredValue(urlParams.q);
  const dayCount = view === 'day' ? 1 : 7;
  const firstDay = view === 'day' ? date : findMonday(date);
  const range = findStartRange(business, firstDay, dayCount);
  const filter = view === 'list' && q ? { q } : range;
  const bookingsQuery = useBookings(filter, business !== undefined);
  const [firstBookable, ...otherBookables] = useActiveIndustries().flatMap((industry) =>
    industry.bookings.map((bookable) => ({ ...bookable, industry })),
  );
  const [newBooking, setNewBooking] = useState<InitialBooking>();
  const moveBooking = useMoveBooking();
  const openBooking = (booking: Booking) => setUrl({ booking: booking.id });
  const openNewBooking = (slot?: EmptySlot) => {
    const { day, minutes, ...slotDetails } = slot ?? {
      day: view === 'day' || today < firstDay ? date : today,
      minutes: undefined,
    };
    const slotMinutes = business?.booking.slotMinutes ?? 15;
    const earliestMinute = day === today ? toMinutesAfterMidnight(now, day) : undefined;
    const start = formatLocalTime(
      day,
      minutes ?? suggestStart(findOpenSpans(business, day), slotMinutes, earliestMinute) ?? NOON_MINUTES,
    );
    setNewBooking({ day: start.slice(0, 10), time: start.slice(11), ...slotDetails });
  };
  const heading =
    view === 'day' ? format.longDay(date) : `${format.shortDay(firstDay)} – ${format.shortDay(addDays(firstDay, 6))}`;
  const isToday = firstDay <= today && today < addDays(firstDay, dayCount);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={
          <>
            {texts.about} <span className="max-md:hidden">{texts.aboutMouse}</span>
          </>
        }
        action={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <LiveIndicator />
            <Button variant="secondary" className="max-md:hidden" onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden />
              {texts.print}
            </Button>
            {view === 'list' && <ExportButton path={BOOKINGS_PATH} filter={{ ...filter, sort: 'startsAt' }} />}
            <Link to="/bookings/page" className={getButtonClass('secondary')}>
              <Globe className="size-4" aria-hidden />
              {texts.bookingPage}
            </Link>
            <Link to="/bookings/calendars" className={getButtonClass('secondary')}>
              <CalendarSync className="size-4" aria-hidden />
              {texts.calendars}
            </Link>
            {hasRoleAtLeast('agent') && (
              <Button onClick={() => openNewBooking()} disabled={!business || !firstBookable}>
                <Plus className="size-4" aria-hidden />
                {texts.add}
              </Button>
            )}
          </div>
        }
      />
      <ConflictsBanner />
      <Toolbar
        heading={heading}
        view={view}
        date={date}
        isToday={isToday}
        search={urlParams.q ?? ''}
        onStep={(direction) => setUrl({ date: addDays(date, direction * dayCount) })}
        onDateChange={(newDate) => setUrl({ date: newDate })}
        onViewChange={(newView) => setUrl({ view: newView })}
        onSearch={(searchText) => setUrl({ q: searchText || undefined }, { replace: true })}
      />
      <Card noPadding>
        <Loaded query={bookingsQuery} skeletonLines={8}>
          {(bookings) => {
            const isEmpty = !bookings.length && (view === 'list' || !firstBookable);
            if (!business || isEmpty)
              return <EmptyState icon={CalendarDays} title={texts.none} text={texts.noneText} />;
            if (view === 'list') return <BookingTable label={texts.title} bookings={bookings} onOpen={openBooking} />;
            const viewProps = {
              bookings,
              business,
              now,
              today,
              canChange: hasRoleAtLeast('agent') && Boolean(firstBookable),
              isLoading: bookingsQuery.isPlaceholderData,
              onOpen: openBooking,
              onAdd: openNewBooking,
              onOpenDay: (day: string) => setUrl({ view: view === 'day' ? 'list' : 'day', date: day }),
              onMove: (booking: Booking, target: DropTarget) =>
                void moveBooking(booking, target).catch(() => undefined),
            };
            return view === 'week' ? (
              <WeekView monday={firstDay} {...viewProps} />
            ) : (
              <DayView day={date} {...viewProps} />
            );
          }}
        </Loaded>
      </Card>
      {bookingsQuery.data?.some(isOnWaitlist) && (
        <Card noPadding title={texts.waitlist} description={texts.waitlistAbout}>
          <BookingTable
            label={texts.waitlist}
            bookings={bookingsQuery.data.filter(isOnWaitlist)}
            onOpen={openBooking}
          />
        </Card>
      )}
      {urlParams.booking && (
        <BookingDialog
          key={urlParams.booking}
          id={urlParams.booking}
          listedBooking={bookingsQuery.data?.find(({ id }) => id === urlParams.booking)}
          onClose={() => setUrl({ booking: undefined })}
          onMove={moveBooking}
        />
      )}
      {newBooking && business && firstBookable && (
        <NewBooking
          business={business}
          bookables={[firstBookable, ...otherBookables]}
          initial={newBooking}
          onClose={() => setNewBooking(undefined)}
          onBooked={(booking) => {
            setNewBooking(undefined);
            setUrl({ date: findBusinessDay(business, booking.startsAt) });
          }}
        />
      )}
    </>
  );
}

/** Moves a booking via the API and offers to undo it. If the API refuses, shows why and nothing moves. */
function useMoveBooking() {
  const refresh = useRefresh();
  const format = useFormat();
  return async function move(booking: Booking, { startsAt, resourceId }: DropTarget): Promise<void> {
    const isOtherResource = resourceId && resourceId !== booking.resource?.id && booking.kind !== 'class';
    const change = { startsAt, ...(isOtherResource ? { resourceId } : {}) };
    try {
      const movedBooking = await updateBooking(booking, { ...change, version: booking.version });
      const movedTo = [format.dateTime(movedBooking.startsAt), movedBooking.resource?.name].filter(Boolean).join(', ');
      const previousTarget = { startsAt: booking.startsAt.slice(0, 16), resourceId: booking.resource?.id ?? '' };
      toast.success(texts.moved(movedTo), () => void move(movedBooking, previousTarget).catch(() => undefined));
    } catch (error) {
      toast.error((error as Error).message);
      throw error;
    } finally {
      await refresh(BOOKINGS_PATH);
    }
  };
}
