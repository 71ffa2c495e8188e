import { recordEvents } from '../kernel/events.ts';
import { enqueue } from '../kernel/jobs.ts';
import type { BookingContext } from './calendar.ts';
import { presentBooking } from './present.ts';
import type { Booking } from './store.ts';

/** The job that tells a customer in their conversation that a place has opened up. */
export const OFFER_MESSAGE_TASK = 'conversations.offer';
export type OfferMessageJob = { workspaceId: string; bookingId: string };

/** The job that composes and sends the mails. */
export const MAIL_TASK = 'bookings.mail';
/** Only ids and a time: the text of a mail is composed when it is sent. */
export type BookingMailJob = {
  workspaceId: string;
  bookingId: string;
  about: 'booking.created' | 'booking.rescheduled' | 'booking.cancelled' | 'booking.reminder' | 'waitlist.offered';
  startsAt: string;
};

/**
 * Records the event and, where the customer is notified, the jobs that do it, in the transaction of the change. Events of
 * an encrypted booking carry only its id and state. The sandbox sends no mail.
 */
export async function notifyOfBooking(
  ctx: BookingContext,
  type: BookingMailJob['about'],
  booking: Booking,
): Promise<void> {
  const { db, workspace, business, now } = ctx;
  const { id, status, sealed, customer, starts_at } = booking;
  const data = sealed ? { id, status } : presentBooking(booking, business.timezone);
  recordEvents(db, [{ workspaceId: workspace.id, type, data, at: now }]);
  if (type === 'waitlist.offered' && booking.conversation_id) {
    const offerJob: OfferMessageJob = { workspaceId: workspace.id, bookingId: id };
    await enqueue(db, OFFER_MESSAGE_TASK, offerJob);
  }
  if (workspace.mode !== 'live' || !(sealed || customer?.email)) return;
  const job: BookingMailJob = {
    workspaceId: workspace.id,
    bookingId: id,
    about: type,
    startsAt: starts_at.toISOString(),
  };
  await enqueue(db, MAIL_TASK, job);
}
