import { describe, expect, it } from 'vitest';
import type { CapabilityContext } from '../../capability/capability.ts';
import { BARE } from '../../capability/document.ts';
import { bookVisit } from './capabilities/book.ts';
import type { Medical, MedicalBusiness } from './schema.ts';
import { template } from './template.ts';
import { findVisit, firstVisit, medicineVisit, openVisits, plainVisit, withArticle } from './visit-choice.ts';

const own = (): Medical => structuredClone(template.own);
const names = (visits: { name: string }[]) => visits.map(({ name }) => name);
const called = (...visitTypes: string[]): Medical => ({
  ...own(),
  visitTypes: visitTypes.map((name) => ({
    ...own().visitTypes[0]!,
    id: name.toLowerCase().replaceAll(' ', '_'),
    name,
    newPatients: true,
  })),
  providers: [{ id: 'okafor', name: 'Dr. Ada Okafor' }],
});

describe('what can be had', () => {
  it('of somebody is what they do', () => {
    expect(names(openVisits(own(), { provider: 'reyes' }))).toEqual([
      'Sick visit',
      'Follow-up',
      'Vaccination',
      'Women’s health visit',
    ]);
  });

  it('by somebody new is for them', () => {
    const visits = openVisits(own(), { provider: 'brooks', patient: { newPatient: true } });
    expect(names(visits)).toEqual(['New patient visit', 'Annual physical', 'Sick visit']);
  });
});

describe('a visit that goes without saying', () => {
  it.each([
    [own(), { provider: 'brooks' }, 'New patient visit'],
    [called('Initial Osteopathy', 'Physio Assessment', 'Massage'), {}, undefined],
    [called('Initial Osteopathy', 'Massage'), {}, 'Initial Osteopathy'],
  ])('is the first one', (medical, asked, name) => {
    expect(firstVisit(medical, asked)?.name).toBe(name);
  });

  it.each([
    [called('Routine GP appointment', 'Double appointment', 'Blood test'), 'Routine GP appointment'],
    [called('Standard consultation', 'Long consultation', 'Skin check'), 'Standard consultation'],
    [called('GP consultation', 'General consultation'), undefined],
    [called('Annual checkup', 'Flu shot', 'Medication review'), 'Medication review'],
    [called('GP consultation', 'Medication review', 'Prescription visit'), 'GP consultation'],
    [called('Hygienist clean'), undefined],
    [{ ...called('GP consultation'), providers: [{ id: 'n', name: 'Nurse Kelly' }] }, undefined],
  ])('is the plain one, or that for a medicine', (medical, name) => {
    expect(medicineVisit(medical, {})?.name).toBe(name);
  });

  it('is the plain one for whoever cannot say', () => {
    expect(plainVisit(called('GP consultation', 'Medication review'), {})?.name).toBe('GP consultation');
  });
});

describe('somebody new', () => {
  const ctx = (medical: Medical) =>
    ({
      business: { ...BARE, currency: 'USD', medical } as unknown as MedicalBusiness,
    }) as CapabilityContext<MedicalBusiness>;
  const find = (input: object, agreed = false, medical = own()) =>
    findVisit(
      ctx(medical),
      { patient: { dateOfBirth: '1988-04-12', newPatient: true }, ...input },
      { words: {}, own: agreed ? { agreed } : {} },
    );
  const asked = { visitType: 'Follow-up', provider: 'brooks' };
  const without = (id: string): Medical => ({
    ...own(),
    visitTypes: own().visitTypes.filter((each) => each.id !== id),
  });

  it('is told with which visit they begin, and has it for a yes', async () => {
    const refused = await find(asked);
    expect(refused).toMatchObject({ ok: false, reason: 'not_for_new', errors: [{ pointer: '/visitType' }] });
    expect(!refused.ok && refused.detail).toBe(
      'Follow-up is not for new patients, only for those we already know. ' +
        'As you are new to us, it would be a New patient visit. Shall I look for that?',
    );
    expect(await find(asked, true)).toMatchObject({ ok: true, value: { visitType: 'New patient visit' } });
  });

  it('begins with the first visit, though whom they named does not do it', async () => {
    const refused = await find({ ...asked, provider: 'reyes' });
    expect(!refused.ok && refused.detail).toMatch(/it would be a New patient visit/);
  });

  it('is told what they can have where no visit is the first', async () => {
    const refused = await find(asked, false, without('new_patient'));
    expect(!refused.ok && refused.detail).toMatch(
      /you can have an Annual physical or a Sick visit\. Which would you like\?$/,
    );
    expect(await find(asked, true, without('new_patient'))).toMatchObject({ ok: false });
  });

  it.each([{ visitType: 'Sick visit' }, { visitType: 'Follow-up', patient: { newPatient: false } }, {}])(
    'is left alone with %o',
    async (input) => {
      expect(await find(input)).toMatchObject({ ok: true, value: {} });
    },
  );
});

it.each([
  ['Cleaning', 'a Cleaning'],
  ['Asthma review', 'an Asthma review'],
  ['Blood tests', 'Blood tests'],
])('%s is %s', (name, said) => {
  expect(withArticle(name)).toBe(said);
});

it.each([
  [undefined, false],
  ['Margaret', true],
  ['Margaret Hill', false],
])('of %s a phone number is needed: %s', (name, needed) => {
  const business = { ...BARE, medical: own() } as unknown as MedicalBusiness;
  const needs = bookVisit.dialogue.needs as (input: object, about: object) => string[];
  expect(needs({ patient: name ? { name } : {} }, { business }).includes('patient.phone')).toBe(needed);
});
