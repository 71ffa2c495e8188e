import { defineIndustry } from '../../capability/industry.ts';
import { bookVisit } from './capabilities/book.ts';
import { checkInsurance } from './capabilities/insurance.ts';
import { refill } from './capabilities/refill.ts';
import { checkMedical } from './check.ts';
import { createMedicalCheckups } from './checkups.ts';
import { medicalEvents } from './events.ts';
import { PRESCRIPTION_RECORDS } from './prescriptions.ts';
import { prescriptionRoutes } from './routes.ts';
import { Medical } from './schema.ts';
import { template } from './template.ts';
import {
  createMedicalVocabulary,
  extractMedicalEntities,
  withAnsweredPharmacy,
  withoutGenericInsurance,
  withoutNewPatient,
  withPharmacyPhone,
} from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'medical',
  title: 'Medical practice',
  summary: 'Appointments, insurance and copays, and refill requests.',
  icon: 'stethoscope',
  schemaOrgType: 'MedicalClinic',
  schema: Medical,
  template,
  check: checkMedical,
  capabilities: [bookVisit, refill, checkInsurance],
  routes: prescriptionRoutes,
  events: medicalEvents,
  records: [PRESCRIPTION_RECORDS],
  traits: { isHealthCare: true, treatsBodies: true },
  resources: 'providers',
  siteLists: [
    {
      field: 'visitTypes',
      entryKind: 'offers',
      headings: ['visits', 'services', 'fees', 'leistungen', 'consultations'],
    },
    {
      field: 'providers',
      entryKind: 'people',
      headings: ['doctors', 'providers', 'physicians', 'dentists', 'médecins', 'praticiens', 'ärzte', 'médicos'],
    },
  ],
  publicFields: ['visitTypes', 'providers', 'insurance', 'pharmacies', 'refills'],
  checkups: createMedicalCheckups,
  vocabulary: createMedicalVocabulary,
  slots: {
    service: { role: 'service', source: 'service' },
    plan: { role: 'plan', partOf: 'payer' },
    payer: { role: 'payer' },
    medication: { role: 'matter' },
    pharmacy: { role: 'matter' },
  },
  people: ({ providers }) =>
    providers.map(({ id, name, specialty, hours, timeOff }) => ({ id, name, about: specialty, hours, timeOff })),
  extractEntities: extractMedicalEntities,
  refine: (slots) => withPharmacyPhone(withAnsweredPharmacy(withoutGenericInsurance(withoutNewPatient(slots)))),
});
