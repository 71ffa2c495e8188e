import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { type MessageContext, readPhrases } from '../../../capability/dialogue.ts';
import { referenceTo } from '../../../capability/document.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { getOnlyItem } from '../../../kernel/lists.ts';
import { message } from '../../../messages/catalogue.ts';
import { describeWithPerson } from '../../../scheduling/present.ts';
import { BookingResultShape, bookingFields, Notes } from '../../../scheduling/shapes.ts';
import { bookRequest } from '../../book-request.ts';
import { renderBooking, timeRefusalRenderers } from '../../render.ts';
import { createTrainingRequest, SESSION_MINUTES } from '../booking-request.ts';
import { describeTrainers, findMatchingTrainers } from '../render.ts';
import type { FitnessBusiness } from '../schema.ts';

const ASKS_ABOUT_PATTERN =
  /how much|price|cost|charge|rates?\b|who (are|is|does|would|should|could)|who['’]?d\b|which trainers?|what trainers?|tell me about|do you (have|offer)/i;

const Trainer = NonBlank({
  maxLength: 200,
  description: 'Id or name; left out: any',
  ...referenceTo('fitness.trainers'),
});

export const bookTraining = defineCapability({
  name: 'fitness.train',
  summary: message('Book a personal training session'),
  effect: 'write',
  requiredData: ['/fitness/trainers', '/hours'],
  scope: 'bookings:write',
  nonSchedulingFields: ['goals'],
  input: Strict({
    trainer: Type.Optional(Trainer),
    durationMinutes: Type.Optional(Type.Integer({ minimum: 15, maximum: 240, default: SESSION_MINUTES })),
    goals: Type.Optional(Notes),
    ...bookingFields,
  }),
  output: BookingResultShape,
  rest: {
    method: 'POST',
    path: '/training',
    example: {
      startsAt: '2026-11-20T15:00',
      goals: 'Run 10 km',
      customer: { name: 'Dana Fox', phone: '212 555 0142' },
    },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'train'),
    subject: ['specialty', 'training', 'staff'],
    fieldBySlot: { staff: 'trainer' },
    fill: (slots, { business }: MessageContext<FitnessBusiness>) => {
      const onlyMatch = getOnlyItem(findMatchingTrainers(business, slots));
      return onlyMatch && !slots.catalogEntities.staff ? { trainer: onlyMatch.name } : {};
    },
    answer: (slots, { business, text }: MessageContext<FitnessBusiness>, format) =>
      ASKS_ABOUT_PATTERN.test(text) && !slots.date && !slots.time
        ? describeTrainers(business, slots, text, format)
        : undefined,
    ask: {
      startsAt: 'What day and time work for you?',
      trainer: 'Do you have a trainer in mind?',
      goals: 'What would you like to work on?',
      customer: 'What name and phone number should I book it under?',
      'customer.name': 'What name should I book it under?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And what’s your email?',
    },
    confirm: ({ trainer, durationMinutes: minutes = SESSION_MINUTES, startsAt, customer: { name } }, format) => {
      const what = format.text('A {minutes}-minute personal training session', { minutes });
      const values = { what: describeWithPerson(what, trainer, format), time: format.time(startsAt), name };
      return format.text('{what} on {time}, for {name}. Shall I book it?', values);
    },
    renderResult: (result, format) =>
      renderBooking(result, format, ({ resource, startsAt, code }) =>
        format.text("You're booked: {what} on {time}. Your code is {code}. See you then!", {
          what: describeWithPerson(format.text('training'), resource?.name, format),
          time: format.time(startsAt),
          code,
        }),
      ),
    renderRefusal: timeRefusalRenderers,
  },
  form: Strict({ trainer: Type.Optional(Trainer), ...bookingFields }, { title: 'Personal training' }),
  resourceFields: ['trainer'],
  bookingRequest: createTrainingRequest,
  run: (ctx, { trainer, durationMinutes, goals, notes, ...request }) => {
    const bookingRequest = createTrainingRequest(ctx.business, { trainer, durationMinutes });
    // The trainer reads the goals in the booking's notes.
    const bookingNotes = [goals ? `Goals: ${goals}` : undefined, notes].filter(Boolean).join('\n') || undefined;
    return bookRequest(ctx, bookingRequest, { ...request, notes: bookingNotes, asked: { trainer, durationMinutes } });
  },
});
