import { type Static, Type } from 'typebox';
import { defineCapability } from '../../../capability/capability.ts';
import { requestRefill } from '../../../features/patients/prescriptions.ts';
import { PrescriptionShape } from '../../../features/patients/shapes.ts';
import { Notes, PatientInput } from '../../../features/scheduling/shapes.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import type { MedicalBusiness } from '../schema.ts';

const RefillInput = Strict({
  patient: PatientInput,
  medication: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Lisinopril'] }),
  dosage: Type.Optional(Type.String({ maxLength: 200, examples: ['10 mg, once a day'] })),
  pharmacy: Type.Unsafe<string | { name: string; phone: string }>({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 200,
    required: ['name', 'phone'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      phone: { type: 'string', minLength: 3, maxLength: 50 },
    },
    description: 'Id or name of one of the practice’s pharmacies, or another by name and phone',
    examples: ['Walton Pharmacy'],
  }),
  notes: Type.Optional(Notes),
});

type Refill = Static<typeof RefillInput>;

const pharmacyOf = ({ pharmacy }: Refill) => (typeof pharmacy === 'string' ? pharmacy : pharmacy.name);
const medicationOf = ({ medication, dosage }: Refill) => (dosage ? `${medication} (${dosage})` : medication);

const EXAMPLES = [
  'I need a refill of my lisinopril',
  'can I get my prescription renewed please',
  'refill please',
  'I’m almost out of my blood pressure pills',
  'could you send my metformin to Walton Pharmacy',
  'my prescription for sertraline ran out yesterday',
  'need more of my inhaler, the albuterol one',
  'hi, repeat prescription for levothyroxine 50 mcg',
  'running low on my meds, can the doctor renew them?',
  'I’d like to request a refill for my daughter’s amoxicillin',
  'please renew my birth control',
  'the pharmacy says I have no refills left on my atorvastatin',
  'can Dr. Chen call in another month of my omeprazole',
  'I took my last tablet this morning and need a new script',
  'same medication as last time, to the CVS on Main Street',
  'order my repeat meds',
  'can you fax my prescription to the pharmacy',
  'I want to reorder my allergy medicine',
  'my eye drops are finished, how do I get more?',
  'could I have another 90 day supply of losartan',
  'prescription refill for John Meyer, born 3 May 1961',
  'my insulin runs out on Friday, please help me get it refilled',
  'need my rx for montelukast sent to a different pharmacy',
  'do I have to come in to get my pills refilled or can you just do it',
  'out of thyroid tablets again',
  'who do I talk to about renewing a prescription?',
  'can the doctor extend my prescription by a month',
  'pls refil my simvastatin 20mg',
  'I lost my pills while travelling and need a replacement prescription',
  'would it be possible to pick up my refill at the pharmacy next door',
];

export const refill = defineCapability<MedicalBusiness, typeof RefillInput, typeof PrescriptionShape>({
  name: 'medical.refill',
  summary: 'Request a prescription refill',
  effect: 'write',
  scope: 'bookings:write',
  health: true,
  input: RefillInput,
  output: PrescriptionShape,
  rest: { method: 'POST', path: '/prescriptions', status: 201 },
  dialogue: {
    examples: EXAMPLES,
    ask: {
      medication: 'Of course. Which medication do you need refilled?',
      dosage: 'Do you know the strength and how often you take it? It is on the label.',
      pharmacy: 'Which pharmacy shall it go to?',
      patient: 'What is the patient’s full name and date of birth?',
      'patient.name': 'What is the patient’s full name?',
      'patient.dateOfBirth': 'And the date of birth, so that we find the right file?',
      'patient.phone': 'What phone number can the practice reach you on?',
    },
    confirm: (input) =>
      `So that is a refill of ${medicationOf(input)} for ${input.patient.name}, to go to ${pharmacyOf(input)}. ` +
      'Shall I pass the request on?',
    done: (request, say) =>
      `Thank you, I’ve passed on the request for ${request.medication}. The practice will look at it, usually by ` +
      `${say.day(request.expectedBy)}, and if it is approved it goes to ${request.pharmacy.name}. ` +
      `Your reference is ${request.id}.`,
    refused: {
      needs_visit: () =>
        'I’m sorry, for this medication the doctor needs to see you before it can be refilled. ' +
        'Would you like me to find you an appointment?',
      unknown_pharmacy: () =>
        'I don’t have that pharmacy on our list. Could you give me its full name and phone number?',
    },
  },
  run: (ctx, input) => requestRefill(ctx, input),
});
