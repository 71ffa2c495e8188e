import ical, { ICalEventStatus } from 'ical-generator';
import type { Business } from '../capability/document.ts';
import { formatterFor } from '../capability/formatter.ts';
import type { Booking } from './store.ts';

/** An .ics file for any calendar app. For an encrypted booking it contains only the time and place. */
export function renderCalendarFile(booking: Booking, business: Business): string {
  const { name, contact } = business;
  const summary = booking.sealed || !booking.service ? name : `${booking.service.name}, ${name}`;
  const calendar = ical({ name, prodId: { company: name, product: 'Bookings' } });
  calendar.createEvent({
    id: booking.id,
    sequence: booking.version,
    start: booking.starts_at,
    end: booking.ends_at,
    stamp: booking.updated_at,
    timezone: null,
    summary,
    description: formatterFor(business).text('Booking {code}. Times are shown in your time zone.', {
      code: booking.code,
    }),
    location: contact.address ?? null,
    status: toEventStatus(booking),
  });
  // RFC 5545 requires a line break after every line, including the last.
  return `${calendar.toString()}\r\n`;
}

/** What is not paid for is not certain yet. */
const toEventStatus = ({ status }: Booking): ICalEventStatus => {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED;
  return status === 'awaiting_payment' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
};
