import { Type } from 'typebox';
import { Id, Nullable, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { message } from '../../messages/catalogue.ts';
import { CustomerInput } from '../../scheduling/shapes.ts';
import { PRESCRIPTION_STATUSES } from './prescription-states.ts';

const { name, phone, email } = CustomerInput.properties;

export const PatientInput = Strict({
  name,
  dateOfBirth: Type.String({ format: 'date' }),
  phone,
  email,
  newPatient: Type.Optional(Type.Boolean({ title: message('This is my first visit') })),
});

const nullableText = () => Nullable(Type.String());

export const PrescriptionShape = Type.Object(
  {
    id: Id('rx'),
    status: OneOf(PRESCRIPTION_STATUSES),
    patient: Type.Object({
      name: Type.String(),
      dateOfBirth: Type.String({ format: 'date' }),
      phone: nullableText(),
      email: nullableText(),
    }),
    medication: Type.String(),
    dosage: nullableText(),
    pharmacy: Type.Object({ id: nullableText(), name: Type.String(), phone: nullableText() }),
    notes: Nullable(Type.String({ description: 'From the patient' })),
    note: Nullable(Type.String({ description: 'From the practice, with its last decision' })),
    expectedBy: Nullable(Time({ description: 'When the practice usually has it done, where it has said so' })),
    conversationId: nullableText(),
    createdAt: Time(),
    updatedAt: Time(),
  },
  { title: 'Prescription request' },
);
