import { expect, it } from 'vitest';
import { createObservedValues, normalizeName } from './observed-values.ts';

it.each([
  ['services', 'service'],
  ['serviceId', 'service'],
  ['class', 'class'],
  ['classes', 'class'],
  ['pharmacies', 'pharmacy'],
  ['status', 'status'],
  ['slots', 'startsAt'],
  ['requestId', 'request-log'],
])('treats %s as %s', (name, normalized) => expect(normalizeName(name)).toBe(normalized));

it('records list entries by id and name', () => {
  const observedValues = createObservedValues();
  observedValues.record('stylists', {
    object: 'list',
    data: [{ id: 'omar', name: 'Omar', services: ['cut'] }],
    has_more: false,
  });
  expect([observedValues.pick('stylist', 0), observedValues.pick('stylistId', 1)]).toEqual(['omar', 'Omar']);
  expect(observedValues.pick('service', 0)).toBe('cut');
  expect([observedValues.has('stylist', 'omar'), observedValues.has('stylist', 'cut')]).toEqual([true, false]);
  expect(observedValues.pick('data', 0)).toBeUndefined();
});

it('returns only matching values, and none that were removed', () => {
  const observedValues = createObservedValues();
  observedValues.record('version', [1, 2, 'three']);
  const isText = (value: unknown) => typeof value === 'string';
  expect([0, 1, 2].map((randomIndex) => observedValues.pick('version', randomIndex, isText))).toEqual([
    'three',
    'three',
    'three',
  ]);
  observedValues.remove('three');
  expect(observedValues.pick('version', 0, isText)).toBeUndefined();
  expect(observedValues.getLatest('version')).toBe(2);
});

it('finds an object by its kind, by all requested fields or by two of them', () => {
  const observedValues = createObservedValues();
  const [order, customer] = [
    { number: 'A1', email: 'a@example.com' },
    { name: 'Ada', email: 'b@example.com' },
  ];
  observedValues.record('orders', order);
  observedValues.record('customer', customer);
  expect(observedValues.pickObject('customer', ['name', 'phone'], 0)).toBe(customer);
  expect(observedValues.pickObject('', ['number', 'email'], 0)).toBe(order);
  expect(observedValues.pickObject('', ['name', 'email', 'password'], 0)).toBe(customer);
  expect(observedValues.pickObject('', ['name', 'password'], 0)).toBeUndefined();
});

it('limits the number of recorded values', () => {
  const observedValues = createObservedValues();
  for (let n = 0; n < 1_000; n++) observedValues.record('id', n);
  expect([observedValues.has('id', 0), observedValues.has('id', 999)]).toEqual([false, true]);
});
