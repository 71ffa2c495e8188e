import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { readPhrases } from '../../../capability/dialogue.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { BookingResultShape, bookingFields } from '../../../scheduling/shapes.ts';
import { bookRequest } from '../../book-request.ts';
import { renderBooking, renderWaitlistPromise, timeRefusalRenderers } from '../../render.ts';
import { createTableRequest } from '../booking-request.ts';

const PartySize = Type.Integer({ minimum: 1, maximum: 999, description: 'How many people come' });

export const reserveTable = defineCapability({
  name: 'restaurant.reserve',
  summary: message('Reserve a table'),
  effect: 'write',
  requiredData: ['/restaurant/tables', '/hours'],
  scope: 'bookings:write',
  input: Strict({
    partySize: PartySize,
    area: Type.Optional(NonBlank({ maxLength: 200, examples: ['patio'] })),
    ...bookingFields,
    waitlist: Type.Optional(
      Type.Boolean({ description: 'Where all tables are taken: wait for one, and be asked when it is free' }),
    ),
  }),
  output: BookingResultShape,
  rest: {
    method: 'POST',
    path: '/reservations',
    example: { partySize: 4, startsAt: '2026-11-20T19:30', customer: { name: 'Dana Fox', phone: '212 555 0142' } },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'reserve'),
    subject: ['partySize', 'area'],
    fieldBySlot: { area: 'area' },
    ask: {
      partySize: 'How many people will there be?',
      startsAt: 'What day and time would you like?',
      area: 'Where would you like to sit?',
      customer: 'What name and phone number should I put it under?',
      'customer.name': 'What name should I put it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And what’s your email?',
    },
    confirm: ({ partySize, area, startsAt, customer: { name } }, format) => {
      const values = { partySize, time: format.time(startsAt), name };
      return area
        ? format.text('A table for {partySize} ({area}) on {time}, under {name}. Shall I book it?', { ...values, area })
        : format.text('A table for {partySize} on {time}, under {name}. Shall I book it?', values);
    },
    renderResult: (result, format, { area }) =>
      renderBooking(result, format, (booking) => {
        const { status, partySize, startsAt, code } = booking;
        const time = format.time(startsAt);
        if (status === 'waitlisted')
          return `${format.text("You're on the waitlist for {time}. Your code is {code}.", { time, code })} ${renderWaitlistPromise(booking, format)}`.trim();
        const values = { partySize: partySize ?? 1, time, code };
        return area
          ? format.text(
              "You're booked: a table for {partySize, plural, =1 {one} other {{partySize}}} ({area}) on {time}. Your code is {code}. See you then!",
              { ...values, area },
            )
          : format.text(
              "You're booked: a table for {partySize, plural, =1 {one} other {{partySize}}} on {time}. Your code is {code}. See you then!",
              values,
            );
      }),
    renderRefusal: timeRefusalRenderers,
  },
  form: Strict({ partySize: { ...PartySize, default: 2 }, ...bookingFields }, { title: 'A table' }),
  resourceFields: ['area'],
  shownFields: ['area'],
  bookingRequest: createTableRequest,
  run: (ctx, { partySize, area, ...request }) =>
    bookRequest(ctx, createTableRequest(ctx.business, { partySize, area }), { ...request, asked: { partySize, area } }),
});
