import { expect, it } from 'vitest';
import {
  buildAcceptBody,
  createInitialChoices,
  findEnteredValue,
  findErrors,
  getSchemaAt,
  getSelectedIds,
  groupBySection,
  summarize,
} from './choices.ts';
import type { Proposal } from './data.ts';

const createOption = (value: unknown) => ({ value, certainty: 'structure' as const, sources: [] });
const PROPOSALS: Proposal[] = [
  { id: 'p1', pointer: '/contact/phone', options: [createOption('1')], missing: [] },
  { id: 'p2', pointer: '/hours', options: [createOption({ mon: [] }), createOption({ tue: [] })], missing: [] },
  { id: 'p3', pointer: '/studio/things/-', options: [createOption({ name: 'Cut' })], missing: ['durationMinutes'] },
  { id: 'p4', pointer: '/name', options: [createOption('Sal’s')], missing: [] },
];

const DOCUMENT = { name: '', industry: 'studio', industries: ['studio'], currency: 'USD', timezone: 'UTC' };

it('only complete proposals without a contradiction are selected', () => {
  const choices = createInitialChoices(PROPOSALS, DOCUMENT);
  expect(getSelectedIds(PROPOSALS, choices)).toEqual(['p1', 'p4']);
  expect(choices.p2).toEqual({ isSelected: false, value: undefined });
  expect(buildAcceptBody(['p4'], choices)).toEqual({ accept: [{ id: 'p4', value: 'Sal’s' }] });
});

it('proposals that would replace the owner’s values are not selected, but those that replace samples are', () => {
  const businessDocument = { ...DOCUMENT, name: 'Sal', contact: { phone: '2' }, samples: ['/contact/phone'] };
  expect(getSelectedIds(PROPOSALS, createInitialChoices(PROPOSALS, businessDocument))).toEqual(['p1']);
  expect(findEnteredValue(businessDocument, '/name')).toBe('Sal');
  expect(findEnteredValue({ ...DOCUMENT, hours: { mon: [] } }, '/hours')).toBeUndefined();
});

it('proposals are grouped like the business page', () => {
  const groups = groupBySection(PROPOSALS).map(([section, proposals]) => [section, proposals.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['about', ['p1', 'p4']],
    ['hours', ['p2']],
    ['studio', ['p3']],
  ]);
});

it('an error belongs to the proposal at its position', () => {
  const errors = [
    { pointer: '/accept/1/value/durationMinutes', detail: 'is required' },
    { pointer: '/accept/10/value', detail: 'is wrong' },
  ];
  expect(findErrors(errors, ['p1', 'p3'], 'p3')).toEqual([{ pointer: '/durationMinutes', detail: 'is required' }]);
  expect(findErrors(errors, ['p1', 'p3'], 'p1')).toEqual([]);
});

it('an entry is summarized by its schema', () => {
  const listSchema = { items: { properties: { price: { title: 'Money' } } } };
  const schema = { properties: { studio: { properties: { things: listSchema } } } };
  const entrySchema = getSchemaAt(schema, '/studio/things/-');
  expect(entrySchema).toBe(listSchema.items);
  expect(summarize({ name: 'Cut', price: 4_500, durationMinutes: 30 }, entrySchema, (minor) => `$${minor / 100}`)).toBe(
    '$45 · 30 min',
  );
});
