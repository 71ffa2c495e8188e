import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { BookingAnswer, bookingFields, Notes } from '../../../features/scheduling/shapes.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { bookWish } from '../../book-wish.ts';
import { refusedTimes, sayBooking } from '../../talk.ts';
import { SESSION_MINUTES, trainingWish } from '../wish.ts';

export const bookTraining = defineCapability({
  name: 'fitness.train',
  summary: 'Book a personal training session',
  effect: 'write',
  scope: 'bookings:write',
  input: Strict({
    trainer: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Id or name; left out: any' })),
    durationMinutes: Type.Optional(Type.Integer({ minimum: 15, maximum: 240, default: SESSION_MINUTES })),
    goals: Type.Optional(Notes),
    ...bookingFields,
  }),
  output: BookingAnswer,
  rest: { method: 'POST', path: '/training' },
  dialogue: {
    examples: [
      "I'd like a personal trainer",
      'book a pt session tomorrow at 9',
      'one on one training with Kenji on thursday please',
      'can someone show me how to lift properly, maybe wednesday evening',
      'need a coach to get in shape for my wedding',
      'personal training, 30 minutes, friday noon',
      'is Tasha free to train me on monday at 7am',
      'I want to lose weight and need help from a trainer',
      'schedule a private session',
      'half hour with a trainer tmrw?',
      'how do I book personal training sessions',
      'looking for 1:1 coaching',
      'I would like to prepare for a marathon with one of your coaches, Saturday morning if possible.',
      'PT at 5pm today',
      'get me an intro session with any trainer',
      'my physio said I should work on mobility with somebody, can you help',
      'private yoga lesson just for me, possible?',
      'sesion with a personal trainr on tuesday',
      'can I train with Diego at 10 on the 15th, name is Ruiz',
      'want a strength assessment with a coach',
      'after the baby I want to start slowly with a trainer',
      'book my usual session w/ Tasha',
      'i need someone to push me lol, tomorrow 6pm?',
      'do your trainers have time this weekend for a 90 minute session',
      'give me a slot with the boxing coach, just the two of us',
      'would love some individual training for my bad knee',
    ],
    ask: {
      startsAt: 'Which day and time suit you?',
      trainer: 'Is there a trainer you would like?',
      goals: 'What would you like to work on?',
      customer: 'What name and phone number shall I book it under?',
      'customer.name': 'What name shall I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which e-mail address may we use?',
    },
    confirm: ({ trainer, durationMinutes = SESSION_MINUTES, startsAt, customer }, say) =>
      `${durationMinutes} minutes of personal training${trainer ? ` with ${trainer}` : ''} on ${say.time(startsAt)}, ` +
      `for ${customer.name}. Shall I book it?`,
    done: (answer, say) =>
      sayBooking(answer, say, ({ resource, startsAt, code }) => {
        const who = resource ? ` with ${resource.name}` : '';
        return `You're booked: training${who} on ${say.time(startsAt)}. Your code is ${code}. Bring water and a towel!`;
      }),
    refused: refusedTimes,
  },
  choice: ['trainer'],
  wish: trainingWish,
  run: (ctx, { trainer, durationMinutes, goals, notes, ...request }) => {
    const wish = trainingWish(ctx.business, { trainer, durationMinutes });
    // Goals are for whoever trains; a booking has notes for that.
    const about = [goals ? `Goals: ${goals}` : undefined, notes].filter(Boolean).join('\n') || undefined;
    return bookWish(ctx, wish, { ...request, notes: about, asked: { trainer, durationMinutes } });
  },
});
