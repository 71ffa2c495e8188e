import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { findFreeTextAnswer } from '../../nlu/entities/free-text-answers.ts';
import type { Medical } from './schema.ts';
import { createMedicalVocabulary, extractMedicalEntities, withoutNewPatient, withPharmacyPhone } from './vocabulary.ts';

const medical = readFixtureDocument('medical').medical as Medical;

describe('a medication', () => {
  it.each<[string, string | undefined, string?]>([
    ['I need a refill of my lisinopril', 'lisinopril'],
    ['refill metformin 500 mg please', 'metformin', '500 mg'],
    ["i'm out of sertraline", 'sertraline'],
    ['running low on my levothyroxine 75mcg', 'levothyroxine', '75mcg'],
    ['my atorvastatin prescription ran out', 'atorvastatin'],
    ['can you renew the script for amoxicillin', 'amoxicillin'],
    ['please renew my Duraphat 5000 toothpaste prescription', 'Duraphat', '5000'],
    ['can you refill my sertraline 90 days', 'sertraline'],
    ['refill my lisinopril 212 555 0142', 'lisinopril'],
    ['I need my usual prescription refilled', undefined],
    ['can I get a refill', undefined],
    ['I need a repeat prescription as well', undefined],
    ['could you do me a refill too', undefined],
    ['a refill of my ramipril as well', 'ramipril'],
    ['I would like an appointment on friday', undefined],
    ['are the repeat tablets done yet?', undefined],
    ['has my script gone out?', undefined],
    ['could you renew my prescription?', undefined],
    ['was the prescription I take at night sent on?', undefined],
    ['do you do refills on weekends?', undefined],
    ['can you renew Eliquis?', 'Eliquis'],
    ['has the doctor signed my script', undefined],
    ['there is news about my repeat request I hope', undefined],
    ['my medication has been sent on I think', undefined],
    ['need refil on amoxicilin', 'amoxicilin'],
    ['I need Jardiance, my script is empty', 'Jardiance'],
  ])('in %j is %s', (text, medication, dosage) => {
    const { medication: foundMedication, dosage: foundDosage } = extractMedicalEntities(text, {});
    expect([foundMedication, foundDosage]).toEqual([medication, dosage]);
  });

  it.each([
    ["it's Adderall 20 mg", 'Adderall', '20 mg'],
    ['insulin glargine.', 'insulin glargine', undefined],
    ['metformin, and my name is Dana', 'metformin', undefined],
  ])('that answers our question is %j', (text, medication, dosage) => {
    expect(extractMedicalEntities(text, { asked: 'medication' })).toMatchObject({
      medication,
      ...(dosage ? { dosage } : {}),
    });
  });
});

it.each(['medication', 'pharmacy', 'payer', 'plan'])('a yes or no names no %s', (asked) => {
  for (const text of ['yes', 'Yes please', 'no', 'nope', 'ok', 'never mind'])
    expect(extractMedicalEntities(text, { asked, answer: findFreeTextAnswer(text) })).not.toHaveProperty(asked);
});

describe('a new patient', () => {
  const visitMention = (name: string, said: string) => [{ id: name, name, said }];
  const [newVisit, physical] = [
    visitMention('New patient visit', 'new patient'),
    visitMention('Sports physical', 'physical'),
  ];
  const slots = (industryEntities: Slots['industryEntities'], ...service: EntityValue[][]): Slots => ({
    catalogEntities: { service },
    industryEntities,
  });

  it.each([
    [
      'who asks for another visit does not ask for the first one',
      slots({ newPatient: true }, physical, newVisit),
      [physical],
    ],
    ['who asks for nothing else may mean the first one', slots({ newPatient: true }, newVisit), [newVisit]],
    ['may ask for a first visit', slots({ newPatient: true, first: true }, physical, newVisit), [physical, newVisit]],
  ])('%s', (_, slotsBefore, service) => {
    expect(withoutNewPatient(slotsBefore).catalogEntities.service).toEqual(service);
  });
});

describe('an unlisted insurer', () => {
  it.each<[string, string | undefined]>([
    ['Do you accept Orchid Mutual?', 'Orchid Mutual'],
    ['my insurance is Orchid Mutual', 'Orchid Mutual'],
    ['is Orchid Mutual accepted here', 'Orchid Mutual'],
    ['do you take orchid mutual?', 'orchid mutual'],
    ['do you take new patients?', undefined],
    ['do you accept my insurance?', undefined],
    ['do you take credit cards?', undefined],
  ])('in %j is %s', (text, payer) => {
    expect(extractMedicalEntities(text, {}).payer).toBe(payer);
  });

  it.each([
    ['payer', "I'm with Orchid Mutual", { payer: 'Orchid Mutual' }],
    ['plan', 'the Gold plan.', { plan: 'Gold plan' }],
    ['pharmacy', 'send it to Riverside Drugs', { pharmacy: 'Riverside Drugs' }],
  ])('asked for the %s: %j', (asked, text, industryEntities) => {
    expect(extractMedicalEntities(text, { asked, answer: findFreeTextAnswer(text) })).toMatchObject(industryEntities);
  });
});

