import { describe, expect, it } from 'vitest';
import type { Key } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import {
  findDoneSteps,
  findIndustrySamplePointers,
  findSkippedSamples,
  hasContact,
  hasHours,
  hasIndustrySamples,
} from './completeness.ts';
import { parseOrigin } from './origin.ts';
import { selectLiveWidgetKeys } from './widget-keys.ts';

const createDocument = (overrides: object): EditableDocument =>
  ({ name: 'Bella', industry: 'restaurant', industries: ['restaurant'], ...overrides }) as EditableDocument;

describe('a business', () => {
  it('has contact details once it has an industry and one contact detail that is not a sample', () => {
    expect(hasContact(createDocument({ contact: { phone: '1' } }))).toBe(true);
    expect(hasContact(createDocument({ contact: { phone: '' } }))).toBe(false);
    expect(hasContact(createDocument({}))).toBe(false);
    expect(hasContact(createDocument({ contact: { phone: '1' }, samples: ['/contact/phone'] }))).toBe(false);
    expect(hasContact(createDocument({ contact: { phone: '1', email: 'a' }, samples: ['/contact/phone'] }))).toBe(true);
    expect(hasContact(createDocument({ industry: null, contact: { phone: '1' } }))).toBe(false);
  });

  it('has hours if any day has some and none are samples', () => {
    expect(hasHours(createDocument({ hours: { mon: [], tue: [['09:00', '17:00']] } }))).toBe(true);
    expect(hasHours(createDocument({ hours: { mon: [['09:00', '17:00']] }, samples: ['/hours'] }))).toBe(false);
    expect(hasHours(createDocument({ hours: { mon: [['09:00', '17:00']] }, closures: [{ sample: true }] }))).toBe(
      false,
    );
    expect(hasHours(createDocument({ hours: { mon: [] } }))).toBe(false);
    expect(hasHours(createDocument({}))).toBe(false);
  });

  it('has completed the steps without sample content', () => {
    const hours = { mon: [['09:00', '17:00']] };
    const listDoneSteps = (overrides: object, keys: Key[] = []) => {
      const steps = findDoneSteps(createDocument({ restaurant: { menu: [] }, ...overrides }), keys);
      return Object.entries(steps).flatMap(([step, isDone]) => (isDone ? [step] : []));
    };
    expect(listDoneSteps({ industry: null })).toEqual([]);
    expect(listDoneSteps({ hours, samples: ['/hours'] })).toEqual(['industry', 'offer']);
    expect(listDoneSteps({ hours, contact: { phone: '1' } }, [{} as Key])).toEqual([
      'industry',
      'business',
      'hours',
      'offer',
      'website',
    ]);
  });

  it('is reminded of the samples of earlier steps, except in the last, which lists them', () => {
    const ownDocument = createDocument({
      samples: ['/description', '/hours', '/contact/phone'],
      closures: [{ sample: true }],
    });
    expect(findSkippedSamples(ownDocument, 'business')).toEqual([]);
    expect(findSkippedSamples(ownDocument, 'offer')).toEqual([
      { step: 'business', pointers: ['/description'] },
      { step: 'hours', pointers: ['/hours', '/closures'] },
    ]);
    expect(findSkippedSamples(ownDocument, 'website')).toEqual([]);
  });

  it('has samples while its industry’s section contains one', () => {
    expect(
      hasIndustrySamples(createDocument({ restaurant: { menu: [{ name: 'Soup' }, { name: 'Cake', sample: true }] } })),
    ).toBe(true);
    expect(hasIndustrySamples(createDocument({ restaurant: { menu: [{ name: 'Soup' }], seats: 4 } }))).toBe(false);
    expect(hasIndustrySamples(createDocument({ faqs: [{ sample: true }] }))).toBe(false);
    const documentWithSampleTable = createDocument({
      restaurant: { menu: [{ name: 'Soup' }], tables: [{ name: 'One', sample: true }] },
    });
    expect(findIndustrySamplePointers(documentWithSampleTable)).toEqual(['/restaurant/tables']);
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
    expect(parseOrigin(website)).toBe(origin);
  });

  it('comes only from live publishable keys that are not revoked', () => {
    const createKey = (kind: string, mode: string, revokedAt: string | null) =>
      ({ kind, mode, revokedAt }) as unknown as Key;
    const [liveKey, ...otherKeys] = [
      createKey('publishable', 'live', null),
      createKey('secret', 'live', null),
      createKey('publishable', 'test', null),
      createKey('publishable', 'live', '2026-11-20T00:00:00Z'),
    ] as const;
    expect(selectLiveWidgetKeys([...otherKeys, liveKey])).toEqual([liveKey]);
  });
});
