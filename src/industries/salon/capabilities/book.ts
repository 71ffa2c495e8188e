import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { phrasesIn } from '../../../capability/dialogue.ts';
import { BookingAnswer, bookingFields } from '../../../features/scheduling/shapes.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { bookWish } from '../../book-wish.ts';
import { refusedTimes, sayBooking } from '../../talk.ts';
import { appointmentWish } from '../wish.ts';

export const bookAppointment = defineCapability({
  name: 'salon.book',
  summary: 'Book an appointment',
  effect: 'write',
  scope: 'bookings:write',
  input: Strict({
    service: Type.String({ minLength: 1, maxLength: 200, description: 'Id or name' }),
    stylist: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Id or name; left out: any' })),
    ...bookingFields,
  }),
  output: BookingAnswer,
  rest: { method: 'POST', path: '/appointments' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'book'),
    subject: ['service', 'staff'],
    words: { service: 'service', staff: 'stylist' },
    choices: { service: ({ salon }) => salon.services.map(({ name }) => name) },
    ask: {
      service: 'Which service would you like?',
      stylist: 'Is there a stylist you would like?',
      startsAt: 'Which day and time suit you?',
      customer: 'What name and phone number shall I book it under?',
      'customer.name': 'What name shall I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which email address may we use?',
    },
    confirm: ({ service, stylist, startsAt, customer }, say) =>
      `${service}${stylist ? ` with ${stylist}` : ''} on ${say.time(startsAt)}, for ${customer.name}. Shall I book it?`,
    done: (answer, say) =>
      sayBooking(answer, say, ({ service, resource, startsAt, code }) => {
        const what = `${service?.name ?? 'Your appointment'}${resource ? ` with ${resource.name}` : ''}`;
        return `You're all set: ${what} on ${say.time(startsAt)}. Your code is ${code}. We look forward to seeing you!`;
      }),
    refused: refusedTimes,
  },
  choice: ['stylist'],
  wish: appointmentWish,
  run: (ctx, { service, stylist, ...request }) =>
    bookWish(ctx, appointmentWish(ctx.business, { service, stylist }), { ...request, asked: { service, stylist } }),
});
