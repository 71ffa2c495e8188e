import { describe, expect, it } from 'vitest';
import type { Key } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { doneSteps, hasContact, hasHours, hasSamples, industrySamplePointers, skippedSamples } from './completeness.ts';
import { originOf } from './origin.ts';
import { liveWidgetKeys } from './widget-keys.ts';

const document = (overrides: object): Document =>
  ({ name: 'Bella', industry: 'restaurant', industries: ['restaurant'], ...overrides }) as Document;

describe('a business', () => {
  it('has contact details once it has an industry and one contact detail that is not a sample', () => {
    expect(hasContact(document({ contact: { phone: '1' } }))).toBe(true);
    expect(hasContact(document({ contact: { phone: '' } }))).toBe(false);
    expect(hasContact(document({}))).toBe(false);
    expect(hasContact(document({ contact: { phone: '1' }, samples: ['/contact/phone'] }))).toBe(false);
    expect(hasContact(document({ contact: { phone: '1', email: 'a' }, samples: ['/contact/phone'] }))).toBe(true);
    expect(hasContact(document({ industry: null, contact: { phone: '1' } }))).toBe(false);
  });

  it('has hours if any day has some and none are samples', () => {
    expect(hasHours(document({ hours: { mon: [], tue: [['09:00', '17:00']] } }))).toBe(true);
    expect(hasHours(document({ hours: { mon: [['09:00', '17:00']] }, samples: ['/hours'] }))).toBe(false);
    expect(hasHours(document({ hours: { mon: [['09:00', '17:00']] }, closures: [{ sample: true }] }))).toBe(false);
    expect(hasHours(document({ hours: { mon: [] } }))).toBe(false);
    expect(hasHours(document({}))).toBe(false);
  });

  it('has completed the steps without sample content', () => {
    const hours = { mon: [['09:00', '17:00']] };
    const doneStepNames = (overrides: object, keys: Key[] = []) => {
      const steps = doneSteps(document({ restaurant: { menu: [] }, ...overrides }), keys);
      return Object.entries(steps).flatMap(([step, isDone]) => (isDone ? [step] : []));
    };
    expect(doneStepNames({ industry: null })).toEqual([]);
    expect(doneStepNames({ hours, samples: ['/hours'] })).toEqual(['industry', 'offer']);
    expect(doneStepNames({ hours, contact: { phone: '1' } }, [{} as Key])).toEqual([
      'industry',
      'business',
      'hours',
      'offer',
      'website',
    ]);
  });

  it('is reminded of the samples of earlier steps, except in the last, which lists them', () => {
    const ownDocument = document({
      samples: ['/description', '/hours', '/contact/phone'],
      closures: [{ sample: true }],
    });
    expect(skippedSamples(ownDocument, 'business')).toEqual([]);
    expect(skippedSamples(ownDocument, 'offer')).toEqual([
      { step: 'business', pointers: ['/description'] },
      { step: 'hours', pointers: ['/hours', '/closures'] },
    ]);
    expect(skippedSamples(ownDocument, 'website')).toEqual([]);
  });

  it('has samples while its industry’s section contains one', () => {
    expect(hasSamples(document({ restaurant: { menu: [{ name: 'Soup' }, { name: 'Cake', sample: true }] } }))).toBe(
      true,
    );
    expect(hasSamples(document({ restaurant: { menu: [{ name: 'Soup' }], seats: 4 } }))).toBe(false);
    expect(hasSamples(document({ faqs: [{ sample: true }] }))).toBe(false);
    const documentWithSampleTable = document({
      restaurant: { menu: [{ name: 'Soup' }], tables: [{ name: 'One', sample: true }] },
    });
    expect(industrySamplePointers(documentWithSampleTable)).toEqual(['/restaurant/tables']);
  });
});

describe('a website’s origin', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['http://example.com/menu?x=1', 'http://example.com'],
    ['localhost:8080', 'https://localhost:8080'],
    ['http://localhost', 'http://localhost'],
    ['https://EXAMPLE.com:443', 'https://example.com'],
    ['bakery', undefined],
    ['', undefined],
    ['not a website', undefined],
  ])('%j has the origin %s', (website, origin) => {
    expect(originOf(website)).toBe(origin);
  });

  it('is used only with live publishable keys that are not revoked', () => {
    const key = (kind: string, mode: string, revokedAt: string | null) => ({ kind, mode, revokedAt }) as unknown as Key;
    const [liveKey, ...otherKeys] = [
      key('publishable', 'live', null),
      key('secret', 'live', null),
      key('publishable', 'test', null),
      key('publishable', 'live', '2026-11-20T00:00:00Z'),
    ] as const;
    expect(liveWidgetKeys([...otherKeys, liveKey])).toEqual([liveKey]);
  });
});
