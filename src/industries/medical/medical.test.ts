import { describe, expect, it } from 'vitest';
import { createVisitRequest } from './booking-request.ts';
import { checkMedical } from './check.ts';
import { findCoverage, type InsuranceQuery } from './insurance.ts';
import type { Medical, MedicalBusiness } from './schema.ts';
import { template } from './template.ts';
import { parseVisit, type VisitInput } from './visit-input.ts';

const templateSection = (): Medical => structuredClone(template.section);
const business = { medical: templateSection() } as unknown as MedicalBusiness;

describe('insurance', () => {
  const aetnaQuery = { payer: 'Aetna', plan: 'HMO' };
  it.each<[InsuranceQuery, true | false | 'unknown', string | null, number | null]>([
    [{ ...aetnaQuery }, true, 'HMO', null],
    [{ ...aetnaQuery, visitType: 'sick_visit' }, true, 'HMO', 2000],
    [{ ...aetnaQuery, visitType: 'Sick Visit' }, true, 'HMO', 2000],
    [{ ...aetnaQuery, visitType: 'physical' }, true, 'HMO', 0],
    [{ ...aetnaQuery, visitType: 'office visit' }, true, 'HMO', 2000],
    [{ ...aetnaQuery, visitType: 'surgery' }, true, 'HMO', null],
    [{ payer: ' AETNA ', plan: 'hmo' }, true, 'HMO', null],
    [{ payer: 'aetna' }, true, null, null],
    [{ payer: 'aetna', visitType: 'physical' }, true, null, 0],
    [{ payer: 'aetna', visitType: 'sick_visit' }, true, null, null],
    [{ payer: 'BlueCross BlueShield', plan: 'PPO', visitType: 'sick_visit' }, true, 'PPO', 3000],
    [{ payer: 'Blue Cross Blue Shield', plan: 'HMO', visitType: 'sick_visit' }, false, 'HMO', null],
    [{ payer: 'Blue Cross Blue Shield' }, 'unknown', null, null],
    [{ payer: 'Aetna', plan: 'Bronze' }, 'unknown', 'Bronze', null],
    [{ payer: 'Aetma', plan: 'HMO' }, 'unknown', 'HMO', null],
    [{ payer: 'Orchid Mutual' }, 'unknown', null, null],
    [{ payer: 'Medicare', visitType: 'physical' }, true, 'Part B', null],
    [{ payer: 'medicaid' }, false, 'New York State', null],
  ])('%o', (query, accepted, plan, copay) => {
    expect(findCoverage(templateSection(), query)).toMatchObject({ accepted, plan, copay });
  });

  it('returns the payer’s name as the practice spells it, or as given', () => {
    expect(findCoverage(templateSection(), { payer: 'aetna' }).payer).toBe('Aetna');
    expect(findCoverage(templateSection(), { payer: ' Orchid Mutual ' }).payer).toBe('Orchid Mutual');
  });
});

describe('a visit', () => {
  it.each([
    [{ visitType: 'well_child' }, ['nguyen']],
    [{ visitType: 'Annual Physical' }, ['patel', 'brooks']],
    [{ visitType: 'physical', provider: 'dr. anita patel' }, ['patel']],
    [{ visitType: 'follow_up', patient: { newPatient: false } }, ['patel', 'brooks', 'nguyen', 'reyes']],
    [{ visitType: 'physical', patient: { newPatient: true } }, ['patel', 'brooks']],
  ])('%o is with %j', (input, ids) => {
    const bookingRequest = createVisitRequest(business, input);
    expect(bookingRequest).toMatchObject({ kind: 'appointment', choose: 'least-busy' });
    expect(!('ok' in bookingRequest) && bookingRequest.candidates.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    [{ visitType: 'physical', provider: 'Dr. Who' }, 'no_such_resource', /a provider called Dr\. Who/],
    [{ visitType: 'surgery' }, 'not_offered', /surgery/],
    [{}, 'not_offered', /what kind of visit/],
    [{ visitType: 'physical', provider: 'nguyen' }, 'not_offered', /Linh Nguyen doesn't do Annual physical.*Patel/],
    [
      { visitType: 'follow_up', patient: { newPatient: true } },
      'not_offered',
      /for existing patients only.*New patient visit/,
    ],
  ])('%o is refused: %s', (input, reason, detail) => {
    const refusal = createVisitRequest(business, input);
    expect(refusal).toMatchObject({ ok: false, code: 'slot_unavailable', reason, alternatives: [] });
    expect('ok' in refusal && refusal.detail).toMatch(detail);
  });
});

describe('visit input', () => {
  const patient = { name: 'Ruth Vale', dateOfBirth: '1988-04-12' };
  it.each<[string, VisitInput, string[]]>([
    ['all', { visitType: 'physical', startsAt: '2026-11-24T09:00', patient }, []],
    ['nothing', {}, ['/visitType', '/startsAt', '/patient/name', '/patient/dateOfBirth']],
    ['no name', { visitType: 'x', startsAt: 'y', patient: { dateOfBirth: '1988-04-12' } }, ['/patient/name']],
    ['no date of birth', { visitType: 'x', startsAt: 'y', patient: { name: 'Ruth Vale' } }, ['/patient/dateOfBirth']],
    ['a check', { visitType: 'x', startsAt: 'y', patient: { newPatient: true }, checkOnly: true }, []],
    ['cancel', { action: 'cancel', code: 'K7P4QX', patient }, []],
    ['cancel by date of birth', { action: 'cancel', code: 'K7P4QX', dateOfBirth: '1988-04-12' }, []],
    ['cancel alone', { action: 'cancel' }, ['/code', '/patient/dateOfBirth']],
    ['move', { action: 'reschedule', code: 'K7P4QX', startsAt: '2026-11-24T09:00', patient }, []],
    ['move to nowhere', { action: 'reschedule', code: 'K7P4QX', patient }, ['/startsAt']],
    ['cancel as a check', { action: 'cancel', code: 'K7P4QX', patient, checkOnly: true }, ['/checkOnly']],
  ])('has the expected errors: %s', (_, input, pointers) => {
    const parsedVisit = parseVisit(input);
    const errors = 'ok' in parsedVisit ? (parsedVisit.errors as { pointer: string }[]) : [];
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('is parsed completely', () => {
    expect(parseVisit({ action: 'cancel', code: 'K7P4QX', dateOfBirth: '1988-04-12' })).toEqual({
      action: 'cancel',
      visit: { code: 'K7P4QX', patient: { dateOfBirth: '1988-04-12' } },
    });
  });
});

describe('validation errors', () => {
  it.each<[string, (section: Medical) => void, string[]]>([
    ['none', () => {}, []],
    ['a visit type by its name', ({ providers }) => providers[0]!.visitTypes!.push('Well-Child Visit'), []],
    [
      'providers of one name',
      ({ providers }) => providers.push({ ...providers[0]!, id: 'other' }),
      [`/medical/providers/${templateSection().providers.length}/name`],
    ],
    [
      'an unknown visit type',
      ({ providers }) => providers[1]!.visitTypes!.push('mri'),
      ['/medical/providers/1/visitTypes/4'],
    ],
    ['equal ids', ({ pharmacies }) => pharmacies.push(pharmacies[0]!), ['/medical/pharmacies/3/id']],
    [
      'one plan twice',
      ({ insurance }) => insurance[0]!.plans.push({ name: 'hmo', accepted: false }),
      ['/medical/insurance/0/plans/2/name'],
    ],
  ])('%s', (_, change, pointers) => {
    const changedSection = templateSection();
    change(changedSection);
    expect(checkMedical(changedSection).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
