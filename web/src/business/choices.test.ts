import { describe, expect, it } from 'vitest';
import { findChoices, formatZoneName, suggestSettings } from './choices.ts';

const findLabels = (field: string, ...values: string[]) =>
  values.map((value) => findChoices(field, undefined)?.find((choice) => choice.value === value)?.label);

describe('values stored as codes', () => {
  it('are shown by name', () => {
    expect(findLabels('country', 'GB', 'US')).toEqual(['United Kingdom', 'United States']);
    expect(findLabels('locale', 'en-GB', 'es-MX')).toEqual(['English (United Kingdom)', 'Spanish (Mexico)']);
    expect(findLabels('currency', 'GBP')).toEqual(['British Pound (GBP)']);
    expect(findLabels('timezone', 'America/New_York', 'UTC')).toEqual(['New York (Eastern Time)', 'UTC']);
  });

  it('leave out retired currencies and old city names', () => {
    const currencies = findChoices('currency', undefined)?.map(({ value }) => value) ?? [];
    for (const retiredCurrency of ['HRK', 'DEM', 'VEF', 'ZWD']) expect(currencies).not.toContain(retiredCurrency);
    expect(currencies).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'PLN']));
    const zones = findChoices('timezone', undefined)?.map(({ label }) => label) ?? [];
    for (const earlierName of ['Kiev', 'Saigon', 'Calcutta', 'Rangoon'])
      expect(zones.filter((label) => label.startsWith(earlierName))).toEqual([]);
    for (const city of ['Kyiv', 'Ho Chi Minh City', 'Kolkata', 'Yangon'])
      expect(zones.filter((label) => label.startsWith(city))).toHaveLength(1);
  });

  it('keep an unlisted code', () => {
    expect(findChoices('locale', 'sv-SE')).toContainEqual({ value: 'sv-SE', label: 'sv-SE' });
    expect(findChoices('locale', 'en-US')).not.toContainEqual({ value: 'en-US', label: 'en-US' });
  });

  it('have no choices without a list', () => {
    expect(findChoices('name', 'Mario’s')).toBeUndefined();
  });
});

it('adds the state to ambiguous city names', () => {
  expect(formatZoneName('America/Indiana/Indianapolis')).toBe('Indianapolis, Indiana (Eastern Time)');
});

describe('defaults for a location', () => {
  it('come from the time zone', () => {
    expect(suggestSettings('Europe/London', 'en-US')).toEqual({
      timezone: 'Europe/London',
      country: 'GB',
      currency: 'GBP',
      locale: 'en-GB',
    });
    expect(suggestSettings('Europe/Berlin', 'de')).toEqual({
      timezone: 'Europe/Berlin',
      country: 'DE',
      currency: 'EUR',
    });
  });

  it('come from the language if the time zone has no country', () => {
    expect(suggestSettings('UTC', 'en-CA')).toMatchObject({ timezone: 'UTC', country: 'CA', currency: 'CAD' });
  });
});
