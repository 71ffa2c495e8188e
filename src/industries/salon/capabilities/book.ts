import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
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
    examples: [
      "I'd like to book a haircut",
      'can I get my nails done tomorrow at 2',
      'book me in with Nina for a cut on friday 3pm',
      'need a root touch up asap',
      'appointment for highlights next week please',
      'can you fit me in for a trim today',
      'I want to come in for a blowout before my party saturday, around 4',
      'Good morning, could I make an appointment for a cut and colour on the 9th at ten?',
      'put me down for a manicure thurs 11am',
      'bkg for mens cut 5:30 today',
      'hey, Omar usually does my hair, can he take me on wednesday?',
      'schedule a keratin treatment for me',
      'my daughter needs a haircut, sat morning ok?',
      'i need an appt',
      'would like a facial this weekend, whoever is there',
      'get me in for a beard trim at noon',
      'reserve a pedicure for me and my sister, tuesday',
      "let's do balayage with Chloe on the 21st",
      'I need someone to fix my bangs tonight',
      'can i have a gel polish appointment on monday at 9.30, Laura is my name',
      'booking: half head foils, 14:00, next thurs',
      'time to get rid of these greys, can you see me on friday?',
      'want to dye my hair copper, tomorrow works best for me',
      'sign me up for brow shaping at 1',
      'bookin for a wash and cut plz',
      'I am getting married in may and want to book the hair trial',
    ],
    ask: {
      service: 'What would you like to have done?',
      stylist: 'Is there a stylist you would like?',
      startsAt: 'Which day and time suit you?',
      customer: 'What name and phone number shall I book it under?',
      'customer.name': 'What name shall I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which e-mail address may we use?',
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
