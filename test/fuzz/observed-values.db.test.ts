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
  const observed = createObservedValues();
  observed.record('stylists', {
    object: 'list',
    data: [{ id: 'omar', name: 'Omar', services: ['cut'] }],
    has_more: false,
  });
  expect([observed.pick('stylist', 0), observed.pick('stylistId', 1)]).toEqual(['omar', 'Omar']);
  expect(observed.pick('service', 0)).toBe('cut');
  expect([observed.has('stylist', 'omar'), observed.has('stylist', 'cut')]).toEqual([true, false]);
  expect(observed.pick('data', 0)).toBeUndefined();
});

it('returns only matching values, and none that were removed', () => {
  const observed = createObservedValues();
  observed.record('version', [1, 2, 'three']);
  const isText = (value: unknown) => typeof value === 'string';
  expect([0, 1, 2].map((randomIndex) => observed.pick('version', randomIndex, isText))).toEqual([
    'three',
    'three',
    'three',
  ]);
  observed.remove('three');
  expect(observed.pick('version', 0, isText)).toBeUndefined();
  expect(observed.latest('version')).toBe(2);
});

it('finds an object by its kind, by all requested fields or by two of them', () => {
  const observed = createObservedValues();
  const [order, customer] = [
    { number: 'A1', email: 'a@example.com' },
    { name: 'Ada', email: 'b@example.com' },
  ];
  observed.record('orders', order);
  observed.record('customer', customer);
  expect(observed.pickObject('customer', ['name', 'phone'], 0)).toBe(customer);
  expect(observed.pickObject('', ['number', 'email'], 0)).toBe(order);
  expect(observed.pickObject('', ['name', 'email', 'password'], 0)).toBe(customer);
  expect(observed.pickObject('', ['name', 'password'], 0)).toBeUndefined();
});

it('limits the number of recorded values', () => {
  const observed = createObservedValues();
  for (let n = 0; n < 1_000; n++) observed.record('id', n);
  expect([observed.has('id', 0), observed.has('id', 999)]).toEqual([false, true]);
});
