import { describe, expect, it } from 'vitest';
import { EMPTY_DOCUMENT } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { appendProviderOffer, createVisitRequest } from './booking-request.ts';
import { bookVisit } from './capabilities/book.ts';
import { checkInsurance } from './capabilities/insurance.ts';
import { refill } from './capabilities/refill.ts';
import { COVERAGE_NOTICE } from './insurance.ts';
import type { MedicalBusiness } from './schema.ts';
import { template } from './template.ts';

const formatterIn = (currency: string) => formatterFor({ locale: 'en-GB', timezone: 'Europe/London', currency });
const business = { ...EMPTY_DOCUMENT, medical: template.section } as unknown as MedicalBusiness;

describe('copays', () => {
  const coverage = { accepted: true as const, payer: 'Orchid', plan: 'Gold', copay: 1500, notice: COVERAGE_NOTICE };
  it.each([
    ['GBP', 'Skin check', 'You would pay £15 for a Skin check.'],
    ['USD', 'Skin check', 'Your copay would be US$15 for a Skin check.'],
    ['GBP', undefined, 'You would pay £15.'],
  ])('in %s for %s', (currency, visitType, copayText) => {
    const input = { payer: 'Orchid', ...(visitType ? { visitType } : {}) };
    expect(checkInsurance.dialogue.renderResult({ ...coverage, currency }, formatterIn(currency), input)).toBe(
      `Yes, we accept Orchid Gold. ${copayText} That's what we have on file; your insurer has the final say.`,
    );
  });
});

it.each([
  [15000, /we don.t accept .+\. Without insurance, an? .+ costs £150\.$/],
  [undefined, undefined],
])('gives the full price if the plan is not accepted: %s', (price, replyPattern) => {
  const medical = {
    ...template.section,
    visitTypes: [{ ...template.section.visitTypes[0]!, id: 'v', name: 'Skin check', price }],
    insurance: [{ payer: 'Orchid', plans: [{ name: 'Basic', accepted: false }] }],
  };
  const catalogEntities = {
    plan: [[{ id: 'Orchid/Basic', name: 'Basic', said: 'basic' }]],
    payer: [[{ id: 'Orchid', name: 'Orchid', said: 'orchid' }]],
    service: [[{ id: 'v', name: 'Skin check', said: 'skin check' }]],
  };
  const messageContext = {
    business: { ...business, medical } as MedicalBusiness,
    text: 'what would it cost',
    now: new Date(),
  };
  const answer = checkInsurance.dialogue.answer?.(
    { catalogEntities, industryEntities: {} },
    messageContext,
    formatterIn('GBP'),
  );
  if (replyPattern) expect(answer?.text).toMatch(replyPattern);
  else expect(answer).toBeUndefined();
});

it('confirms a refill without its id', () => {
  const request = {
    id: 'rx_1',
    medication: 'Metformin',
    pharmacy: { name: 'Boots' },
    expectedBy: '2026-11-20T12:00:00Z',
  };
  const reply = refill.dialogue.renderResult(request as never, formatterIn('GBP'), {} as never);
  expect(reply).toMatch(/Metformin.*it goes to Boots\.$/);
  expect(reply).not.toContain('rx_');
});

describe('a visit', () => {
  const { requiredFields } = bookVisit.dialogue;
  const requiredFieldsFor = (input: object) =>
    typeof requiredFields === 'function'
      ? requiredFields(input, { business, text: '', now: new Date() })
      : requiredFields;

  it.each([
    [{ visitType: 'Follow-up' }, ['patient.newPatient']],
    [{ visitType: 'Follow-up', patient: { newPatient: false } }, ['visitType', 'startsAt', 'patient.name']],
    [{ visitType: 'Sick visit' }, ['visitType', 'startsAt', 'patient.name']],
    [{}, ['visitType', 'startsAt', 'patient.name']],
  ])('%o first asks for %j', (input, expectedFields) => {
    expect(requiredFieldsFor(input)?.slice(0, 3)).toEqual(expectedFields);
  });

  it.each([
    [{ visitType: 'physical', provider: 'nguyen' }, /You could see .*Brooks\. Would that work\?$/],
    [{ visitType: 'surgery' }, /called surgery\.$/],
  ])('%o is refused with an offer of another provider if there is one', (input, detail) => {
    const refusal = createVisitRequest(business, input);
    expect('ok' in refusal && appendProviderOffer(refusal.detail)).toMatch(detail);
  });
});

it('names no day for a refill where the practice has not said how long one takes', () => {
  const result = { medication: 'Lisinopril', pharmacy: { name: 'Corner Pharmacy' }, expectedBy: null };
  expect(refill.dialogue.renderResult(result as never, formatterIn('USD'), {} as never)).toBe(
    'Thank you, I’ve passed on the request for Lisinopril. The practice will review it, and if it’s approved, it goes to Corner Pharmacy.',
  );
});
