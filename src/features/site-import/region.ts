// The country of the business, and the locale, currency and time zone that follow from it.
import type { Located, Proposal } from './proposal.ts';

export type Region = { country: string; currency: string };
type DerivedProposal = { value: string; proposal: Proposal };

/** For signs that several currencies share. */
const CURRENCY_BY_COUNTRY: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  GB: 'GBP',
  JP: 'JPY',
  CN: 'CNY',
};
const COUNTRIES_BY_SIGN: Readonly<Record<string, readonly string[]>> = {
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

export function deriveRegion({ countries, languages, currencies, offers, address }: Evidence) {
  const [country] = countries;
  const isOneCountry = country !== undefined && countries.every(({ value }) => value === country.value);
  const countryCode = isOneCountry ? country.value : undefined;
  const evidence = address ?? country;
  return {
    country: isOneCountry ? country : undefined,
    locale: deriveLocale(languages[0], countryCode),
    currency: deriveCurrency(currencies, offers, countryCode),
    timezone: evidence && countryCode ? deriveTimezone(countryCode, evidence) : undefined,
  };
}

const createDerivedProposal = (
  pointer: string,
  value: string,
  { url, quote }: Pick<Located, 'url' | 'quote'>,
): DerivedProposal => ({
  value,
  proposal: { pointer, missing: [], options: [{ value, certainty: 'structure', sources: [{ url, quote }] }] },
});

/** The language of the pages in the country of the business. */
function deriveLocale(
  language: Located<'language'> | undefined,
  country: string | undefined,
): DerivedProposal | undefined {
  if (!language) return undefined;
  const { language: languageCode, region = country } = new Intl.Locale(language.value);
  return region && (!country || region === country)
    ? createDerivedProposal('/locale', `${languageCode}-${region}`, language)
    : undefined;
}

function deriveCurrency(
  currencies: readonly Located<'currency'>[],
  offers: readonly Located<'offer'>[],
  country: string | undefined,
): DerivedProposal | undefined {
  const statedCurrencies = [
    ...currencies.map((each) => ({ code: each.value, finding: each })),
    ...offers.flatMap((each) => {
      const code = resolveCurrency(each.value.price?.currency, country);
      return code ? [{ code, finding: each }] : [];
    }),
  ];
  const [firstCurrency] = statedCurrencies;
  return firstCurrency && statedCurrencies.every(({ code }) => code === firstCurrency.code)
    ? createDerivedProposal('/currency', firstCurrency.code, firstCurrency.finding)
    : undefined;
}

function resolveCurrency(currency: string | undefined, country: string | undefined): string | undefined {
  if (!currency) return undefined;
  if (/^[A-Z]{3}$/.test(currency)) return currency;
  return (
    CURRENCY_BY_SIGN[currency] ??
    (country && COUNTRIES_BY_SIGN[currency]?.includes(country) ? CURRENCY_BY_COUNTRY[country] : undefined)
  );
}

/** Proposes a time zone if all zones of the country have the same time. */
function deriveTimezone(country: string, evidence: Pick<Located, 'url' | 'quote'>): DerivedProposal | undefined {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] };
  const [firstZone, ...otherZones] = locale.getTimeZones?.() ?? [];
  const isSameTime = firstZone && otherZones.every((zone) => listUtcOffsets(zone) === listUtcOffsets(firstZone));
  return firstZone && isSameTime ? createDerivedProposal('/timezone', firstZone, evidence) : undefined;
}

const listUtcOffsets = (timeZone: string): string =>
  [0, 6]
    .map((month) => new Date(Date.UTC(2026, month, 1)).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }))
    .join();
