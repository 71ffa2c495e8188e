import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { joinClass } from '../../../features/scheduling/class-places.ts';
import { BookingAnswer, bookingFields } from '../../../features/scheduling/shapes.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { refusedTimes, sayBooking } from '../../talk.ts';
import type { FitnessBusiness } from '../schema.ts';

const { startsAt, ...fields } = bookingFields;

export const takeClass = defineCapability({
  name: 'fitness.join_class',
  summary: 'Take a place in a class',
  effect: 'write',
  scope: 'bookings:write',
  input: Strict({
    occurrenceId: Type.String({ minLength: 1, maxLength: 100, description: 'As the timetable gives it' }),
    startsAt: Type.Optional({ ...startsAt, description: 'Not needed: the occurrence has its time' }),
    ...fields,
  }),
  output: BookingAnswer,
  rest: { method: 'POST', path: '/classes/:occurrenceId/bookings' },
  dialogue: {
    examples: [
      'sign me up for yoga on friday',
      'book me into the 7am spin class',
      "I'd like to join pilates tomorrow",
      'can I get a spot in boxing tonight',
      'put me on the list for saturday bootcamp',
      'reserve a bike for me on thursday',
      'add me to the waitlist for barre',
      'im in for zumba tonight!',
      'one place in the morning flow class please, Maya Cohen',
      'enroll me in the beginner class on monday',
      'want to do hiit tmrw at 6',
      'Could you book two mats, one for me, in the Sunday yin class?',
      'save me a spot at noon',
      'joining body pump on tue, ok?',
      'register for the dance class next wednesday',
      'I want to come to the sunrise class',
      'can you squeeze me in the full class at 6:30',
      "let's try the core class, thursday works",
      'get me a place w/ Lena on wed',
      'book class',
      'count me in for the evening stretch',
      'can my friend and I drop in to spin on saturday',
      'I would love a spot in the 18:00 strength class, my number is 646 555 0137',
      'sgin me up 4 kickboxing',
      'how do I book into a class? the one tomorrow at 5:45',
      'take me on the waiting list if its full, monday pilates',
    ],
    ask: {
      occurrenceId: 'Which class would you like to join, and on which day?',
      customer: 'What name and phone number shall I put down?',
      'customer.name': 'What name shall I put down?',
      'customer.phone': 'And a phone number, in case the class changes?',
      'customer.email': 'And which e-mail address may we use?',
    },
    confirm: ({ startsAt: at, customer }, say) =>
      `A place in the class${at ? ` on ${say.time(at)}` : ''}, for ${customer.name}. Shall I book it?`,
    done: (answer, say) =>
      sayBooking(answer, say, ({ status, service, startsAt: at, code }) => {
        const name = service?.name ?? 'the class';
        return status === 'waitlisted'
          ? `${name} on ${say.time(at)} is full, so you are on the waiting list. ` +
              `We'll tell you as soon as a place opens up. Your code is ${code}.`
          : `You're in: ${name} on ${say.time(at)}. Your code is ${code}. See you there!`;
      }),
    refused: {
      ...refusedTimes,
      not_found: () => "I can't find that class at that time. Shall I tell you when it runs?",
      conflict: () => 'You already have a place in that class, or are waiting for one.',
    },
  },
  run: (ctx: CapabilityContext<FitnessBusiness>, { startsAt: _, ...input }) => joinClass(ctx, input),
});
