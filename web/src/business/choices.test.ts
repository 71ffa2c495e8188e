import { describe, expect, it } from 'vitest';
import { choicesOf, homeOf, zoneName } from './choices.ts';

const labelsOf = (field: string, ...values: string[]) =>
  values.map((value) => choicesOf(field, undefined)?.find((choice) => choice.value === value)?.label);

describe('what is kept as a code', () => {
  it('is chosen by name', () => {
    expect(labelsOf('country', 'GB', 'US')).toEqual(['United Kingdom', 'United States']);
    expect(labelsOf('locale', 'en-GB', 'es-MX')).toEqual(['English (United Kingdom)', 'Spanish (Mexico)']);
    expect(labelsOf('currency', 'GBP')).toEqual(['British Pound (GBP)']);
    expect(labelsOf('timezone', 'America/New_York', 'UTC')).toEqual(['New York (Eastern Time)', 'UTC']);
  });

  it('keeps a code that is on no list', () => {
    expect(choicesOf('locale', 'sv-SE')).toContainEqual({ value: 'sv-SE', label: 'sv-SE' });
    expect(choicesOf('locale', 'en-US')).not.toContainEqual({ value: 'en-US', label: 'en-US' });
  });

  it('is typed where there is no list', () => {
    expect(choicesOf('name', 'Mario’s')).toBeUndefined();
  });
});

it('a city in a state of the same name as others says which', () => {
  expect(zoneName('America/Indiana/Indianapolis')).toBe('Indianapolis, Indiana (Eastern Time)');
});

describe('where a business most likely is', () => {
  it('comes from the clock, with the money and the English of that country', () => {
    expect(homeOf('Europe/London', 'en-US')).toEqual({
      ...{ timezone: 'Europe/London', country: 'GB', currency: 'GBP', locale: 'en-GB' },
    });
    expect(homeOf('Europe/Berlin', 'de')).toEqual({ timezone: 'Europe/Berlin', country: 'DE', currency: 'EUR' });
  });

  it('comes from the language where the clock is nobody’s', () => {
    expect(homeOf('UTC', 'en-CA')).toMatchObject({ timezone: 'UTC', country: 'CA', currency: 'CAD' });
  });
});
