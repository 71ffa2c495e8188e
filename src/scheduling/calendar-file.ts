import ical, { ICalEventStatus } from 'ical-generator';
import type { Business } from '../capability/document.ts';
import { formatterFor } from '../capability/formatter.ts';
import type { Booking } from './store.ts';

/** An .ics file that any calendar program opens. Of a sealed booking it tells no more than when and where. */
export function calendarFile(booking: Booking, business: Business): string {
  const { name, contact, timezone } = business;
  const summary = booking.sealed || !booking.service ? name : `${booking.service.name}, ${name}`;
  const calendar = ical({ name, prodId: { company: 'Frontdesk', product: 'Bookings' } });
  calendar.createEvent({
    id: booking.id,
    sequence: booking.version,
    start: booking.starts_at,
    end: booking.ends_at,
    stamp: booking.updated_at,
    timezone: null,
    summary,
    description: formatterFor(business).text(
      'Booking {code}. Times are shown in your own zone; the business is in {timezone}.',
      { code: booking.code, timezone },
    ),
    location: contact.address ?? null,
    status: booking.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  // RFC 5545 ends every line, the last one too.
  return `${calendar.toString()}\r\n`;
}
