import { expect, it } from 'vitest';
import type { Document } from './draft.ts';
import { isPlaceholder, keepable, samplesLeft } from './samples.ts';

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

it('lists what is still a sample, but for contact details', () => {
  expect(samplesLeft(document)).toEqual([
    { at: '/hours', count: 1 },
    { at: '/policies/deposit', count: 1 },
    { at: '/faqs', count: 2 },
    { at: '/restaurant/tables', count: 1 },
  ]);
  expect(samplesLeft({ ...document, samples: undefined, faqs: [], restaurant: {} })).toEqual([]);
});

it('keeps fields of a section, and nobody’s phone number', () => {
  expect(keepable(document, ['hours', 'contact'])).toEqual(['/hours']);
  expect([isPlaceholder(document, '/contact/phone'), isPlaceholder(document, '/contact/email')]).toEqual([true, false]);
});
