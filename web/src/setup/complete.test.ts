import { describe, expect, it } from 'vitest';
import type { Key } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { hasContact, hasSamples, isOpen } from './complete.ts';
import { originOf } from './origin.ts';
import { liveWidgetKeys } from './widget-keys.ts';

const document = (more: object): Document =>
  ({ name: 'Bella', industry: 'restaurant', industries: ['restaurant'], ...more }) as Document;

describe('a business', () => {
  it('can be reached once it has an industry and one way', () => {
    expect(hasContact(document({ contact: { phone: '1' } }))).toBe(true);
    expect(hasContact(document({ contact: { phone: '' } }))).toBe(false);
    expect(hasContact(document({}))).toBe(false);
    expect(hasContact(document({ contact: { phone: '1' }, samples: ['/contact/phone'] }))).toBe(false);
    expect(hasContact(document({ contact: { phone: '1', email: 'a' }, samples: ['/contact/phone'] }))).toBe(true);
    expect(hasContact(document({ industry: null, contact: { phone: '1' } }))).toBe(false);
  });

  it('is open when any day has hours', () => {
    expect(isOpen(document({ hours: { mon: [], tue: [['09:00', '17:00']] } }))).toBe(true);
    expect(isOpen(document({ hours: { mon: [['09:00', '17:00']] }, samples: ['/hours'] }))).toBe(false);
    expect(isOpen(document({ hours: { mon: [] } }))).toBe(false);
    expect(isOpen(document({}))).toBe(false);
  });

  it('has samples while a list of its industry holds one', () => {
    expect(hasSamples(document({ restaurant: { menu: [{ name: 'Soup' }, { name: 'Cake', sample: true }] } }))).toBe(
      true,
    );
    expect(hasSamples(document({ restaurant: { menu: [{ name: 'Soup' }], seats: 4 } }))).toBe(false);
    expect(hasSamples(document({ faqs: [{ sample: true }] }))).toBe(false);
  });
});

describe('the address of a website', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['http://example.com/menu?x=1', 'http://example.com'],
    ['localhost:8080', 'https://localhost:8080'],
    ['http://localhost', 'http://localhost'],
    ['https://EXAMPLE.com:443', 'https://example.com'],
    ['bakery', undefined],
    ['', undefined],
    ['not a website', undefined],
  ])('%j has the origin %s', (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });

  it('is used with keys that are public, in earnest and in force', () => {
    const key = (kind: string, mode: string, revokedAt: string | null) => ({ kind, mode, revokedAt }) as unknown as Key;
    const [good, ...others] = [
      key('publishable', 'live', null),
      key('secret', 'live', null),
      key('publishable', 'test', null),
      key('publishable', 'live', '2026-11-20T00:00:00Z'),
    ] as const;
    expect(liveWidgetKeys([...others, good])).toEqual([good]);
  });
});
