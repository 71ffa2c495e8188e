import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { phrasesIn, type Slots, theOne } from '../../../capability/dialogue.ts';
import { idsIn } from '../../../capability/document.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { done, type Outcome } from '../../../capability/outcome.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { withWhom } from '../../../scheduling/present.ts';
import { BookingAnswer, bookingFields } from '../../../scheduling/shapes.ts';
import { bookRequest } from '../../book-request.ts';
import { findEntry } from '../../entries.ts';
import { refusedTimes, renderBooking } from '../../render.ts';
import { appointmentRequest, notTheirs, withOthers } from '../booking-request.ts';
import type { SalonBusiness } from '../schema.ts';
import { servicesFor, stylistsFor } from '../services.ts';

const Appointment = Strict({
  service: NonBlank({ maxLength: 200, description: 'Id or name', ...idsIn('salon.services') }),
  stylist: Type.Optional(
    NonBlank({ maxLength: 200, description: 'Id or name; left out: any', ...idsIn('salon.stylists') }),
  ),
  ...bookingFields,
});

export const bookAppointment = defineCapability({
  name: 'salon.book',
  summary: message('Book an appointment'),
  effect: 'write',
  basis: ['/salon/services', '/salon/stylists', '/hours'],
  scope: 'bookings:write',
  input: Appointment,
  output: BookingAnswer,
  rest: { method: 'POST', path: '/appointments' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'book'),
    subject: ['service', 'staff'],
    words: { service: 'service', staff: 'stylist' },
    choices: { service: ({ salon }, { stylist }, slots) => servicesFor(salon, slots, stylist).map(({ name }) => name) },
    ask: {
      service: 'Which service would you like?',
      stylist: 'Is there a stylist you would like?',
      startsAt: 'Which day and time suit you?',
      customer: 'What name and phone number shall I book it under?',
      'customer.name': 'What name shall I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which email address may we use?',
    },
    find: findMeant,
    confirm: ({ service, stylist: named, startsAt, customer: { name } }, say, only) =>
      say.text('{what} on {time}, for {name}. Shall I book it?', {
        what: withWhom(service, named ?? only, say),
        time: say.time(startsAt),
        name,
      }),
    done: (answer, say) =>
      renderBooking(answer, say, ({ service, resource, startsAt, code }) =>
        say.text("You're all set: {what} on {time}. Your code is {code}. We look forward to seeing you!", {
          what: withWhom(service?.name ?? say.text('Your appointment'), resource?.name, say),
          time: say.time(startsAt),
          code,
        }),
      ),
    refused: { ...refusedTimes, not_offered: (why, say) => withOthers(why.detail, say) },
  },
  choice: ['stylist'],
  bookingRequest: appointmentRequest,
  form: { ...Appointment, title: 'An appointment' },
  run: (ctx, { service, stylist, ...request }) =>
    bookRequest(ctx, appointmentRequest(ctx.business, { service, stylist }), {
      ...request,
      asked: { service, stylist },
    }),
});

/** Who alone does what is wanted is named before it is booked; of a category the one service that they do is meant. */
async function findMeant(
  { business }: CapabilityContext<SalonBusiness>,
  { service, stylist }: { service?: string; stylist?: string },
  slots: Slots,
): Promise<Outcome<{ service?: string }> & { called?: string }> {
  const { salon } = business;
  if (service === undefined && theOne(slots, 'category')) {
    const refusal = notTheirs(salon, slots, stylist, formatterFor(business));
    const [meant, other] = servicesFor(salon, slots, stylist);
    return refusal ?? done(meant && !other ? { service: meant.name } : {});
  }
  const wanted = service === undefined ? undefined : findEntry(salon.services, service);
  const [one, another] = wanted ? stylistsFor(salon)(wanted) : [];
  return { ...done({}), ...(one && !another ? { called: one.name } : {}) };
}
