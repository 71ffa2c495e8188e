import { type Static, Type } from 'typebox';
import {
  type Business,
  IntegerBetween,
  Money,
  Name,
  referenceTo,
  sampleField,
  Text,
  TimeOff,
  WeeklyHours,
} from '../../capability/document.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { GeneratedId, WithDefault } from '../entries.ts';

const VisitType = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  price: Type.Optional(Money),
  durationMinutes: IntegerBetween(5, 480),
  bufferMinutes: WithDefault(IntegerBetween(0, 240), 0),
  bufferBeforeMinutes: Type.Optional(IntegerBetween(0, 240)),
  newPatients: WithDefault(Type.Boolean({ description: 'Whether new patients can book it' }), true),
  ...sampleField,
});

const Provider = Strict({
  id: GeneratedId,
  name: Name,
  specialty: Type.Optional(Name),
  description: Type.Optional(Text),
  visitTypes: Type.Optional(
    Type.Array(Name, {
      maxItems: 200,
      description: 'IDs or names; left out: all of them',
      ...referenceTo('medical.visitTypes'),
    }),
  ),
  hours: Type.Optional(WeeklyHours),
  timeOff: Type.Optional(Type.Array(TimeOff, { maxItems: 200 })),
  ...sampleField,
});

const Plan = Strict({
  name: Name,
  accepted: Type.Boolean(),
  copay: Type.Optional(
    Type.Record(Type.String(), Money, { description: 'By visit type', ...referenceTo('medical.visitTypes') }),
  ),
  ...sampleField,
});

const Payer = Strict({ payer: Name, plans: Type.Array(Plan, { maxItems: 200 }), ...sampleField });

const Pharmacy = Strict({
  id: GeneratedId,
  name: Name,
  phone: Type.Optional(Type.String({ maxLength: 50 })),
  address: Type.Optional(Type.String({ maxLength: 500 })),
  ...sampleField,
});

const Refills = Strict({
  turnaroundHours: WithDefault(Type.Integer({ minimum: 0, maximum: 720 }), 48),
  needsVisit: WithDefault(
    Type.Array(Name, { maxItems: 500, description: 'Medications, or `controlled` for controlled substances' }),
    [],
  ),
});

export const Medical = Strict(
  {
    visitTypes: WithDefault(Type.Array(VisitType, { maxItems: 200 }), []),
    providers: WithDefault(Type.Array(Provider, { maxItems: 200 }), []),
    insurance: WithDefault(Type.Array(Payer, { maxItems: 500 }), []),
    pharmacies: WithDefault(Type.Array(Pharmacy, { maxItems: 500 }), []),
    refills: WithDefault(Refills, { turnaroundHours: 48, needsVisit: ['controlled'] }),
  },
  { title: 'Medical' },
);

export type Medical = Static<typeof Medical>;
export type MedicalBusiness = Business & { medical: Medical };
