import { expect, it } from 'vitest';
import type { Schema } from '../business/schema.ts';
import { bodyOf, fieldsOf } from './form.ts';

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
const fields = fieldsOf(form, { inn });

it('asks for the fields of a schema, and of the objects within', () => {
  expect(fields.map(({ path, required }) => [path, required])).toEqual([
    ['room', true],
    ['meal', false],
    ['nights', true],
    ['pets', false],
    ['guest/name', true],
    ['guest/phone', false],
  ]);
});

it('lets choose from the lists of the document, and nothing where nothing has to be', () => {
  const choices = (name: string) => fields.find((field) => field.name === name)?.choices?.map(({ value }) => value);
  expect(choices('room')).toEqual(['attic']);
  expect(choices('meal')).toEqual(['', 'breakfast']);
  expect(choices('nights')).toBeUndefined();
});

it('sends what was filled in, as what it is', () => {
  expect(bodyOf(fields, { 'guest/name': 'Dana Fox', 'guest/phone': '', nights: '3', pets: 'true' })).toEqual({
    room: 'attic',
    nights: 3,
    pets: true,
    guest: { name: 'Dana Fox' },
  });
  expect(bodyOf(fields, {})).toEqual({ room: 'attic', nights: 1 });
});
