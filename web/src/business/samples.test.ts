import { expect, it } from 'vitest';
import type { Document } from './draft.ts';
import { isPlaceholder, keepablePointers, samplesLeft } from './samples.ts';

const document = {
  name: 'Bella',
  industry: 'restaurant',
  industries: ['restaurant'],
  currency: 'USD',
  timezone: 'UTC',
  samples: ['/hours', '/contact/phone', '/policies/deposit'],
  contact: { phone: '1', email: 'a@b.c' },
  faqs: [{ question: 'A', sample: true }, { question: 'B', sample: true }, { question: 'C' }],
  closures: [],
  restaurant: { menu: [{ name: 'Soup' }], tables: [{ name: 'One', sample: true }], joins: [['a', 'b']], turns: 3 },
} as Document;

it('lists remaining samples except contact details', () => {
  expect(samplesLeft(document)).toEqual([
    { pointer: '/hours', count: 1 },
    { pointer: '/policies/deposit', count: 1 },
    { pointer: '/faqs', count: 2 },
    { pointer: '/restaurant/tables', count: 1 },
  ]);
  expect(samplesLeft({ ...document, samples: undefined, faqs: [], restaurant: {} })).toEqual([]);
});

it('keeps sample fields of a section, but no contact details', () => {
  expect(keepablePointers(document, ['hours', 'contact'])).toEqual(['/hours']);
  expect([isPlaceholder(document, '/contact/phone'), isPlaceholder(document, '/contact/email')]).toEqual([true, false]);
});
