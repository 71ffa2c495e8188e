// Finding, moving and cancelling what is booked already, by the same rules as in a conversation.
import { Type } from 'typebox';
import { countryOf } from '../../capability/document.ts';
import { done, type Outcome, refuse } from '../../capability/outcome.ts';
import { defineTool } from '../../capability/tool.ts';
import { NonBlank, Strict } from '../../kernel/http/schema.ts';
import { readPhone } from '../../kernel/phone.ts';
import { cancelBooking, changeAll, lockForChange } from '../scheduling/bookings.ts';
import type { BookingContext } from '../scheduling/calendar.ts';
import { presentBooking } from '../scheduling/present.ts';
import { When } from '../scheduling/shapes.ts';
import type { Booking } from '../scheduling/store.ts';
import { bookingsOf } from './whose.ts';

const Code = NonBlank({ maxLength: 20, description: 'The booking’s code', examples: ['K7P4QX'] });
const AGREED = 'It takes effect at once: call it only when the customer has agreed to it.';
/** A code is enough to come and go with a booking, but not to learn who it is for. */
const NOBODY = { customer: { name: '' }, notes: null };

const show = ({ business }: BookingContext, booking: Booking) =>
  presentBooking(booking, business.timezone, booking.sealed ? NOBODY : undefined);

const notFound = () =>
  refuse(
    'not_found',
    'There is no upcoming booking with these details. Ask for its code, or for the name and the phone number it is under; a patient’s is found by full name and date of birth.',
  );

const find = defineTool({
  name: 'booking.find',
  title: 'Find a booking',
  description:
    'Upcoming bookings of a customer: by code, by name and phone number, or for a patient by name and date of birth. In a conversation, without any of these: what was booked in it.',
  effect: 'read',
  scope: 'bookings:read',
  health: true,
  input: Strict({
    code: Type.Optional(Code),
    name: Type.Optional(NonBlank({ maxLength: 200 })),
    phone: Type.Optional(Type.String({ minLength: 3, maxLength: 50 })),
    dateOfBirth: Type.Optional(Type.String({ format: 'date' })),
  }),
  async run(ctx, { phone, ...claim }) {
    const read = phone === undefined ? undefined : readPhone(phone, countryOf(ctx.business));
    const found = await bookingsOf(ctx, { ...claim, phone: read });
    return found.length > 0 ? done({ bookings: found.map((booking) => show(ctx, booking)) }) : notFound();
  },
});

const change = defineTool({
  name: 'booking.change',
  title: 'Move a booking',
  description: `Another time, party size or person for a booking. What is left out stays as it is. ${AGREED}`,
  effect: 'write',
  destructive: true,
  scope: 'bookings:write',
  input: Strict({
    code: Code,
    startsAt: Type.Optional(When),
    partySize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    resourceId: Type.Optional(NonBlank({ maxLength: 200, description: 'Another person or table' })),
  }),
  run: (ctx, { code, ...wanted }) =>
    changeOwn(ctx, code, wanted.startsAt, (booking) => changeAll(ctx, booking, wanted, { sealNotes: never })),
});

const cancel = defineTool({
  name: 'booking.cancel',
  title: 'Cancel a booking',
  description: `Cancels a booking. ${AGREED}`,
  effect: 'write',
  destructive: true,
  scope: 'bookings:write',
  input: Strict({ code: Code }),
  run: (ctx, { code }) => changeOwn(ctx, code, undefined, (booking) => cancelBooking(ctx, booking)),
});

async function changeOwn(
  ctx: BookingContext,
  code: string,
  to: string | undefined,
  work: (booking: Booking) => Promise<Outcome<Booking>>,
): Promise<Outcome<unknown>> {
  const [own] = await bookingsOf(ctx, { code });
  const booking = own && (await lockForChange(ctx, own.id, to));
  if (!booking) return notFound();
  const outcome = await work(booking);
  return outcome.ok ? done(show(ctx, outcome.value)) : outcome;
}

const never = (): never => {
  throw new Error('customers do not change notes');
};

export const bookingTools = [find, change, cancel];
