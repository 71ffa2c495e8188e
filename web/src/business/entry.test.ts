import { describe, expect, it } from 'vitest';
import type { FieldError } from '../api.ts';
import { addMinutes } from './add-minutes.ts';
import { addDescriptionColumn, findHiddenFieldError, getEntryName, listTableColumns } from './entry.ts';
import { findReferencedEntries } from './references.ts';
import { removeSampleFlag } from './samples.ts';
import { createEntry, getLabel, isHoursSchema, isMoneySchema, isScalarSchema, type Schema } from './schema.ts';
import { getEditLink } from './sections.ts';

const dish: Schema = {
  required: ['name', 'price', 'available'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    price: { type: 'integer', title: 'Money' },
    available: { type: 'boolean', default: true },
    diets: { type: 'array', items: { type: 'string' } },
    description: { type: 'string' },
  },
};

describe('an entry', () => {
  it('has table columns for scalar fields, required without a default', () => {
    expect(listTableColumns(dish).map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['price', true],
      ['available', false],
    ]);
    expect(addDescriptionColumn(dish, listTableColumns(dish)).at(-1)!.name).toBe('description');
    expect(addDescriptionColumn({}, listTableColumns({}))).toEqual([]);
  });

  it('loses its sample flag and undefined values when changed', () => {
    expect(removeSampleFlag({ name: 'Soup', sample: true, price: undefined, note: null })).toEqual({
      name: 'Soup',
      note: null,
    });
  });

  it('reports errors of fields that are not in the table', () => {
    const error = (pointer: string) => ({ pointer, detail: pointer }) as FieldError;
    const errors = [error('/menu/1/name'), error('/menu/10/diets'), error('/menu/1/diets/0')];
    expect(findHiddenFieldError(errors, '/menu/1', listTableColumns(dish))).toBe('/menu/1/diets/0');
    expect(findHiddenFieldError(errors, '/menu/2', listTableColumns(dish))).toBeUndefined();
  });

  it('is named by its first available name field', () => {
    expect([
      getEntryName({ name: 'Soup' }),
      getEntryName({ question: 'Parking?' }),
      getEntryName({ number: 7 }),
    ]).toEqual(['Soup', 'Parking?', '7']);
  });

  it('starts with its own copy of the defaults', () => {
    const schema: Schema = { properties: { tags: { default: ['new'] }, name: { type: 'string' } } };
    const [first, second] = [createEntry(schema), createEntry(schema)];
    expect(first).toEqual({ tags: ['new'] });
    expect(first.tags).not.toBe(second.tags);
  });
});

describe('a field', () => {
  it('is labelled by its name with spaces by default', () => {
    expect([getLabel('someOddField'), getLabel('odd_field'), getLabel('VIP')]).toEqual([
      'Some odd field',
      'Odd field',
      'VIP',
    ]);
  });

  it('is recognized by its schema', () => {
    expect([isMoneySchema({ title: 'Money' }), isMoneySchema({ title: 'Other' })]).toEqual([true, false]);
    expect([isHoursSchema({ properties: { mon: {}, sun: {} } }), isHoursSchema({ properties: { mon: {} } })]).toEqual([
      true,
      false,
    ]);
    expect([isScalarSchema({ type: 'integer' }), isScalarSchema({ type: 'array' }), isScalarSchema({})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('offers saved entries with a name', () => {
    const entries = [
      { id: 'a', name: 'Ana' },
      { id: '', name: 'New' },
      { id: 'c', name: '' },
    ];
    expect(findReferencedEntries({ title: 'Ids in salon.staff' }, { salon: { staff: entries } })).toEqual([
      { id: 'a', name: 'Ana' },
    ]);
    expect(findReferencedEntries({ title: 'Ids in salon.staff' }, {})).toBeUndefined();
    expect(findReferencedEntries({ title: 'Name' }, { salon: { staff: entries } })).toBeUndefined();
  });

  it('is edited in its section or its industry’s', () => {
    expect(['/closures/0/from', '/restaurant/menu/0', '/timezone', '/handoff/message'].map(getEditLink)).toEqual([
      { to: '/business', search: { section: 'hours' } },
      { to: '/business', search: { section: 'restaurant' } },
      { to: '/business', search: { section: 'about' } },
      { to: '/assistant', search: { tab: 'voice' } },
    ]);
  });
});

it.each([
  ['09:00', 60, '10:00'],
  ['09:45', 30, '10:15'],
  ['23:00', 60, '23:30'],
  ['', 60, '01:00'],
])('%s plus %i minutes is %s', (time, minutes, expected) => {
  expect(addMinutes(time, minutes)).toBe(expected);
});
