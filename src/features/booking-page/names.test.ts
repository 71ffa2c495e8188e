import { describe, expect, it } from 'vitest';
import { NAME_PATTERN, pageNameFrom } from './names.ts';

describe('pageNameFrom', () => {
  it.each([
    ['Bella Vista', 'bella-vista'],
    ['Café Zoë & Co.', 'cafe-zoe-co'],
    ["Luigi's – Pizza!", 'luigis-pizza'],
    ['寿司', 'business'],
    ['', 'business'],
    ['A'.repeat(200), 'a'.repeat(40)],
  ])('turns "%s" into "%s"', (businessName, name) => {
    expect(pageNameFrom(businessName)).toBe(name);
    expect(name).toMatch(new RegExp(NAME_PATTERN));
  });
});
