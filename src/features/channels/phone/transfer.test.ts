import { expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../../capability/document.ts';
import { findTransferNumber } from './transfer.ts';

const businessWithPhone = (phone?: string) =>
  ({ ...EMPTY_DOCUMENT, name: '', country: 'US', contact: phone ? { phone } : {} }) as Business;

it.each([
  [
    'the transfer number of the settings',
    { number: '+12125550100', transferTo: '+12125550111' },
    '(212) 555-0134',
    '+12125550111',
  ],
  ['the business’s own number', { number: '+12125550100' }, '(212) 555-0134', '+12125550134'],
  ['no number if the business has only the assistant’s', { number: '+12125550134' }, '(212) 555-0134', undefined],
  ['no number if the business’s is unreadable', { number: '+12125550100' }, 'ask Rosa', undefined],
  ['no number if the business has none', { number: '+12125550100' }, undefined, undefined],
])('transfers to %s', (_, settings, phone, expected) =>
  expect(findTransferNumber(settings, businessWithPhone(phone))).toBe(expected),
);
