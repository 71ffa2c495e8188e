import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { BookingAnswer, bookingFields } from '../../../features/scheduling/shapes.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { bookWish } from '../../book-wish.ts';
import { refusedTimes, sayBooking } from '../../talk.ts';
import { tableWish } from '../wish.ts';

export const reserveTable = defineCapability({
  name: 'restaurant.reserve',
  summary: 'Reserve a table',
  effect: 'write',
  scope: 'bookings:write',
  input: Strict({
    partySize: Type.Integer({ minimum: 1, maximum: 999, description: 'How many people come' }),
    area: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['patio'] })),
    ...bookingFields,
  }),
  output: BookingAnswer,
  rest: { method: 'POST', path: '/reservations' },
  dialogue: {
    examples: [
      'table for 4 tomorrow at 8',
      "I'd like to book a table",
      'can we get a table tonight? 2 people',
      'reserve for six on saturday evening please',
      'do you have room for a party of 8 on the 14th',
      'any chance you can squeeze us in around 7',
      'booking for 3, friday 6:30pm, name is Alvarez',
      'Hello, we would like to have dinner with you next Thursday, five adults and two children.',
      'is there anything free for lunch on sunday',
      'need a spot on the terrace for two',
      'can i make a resrvation',
      "it's my mum's birthday and we'd love to celebrate at yours, 10 of us",
      'table 4 two',
      'are you fully booked on valentines day',
      'we want to come by for dinner at 9ish',
      'could you hold a table outside for us at noon',
      'hey can you fit in 5 of us after the theatre, like 10:15pm',
      'dinner for 2, tomorrow, quiet corner if possible',
      'reservation please',
      'looking to book brunch for a group of seven',
      'do I need to book or can I just turn up with 4 friends tonight',
      'my partner and I would like to eat with you this evening',
      'put me down for half past six, just me',
      'got a table for tonite?',
      'I want to reserve for my anniversary, 2 persons, window seat',
      'can you seat us at 7pm on wednesday',
    ],
    ask: {
      partySize: 'How many of you will there be?',
      startsAt: 'Which day and time would you like?',
      area: 'Where would you like to sit?',
      customer: 'What name and phone number shall I put it under?',
      'customer.name': 'What name shall I put it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which e-mail address may we use?',
    },
    confirm: ({ partySize, area, startsAt, customer }, say) =>
      `A table for ${partySize}${area ? ` (${area})` : ''} on ${say.time(startsAt)}, under ${customer.name}. ` +
      'Shall I book it?',
    done: (answer, say) =>
      sayBooking(answer, say, ({ partySize, startsAt, code }) => {
        const guests = partySize === 1 ? 'one' : partySize;
        return `You're booked: a table for ${guests} on ${say.time(startsAt)}. Your code is ${code}. See you then!`;
      }),
    refused: refusedTimes,
  },
  choice: ['area'],
  wish: tableWish,
  run: (ctx, { partySize, area, ...request }) =>
    bookWish(ctx, tableWish(ctx.business, { partySize, area }), { ...request, asked: { partySize, area } }),
});
