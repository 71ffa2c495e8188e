import { recordEvents } from '../kernel/events.ts';
import { enqueue } from '../kernel/jobs.ts';
import { presentBooking } from './present.ts';
import type { BookingContext } from './schedules.ts';
import type { Booking } from './store.ts';

/** The job that notifies the customer, by email or a channel. Its name is from when there was only email. */
export const NOTICE_TASK = 'bookings.mail';
/** Only ids and a time: the way and the text are chosen when it is sent. */
export type NoticeJob = {
  workspaceId: string;
  bookingId: string;
  about:
    | 'booking.created'
    | 'booking.held'
    | 'booking.rescheduled'
    | 'booking.cancelled'
    | 'booking.reminder'
    | 'waitlist.offered';
  startsAt: string;
  /** The conversation in which the booking's own customer made the change: its reply says it already. */
  conversationId?: string;
  /** The notice that a channel could not deliver. This one goes by email. */
  insteadOf?: string;
};

/**
 * Records the event and the job that tells the customer, in the transaction of the change. Events of an encrypted booking
 * carry only its id and state. The sandbox sends nothing; an offer appears in its conversation.
 */
export async function notifyOfBooking(ctx: BookingContext, type: NoticeJob['about'], booking: Booking): Promise<void> {
  const { db, workspace, business, now } = ctx;
  const { id, status, sealed } = booking;
  const data = sealed ? { id, status } : presentBooking(booking, business.timezone);
  recordEvents(db, [{ workspaceId: workspace.id, type, data, at: now }]);
  await enqueueNotice(ctx, type, booking);
}

/** Enqueues the job that notifies the customer, without recording an event. */
export async function enqueueNotice(ctx: BookingContext, type: NoticeJob['about'], booking: Booking): Promise<void> {
  const { db, workspace, isByCustomer, conversationId } = ctx;
  if (workspace.mode !== 'live' && !(type === 'waitlist.offered' && booking.conversation_id)) return;
  // An offer to the next in line is no answer to the customer whose change made it possible.
  const isToldInReply = isByCustomer && type !== 'waitlist.offered' && isOwnConversation(ctx, booking);
  const job: NoticeJob = {
    workspaceId: workspace.id,
    bookingId: booking.id,
    about: type,
    startsAt: booking.starts_at.toISOString(),
    ...(isToldInReply ? { conversationId } : {}),
  };
  await enqueue(db, NOTICE_TASK, job);
}

/** Whether it was made in a conversation with the booking's customer. Others may know its code too: then the customer is notified. */
const isOwnConversation = (
  { conversationId, proven }: BookingContext,
  { conversation_id, customer }: Booking,
): boolean =>
  conversationId !== undefined &&
  (conversation_id === conversationId ||
    (proven?.phone !== undefined && proven.phone === customer?.phone) ||
    (proven?.email !== undefined && proven.email.toLowerCase() === customer?.email?.toLowerCase()));
