import { describe, expect, it } from 'vitest';
import { findIndustryMentions, findIndustryWords, findSlotNames, listFiles, readSource } from './industry-mentions.ts';

/** Files that may name an industry, and why. */
const EXCEPTIONS = new Map([
  ['src/features/assistant/llm/guard/word-roles.ts', 'words of the language, for any business'],
  ['src/guardrails/input-guard.ts', 'a medical emergency can occur in any business'],
  ['src/guardrails/replies.ts', 'a medical emergency can occur in any business'],
]);

const findMentions = (files: string[], find: (code: string, file: string) => string[]) =>
  files
    .filter((file) => !EXCEPTIONS.has(file))
    .flatMap((file) => find(readSource(file), file).map((name) => `${file}: ${name}`));

describe('code outside an industry’s folder', () => {
  const files = listFiles('src/**/*.ts', 'web/src/**/*.{ts,tsx}');

  it('does not name the industry', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(findMentions(files, findIndustryMentions)).toEqual([]);
  });

  it('has no outdated exceptions', () => {
    const isOutdated = (code: string) => [...findIndustryMentions(code), ...findIndustryWords(code)].length === 0;
    expect([...EXCEPTIONS.keys()].filter((file) => isOutdated(readSource(file)))).toEqual([]);
  });

  it('does not use its names for people and records', () => {
    // The language layers may use such words, because they process language and not records.
    const checkedFiles = files.filter((file) => file.startsWith('src/') && !/^src\/(?:nlu|guardrails)\//.test(file));
    expect(checkedFiles.length).toBeGreaterThan(300);
    expect(findMentions(checkedFiles, findIndustryWords)).toEqual([]);
  });

  it('does not name its slots, but uses their roles', () => {
    expect(findMentions(files, findSlotNames)).toEqual([]);
  });
});

it.each([
  ["const a = industry === 'salon'", ['salon']],
  ["const a = capabilities.get('salon.book')", ['salon.book']],
  ['const a = `/api/v1/medical/prescriptions`', ['/api/v1/medical/prescriptions']],
  ['const { classes } = business.fitness', ['fitness']],
  ['const { retail } = business', ['retail']],
  ['const ICONS = { restaurant: Utensils }', ['restaurant']],
  ["type A = Answer<'GET /api/v1/fitness/classes'>", ['GET /api/v1/fitness/classes']],
  ["const a = { examples: ['salon/ana'] }", ['salon/ana']],
  ["const a = '`Ids in salon.services`.'", ['`Ids in salon.services`.']],
  ["const a = name ?? 'Salon'", ['Salon']],
  ["const a = 'while the restaurant was closed'", []],
  ['const restaurant = 1', []],
])('findIndustryMentions in %s', (code, mentions) => {
  expect(findIndustryMentions(code)).toEqual(mentions);
});

it.each([
  ["const KINDS = ['prescription']", ['prescription']],
  ["const a = known['patient.name']", ['patient.name']],
  ["record('return.requested')", ['return.requested']],
  ['const a = { newPatient: true }', ['newPatient']],
  ['const a = sql`select id from prescriptions`', ['prescriptions']],
  ['const a = /^(booking|prescription)\\./', ['prescription']],
  ["const a = 'A patient’s is found by its code'", ['A patient’s is found by its code']],
  ["const a = customer?.name ?? 'Patient'", ['Patient']],
  ["const a = 'Patients only'", ['Patients only']],
  ['const a = `Reading a Patient is logged`', ['Patient']],
  ["const a = 'Start a return'", []],
  ['const { memberships } = user', []],
])('findIndustryWords in %s', (code, mentions) => {
  expect(findIndustryWords(code)).toEqual(mentions);
});

it.each([
  ["const a = findUniqueEntity(slots, 'class')", ['class']],
  ["const a = listEntities(slots, 'class')", ['class']],
  ['const a = slots.catalogEntities.avoid', ['avoid']],
  ['const { diet } = slots.catalogEntities', ['diet']],
  ['const a = slots.industryEntities.medication', ['medication']],
  ["const a = slot === 'payer'", ['payer']],
  ["const a = dialogue.subject?.includes('item')", ['item']],
  ["const a = booking.kind === 'class'", []],
  ["const a = findUniqueEntity(slots, 'staff')", []],
])('findSlotNames in %s', (code, mentions) => {
  expect(findSlotNames(code)).toEqual(mentions);
});
