import { describe, expect, it } from 'vitest';
import { createPageName, NAME_PATTERN } from './names.ts';

describe('createPageName', () => {
  it.each([
    ['Bella Vista', 'bella-vista'],
    ['Café Zoë & Co.', 'cafe-zoe-co'],
    ["Luigi's – Pizza!", 'luigis-pizza'],
    ['寿司', 'business'],
    ['', 'business'],
    ['A'.repeat(200), 'a'.repeat(40)],
  ])('turns "%s" into "%s"', (businessName, name) => {
    expect(createPageName(businessName)).toBe(name);
    expect(name).toMatch(new RegExp(NAME_PATTERN));
  });
});
