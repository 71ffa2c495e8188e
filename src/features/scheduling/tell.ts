import { recordEvents } from '../../kernel/events.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { BookingContext } from './calendar.ts';
import { presentBooking } from './present.ts';
import type { Booking } from './store.ts';

/** Whoever composes the mails has a task of this name. */
export const MAIL_TASK = 'bookings.mail';
/** Ids and a time alone: what a mail says is made when it is sent. */
export type MailOrder = {
  workspaceId: string;
  bookingId: string;
  about: 'booking.created' | 'booking.rescheduled' | 'booking.cancelled' | 'booking.reminder' | 'waitlist.offered';
  startsAt: string;
};

/**
 * The event, and where the customer is to hear of it the job that mails them, in the transaction of the change. Of a
 * sealed booking events carry its id and state alone. Nobody is mailed for the sandbox.
 */
export async function tell(ctx: BookingContext, type: MailOrder['about'], booking: Booking): Promise<void> {
  const { db, workspace, business, now } = ctx;
  const { id, status, sealed, customer, starts_at } = booking;
  const data = sealed ? { id, status } : presentBooking(booking, business.timezone);
  recordEvents(db, [{ workspaceId: workspace.id, type, data, at: now }]);
  if (workspace.mode !== 'live' || !(sealed || customer?.email)) return;
  const order: MailOrder = {
    workspaceId: workspace.id,
    bookingId: id,
    about: type,
    startsAt: starts_at.toISOString(),
  };
  await enqueue(db, MAIL_TASK, order);
}
