// A booking that the customer was reminded of in their conversation.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { message } from '../../messages/catalogue.ts';
import { lockForChange } from '../../scheduling/booking-changes.ts';
import { type Booking, updateBooking } from '../../scheduling/store.ts';
import { type ActiveTask, createEmptySlots, type DialogueState } from './dialogue-state.ts';
import type { Receipt, ResponsePart } from './reply.ts';

/** What a yes to the reminder does. It is never predicted from a message. */
export const CONFIRM_ATTENDANCE = 'booking.attend';

const REMINDER_BUTTONS = [message('Yes, I’ll be there'), message('Reschedule it'), message('Cancel it')];

/** The answers that a reminder offers. */
export const renderReminderSuggestions = (format: Formatter): string[] =>
  REMINDER_BUTTONS.map((answer) => format.text(answer));

/** The dialogue after the reminder: the customer's next message may be about this booking. */
export const createStateAfterReminder = (state: DialogueState, booking: Booking, notice: string): DialogueState => ({
  ...createStateAfterNotice(state, notice),
  offer: { intent: CONFIRM_ATTENDANCE, slots: createEmptySlots(), bookingId: booking.id },
});

/** The dialogue after the customer was told of a booking: "cancel it" means that one. */
export const createStateAfterNotice = (state: DialogueState, notice: string): DialogueState => ({
  ...state,
  before: { said: state.before?.said ?? '', told: notice },
  booked: true,
  topic: { intent: 'booking.find', slots: createEmptySlots(), done: true },
});

/** The booking for a task that begins after the reminder, unless the customer says which one they mean. */
export function findRemindedBooking(
  { offer }: DialogueState,
  { intent, slots: { from, date, time } }: Pick<ActiveTask, 'intent' | 'slots'>,
): Pick<ActiveTask, 'bookingId' | 'proof'> {
  const namesAnotherBooking = from !== undefined || (intent !== 'booking.change' && (date || time));
  return offer?.bookingId && !namesAnotherBooking ? { bookingId: offer.bookingId, proof: 'contact' } : {};
}

/** Stores that the customer will come. Undefined if the booking is no longer confirmed or has begun. */
export async function confirmAttendance(
  ctx: CapabilityContext<Business>,
  format: Formatter,
  bookingId: string,
): Promise<{ part: ResponsePart; receipt: Receipt } | undefined> {
  const booking = await lockForChange(ctx, bookingId);
  if (booking?.status !== 'confirmed' || booking.starts_at <= ctx.now) return undefined;
  const { id, code } = await updateBooking(ctx.db, booking, { confirmed_at: booking.confirmed_at ?? ctx.now }, ctx.now);
  return { part: { text: format.text('See you then!') }, receipt: { type: 'booking.confirmed', id, code } };
}
