import { describe, expect, it } from 'vitest';
import { toE164 } from '../../kernel/phone.ts';
import { findPhones } from './phones.ts';

describe('findPhones', () => {
  it.each([
    ['917-555-0155', 'US', '+19175550155'],
    ['Dana Fox, 212 555 0142', 'US', '+12125550142'],
    ['(212) 555-0142.', 'US', '+12125550142'],
    ['917.555.0155', 'US', '+19175550155'],
    ['9175550155 thanks', 'US', '+19175550155'],
    ['1-800-555-0199', 'US', '+18005550199'],
    ['call 0161 496 0000', 'GB', '+441614960000'],
    ['07700 900123', 'GB', '+447700900123'],
    ['+44 (0)20 7946 0144', 'US', '+442079460144'],
    ['0044 7700 900123', 'GB', '+447700900123'],
    ['+1 (212) 555‑0142', 'GB', '+12125550142'],
    ['Ruth Vale, April 12 1988, 303 555 0170', 'US', '+13035550170'],
    ['Ruth Vale 04/12/1988 303 555 0170', 'US', '+13035550170'],
    ['party of 4 917 555 0166', 'US', '+19175550166'],
    ['on the 12th at 7:30 917 555 0188', 'US', '+19175550188'],
  ])('finds the number in %j for %s', (text, country, phone) => {
    const phones = findPhones(text, country);
    expect(phones.map(({ value }) => value)).toEqual([phone]);
    expect(text.slice(phones[0]!.start, phones[0]!.end)).toMatch(/^[+(]?\d.*\d$/);
  });

  it.each([
    ['IE', '212 555 0142'],
    ['IE', '01 555 0160'],
    ['IE', '1 555 0160'],
    ['IE', '086 123 4567'],
    ['US', '212 555 0142'],
    ['US', '1 212 555 0142'],
    ['GB', '212 555 0142'],
    ['GB', '07700 900123'],
    ['AU', '03 5550 0171'],
    ['AU', '212 555 0142'],
    ['DE', '030 901820'],
    ['NZ', '04 555 0182'],
    ['FR', '01 23 45 67 89'],
    ['IN', '98450 12345'],
  ])('in %s finds %s beside other numbers', (country, phone) => {
    const expectedPhone = toE164(phone, country);
    expect(expectedPhone).toBeDefined();
    for (const text of [phone, `Dana Fox, ${phone}`, `${phone} thanks`, `it's ${phone}.`])
      expect(findPhones(text, country).map(({ value }) => value)).toEqual([expectedPhone]);
  });

  it.each([
    ['IE', '212 555 0142'],
    ['DE', '030 901820'],
    ['GB', '07700 900123'],
    ['ZA', '021 555 0193'],
  ])('in %s separates an hour from %s', (country, phone) => {
    expect(findPhones(`a table for 4 at 7 ${phone}`, country).map(({ value }) => value)).toEqual([
      toE164(phone, country),
    ]);
  });

  it('finds several numbers', () => {
    const phones = findPhones('030 901820 or 0170 1234567', 'DE');
    expect(phones.map(({ value }) => value)).toEqual(['+4930901820', '+491701234567']);
  });

  it.each([
    'order 1048220391',
    'my order number is 2125550142',
    '#2125550142',
    'it costs $1200000.00',
    '4111 1111 1111 1111',
    '2026-11-18 10:00',
    '555 0142',
    'table for 4 on 12.04.2026 at 19:30',
    'K7P4QX',
    'from 10 to 12 on 14 15 16',
  ])('finds no number in %j', (text) => {
    expect(findPhones(text, 'US')).toEqual([]);
  });

  it('finds no local numbers for an unknown country', () => {
    expect(findPhones('212 555 0142', 'XX')).toEqual([]);
    expect(findPhones('+1 212 555 0142', 'XX')).toHaveLength(1);
  });
});
