// The country of the business, and what follows from it and from what else the website states.
import type { Located, Proposal } from './proposal.ts';

export type Region = { country: string; currency: string };
type DerivedProposal = { value: string; proposal: Proposal };

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

export function regionOf({ countries, languages, currencies, offers, address }: Evidence) {
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

const derivedProposal = (
  pointer: string,
  value: string,
  { url, quote }: Pick<Located, 'url' | 'quote'>,
): DerivedProposal => ({
  value,
  proposal: { pointer, missing: [], options: [{ value, certainty: 'structure', sources: [{ url, quote }] }] },
});

/** The language of the pages in the country of the business. */
function localeFrom(
  language: Located<'language'> | undefined,
  country: string | undefined,
): DerivedProposal | undefined {
  if (!language) return undefined;
  const { language: code, region = country } = new Intl.Locale(language.value);
  return region && (!country || region === country)
    ? derivedProposal('/locale', `${code}-${region}`, language)
    : undefined;
}

function currencyFrom(
  currencies: readonly Located<'currency'>[],
  offers: readonly Located<'offer'>[],
  country: string | undefined,
): DerivedProposal | undefined {
  const stated = [
    ...currencies.map((each) => ({ code: each.value, each })),
    ...offers.flatMap((each) => {
      const code = currencyOf(each.value.price?.currency, country);
      return code ? [{ code, each }] : [];
    }),
  ];
  const [first] = stated;
  return first && stated.every(({ code }) => code === first.code)
    ? derivedProposal('/currency', first.code, first.each)
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
function timezoneFrom(country: string, evidence: Pick<Located, 'url' | 'quote'>): DerivedProposal | undefined {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] };
  const [first, ...others] = locale.getTimeZones?.() ?? [];
  const isSameTime = first && others.every((zone) => utcOffsetsOf(zone) === utcOffsetsOf(first));
  return first && isSameTime ? derivedProposal('/timezone', first, evidence) : undefined;
}

const utcOffsetsOf = (timeZone: string): string =>
  [0, 6]
    .map((month) => new Date(Date.UTC(2026, month, 1)).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }))
    .join();
