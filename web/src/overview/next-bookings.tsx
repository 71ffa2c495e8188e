import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { describeBlock } from '../bookings/layout.ts';
import type { Format } from '../format.ts';
import { getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { texts } from './texts.ts';
import { formatRelativeDay, type UpcomingBlock } from './upcoming.ts';

type Props = { upcomingBlocks: UpcomingBlock[]; hasMore: boolean; today: string; format: Format };

/** The next bookings, each with a link to its day in the calendar. */
export function NextBookings({ upcomingBlocks, hasMore, today, format }: Props) {
  const calendarLink = (
    <Link to="/bookings" className={getButtonClass('secondary', 'small')}>
      {texts.toBookings}
    </Link>
  );
  const isEmpty = !upcomingBlocks.length && !hasMore;
  return (
    <Card noPadding title={texts.next} action={isEmpty ? undefined : calendarLink}>
      {isEmpty ? (
        <EmptyState
          icon={CalendarDays}
          title={texts.nothingBooked}
          text={texts.nothingBookedText}
          action={calendarLink}
        />
      ) : (
        <ul className="pb-2">
          {upcomingBlocks.map(({ key, booking, peopleCount, day }) => {
            const { title, detail } = describeBlock(booking, peopleCount);
            const { id, kind, partySize, startsAt, resource } = booking;
            const details = [partySize ? texts.partyOf(partySize) : detail, resource?.name].filter(Boolean).join(' · ');
            return (
              <li key={key} className="border-t border-line first:border-t-0">
                <Link
                  to="/bookings"
                  search={{ date: day, ...(kind === 'class' ? {} : { booking: id }) }}
                  className="grid min-h-[44px] gap-x-4 px-5 py-2 hover:bg-sunken focus-visible:-outline-offset-2 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-center"
                >
                  <span className={day === today ? 'font-medium' : 'text-muted'}>
                    {formatRelativeDay(day, today, texts.days, format.shortDay)} {format.time(startsAt)}
                  </span>{' '}
                  <span className="truncate font-medium">{title}</span>{' '}
                  <span className="truncate text-muted">{details}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
