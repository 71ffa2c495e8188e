// The country of the business, and what follows from it and from what else the website states.
import type { Located, Proposal } from './proposal.ts';

export type Place = { country: string; currency: string };
type Follows = { value: string; proposal: Proposal };

/** Where the sign alone does not say which currency it is. */
const CURRENCY_BY_COUNTRY: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  GB: 'GBP',
  JP: 'JPY',
  CN: 'CNY',
};
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['US', 'CA', 'AU', 'NZ'],
  US$: ['US'],
  '£': ['GB'],
  '¥': ['JP', 'CN'],
};
const CURRENCY_BY_SIGN: Readonly<Record<string, string>> = { '€': 'EUR', '₹': 'INR', zł: 'PLN', US$: 'USD' };

type Evidence = {
  countries: readonly Located<'country'>[];
  languages: readonly Located<'language'>[];
  currencies: readonly Located<'currency'>[];
  offers: readonly Located<'offer'>[];
  address: Located<'address'> | undefined;
};

export function placeOf({ countries, languages, currencies, offers, address }: Evidence) {
  const [country] = countries;
  const isOneCountry = country !== undefined && countries.every(({ value }) => value === country.value);
  const code = isOneCountry ? country.value : undefined;
  const evidence = address ?? country;
  return {
    country: isOneCountry ? country : undefined,
    locale: localeFrom(languages[0], code),
    currency: currencyFrom(currencies, offers, code),
    timezone: evidence && code ? timezoneFrom(code, evidence) : undefined,
  };
}

const follows = (pointer: string, value: string, { url, quote }: Pick<Located, 'url' | 'quote'>): Follows => ({
  value,
  proposal: { pointer, missing: [], options: [{ value, certainty: 'structure', sources: [{ url, quote }] }] },
});

/** The language of the pages in the country of the business. */
function localeFrom(language: Located<'language'> | undefined, country: string | undefined): Follows | undefined {
  if (!language) return undefined;
  const { language: code, region = country } = new Intl.Locale(language.value);
  return region && (!country || region === country) ? follows('/locale', `${code}-${region}`, language) : undefined;
}

function currencyFrom(
  currencies: readonly Located<'currency'>[],
  offers: readonly Located<'offer'>[],
  country: string | undefined,
): Follows | undefined {
  const stated = [
    ...currencies.map((each) => ({ code: each.value, each })),
    ...offers.flatMap((each) => {
      const code = currencyOf(each.value.price?.currency, country);
      return code ? [{ code, each }] : [];
    }),
  ];
  const [first] = stated;
  return first && stated.every(({ code }) => code === first.code)
    ? follows('/currency', first.code, first.each)
    : undefined;
}

function currencyOf(currency: string | undefined, country: string | undefined): string | undefined {
  if (!currency) return undefined;
  if (/^[A-Z]{3}$/.test(currency)) return currency;
  return (
    CURRENCY_BY_SIGN[currency] ??
    (country && SIGNS[currency]?.includes(country) ? CURRENCY_BY_COUNTRY[country] : undefined)
  );
}

/** Some countries have several names for one time. */
function timezoneFrom(country: string, evidence: Pick<Located, 'url' | 'quote'>): Follows | undefined {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] };
  const [first, ...others] = locale.getTimeZones?.() ?? [];
  const isSameTime = first && others.every((zone) => offsets(zone) === offsets(first));
  return first && isSameTime ? follows('/timezone', first, evidence) : undefined;
}

const offsets = (timeZone: string): string =>
  [0, 6]
    .map((month) => new Date(Date.UTC(2026, month, 1)).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }))
    .join();
