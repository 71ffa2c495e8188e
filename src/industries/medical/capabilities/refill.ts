import { type Static, Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { readPhrases, type Slots } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { succeed } from '../../../capability/outcome.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { Notes } from '../../../scheduling/shapes.ts';
import { PRESCRIPTION_TRANSITIONS } from '../prescription-states.ts';
import { findUnlistedPharmacyName, PRESCRIPTION_RECORDS, refuseRefill, requestRefill } from '../prescriptions.ts';
import type { MedicalBusiness } from '../schema.ts';
import { PatientInput, PrescriptionShape } from '../shapes.ts';

const RefillInput = Strict({
  patient: PatientInput,
  medication: NonBlank({ maxLength: 200, examples: ['Lisinopril'] }),
  dosage: Type.Optional(Type.String({ maxLength: 200, examples: ['10 mg, once a day'] })),
  pharmacy: Type.Unsafe<string | { name: string; phone?: string }>({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 200,
    required: ['name', 'phone'],
    additionalProperties: false,
    properties: {
      name: NonBlank({ maxLength: 200 }),
      phone: { type: 'string', minLength: 3, maxLength: 50 },
    },
    description: 'Id or name of one of the practice’s pharmacies, or another by name and phone',
    examples: ['Walton Pharmacy'],
  }),
  notes: Type.Optional(Notes),
});

type Refill = Static<typeof RefillInput>;

const getPharmacyName = ({ pharmacy }: Refill) => (typeof pharmacy === 'string' ? pharmacy : pharmacy.name);
const renderMedication = ({ medication, dosage }: Refill) => (dosage ? `${medication} (${dosage})` : medication);

const readPharmacyFromSlots = ({ pharmacy, pharmacyPhone }: Slots['industryEntities']) =>
  pharmacyPhone ? { name: String(pharmacy), phone: String(pharmacyPhone) } : String(pharmacy);

export const refill = defineCapability<MedicalBusiness, typeof RefillInput, typeof PrescriptionShape>({
  name: 'medical.refill',
  summary: message('Request a prescription refill'),
  effect: 'write',
  scope: 'bookings:write',
  request: {
    kind: PRESCRIPTION_RECORDS.kind,
    title: 'Prescription',
    pluralTitle: 'Prescriptions',
    path: '/prescriptions',
    transitions: PRESCRIPTION_TRANSITIONS,
  },
  personFieldName: 'patient',
  health: true,
  input: RefillInput,
  output: PrescriptionShape,
  rest: {
    method: 'POST',
    path: '/prescriptions',
    status: 201,
    example: {
      medication: 'Lisinopril',
      pharmacy: 'park',
      patient: { name: 'Ada Grey', dateOfBirth: '1961-05-03', phone: '212 555 0143' },
    },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'refill'),
    otherQuestions: readPhrases(import.meta.dirname, 'refill-questions'),
    subject: ['pharmacy', 'medication'],
    fieldBySlot: { pharmacy: 'pharmacy' },
    choices: { pharmacy: ({ medical }) => medical.pharmacies.map(({ name }) => name) },
    fill: ({ industryEntities, catalogEntities }) => ({
      ...(typeof industryEntities.medication === 'string' ? { medication: industryEntities.medication } : {}),
      ...(typeof industryEntities.dosage === 'string' ? { dosage: industryEntities.dosage } : {}),
      ...(typeof industryEntities.pharmacy === 'string' && !catalogEntities.pharmacy
        ? { pharmacy: readPharmacyFromSlots(industryEntities) }
        : {}),
    }),
    resolveInput: async ({ business }, input) => {
      const unlistedName = findUnlistedPharmacyName(business.medical, input.pharmacy);
      if (unlistedName === undefined) return refuseRefill(business.medical, input) ?? succeed({});
      const pharmacy = { name: unlistedName };
      const notice = formatterFor(business).text(
        '{name} isn’t on our list, so our team may ask you for its address and phone number.',
        pharmacy,
      );
      return refuseRefill(business.medical, { ...input, pharmacy }) ?? { ...succeed({ pharmacy }), notice };
    },
    requiredFields: ['medication', 'pharmacy', 'patient.name', 'patient.dateOfBirth'],
    ask: {
      medication: 'Of course. Which medication do you need refilled?',
      dosage: 'Do you know the strength and how often you take it? It’s on the label.',
      pharmacy: 'Which pharmacy should we send it to?',
      patient: 'Could I have the patient’s full name, date of birth and a phone number?',
      'patient.name': 'What’s the patient’s full name?',
      'patient.dateOfBirth': 'And the date of birth, so we can find the right record?',
      'patient.phone': 'What’s the best phone number to reach you?',
    },
    confirm: (input, format) =>
      format.text('A refill of {medication} for {name}, sent to {pharmacy}. Shall I pass the request on?', {
        medication: renderMedication(input),
        name: input.patient.name,
        pharmacy: getPharmacyName(input),
      }),
    renderResult: ({ medication, expectedBy, pharmacy: { name: pharmacy } }, format) =>
      expectedBy
        ? format.text(
            'Thank you, I’ve passed on the request for {medication}. The practice will review it, usually by {day}, and if it’s approved, it goes to {pharmacy}.',
            { medication, day: format.day(expectedBy), pharmacy },
          )
        : format.text(
            'Thank you, I’ve passed on the request for {medication}. The practice will review it, and if it’s approved, it goes to {pharmacy}.',
            { medication, pharmacy },
          ),
    nextAfterRefusal: { needs_visit: 'medical.book' },
    renderRefusal: {
      needs_visit: (_, format) =>
        format.text(
          'I’m sorry, the doctor needs to see you before we can refill this medication. Would you like me to find you an appointment?',
        ),
      unknown_pharmacy: (_, format) => format.text('Which pharmacy should we send it to?'),
    },
  },
  run: (ctx, input) => requestRefill(ctx, ctx.business.medical, input),
});
