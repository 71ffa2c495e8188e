// Tools that find, move and cancel bookings, by the same rules as in a conversation.
import { Type } from 'typebox';
import { countryOf } from '../../capability/document.ts';
import { type Outcome, refuse, succeed } from '../../capability/outcome.ts';
import { defineTool } from '../../capability/tool.ts';
import { NonBlank, Strict } from '../../kernel/http/schema.ts';
import { toE164 } from '../../kernel/phone.ts';
import { applyChanges, cancelBooking, lockForChange } from '../../scheduling/booking-changes.ts';
import {
  canShowCode,
  findOwnedBookings,
  type OwnershipClaim,
  type OwnershipProof,
} from '../../scheduling/booking-ownership.ts';
import { HIDDEN_PERSONAL_DETAILS, presentBooking } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { When } from '../../scheduling/shapes.ts';
import type { Booking } from '../../scheduling/store.ts';

const Code = NonBlank({ maxLength: 20, description: 'The booking’s code', examples: ['K7P4QX'] });
const CONSENT_HINT = 'It takes effect at once: call it only when the customer has agreed to it.';
const DateOfBirth = Type.String({
  format: 'date',
  description: 'Of the person it is for, where it is a health appointment',
});

/** The tools never reveal whose an encrypted booking is. */
function presentToCaller({ business }: BookingContext, booking: Booking, proof: OwnershipProof) {
  const presented = presentBooking(booking, business.timezone, booking.sealed ? HIDDEN_PERSONAL_DETAILS : undefined);
  if (canShowCode(booking, proof)) return presented;
  // The conversation proves ownership just as the code does, so its id is hidden too.
  const { code: _, conversationId: __, ...withoutProof } = presented;
  return withoutProof;
}

const refuseUnknownBooking = () =>
  refuse(
    'not_found',
    'There is no upcoming booking with these details. Ask for its code, or for the name and the phone number it is under; a health appointment is found by full name and date of birth, or by its code and the date of birth.',
  );

const findBookingTool = defineTool({
  name: 'booking.find',
  title: 'Find a booking',
  description:
    'Upcoming bookings of a customer: by code, by name and phone number; a health appointment by code and date of birth, or by name and date of birth, which does not tell the code. In a conversation, without any of these: what was booked in it.',
  effect: 'read',
  scope: 'bookings:read',
  health: true,
  input: Strict({
    code: Type.Optional(Code),
    name: Type.Optional(NonBlank({ maxLength: 200 })),
    phone: Type.Optional(Type.String({ minLength: 3, maxLength: 50 })),
    dateOfBirth: Type.Optional(DateOfBirth),
  }),
  async run(ctx, { phone, ...claim }) {
    const phoneNumber = phone === undefined ? undefined : toE164(phone, countryOf(ctx.business));
    const { bookings, proof } = await findOwnedBookings(ctx, { ...claim, phone: phoneNumber });
    return bookings.length > 0
      ? succeed({ bookings: bookings.map((booking) => presentToCaller(ctx, booking, proof)) })
      : refuseUnknownBooking();
  },
});

const changeBookingTool = defineTool({
  name: 'booking.change',
  title: 'Move a booking',
  description: `Another time, party size or person for a booking. What is left out stays as it is. ${CONSENT_HINT}`,
  effect: 'write',
  destructive: true,
  scope: 'bookings:write',
  input: Strict({
    code: Code,
    dateOfBirth: Type.Optional(DateOfBirth),
    startsAt: Type.Optional(When),
    partySize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    resourceId: Type.Optional(NonBlank({ maxLength: 200, description: 'Another person or table' })),
  }),
  run: (ctx, { code, dateOfBirth, ...changes }) =>
    changeOwnedBooking(ctx, { code, dateOfBirth }, changes.startsAt, (booking) => applyChanges(ctx, booking, changes)),
});

const cancelBookingTool = defineTool({
  name: 'booking.cancel',
  title: 'Cancel a booking',
  description: `Cancels a booking. ${CONSENT_HINT}`,
  effect: 'write',
  destructive: true,
  scope: 'bookings:write',
  input: Strict({ code: Code, dateOfBirth: Type.Optional(DateOfBirth) }),
  run: (ctx, claim) => changeOwnedBooking(ctx, claim, undefined, (booking) => cancelBooking(ctx, booking)),
});

async function changeOwnedBooking(
  ctx: BookingContext,
  claim: OwnershipClaim,
  newStart: string | undefined,
  applyChange: (booking: Booking) => Promise<Outcome<Booking>>,
): Promise<Outcome<unknown>> {
  const {
    bookings: [ownedBooking],
    proof,
  } = await findOwnedBookings(ctx, claim);
  const booking = ownedBooking && (await lockForChange(ctx, ownedBooking.id, newStart));
  if (!booking) return refuseUnknownBooking();
  const outcome = await applyChange(booking);
  return outcome.ok ? succeed(presentToCaller(ctx, outcome.value, proof)) : outcome;
}

export const bookingTools = [findBookingTool, changeBookingTool, cancelBookingTool];