describe('a new patient', () => {
  it.each<[string, boolean | undefined, string?]>([
    ["I'm a new patient", true],
    ["i've never been to your practice", true],
    ['it is my first visit', true],
    ['I have been coming for years', false],
    ['existing patient', false],
    ["I've not been to you before but I'd only need a follow-up", true],
    ['never been', true],
    ['not been in before', true],
    ["I'm not registered with you", true],
    ['first time with you', true],
    ['we just moved here', true],
    ["we're new here", true],
    ["don't have a GP yet", true],
    ["you don't know me", true],
    ['I need a first appointment', true],
    ["I've been before", false],
    ["I'm a patient already", false],
    ['been coming for years', false],
    ['I saw Dr Okafor last time', false],
    ["I'm not a new patient", false],
    ["it isn't my first visit", false],
    ["I haven't been in for a while", false],
    ['my first visit with Tom was great', undefined],
    ['what is the first time you have', undefined],
    ['the first appointment on friday', undefined],
    ['an appointment on friday', undefined],
    ['my first', true, 'patient.newPatient'],
    ['yes', false, 'patient.newPatient'],
    ['no', true, 'patient.newPatient'],
    ['no', undefined, 'startsAt'],
  ])('%j: %s (%s)', (text, isNew, requestedField) => {
    expect(extractMedicalEntities(text, { ...(requestedField ? { asked: requestedField } : {}) }).newPatient).toBe(
      isNew,
    );
  });
});

it.each([
  ['I need a first appointment', true],
  ['an initial consultation please', true],
  ['a new patient exam', true],
  ['the first appointment you have', undefined],
  ['a follow-up', undefined],
])('a first visit in %j: %s', (text, isFirst) => {
  expect(extractMedicalEntities(text, {}).first).toBe(isFirst);
});

it.each([
  ['visitType', 'yes please', true],
  ['visitType', 'no worries', true],
  ['visitType', 'do the new patient one then. same time', true],
  ['visitType', 'a cleaning', undefined],
  ['startsAt', 'yes please', undefined],
])('asked for %s, %j agrees: %s', (asked, text, hasAgreed) => {
  expect(extractMedicalEntities(text, { asked }).agreed).toBe(hasAgreed);
});

describe('the vocabulary of a practice', () => {
  const vocabulary = createMedicalVocabulary(medical);
  const aliasesOf = (id: string) => vocabulary.find((word) => word.id === id)!.aliases ?? [];

  it.each([
    ['checkup', 'check-up'],
    ['sick', 'sore throat'],
    ['followup', 'follow up'],
  ])('%s is also %j', (id, alias) => {
    expect(aliasesOf(id)).toContain(alias);
  });

  it('has a role as an alias only if one person has it', () => {
    const nurse = { id: 'n1', name: 'Nurse Kelly', visitTypes: [] };
    const practitioner = { id: 'n2', name: 'Pat Moss', specialty: 'Nurse practitioner', visitTypes: [] };
    const nurseAliases = (...providers: object[]) =>
      createMedicalVocabulary({ ...medical, providers } as Medical).find(({ id }) => id === 'n1')!.aliases;
    expect(nurseAliases(nurse)).toEqual(['nurse']);
    expect(nurseAliases(nurse, practitioner)).toEqual([]);
  });
});

describe('a phone number next to a pharmacy', () => {
  const slots = { phone: '+13035550199', catalogEntities: {}, industryEntities: { pharmacy: 'Riverside Drugs' } };
  it('belongs to the pharmacy', () => {
    expect(withPharmacyPhone(slots)).toEqual({
      catalogEntities: {},
      industryEntities: { pharmacy: 'Riverside Drugs', pharmacyPhone: '+13035550199' },
    });
  });
  it.each([
    ['the patient’s where their name comes with it', { ...slots, name: 'Dana Fox' }],
    ['the patient’s where no pharmacy is named', { ...slots, industryEntities: {} }],
  ])('is %s', (_, unchangedSlots) => {
    expect(withPharmacyPhone(unchangedSlots)).toEqual(unchangedSlots);
  });
});

it.each([
  [['First physio visit', 'ACC first visit'], 0],
  [['Follow-up', 'ACC first visit'], 1],
])('of %j, %d are called a first visit', (names, count) => {
  const visitTypes = names.map((name) => ({ ...medical.visitTypes[0]!, id: name, name }));
  const catalogEntities = createMedicalVocabulary({ ...medical, visitTypes });
  expect(catalogEntities.filter(({ aliases = [] }) => aliases.includes('first visit'))).toHaveLength(count);
});
