// Choices of countries, languages, time zones and currencies: stored as codes, shown by name.
import { getCountries } from 'libphonenumber-js/min';

type Choice = { value: string; label: string };

/** The locales we offer for each language the assistant speaks. */
const LOCALES = `
  ar-AE ar-EG ar-SA de-AT de-CH de-DE en-AU en-CA en-GB en-IE en-IN en-NZ en-SG en-US en-ZA es-AR es-CL es-CO
  es-ES es-MX es-US fr-BE fr-CA fr-CH fr-FR hi-IN it-CH it-IT ja-JP nl-BE nl-NL pl-PL pt-BR pt-PT zh-CN zh-TW
`
  .trim()
  .split(/\s+/);

/** Countries by currency. For other countries the owner chooses the currency. */
const COUNTRIES_BY_CURRENCY: Record<string, string> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  USD: 'US AS EC FM GU MH MP PR PW SV TC VG VI',
  GBP: 'GB GG IM JE',
  AUD: 'AU KI NR TV',
  CHF: 'CH LI',
  NZD: 'NZ CK NU TK',
  DKK: 'DK FO GL',
  NOK: 'NO SJ',
  AED: 'AE',
  ARS: 'AR',
  BRL: 'BR',
  CAD: 'CA',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  EGP: 'EG',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KES: 'KE',
  KRW: 'KR',
  MAD: 'MA',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  PEN: 'PE',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  UYU: 'UY',
  VND: 'VN',
  ZAR: 'ZA',
};
const findCurrency = (country: string): string | undefined =>
  Object.keys(COUNTRIES_BY_CURRENCY).find((currency) => COUNTRIES_BY_CURRENCY[currency]!.split(' ').includes(country));

/** Currencies in use (ISO 4217). Browsers also list those that were replaced, such as the kuna. */
const CURRENT_CURRENCIES = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
  CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
  ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
  MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF
  YER ZAR ZMW ZWG
`
  .trim()
  .split(/\s+/);

/** Cities whose time zone browsers still list under an earlier name or spelling. */
const CURRENT_CITY_NAMES: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  'Coral Harbour': 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  'Ho Chi Minh': 'Ho Chi Minh City',
  Truk: 'Chuuk',
};

const createSortedChoices = (codes: readonly string[], getName: (code: string) => string): Choice[] =>
  codes.map((value) => ({ value, label: getName(value) })).sort((a, b) => a.label.localeCompare(b.label));
/** English display names: "United Kingdom", "British Pound", "English (United States)". */
const createDisplayNameLookup = (type: 'region' | 'currency' | 'language') => {
  const displayName = new Intl.DisplayNames('en', { type, languageDisplay: 'standard' });
  return (code: string) => displayName.of(code) ?? code;
};

/** "New York (Eastern Time)": the city comes first, because people look for it. */
export function formatZoneName(zone: string): string {
  const [listedCity = zone, ...regions] = zone.replaceAll('_', ' ').split('/').reverse();
  const city = CURRENT_CITY_NAMES[listedCity] ?? listedCity;
  const state = regions.length > 1 ? `, ${regions[0]}` : '';
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  const timeName = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return regions.length && timeName ? `${city}${state} (${timeName})` : city;
}

const CHOICE_CREATORS: Record<string, () => Choice[]> = {
  country: () => createSortedChoices(getCountries(), createDisplayNameLookup('region')),
  currency: () => {
    const getCurrencyName = createDisplayNameLookup('currency');
    const supportedCurrencies = new Set(Intl.supportedValuesOf('currency'));
    const codes = CURRENT_CURRENCIES.filter((code) => supportedCurrencies.has(code));
    return createSortedChoices(codes, (code) => `${getCurrencyName(code)} (${code})`);
  },
  locale: () => createSortedChoices(LOCALES, createDisplayNameLookup('language')),
  timezone: () => createSortedChoices(['UTC', ...Intl.supportedValuesOf('timeZone')], formatZoneName),
};
const choiceCache = new Map<string, Choice[]>();

/** The choices for a field, if it has a list of them; they always include the current value. */
export function findChoices(field: string, value: unknown): Choice[] | undefined {
  if (!CHOICE_CREATORS[field]) return undefined;
  const choices = choiceCache.get(field) ?? CHOICE_CREATORS[field]();
  choiceCache.set(field, choices);
  const isKnown = value === undefined || choices.some((choice) => choice.value === value);
  return isKnown ? choices : [...choices, { value: String(value), label: String(value) }];
}

/** Suggested settings for a browser's time zone and language. The locale is the country's English one, if there is one. */
export function suggestSettings(timezone: string, language: string) {
  const country =
    getCountries().find((code) => listTimeZones(code).includes(timezone)) ??
    new Intl.Locale(language).maximize().region;
  if (!country) return { timezone };
  const currency = findCurrency(country);
  const locale = LOCALES.find((candidate) => candidate === `en-${country}`);
  return { timezone, country, ...(currency ? { currency } : {}), ...(locale ? { locale } : {}) };
}

/** Not all browsers support `getTimeZones`. */
function listTimeZones(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] };
  return locale.getTimeZones?.() ?? [];
}
