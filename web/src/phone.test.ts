import { expect, it } from 'vitest';
import { formatPhone } from './phone.ts';

it.each([
  ['+12125550147', 'US', '(212) 555-0147'],
  ['+12125550147', 'GB', '+1 212 555 0147'],
  ['+442079460018', 'GB', '020 7946 0018'],
  ['call me', 'US', 'call me'],
])('formats %s for a business in %s as %s', (number, country, shown) => {
  expect(formatPhone(number, country)).toBe(shown);
});
