import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { findUniqueEntity, readPhrases, type Slots } from '../../../capability/dialogue.ts';
import { referenceTo } from '../../../capability/document.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { type Outcome, succeed } from '../../../capability/outcome.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { describeWithPerson } from '../../../scheduling/present.ts';
import { BookingResultShape, bookingFields } from '../../../scheduling/shapes.ts';
import { bookRequest } from '../../book-request.ts';
import { findEntry } from '../../entries.ts';
import { renderBooking, timeRefusalRenderers } from '../../render.ts';
import { appendStylistOffer, createAppointmentRequest, refuseStylist } from '../booking-request.ts';
import type { SalonBusiness } from '../schema.ts';
import { createStylistLookup, listServices } from '../services.ts';

const Appointment = Strict({
  service: NonBlank({ maxLength: 200, description: 'Id or name', ...referenceTo('salon.services') }),
  stylist: Type.Optional(
    NonBlank({ maxLength: 200, description: 'Id or name; left out: any', ...referenceTo('salon.stylists') }),
  ),
  ...bookingFields,
});

export const bookAppointment = defineCapability({
  name: 'salon.book',
  summary: message('Book an appointment'),
  effect: 'write',
  requiredData: ['/salon/services', '/salon/stylists', '/hours'],
  scope: 'bookings:write',
  input: Appointment,
  output: BookingResultShape,
  rest: {
    method: 'POST',
    path: '/appointments',
    example: {
      service: 'womens-cut',
      startsAt: '2026-11-20T14:00',
      customer: { name: 'Dana Fox', phone: '212 555 0142' },
    },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'book'),
    subject: ['service', 'staff'],
    fieldBySlot: { service: 'service', staff: 'stylist' },
    choices: {
      service: ({ salon }, { stylist }, slots) => listServices(salon, slots, stylist).map(({ name }) => name),
    },
    ask: {
      service: 'Which service would you like?',
      stylist: 'Do you have a stylist in mind?',
      startsAt: 'What day and time work for you?',
      customer: 'What name and phone number should I book it under?',
      'customer.name': 'What name should I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And what’s your email?',
    },
    resolveInput: resolveService,
    confirm: ({ service, stylist: chosenStylist, startsAt, customer: { name } }, format, defaultStylist) =>
      format.text('{what} on {time}, for {name}. Shall I book it?', {
        what: describeWithPerson(service, chosenStylist ?? defaultStylist, format),
        time: format.time(startsAt),
        name,
      }),
    renderResult: (result, format) =>
      renderBooking(result, format, ({ service, resource, startsAt, code }) =>
        format.text("You're all set: {what} on {time}. Your code is {code}. We look forward to seeing you!", {
          what: describeWithPerson(service?.name ?? format.text('Your appointment'), resource?.name, format),
          time: format.time(startsAt),
          code,
        }),
      ),
    renderRefusal: {
      ...timeRefusalRenderers,
      not_offered: (refusal, format) => appendStylistOffer(refusal.detail, format),
    },
  },
  resourceFields: ['stylist'],
  bookingRequest: createAppointmentRequest,
  form: { ...Appointment, title: 'An appointment' },
  run: (ctx, { service, stylist, ...request }) =>
    bookRequest(ctx, createAppointmentRequest(ctx.business, { service, stylist }), {
      ...request,
      asked: { service, stylist },
    }),
});

/** Picks the category's only service, and names the only stylist who does the service before it is booked. */
async function resolveService(
  { business }: CapabilityContext<SalonBusiness>,
  { service, stylist }: { service?: string; stylist?: string },
  slots: Slots,
): Promise<Outcome<{ service?: string }> & { displayName?: string }> {
  const { salon } = business;
  if (service === undefined && findUniqueEntity(slots, 'category')) {
    const refusal = refuseStylist(salon, slots, stylist, formatterFor(business));
    const [onlyService, otherService] = listServices(salon, slots, stylist);
    return refusal ?? succeed(onlyService && !otherService ? { service: onlyService.name } : {});
  }
  const requestedService = service === undefined ? undefined : findEntry(salon.services, service);
  const [onlyStylist, otherStylist] = requestedService ? createStylistLookup(salon)(requestedService) : [];
  return { ...succeed({}), ...(onlyStylist && !otherStylist ? { displayName: onlyStylist.name } : {}) };
}
