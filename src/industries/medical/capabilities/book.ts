import { Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { bookPatient, cancelPatient, movePatient } from '../../../features/patients/bookings.ts';
import { BookingAnswer, BookingShape } from '../../../features/scheduling/shapes.ts';
import { refusedTimes, sayBooking } from '../../talk.ts';
import { readVisit, VisitInput } from '../visit-input.ts';
import { visitWish } from '../wish.ts';

export const bookVisit = defineCapability({
  name: 'medical.book',
  summary: 'Book, move or cancel a visit',
  effect: 'write',
  scope: 'bookings:write',
  health: true,
  input: VisitInput,
  // 201 is always a new booking; 200 is a check, or a booking that was moved or cancelled.
  output: Type.Union([BookingShape, BookingAnswer]),
  rest: { method: 'POST', path: '/appointments' },
  dialogue: {
    examples: [
      "I'd like to make an appointment with the doctor",
      'can I see someone today, I have a sore throat',
      'book a checkup for next week',
      'I need my annual exam',
      'appointment with dr patel on monday morning please',
      'my son has a fever since yesterday, can you see him',
      'schedule a follow up in two weeks',
      'new patient here, how do I get an appointment',
      'is there anything open tomorrow for a blood draw',
      'need a flu shot',
      'physical for work, asap',
      'I twisted my ankle and want to have it looked at on thursday',
      'Could you please arrange a visit with Dr. Nguyen for my mother, any afternoon is fine?',
      'appt plz',
      'i want to come in because of my back pain',
      'do you have a slot on the 3rd at 9:15 for a consultation',
      'my baby is due for vaccinations, when can we come',
      'ear infection i think, who can take a look this afternoon',
      'looking for a first appointment with a family doctor',
      'telehealth visit on wednesday?',
      'can the nurse check my blood pressure on friday',
      "it's time for my yearly, 10am on the 18th works for me",
      'want to see a doctr about a rash',
      'well child visit for my 4 year old, date of birth 2022-03-11',
      'I was told to come back for my results, please book me in',
      'migraine again. earliest appointment?',
      'can I bring in my daughter for a sports physical saturday',
    ],
    ask: {
      visitType: 'What kind of visit do you need?',
      startsAt: 'Which day and time suit you?',
      'patient.name': 'What is the patient’s full name?',
      'patient.dateOfBirth': 'And the date of birth?',
      'patient.phone': 'Which phone number can we reach you at?',
    },
    confirm: ({ visitType, provider, startsAt, patient }, say) => {
      const what = `${visitType ?? 'A visit'}${provider ? ` with ${provider}` : ''}`;
      const when = startsAt ? ` on ${say.time(startsAt)}` : '';
      return `${what}${when}${patient?.name ? `, for ${patient.name}` : ''}. Shall I book it?`;
    },
    done: (answer, say, { action = 'book' }) =>
      sayBooking(answer, say, ({ service, resource, startsAt, code }) => {
        const what = `${service?.name ?? 'the visit'}${resource ? ` with ${resource.name}` : ''}`;
        if (action === 'cancel') return `Your visit on ${say.time(startsAt)} is cancelled. We wish you well.`;
        if (action === 'reschedule') return `Done: ${what} is now on ${say.time(startsAt)}. The code stays ${code}.`;
        return (
          `You're booked: ${what} on ${say.time(startsAt)}. Your code is ${code}. ` +
          'Please bring your insurance card and a photo ID.'
        );
      }),
    refused: {
      ...refusedTimes,
      not_found: () =>
        "I couldn't find a visit with that code and date of birth. Could you check both, or talk to our team?",
    },
  },
  choice: ['provider'],
  wish: visitWish,
  run: async (ctx, input) => {
    const read = readVisit(input);
    if ('ok' in read) return read;
    if (read.action === 'cancel') return cancelPatient(ctx, read.visit);
    if (read.action === 'reschedule') return movePatient(ctx, read.visit);
    const { visitType, provider, patient } = read.visit;
    const wish = visitWish(ctx.business, { visitType, provider, patient });
    return bookPatient(ctx, wish, { ...read.visit, asked: { visitType, provider } });
  },
});
