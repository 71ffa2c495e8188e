// A spot that opened up for a customer on the waiting list, and is held until they answer.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { describeOpenDeposit } from '../../scheduling/deposit-texts.ts';
import { describeBooking } from '../../scheduling/present.ts';
import type { Booking } from '../../scheduling/store.ts';
import { type ActiveTask, createTask } from './dialogue-state.ts';
import { renderYesNoButtons } from './phrases.ts';
import type { ResponsePart } from './reply.ts';

/** What describing a booking needs: a turn, or the context of a job. */
type DescriptionContext = { ctx: Pick<CapabilityContext, 'findBookingCapability'>; format: Formatter };

/** The task of accepting an offered spot. It begins with the offer and is never predicted from a message. */
export const ACCEPT_OFFER = 'booking.accept';

export const isOffered = ({ status, offered_until }: Booking, now: Date): boolean =>
  status === 'offered' && offered_until !== null && offered_until > now;

/** A yes to the offer books it. */
export const createAcceptOfferTask = ({ id }: Booking, slots?: Slots): ActiveTask => ({
  ...createTask(ACCEPT_OFFER, slots),
  bookingId: id,
  proof: 'conversation',
  confirming: true,
});

/** Says until when the spot is held, without asking anything. */
export const describeOffer = (booking: Booking, context: DescriptionContext): string =>
  [
    context.format.text('A spot opened up, and you’re next in line. We’ll hold it for you until {time}.', {
      time: context.format.time(must(booking.offered_until, 'the end of an offer')),
    }),
    context.format.text("That's {booking}.", { booking: describeWithTime(context, booking) }),
  ].join(' ');

export const renderOfferedSpot = (
  booking: Booking,
  context: DescriptionContext,
): ResponsePart & { suggestions: string[] } => ({
  text: `${describeOffer(booking, context)} ${context.format.text('Do you want it?')}`,
  suggestions: renderYesNoButtons(context.format),
});

/** Held until its deposit is paid: not booked yet. */
export function renderHeldBooking(
  booking: Booking,
  { ctx, format, results }: DescriptionContext & { ctx: { business: Business }; results: unknown[] },
): ResponsePart {
  const deposit = must(booking.deposit, 'the deposit of a held booking');
  // The output guard knows the link from here.
  results.push(deposit);
  const text = [
    format.text('I’m holding {booking} for you.', { booking: describeWithTime({ ctx, format }, booking) }),
    describeOpenDeposit(ctx.business, deposit),
    deposit.url ? format.text('You can pay here: {url}', { url: deposit.url }) : '',
  ];
  return { text: text.filter(Boolean).join(' ') };
}

/** The booking is on the waiting list, or its offer has just lapsed. */
export const renderWaitlistedBooking = (booking: Booking, { ctx, format }: DescriptionContext): ResponsePart => ({
  text:
    booking.status === 'offered'
      ? format.text('This offer has expired and gone to the next person. You’re still on the waitlist.')
      : format.text('Not yet: {booking} is still full, and you’re still on the waitlist.', {
          booking: format.text('{what} on {time}', {
            what: booking.service?.name ?? describeBooking(ctx, booking, format),
            time: format.time(booking.starts_at),
          }),
        }),
  suggestions: [format.text('Cancel it')],
});

/** "a table for 2 on Thursday, November 19 at 6:00 PM" */
export function describeWithTime({ ctx, format }: DescriptionContext, booking: Booking): string {
  const values = { what: describeBooking(ctx, booking, format), time: format.time(booking.starts_at) };
  return booking.status === 'waitlisted'
    ? format.text('{what} on {time} (on the waitlist)', values)
    : format.text('{what} on {time}', values);
}
