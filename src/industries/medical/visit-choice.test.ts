import { describe, expect, it } from 'vitest';
import type { CapabilityContext } from '../../capability/capability.ts';
import { EMPTY_DOCUMENT } from '../../capability/document.ts';
import { bookVisit } from './capabilities/book.ts';
import type { Medical, MedicalBusiness } from './schema.ts';
import { template } from './template.ts';
import {
  findFirstVisit,
  findMedicationVisit,
  findStandardVisit,
  listAvailableVisits,
  resolveVisit,
  withArticle,
} from './visit-choice.ts';

const copyTemplateSection = (): Medical => structuredClone(template.section);
const listNames = (visits: { name: string }[]) => visits.map(({ name }) => name);
const withVisitTypes = (...visitTypes: string[]): Medical => ({
  ...copyTemplateSection(),
  visitTypes: visitTypes.map((name) => ({
    ...copyTemplateSection().visitTypes[0]!,
    id: name.toLowerCase().replaceAll(' ', '_'),
    name,
    newPatients: true,
  })),
  providers: [{ id: 'okafor', name: 'Dr. Ada Okafor' }],
});

describe('available visits', () => {
  it('are narrowed to the provider’s', () => {
    expect(listNames(listAvailableVisits(copyTemplateSection(), { provider: 'reyes' }))).toEqual([
      'Sick visit',
      'Follow-up',
      'Vaccination',
      'Women’s health visit',
    ]);
  });

  it('are narrowed for new patients', () => {
    const visits = listAvailableVisits(copyTemplateSection(), { provider: 'brooks', patient: { newPatient: true } });
    expect(listNames(visits)).toEqual(['New patient visit', 'Annual physical', 'Sick visit']);
  });
});

describe('an implied visit', () => {
  it.each([
    [copyTemplateSection(), { provider: 'brooks' }, 'New patient visit'],
    [withVisitTypes('Initial Osteopathy', 'Physio Assessment', 'Massage'), {}, undefined],
    [withVisitTypes('Initial Osteopathy', 'Massage'), {}, 'Initial Osteopathy'],
  ])('for a new patient is the first visit', (medical, filter, name) => {
    expect(findFirstVisit(medical, filter)?.name).toBe(name);
  });

  it.each([
    [withVisitTypes('Routine GP appointment', 'Double appointment', 'Blood test'), 'Routine GP appointment'],
    [withVisitTypes('Standard consultation', 'Long consultation', 'Skin check'), 'Standard consultation'],
    [withVisitTypes('GP consultation', 'General consultation'), undefined],
    [withVisitTypes('Annual checkup', 'Flu shot', 'Medication review'), 'Medication review'],
    [withVisitTypes('GP consultation', 'Medication review', 'Prescription visit'), 'GP consultation'],
    [withVisitTypes('Hygienist clean'), undefined],
    [{ ...withVisitTypes('GP consultation'), providers: [{ id: 'n', name: 'Nurse Kelly' }] }, undefined],
  ])('for a refill is the one for medications, or else the standard one', (medical, name) => {
    expect(findMedicationVisit(medical, {})?.name).toBe(name);
  });

  it('is the standard consultation if the customer cannot decide', () => {
    expect(findStandardVisit(withVisitTypes('GP consultation', 'Medication review'), {})?.name).toBe('GP consultation');
  });
});

describe('a new patient', () => {
  const contextWith = (medical: Medical) =>
    ({
      business: { ...EMPTY_DOCUMENT, currency: 'USD', medical } as unknown as MedicalBusiness,
    }) as CapabilityContext<MedicalBusiness>;
  const resolveForNewPatient = (input: object, agreed = false, medical = copyTemplateSection()) =>
    resolveVisit(
      contextWith(medical),
      { patient: { dateOfBirth: '1988-04-12', newPatient: true }, ...input },
      { catalogEntities: {}, industryEntities: agreed ? { agreed } : {} },
    );
  const followUpInput = { visitType: 'Follow-up', provider: 'brooks' };
  const withoutVisitType = (id: string): Medical => ({
    ...copyTemplateSection(),
    visitTypes: copyTemplateSection().visitTypes.filter((visitType) => visitType.id !== id),
  });

  it('is offered the first visit, and gets it after agreeing', async () => {
    const refusal = await resolveForNewPatient(followUpInput);
    expect(refusal).toMatchObject({ ok: false, reason: 'not_for_new', errors: [{ pointer: '/visitType' }] });
    expect(!refusal.ok && refusal.detail).toBe(
      'Follow-up is for existing patients only. ' +
        'Since you’re new here, you’d need a New patient visit. Should I look for a time?',
    );
    expect(await resolveForNewPatient(followUpInput, true)).toMatchObject({
      ok: true,
      value: { visitType: 'New patient visit' },
    });
  });

  it('gets the first visit even if the named provider does not do it', async () => {
    const refusal = await resolveForNewPatient({ ...followUpInput, provider: 'reyes' });
    expect(!refusal.ok && refusal.detail).toMatch(/you’d need a New patient visit/);
  });

  it('is offered all open visits if none is a first visit', async () => {
    const refusal = await resolveForNewPatient(followUpInput, false, withoutVisitType('new_patient'));
    expect(!refusal.ok && refusal.detail).toMatch(
      /you can book an Annual physical or a Sick visit\. Which would you like\?$/,
    );
    expect(await resolveForNewPatient(followUpInput, true, withoutVisitType('new_patient'))).toMatchObject({
      ok: false,
    });
  });

  it.each([{ visitType: 'Sick visit' }, { visitType: 'Follow-up', patient: { newPatient: false } }, {}])(
    'is not redirected for %o',
    async (input) => {
      expect(await resolveForNewPatient(input)).toMatchObject({ ok: true, value: {} });
    },
  );
});

it.each([
  ['Cleaning', 'a Cleaning'],
  ['Asthma review', 'an Asthma review'],
  ['Blood tests', 'Blood tests'],
])('%s with its article is “%s”', (name, expected) => {
  expect(withArticle(name)).toBe(expected);
});

it.each([
  [undefined, false],
  ['Margaret', true],
  ['Margaret Hill', false],
])('%s requires a phone number: %s', (name, isNeeded) => {
  const business = { ...EMPTY_DOCUMENT, medical: copyTemplateSection() } as unknown as MedicalBusiness;
  const requiredFields = bookVisit.dialogue.requiredFields as (input: object, context: object) => string[];
  expect(requiredFields({ patient: name ? { name } : {} }, { business }).includes('patient.phone')).toBe(isNeeded);
});
