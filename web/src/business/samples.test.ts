import { describe, expect, it } from 'vitest';
import { createFormat } from '../locale-format.ts';
import type { EditableDocument } from './draft.ts';
import { formatSample } from './sample-texts.ts';
import { buildKeepChanges, countSamples, findKeepableSamples, isPlaceholder } from './samples.ts';
import type { Schema } from './schema.ts';

const businessDocument = {
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
} as EditableDocument;

it('lists remaining samples except contact details', () => {
  expect(countSamples(businessDocument)).toEqual([
    { pointer: '/hours', count: 1 },
    { pointer: '/policies/deposit', count: 1 },
    { pointer: '/faqs', count: 2 },
    { pointer: '/restaurant/tables', count: 1 },
  ]);
  expect(countSamples({ ...businessDocument, samples: undefined, faqs: [], restaurant: {} })).toEqual([]);
});

it('keeps sample fields of a section, but no contact details', () => {
  expect(findKeepableSamples(businessDocument, ['hours', 'contact'])).toEqual(['/hours']);
  expect([
    isPlaceholder(businessDocument, '/contact/phone'),
    isPlaceholder(businessDocument, '/contact/email'),
  ]).toEqual([true, false]);
});

it('keeps opening hours and closed dates together', () => {
  const closures = [{ from: '2026-12-25', to: '2026-12-25', sample: true }];
  const withClosures = { ...businessDocument, closures } as EditableDocument;
  const pointers = findKeepableSamples(withClosures, ['hours', 'closures']);
  expect(pointers).toEqual(['/hours', '/closures']);
  expect(buildKeepChanges(withClosures, pointers)).toEqual({
    samples: ['/contact/phone', '/policies/deposit'],
    closures: [{ from: '2026-12-25', to: '2026-12-25' }],
  });
});

it('does not offer to keep what the form has changed', () => {
  const documentWithDeposit = { ...businessDocument, policies: { deposit: '$10' } } as EditableDocument;
  expect(
    findKeepableSamples(documentWithDeposit, ['policies'], { policies: { deposit: '$10', pets: 'Yes' } }),
  ).toHaveLength(1);
  expect(findKeepableSamples(documentWithDeposit, ['policies'], { policies: { deposit: '$20' } })).toEqual([]);
  expect(findKeepableSamples(documentWithDeposit, ['hours'], { samples: [] })).toEqual([]);
});

describe('the texts of a sample', () => {
  const listSchema = (properties: Record<string, Schema>): Schema => ({ type: 'array', items: { properties } });
  const timeSchema: Schema = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
  const daySchemas = Object.fromEntries(['mon', 'tue', 'sun'].map((day): [string, Schema] => [day, { type: 'array' }]));
  const moneySchema: Schema = { type: 'integer', title: 'Money' };
  const schema: Schema = {
    properties: {
      hours: { type: 'object', properties: daySchemas },
      policies: { type: 'object', properties: { deposit: { type: 'string' } } },
      faqs: listSchema({ question: {}, answer: {}, sample: { type: 'boolean' } }),
      closures: listSchema({ from: {}, to: {}, reason: {} }),
      clinic: {
        properties: {
          visits: listSchema({
            id: {},
            name: {},
            description: {},
            durationMinutes: { type: 'integer' },
            price: moneySchema,
          }),
          doctors: listSchema({
            name: {},
            visits: { type: 'array', title: 'Ids in clinic.visits' },
            hours: { properties: daySchemas },
          }),
          insurance: listSchema({
            payer: {},
            plans: listSchema({
              name: {},
              accepted: { type: 'boolean' },
              copay: { title: 'Ids in clinic.visits', patternProperties: { '.*': moneySchema } },
            }),
          }),
          courses: listSchema({ name: {}, weekly: listSchema({ day: { enum: ['mon', 'tue'] }, time: timeSchema }) }),
        },
      },
    },
  };
  const documentWithSamples = {
    ...businessDocument,
    hours: {
      mon: [
        ['11:00', '14:00'],
        ['17:00', '24:00'],
      ],
      tue: [],
    },
    policies: { deposit: '$10 a head.' },
    faqs: [{ question: 'Parking?', answer: 'Behind the house.', sample: true }, { question: 'Own' }],
    closures: [
      { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas', sample: true },
      { from: '2026-12-30', to: '2027-01-02', sample: true },
    ],
    clinic: {
      visits: [
        { id: 'v1', name: 'Checkup', description: 'Once a year.', durationMinutes: 30, price: 9_000, sample: true },
      ],
      doctors: [{ name: 'Dr. Lee', visits: ['v1'], hours: { mon: [['09:00', '17:00']] }, sample: true }],
      insurance: [{ payer: 'Acme', plans: [{ name: 'PPO', accepted: true, copay: { v1: 2_000 } }], sample: true }],
      courses: [{ name: 'First aid', weekly: [{ day: 'tue', time: '18:30' }], sample: true }],
    },
  } as unknown as EditableDocument;
  const format = createFormat('en-US', 'America/New_York', 'USD');
  /** The kind of space before "PM" differs between versions of the locale data. */
  const readSamples = (pointer: string) =>
    formatSample(documentWithSamples, pointer, schema, format).map(({ title, text }) => [
      title,
      text?.replace(/\s/g, ' '),
    ]);

  it.each([
    [
      '/hours',
      [
        ['Monday', '11:00 AM – 2:00 PM, 5:00 PM – 12:00 AM'],
        ['Tuesday', 'Closed'],
      ],
    ],
    ['/policies/deposit', [[undefined, '$10 a head.']]],
    ['/policies/missing', [[undefined, '']]],
    ['/faqs', [['Parking?', 'Behind the house.']]],
    [
      '/closures',
      [
        ['Dec 25, 2026', 'Christmas'],
        ['Dec 30, 2026 – Jan 2, 2027', undefined],
      ],
    ],
    ['/clinic/visits', [['Checkup', 'Once a year. · Duration (min): 30 · Price: $90.00']]],
    ['/clinic/doctors', [['Dr. Lee', 'Visits: Checkup · Hours: Monday 9:00 AM – 5:00 PM']]],
    ['/clinic/insurance', [['Acme', 'Plans: PPO (Accepted: Yes · Copay by visit type: Checkup: $20.00)']]],
    ['/clinic/courses', [['First aid', 'Weekly schedule: Tuesday 6:30 PM']]],
  ])('describe %s', (pointer, lines) => {
    expect(readSamples(pointer)).toEqual(lines);
  });
});
