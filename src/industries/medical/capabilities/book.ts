import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { phrasesIn } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { message } from '../../../messages/catalogue.ts';
import { withWhom } from '../../../scheduling/present.ts';
import { BookingAnswer, BookingShape } from '../../../scheduling/shapes.ts';
import { findEntry } from '../../entries.ts';
import { duration, refusedTimes, renderBooking } from '../../render.ts';
import { visitRequest, withOthers } from '../booking-request.ts';
import { bookPatient, cancelPatient, movePatient } from '../bookings.ts';
import { findVisit, openVisits, plainVisit, withArticle } from '../visit-choice.ts';
import { readVisit, VisitForm, VisitInput } from '../visit-input.ts';

const ASKS_ABOUT = /how (long|much)|(what|does) .*(cost|involve|charge|fee|pay)|price|fees?\b|cost of/i;

export const bookVisit = defineCapability({
  name: 'medical.book',
  summary: message('Book, move or cancel a visit'),
  effect: 'write',
  basis: ['/medical/visitTypes', '/medical/providers', '/hours'],
  destructive: true,
  scope: 'bookings:write',
  health: true,
  person: 'patient',
  asides: ['action', 'code', 'dateOfBirth', 'reason'],
  input: VisitInput,
  // 201 is always a new booking; 200 is a check, or a booking that was moved or cancelled.
  output: Type.Union([BookingShape, BookingAnswer]),
  rest: { method: 'POST', path: '/appointments' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'book'),
    subject: ['service', 'staff'],
    words: { service: 'visitType', staff: 'provider' },
    choices: { visitType: ({ medical }, input) => openVisits(medical, input).map(({ name }) => name) },
    fill: ({ own }) => ({
      ...(typeof own.reason === 'string' ? { reason: own.reason } : {}),
      ...(typeof own.newPatient === 'boolean' ? { patient: { newPatient: own.newPatient } } : {}),
    }),
    plain: (business, input) => {
      const meant = plainVisit(business.medical, input);
      return meant && { input: { visitType: meant.name }, called: withArticle(meant.name, formatterFor(business)) };
    },
    find: findVisit,
    needs: ({ visitType, patient }, { business: { medical } }) => {
      const named = visitType === undefined ? undefined : findEntry(medical.visitTypes, visitType);
      // Only where it matters is somebody asked whether we know them, and then before they spell their name.
      const isOpen = named?.newPatients === false && patient?.newPatient === undefined;
      if (isOpen) return ['patient.newPatient'];
      // "Margaret here": by a first name alone nobody is called back.
      const isKnown = !patient?.name || /\s/.test(patient.name.trim());
      const who = ['patient.name', 'patient.dateOfBirth', ...(isKnown ? [] : ['patient.phone'])];
      return ['visitType', 'startsAt', ...who];
    },
    // Who names an insurer without a time asks what it would cost.
    instead: ({ words, date, time }) => (words.payer && !date && !time ? 'medical.insurance' : undefined),
    answer: ({ words }, { business, text }, say) => {
      const asked = (words.service ?? []).flat()[0];
      const visit = asked && findEntry(business.medical.visitTypes, asked.name);
      if (!visit || !ASKS_ABOUT.test(text)) return undefined;
      const cost = visit.price === undefined ? '' : ` and costs ${say.money(visit.price)} without insurance`;
      const answer = `${visit.name} takes ${duration(visit.durationMinutes)}${cost}. Would you like to book one?`;
      return { text: answer, sources: [{ kind: 'service', id: visit.id, title: visit.name }] };
    },
    ask: {
      visitType: 'What kind of visit do you need?',
      patient: 'May I have the patient’s full name, date of birth and a phone number?',
      'patient.newPatient': 'Have you been with us before, or would this be your first visit?',
      startsAt: 'Which day and time suit you?',
      'patient.name': 'What is the patient’s full name?',
      'patient.dateOfBirth': 'And the date of birth?',
      'patient.phone': 'Which phone number can we reach you at?',
    },
    confirm: ({ visitType, provider, startsAt, patient }, say) => {
      const what = withWhom(visitType ?? say.text('A visit'), provider, say);
      if (!startsAt) return say.text('{what}. Shall I book it?', { what });
      const time = say.time(startsAt);
      return patient?.name
        ? say.text('{what} on {time}, for {name}. Shall I book it?', { what, time, name: patient.name })
        : say.text('{what} on {time}. Shall I book it?', { what, time });
    },
    done: (answer, say, { action = 'book' }) =>
      renderBooking(answer, say, ({ service, resource, startsAt, code }) => {
        const what = withWhom(service?.name ?? say.text('the visit'), resource?.name, say);
        const time = say.time(startsAt);
        if (action === 'cancel') return say.text('Your visit on {time} is cancelled. We wish you well.', { time });
        if (action === 'reschedule')
          return say.text('Done: {what} is now on {time}. The code stays {code}.', { what, time, code });
        return say.text("You're booked: {what} on {time}. Your code is {code}. We look forward to seeing you.", {
          what,
          time,
          code,
        });
      }),
    refused: {
      ...refusedTimes,
      not_offered: (why, say) => withOthers(why.detail, say),
      not_for_new: (why) => why.detail,
      not_found: (_, say) =>
        say.text(
          "I couldn't find a visit with that code and date of birth. Could you check both, or talk to our team?",
        ),
    },
  },
  form: VisitForm,
  choice: ['provider'],
  bookingRequest: visitRequest,
  run: async (ctx, input) => {
    const read = readVisit(input);
    if ('ok' in read) return read;
    if (read.action === 'cancel') return cancelPatient(ctx, read.visit);
    if (read.action === 'reschedule') return movePatient(ctx, read.visit);
    const { visitType, provider, patient } = read.visit;
    const requested = visitRequest(ctx.business, { visitType, provider, patient });
    return bookPatient(ctx, requested, { ...read.visit, asked: { visitType, provider } });
  },
});
