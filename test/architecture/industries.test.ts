import { describe, expect, it } from 'vitest';
import { filesIn, industriesNamed, ownWordsNamed, read, slotsNamed } from './industries.ts';

/** What may name one, and why. */
const EXCEPTED = new Map([
  ['src/cli/workspaces.ts', 'an example of a request'],
  ['src/features/business/reading-routes.ts', 'an example in the API reference'],
  ['src/features/conversations/routes.ts', 'an example in the API reference'],
  ['src/features/webhooks/examples.ts', 'examples in the API reference'],
  ['src/guardrails/input-guard.ts', 'a medical emergency is a kind of emergency, wherever it is told'],
  ['src/guardrails/replies.ts', 'likewise'],
]);

const namedIn = (files: string[], find: (code: string, file: string) => string[]) =>
  files.flatMap((file) => find(read(file), file).map((name) => `${file}: ${name}`));

describe('an industry is one folder', () => {
  const files = filesIn('src/**/*.ts', 'web/src/**/*.{ts,tsx}');

  it('which nothing outside of it names', () => {
    expect(files.length).toBeGreaterThan(400);
    const others = files.filter((file) => !EXCEPTED.has(file));
    expect(namedIn(others, industriesNamed)).toEqual([]);
  });

  it('but for a few, which do so still', () => {
    expect([...EXCEPTED.keys()].filter((file) => industriesNamed(read(file)).length === 0)).toEqual([]);
  });

  it('which alone has words for whom it serves and what it keeps', () => {
    // The layers that deal with language know the words, and not what is kept under them.
    const others = files.filter((file) => file.startsWith('src/') && !/^src\/(?:nlu|guardrails)\//.test(file));
    expect(others.length).toBeGreaterThan(300);
    expect(namedIn(others, ownWordsNamed)).toEqual([]);
  });

  it('whose words are known by their roles alone', () => {
    expect(namedIn(files, slotsNamed)).toEqual([]);
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
  ["const a = 'while the restaurant was closed'", []],
  ['const restaurant = 1', []],
])('%s', (code, named) => {
  expect(industriesNamed(code)).toEqual(named);
});

it.each([
  ["const KINDS = ['prescription']", ['prescription']],
  ["const a = known['patient.name']", ['patient.name']],
  ["record('return.requested')", ['return.requested']],
  ['const a = { newPatient: true }', ['newPatient']],
  ['const a = sql`select id from prescriptions`', ['prescriptions']],
  ['const a = /^(booking|prescription)\\./', ['prescription']],
  ["const a = 'A patient’s is found by its code'", []],
  ['const { memberships } = user', []],
])('%s', (code, named) => {
  expect(ownWordsNamed(code)).toEqual(named);
});

it.each([
  ["const a = uniqueEntity(slots, 'class')", ['class']],
  ['const a = heard.words.avoid', ['avoid']],
  ['const { diet } = slots.words', ['diet']],
  ['const a = own.medication', ['medication']],
  ["const a = slot === 'payer'", ['payer']],
  ["const a = dialogue.subject?.includes('item')", ['item']],
  ["const a = booking.kind === 'class'", []],
  ["const a = uniqueEntity(slots, 'staff')", []],
])('%s', (code, named) => {
  expect(slotsNamed(code)).toEqual(named);
});
