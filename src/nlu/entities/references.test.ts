import { describe, expect, it } from 'vitest';
import { findBookingCodes, findOrderNumbers } from './references.ts';

const valuesOf = (entities: { value: string }[]) => entities.map(({ value }) => value);

describe('findBookingCodes', () => {
  it.each([
    ['please cancel my reservation K7P4QX', 'K7P4QX'],
    ['cancel k7p4qx please', 'K7P4QX'],
    ['my code is kapqte', 'KAPQTE'],
    ['code: KAPQTE', 'KAPQTE'],
    ['it is KWPQTE thanks', 'KWPQTE'],
    ['kwpqtx', 'KWPQTX'],
    ['booking code 234567', '234567'],
    ['ref K7P-4QX', 'K7P4QX'],
    ['confirmation number K7P 4QX', 'K7P4QX'],
    ['my reservation number is "hgtrew"', 'HGTREW'],
    ['cancel booking ZZ9QQ1 please', 'ZZ9QQ1'],
    ['booking reference is AB1200', 'AB1200'],
  ])('finds the reference in %j', (text, code) => {
    expect(valuesOf(findBookingCodes(text))).toEqual([code]);
  });

  it.each([
    'please cancel',
    'PLEASE CANCEL SUNDAY',
    'my booking please',
    'in 5weeks',
    '234567',
    'dana@haggen.example',
    'my code is wrong, please change it',
    'K7P4Q',
    'K7P4QXX',
    'I1O0L1',
  ])('finds no reference in %j', (text) => {
    expect(findBookingCodes(text)).toEqual([]);
  });

  it('accepts any six letters that are not a word when requested', () => {
    expect(valuesOf(findBookingCodes('haxeru', { isRequested: true }))).toEqual(['HAXERU']);
    expect(findBookingCodes('haxeru')).toEqual([]);
    expect(findBookingCodes('please', { isRequested: true })).toEqual([]);
  });
});

describe('findOrderNumbers', () => {
  it.each([
    ["where's my order NT10482? my email is dana@example.com", 'NT10482'],
    ['nt10482', 'NT10482'],
    ['#55102', '55102'],
    ['order 8841', '8841'],
    ['I ordered last week and still nothing, number is A-20931', 'A-20931'],
    ['order number is 30077', '30077'],
    ['Order #NT-10482.', 'NT-10482'],
    ['order no. 512', '512'],
    ['the tracking number 1Z999AA10123456784', '1Z999AA10123456784'],
    ['order number: 8841-2', '8841-2'],
  ])('finds the reference in %j', (text, number) => {
    const entities = findOrderNumbers(text);
    expect(valuesOf(entities)).toEqual([number]);
    expect(text.slice(entities[0]!.start, entities[0]!.end).toUpperCase()).toBe(number);
  });

  it.each([
    'my number is 917 555 0155',
    'my number is 9175550155',
    'ordered in 2025',
    'I want to order 2 flasks',
    'order number 12?',
    'in April 2026',
    'mid-2026',
    'where is my order',
    'at 1830',
  ])('finds no reference in %j', (text) => {
    expect(findOrderNumbers(text)).toEqual([]);
  });

  it('accepts bare digits when requested', () => {
    expect(valuesOf(findOrderNumbers("it's 30077", { isRequested: true }))).toEqual(['30077']);
    expect(findOrderNumbers("it's 30077")).toEqual([]);
    expect(findOrderNumbers('212 555 0142', { isRequested: true })).toEqual([]);
  });
});
