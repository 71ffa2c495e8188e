import { expect, it } from 'vitest';
import { formatExamplePhone, toE164 } from './phone.ts';

it.each([
  ['(212) 555-0100', 'US', '+12125550100'],
  ['212.555.0100', 'US', '+12125550100'],
  ['+1 212 555 0100', 'DE', '+12125550100'],
  [' 030 901820 ', 'DE', '+4930901820'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['0044 20 7946 0018', 'DE', '+442079460018'],
  ['+49 30 901820', 'XX', '+4930901820'],
  ['+1 (555) 123-4567', 'US', '+15551234567'],
])('reads %s in %s', (text, country, number) => {
  expect(toE164(text, country)).toBe(number);
});

it.each([
  ['', 'US'],
  ['555-0100', 'US'],
  ['call me', 'US'],
  ['my number is 212 555 0100', 'US'],
  ['12', 'US'],
  ['212 555 0100', 'XX'],
  ['+1 212 555 0100 0000', 'US'],
])('rejects "%s" in %s', (text, country) => {
  expect(toE164(text, country)).toBeUndefined();
});

it.each([
  ['US', '(201) 555-0123'],
  ['GB', '07400 123456'],
  ['DE', '01512 3456789'],
  ['XX', undefined],
])('shows a number as people in %s write it', (country, example) => {
  expect(formatExamplePhone(country)).toBe(example);
});
