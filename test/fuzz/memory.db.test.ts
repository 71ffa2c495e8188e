import { expect, it } from 'vitest';
import { createMemory, nameOf } from './memory.ts';

it.each([
  ['services', 'service'],
  ['serviceId', 'service'],
  ['class', 'class'],
  ['classes', 'class'],
  ['pharmacies', 'pharmacy'],
  ['status', 'status'],
  ['slots', 'startsAt'],
  ['requestId', 'request-log'],
])('%s is %s', (name, one) => expect(nameOf(name)).toBe(one));

it('knows the things of a list by their id and their name', () => {
  const memory = createMemory();
  memory.learn('stylists', {
    object: 'list',
    data: [{ id: 'omar', name: 'Omar', services: ['cut'] }],
    has_more: false,
  });
  expect([memory.value('stylist', 0), memory.value('stylistId', 1)]).toEqual(['omar', 'Omar']);
  expect(memory.value('service', 0)).toBe('cut');
  expect([memory.knows('stylist', 'omar'), memory.knows('stylist', 'cut')]).toEqual([true, false]);
  expect(memory.value('data', 0)).toBeUndefined();
});

it('gives what fits, and forgets what is gone', () => {
  const memory = createMemory();
  memory.learn('version', [1, 2, 'three']);
  const isText = (value: unknown) => typeof value === 'string';
  expect([0, 1, 2].map((dice) => memory.value('version', dice, isText))).toEqual(['three', 'three', 'three']);
  memory.forget('three');
  expect(memory.value('version', 0, isText)).toBeUndefined();
  expect(memory.latest('version')).toBe(2);
});

it('finds an object by its kind, by its fields, or by two of them', () => {
  const memory = createMemory();
  const [order, customer] = [
    { number: 'A1', email: 'a@example.com' },
    { name: 'Ada', email: 'b@example.com' },
  ];
  memory.learn('orders', order);
  memory.learn('customer', customer);
  expect(memory.object('customer', ['name', 'phone'], 0)).toBe(customer);
  expect(memory.object('', ['number', 'email'], 0)).toBe(order);
  expect(memory.object('', ['name', 'email', 'password'], 0)).toBe(customer);
  expect(memory.object('', ['name', 'password'], 0)).toBeUndefined();
});

it('keeps no more than it can use', () => {
  const memory = createMemory();
  for (let n = 0; n < 1_000; n++) memory.learn('id', n);
  expect([memory.knows('id', 0), memory.knows('id', 999)]).toEqual([false, true]);
});
