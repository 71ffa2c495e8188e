import type { Industry } from '../../capability/industry.ts';
import { createSampleFaqs, HOLIDAYS, markAsSample, NEW_YORK_DEFAULTS } from '../template-helpers.ts';
import type { Medical } from './schema.ts';

const OFFICE_HOURS: [string, string][] = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
];

const createCopays = (officeVisit: number, specialist: number) => ({
  physical: 0,
  new_patient: officeVisit,
  office_visit: officeVisit,
  sick_visit: officeVisit,
  follow_up: officeVisit,
  well_child: 0,
  vaccination: 0,
  womens_health: specialist,
});

export const template: Industry<typeof Medical>['template'] = {
  common: {
    ...NEW_YORK_DEFAULTS,
    description: 'A family practice for all ages: checkups, sick visits, vaccinations and long-term care.',
    greeting:
      'Hello! I can book a visit, check your insurance, or pass on a refill request. In an emergency, call emergency services.',
    contact: { phone: '(212) 555-0156', email: 'office@example.com', address: '300 Park Place, New York, NY 10007' },
    hours: {
      mon: OFFICE_HOURS,
      tue: OFFICE_HOURS,
      wed: OFFICE_HOURS,
      thu: OFFICE_HOURS,
      fri: [['08:00', '13:00']],
      sat: [],
      sun: [],
    },
    closures: HOLIDAYS,
    services: markAsSample([{ name: 'Vaccinations', description: 'Flu, COVID-19, travel and childhood vaccines' }]),
    faqs: createSampleFaqs({
      'What should I bring to my first visit?':
        'A photo ID, your insurance card, a list of your medications and, if you can, your records.',
      'Are you taking new patients?': 'Yes. Please book a new patient visit so we have time to get to know you.',
      'How early should I arrive?': 'Ten minutes early, or twenty if you’re new and have forms to fill out.',
      'Do you see children?': 'Yes, from newborns on. Dr. Nguyen is our pediatrician.',
      'How do I get my test results?':
        'They’ll be in the patient portal, and we’ll call you if anything needs attention.',
      'How do I get my medical records?': 'Ask at the front desk or by email. We’ll send them within 10 days.',
      'Do you offer telehealth?': 'Yes, for follow-ups and many sick visits. Just tell us when you book.',
      'What do I do outside your hours?':
        'Call our number to reach the nurse on call. In an emergency, call emergency services.',
      'Is there parking?': 'Patients park free in the lot behind the building.',
      'Do I need a referral?': 'Not for us. If you need a specialist, we’ll refer you.',
    }),
    policies: {
      cancellation: 'Please cancel at least 24 hours before. There’s a $40 fee for missed visits.',
      lateArrival: 'If you’re more than 15 minutes late, we may have to find you another time.',
    },
    booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 1440 },
    handoff: { message: "I'll pass this on to our office. We'll get back to you during opening hours." },
  },
  section: {
    visitTypes: markAsSample([
      { id: 'new_patient', name: 'New patient visit', durationMinutes: 45, bufferMinutes: 0, newPatients: true },
      { id: 'physical', name: 'Annual physical', durationMinutes: 45, bufferMinutes: 0, newPatients: true },
      { id: 'sick_visit', name: 'Sick visit', durationMinutes: 15, bufferMinutes: 5, newPatients: true },
      { id: 'follow_up', name: 'Follow-up', durationMinutes: 30, bufferMinutes: 0, newPatients: false },
      { id: 'well_child', name: 'Well-child visit', durationMinutes: 30, bufferMinutes: 0, newPatients: true },
      { id: 'vaccination', name: 'Vaccination', durationMinutes: 15, bufferMinutes: 0, newPatients: true },
      { id: 'womens_health', name: 'Women’s health visit', durationMinutes: 30, bufferMinutes: 10, newPatients: true },
    ]),
    providers: markAsSample([
      {
        id: 'patel',
        name: 'Dr. Anita Patel',
        specialty: 'Family medicine',
        visitTypes: ['new_patient', 'physical', 'sick_visit', 'follow_up', 'vaccination', 'womens_health'],
      },
      {
        id: 'brooks',
        name: 'Dr. Daniel Brooks',
        specialty: 'Internal medicine',
        visitTypes: ['new_patient', 'physical', 'sick_visit', 'follow_up'],
        hours: {
          mon: OFFICE_HOURS,
          tue: OFFICE_HOURS,
          wed: [],
          thu: OFFICE_HOURS,
          fri: [['08:00', '13:00']],
          sat: [],
          sun: [],
        },
      },
      {
        id: 'nguyen',
        name: 'Dr. Linh Nguyen',
        specialty: 'Pediatrics',
        visitTypes: ['new_patient', 'well_child', 'sick_visit', 'follow_up', 'vaccination'],
        timeOff: [{ from: '2026-12-23', to: '2026-12-31', reason: 'Vacation' }],
      },
      {
        id: 'reyes',
        name: 'Sofia Reyes, NP',
        specialty: 'Nurse practitioner',
        visitTypes: ['sick_visit', 'follow_up', 'vaccination', 'womens_health'],
        hours: {
          mon: [],
          tue: OFFICE_HOURS,
          wed: OFFICE_HOURS,
          thu: [['13:00', '17:00']],
          fri: [['08:00', '13:00']],
          sat: [],
          sun: [],
        },
      },
    ]),
    insurance: markAsSample([
      {
        payer: 'Aetna',
        plans: [
          { name: 'Open Access PPO', accepted: true, copay: createCopays(2500, 4000) },
          { name: 'HMO', accepted: true, copay: createCopays(2000, 3500) },
        ],
      },
      {
        payer: 'Blue Cross Blue Shield',
        plans: [
          { name: 'PPO', accepted: true, copay: createCopays(3000, 4500) },
          { name: 'HMO', accepted: false },
        ],
      },
      {
        payer: 'Cigna',
        plans: [
          { name: 'Open Access Plus', accepted: true, copay: createCopays(2500, 4000) },
          { name: 'LocalPlus', accepted: false },
        ],
      },
      {
        payer: 'UnitedHealthcare',
        plans: [
          { name: 'Choice Plus', accepted: true, copay: createCopays(3500, 5000) },
          { name: 'Oxford Metro', accepted: false },
        ],
      },
      { payer: 'Medicare', plans: [{ name: 'Part B', accepted: true }] },
      { payer: 'Medicaid', plans: [{ name: 'New York State', accepted: false }] },
    ]),
    pharmacies: markAsSample([
      { id: 'park', name: 'Park Place Pharmacy', phone: '(212) 555-0171', address: '280 Park Place' },
      { id: 'greene', name: 'Greene Street Drugs', phone: '(212) 555-0172', address: '15 Greene Street' },
      { id: 'corner', name: 'Corner Pharmacy', phone: '(212) 555-0173', address: '2 Church Street' },
    ]),
    refills: { turnaroundHours: 48, needsVisit: ['controlled', 'isotretinoin', 'warfarin'] },
  },
};
