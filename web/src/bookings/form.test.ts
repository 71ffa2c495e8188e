import { expect, it } from 'vitest';
import type { Schema } from '../business/schema.ts';
import { buildRequestBody, collectFields, findResourceField } from './form.ts';

const form: Schema = {
  required: ['room', 'nights', 'guest'],
  properties: {
    room: { type: 'string', title: 'Ids in inn.rooms' },
    host: { type: 'string', title: 'Ids in inn.hosts' },
    meal: { type: 'string', enum: ['breakfast'] },
    nights: { type: 'integer', default: 1 },
    pets: { type: 'boolean' },
    guest: { required: ['name'], properties: { name: { type: 'string' }, phone: { type: 'string' } } },
  },
};
const inn = { rooms: [{ id: 'attic', name: 'The attic' }], hosts: [] };
const fields = collectFields(form, { inn });

it('lists the fields of a schema and its nested objects', () => {
  expect(fields.map(({ path, required }) => [path, required])).toEqual([
    ['room', true],
    ['meal', false],
    ['nights', true],
    ['pets', false],
    ['guest/name', true],
    ['guest/phone', false],
  ]);
});

it('offers entries of the document, and an empty choice for optional fields', () => {
  const listChoiceValues = (name: string) =>
    fields.find((field) => field.name === name)?.choices?.map(({ value }) => value);
  expect(listChoiceValues('room')).toEqual(['attic']);
  expect(listChoiceValues('meal')).toEqual(['', 'breakfast']);
  expect(listChoiceValues('nights')).toBeUndefined();
});

it('sends filled-in fields with their types', () => {
  expect(buildRequestBody(fields, { 'guest/name': 'Dana Fox', 'guest/phone': '', nights: '3', pets: 'true' })).toEqual({
    room: 'attic',
    nights: 3,
    pets: true,
    guest: { name: 'Dana Fox' },
  });
  expect(buildRequestBody(fields, {})).toEqual({ room: 'attic', nights: 1 });
});

it('finds the field that chooses the person, table or room', () => {
  expect(findResourceField(fields, inn.rooms)?.path).toBe('room');
  expect(findResourceField(fields, [{ id: 'cellar' }])).toBeUndefined();
  expect(findResourceField(fields, [])).toBeUndefined();
});
