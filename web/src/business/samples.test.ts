import { expect, it } from 'vitest';
import type { Document } from './draft.ts';
import { isPlaceholder, keepablePointers, keptSamples, samplesLeft, sampleTexts } from './samples.ts';

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

it('keeps opening hours and closed dates together', () => {
  const closures = [{ from: '2026-12-25', to: '2026-12-25', sample: true }];
  const withClosures = { ...document, closures } as Document;
  const pointers = keepablePointers(withClosures, ['hours', 'closures']);
  expect(pointers).toEqual(['/hours', '/closures']);
  expect(keptSamples(withClosures, pointers)).toEqual({
    samples: ['/contact/phone', '/policies/deposit'],
    closures: [{ from: '2026-12-25', to: '2026-12-25' }],
  });
});

it('does not offer to keep what the form has changed', () => {
  const own = { ...document, policies: { deposit: '$10' } } as Document;
  expect(keepablePointers(own, ['policies'], { policies: { deposit: '$10', pets: 'Yes' } })).toHaveLength(1);
  expect(keepablePointers(own, ['policies'], { policies: { deposit: '$20' } })).toEqual([]);
  expect(keepablePointers(own, ['hours'], { samples: [] })).toEqual([]);
});

it('shows what each sample says', () => {
  const own = {
    ...document,
    hours: {
      mon: [
        ['11:00', '14:00'],
        ['17:00', '22:00'],
      ],
      tue: [],
    },
    policies: { deposit: '$10 a head.' },
    faqs: [{ question: 'Parking?', answer: 'Behind the house.', sample: true }, { question: 'Own' }],
    closures: [
      { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas', sample: true },
      { from: '2026-12-30', to: '2027-01-02', sample: true },
    ],
  } as Document;
  expect(sampleTexts(own, '/hours')).toEqual([
    { title: 'Monday', text: '11:00 – 14:00, 17:00 – 22:00' },
    { title: 'Tuesday', text: '–' },
  ]);
  expect(sampleTexts(own, '/policies/deposit')).toEqual([{ text: '$10 a head.' }]);
  expect(sampleTexts(own, '/faqs')).toEqual([{ title: 'Parking?', text: 'Behind the house.' }]);
  expect(sampleTexts(own, '/closures')).toEqual([
    { title: '2026-12-25', text: 'Christmas' },
    { title: '2026-12-30 – 2027-01-02' },
  ]);
  expect(sampleTexts(own, '/restaurant/tables')).toEqual([{ title: 'One' }]);
  expect(sampleTexts(own, '/policies/missing')).toEqual([{ text: '' }]);
});
