import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { readPhrases } from '../../../capability/dialogue.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { joinClass } from '../../../scheduling/class-spots.ts';
import { BookingResultShape, bookingFields } from '../../../scheduling/shapes.ts';
import { renderBooking, renderWaitlistPromise, timeRefusalRenderers } from '../../render.ts';
import { findMeeting } from '../find-meeting.ts';
import type { FitnessBusiness } from '../schema.ts';

const { startsAt, ...fieldsWithoutTime } = bookingFields;

export const joinClassCapability = defineCapability({
  name: 'fitness.join_class',
  summary: message('Join a class'),
  effect: 'write',
  requiredData: ['/fitness/classes'],
  scope: 'bookings:write',
  input: Strict({
    occurrenceId: NonBlank({ maxLength: 100, description: 'As the timetable gives it' }),
    startsAt: Type.Optional({ ...startsAt, description: 'Not needed: the occurrence has its time' }),
    ...fieldsWithoutTime,
  }),
  form: Strict(fieldsWithoutTime),
  meetingsCapability: 'fitness.classes',
  output: BookingResultShape,
  rest: {
    method: 'POST',
    path: '/classes/:occurrenceId/bookings',
    example: { occurrenceId: 'sunrise-yoga_20261120T0630', customer: { name: 'Dana Fox', phone: '212 555 0142' } },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'join-class'),
    subject: ['class'],
    requiredFields: ['occurrenceId', 'customer'],
    choices: { occurrenceId: ({ fitness }: FitnessBusiness) => fitness.classes.map(({ name }) => name) },
    resolveInput: findMeeting,
    ask: {
      occurrenceId: 'Which class would you like to join, and on which day?',
      customer: 'What name and phone number should I put down?',
      'customer.name': 'What name should I put down?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And what’s your email?',
    },
    confirm: ({ startsAt: start, customer: { name } }, format, spotName = format.text('a spot in the class')) => {
      const what = `${spotName.charAt(0).toUpperCase()}${spotName.slice(1)}`;
      return start
        ? format.text('{what} on {time}, for {name}. Shall I book it?', { what, time: format.time(start), name })
        : format.text('{what}, for {name}. Shall I book it?', { what, name });
    },
    renderResult: (result, format) =>
      renderBooking(result, format, (booking) => {
        const { status, service, startsAt: start, code } = booking;
        const values = { name: service?.name ?? format.text('the class'), time: format.time(start), code };
        return status === 'waitlisted'
          ? `${format.text("{name} on {time} is full, so you're on the waitlist. Your code is {code}.", values)} ${renderWaitlistPromise(booking, format)}`.trim()
          : format.text("You're in: {name} on {time}. Your code is {code}. See you there!", values);
      }),
    renderRefusal: {
      ...timeRefusalRenderers,
      not_found: (_, format) => format.text("I can't find that class at that time. Should I tell you when it runs?"),
      which: (refusal) => refusal.detail,
      conflict: (_, format) =>
        format.text(
          "You already have a spot in that class, or you're on its waitlist. To book for someone else, I need their own phone number or email.",
        ),
    },
  },
  run: (ctx: CapabilityContext<FitnessBusiness>, { startsAt: _, ...input }) => joinClass(ctx, input),
});
