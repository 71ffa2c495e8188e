import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { readPhrases } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { message } from '../../../messages/catalogue.ts';
import { describeWithPerson } from '../../../scheduling/present.ts';
import { BookingResultShape, BookingShape } from '../../../scheduling/shapes.ts';
import { findEntry } from '../../entries.ts';
import { renderBooking, renderDuration, timeRefusalRenderers } from '../../render.ts';
import { appendProviderOffer, createVisitRequest } from '../booking-request.ts';
import { bookPatientVisit, cancelPatientBooking, movePatientBooking } from '../bookings.ts';
import { findStandardVisit, listAvailableVisits, resolveVisit, withArticle } from '../visit-choice.ts';
import { parseVisit, VisitForm, VisitInput } from '../visit-input.ts';

const ASKS_ABOUT_PATTERN = /how (long|much)|(what|does) .*(cost|involve|charge|fee|pay)|price|fees?\b|cost of/i;

export const bookVisit = defineCapability({
  name: 'medical.book',
  summary: message('Book, reschedule or cancel a visit'),
  effect: 'write',
  requiredData: ['/medical/visitTypes', '/medical/providers', '/hours'],
  destructive: true,
  scope: 'bookings:write',
  health: true,
  personFieldName: 'patient',
  nonSchedulingFields: ['action', 'code', 'dateOfBirth', 'reason'],
  input: VisitInput,
  // 201 is always a new booking; 200 is an availability check, or a booking that was moved or canceled.
  output: Type.Union([BookingShape, BookingResultShape]),
  rest: {
    method: 'POST',
    path: '/appointments',
    example: {
      visitType: 'physical',
      startsAt: '2026-11-20T09:00',
      patient: { name: 'Ada Grey', dateOfBirth: '1961-05-03', phone: '212 555 0143' },
    },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'book'),
    subject: ['service', 'staff'],
    fieldBySlot: { service: 'visitType', staff: 'provider' },
    choices: { visitType: ({ medical }, input) => listAvailableVisits(medical, input).map(({ name }) => name) },
    fill: ({ industryEntities }) => ({
      ...(typeof industryEntities.reason === 'string' ? { reason: industryEntities.reason } : {}),
      ...(typeof industryEntities.newPatient === 'boolean'
        ? { patient: { newPatient: industryEntities.newPatient } }
        : {}),
    }),
    fallbackInput: (business, input) => {
      const defaultVisit = findStandardVisit(business.medical, input);
      return (
        defaultVisit && {
          input: { visitType: defaultVisit.name },
          displayName: withArticle(defaultVisit.name, formatterFor(business)),
        }
      );
    },
    resolveInput: resolveVisit,
    requiredFields: ({ visitType, patient }, { business: { medical } }) => {
      const visit = visitType === undefined ? undefined : findEntry(medical.visitTypes, visitType);
      // Ask whether the patient is new only if the visit type requires it, and before asking for a name.
      const mustAskIfNew = visit?.newPatients === false && patient?.newPatient === undefined;
      if (mustAskIfNew) return ['patient.newPatient'];
      // With only a first name, staff need a phone number to identify the patient.
      const hasOnlyFirstName = Boolean(patient?.name && !/\s/.test(patient.name.trim()));
      const patientFields = ['patient.name', 'patient.dateOfBirth', ...(hasOnlyFirstName ? ['patient.phone'] : [])];
      return ['visitType', 'startsAt', ...patientFields];
    },
    // Mentioning an insurer without a time is a question about coverage.
    redirectTo: ({ catalogEntities, date, time }) =>
      catalogEntities.payer && !date && !time ? 'medical.insurance' : undefined,
    answer: ({ catalogEntities }, { business, text }, format) => {
      const mentionedVisit = (catalogEntities.service ?? []).flat()[0];
      const visit = mentionedVisit && findEntry(business.medical.visitTypes, mentionedVisit.name);
      if (!visit || !ASKS_ABOUT_PATTERN.test(text)) return undefined;
      const cost = visit.price === undefined ? '' : ` and costs ${format.money(visit.price)} without insurance`;
      const name = withArticle(visit.name);
      const answerText = `${name.charAt(0).toUpperCase()}${name.slice(1)} takes ${renderDuration(visit.durationMinutes)}${cost}. Would you like to book one?`;
      return { text: answerText, sources: [{ kind: 'service', id: visit.id, title: visit.name }] };
    },
    ask: {
      visitType: 'What kind of visit do you need?',
      patient: 'Could I have the patient’s full name, date of birth and a phone number?',
      'patient.newPatient': 'Have you been here before, or would this be your first visit?',
      startsAt: 'What day and time work for you?',
      'patient.name': 'What’s the patient’s full name?',
      'patient.dateOfBirth': 'And the date of birth?',
      'patient.phone': 'What’s the best phone number to reach you?',
    },
    identification: {
      change: message('Of course. What’s the patient’s full name and date of birth?'),
      find: message('I can look that up for you. What’s the patient’s full name and date of birth?'),
      retry: message(
        "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the patient’s full name and date of birth.",
      ),
      missingProof: message('Thank you. And the patient’s date of birth?'),
    },
    confirm: ({ visitType, provider, startsAt, patient }, format) => {
      const what = describeWithPerson(visitType ?? format.text('A visit'), provider, format);
      if (!startsAt) return format.text('{what}. Shall I book it?', { what });
      const time = format.time(startsAt);
      return patient?.name
        ? format.text('{what} on {time}, for {name}. Shall I book it?', { what, time, name: patient.name })
        : format.text('{what} on {time}. Shall I book it?', { what, time });
    },
    renderResult: (result, format, { action = 'book' }) =>
      renderBooking(result, format, ({ service, resource, startsAt, code }) => {
        const what = describeWithPerson(service?.name ?? format.text('the visit'), resource?.name, format);
        const time = format.time(startsAt);
        if (action === 'cancel') return format.text('Your visit on {time} is canceled. Take care.', { time });
        if (action === 'reschedule')
          return format.text('You’re all set: {what} is now on {time}. Your code is still {code}.', {
            what,
            time,
            code,
          });
        return format.text("You're booked: {what} on {time}. Your code is {code}. We look forward to seeing you.", {
          what,
          time,
          code,
        });
      }),
    renderRefusal: {
      ...timeRefusalRenderers,
      not_offered: (refusal, format) => appendProviderOffer(refusal.detail, format),
      not_for_new: (refusal) => refusal.detail,
      not_found: (_, format) =>
        format.text(
          "I couldn't find a visit with that code and date of birth. Could you check both? Our team can help, too.",
        ),
    },
  },
  form: VisitForm,
  resourceFields: ['provider'],
  bookingRequest: createVisitRequest,
  run: async (ctx, input) => {
    const parsed = parseVisit(input);
    if ('ok' in parsed) return parsed;
    if (parsed.action === 'cancel') return cancelPatientBooking(ctx, parsed.visit);
    if (parsed.action === 'reschedule') return movePatientBooking(ctx, parsed.visit);
    const { visitType, provider } = parsed.visit;
    const bookingRequest = createVisitRequest(ctx.business, { visitType, provider, patient: input.patient });
    return bookPatientVisit(ctx, bookingRequest, { ...parsed.visit, asked: { visitType, provider } });
  },
});
