import { createLruCache } from '../kernel/memoize.ts';
import { type MessageValues, translate } from '../messages/catalogue.ts';
import { isLanguage } from '../messages/languages.ts';
import { type Business, countryOf } from './document.ts';

/** Formats values and messages in a business's locale, time zone and currency, and in the customer's language. */
export type Formatter = {
  language: string;
  /** Translates an English message (ICU MessageFormat) and fills in its values. */
  text(english: string, values?: MessageValues): string;
  /** "Thursday, November 19 at 7:30 PM" */
  time(startsAt: string | Date): string;
  /** "Thursday, November 19" */
  day(startsAt: string | Date): string;
  /** "Thu, Nov 19" */
  shortDay(startsAt: string | Date): string;
  /** "7:30 PM" */
  clock(startsAt: string | Date): string;
  /** "15 minutes", "2 hours 30 minutes" */
  duration(minutes: number): string;
  /** Minor units: 1450 → "$14.50", without cents where there are none */
  money(amount: number): string;
  /** "a, b and c" */
  list(items: string[]): string;
  /** "a, b or c" */
  choices(items: string[]): string;
  /** Remembers the items that a list left out, in case the customer asks for them. */
  rememberOmitted?(items: readonly string[]): void;
};

export type FormatterOptions = {
  locale: string;
  timezone: string;
  currency: string;
  country?: string;
  language?: string;
};

const formatterCache = createLruCache<string, Formatter>(1_000);

/** Formatters are expensive to construct, so they are cached by their options. */
export function formatterFor({ locale, timezone, currency, country, language = 'en' }: FormatterOptions): Formatter {
  const cacheKey = `${language} ${locale} ${country} ${timezone} ${currency}`;
  let format = formatterCache.get(cacheKey);
  if (!format) {
    const effectiveLocale = language === 'en' ? locale : createLocale(language, countryOf({ country, locale }));
    format = createFormatter({ locale: effectiveLocale, timezone, currency, language });
    formatterCache.set(cacheKey, format);
  }
  return format;
}

/** For code without a business, such as tests and defaults. */
export const ENGLISH = formatterFor({ locale: 'en-US', timezone: 'UTC', currency: 'USD' });

/**
 * The customer's language as written in the business's region, with Latin digits and the Gregorian calendar. The
 * message catalogue has one script per language, so the script is fixed even if the region uses another.
 */
function createLocale(language: string, region: string): string {
  const defaultScript = new Intl.Locale(language).maximize().script;
  const script = new Intl.Locale(language, { region }).maximize().script === defaultScript ? undefined : defaultScript;
  return new Intl.Locale(language, { region, script, numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

/**
 * The business with the customer's language set for one turn. Caches are keyed by the document object, so each language
 * gets one copy. Languages outside the catalogue fall back to English.
 */
export function inLanguage<SomeBusiness extends Business>(
  business: SomeBusiness,
  language: string | null | undefined,
): SomeBusiness {
  if (!language || language === 'en' || language === business.language || !isLanguage(language)) return business;
  const businessByLanguage = localizedBusinesses.get(business) ?? new Map<string, Business>();
  const localized = businessByLanguage.get(language) ?? { ...business, language };
  localizedBusinesses.set(business, businessByLanguage.set(language, localized));
  return localized as SomeBusiness;
}

const localizedBusinesses = new WeakMap<Business, Map<string, Business>>();

function createFormatter({
  locale,
  timezone: timeZone,
  currency,
  language,
}: FormatterOptions & { language: string }): Formatter {
  const dayFormat = lazy(
    () => new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', month: 'long', day: 'numeric' }),
  );
  const shortDayFormat = lazy(
    () => new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', month: 'short', day: 'numeric' }),
  );
  const clockFormat = lazy(() => new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }));
  const moneyFormat = lazy(() => new Intl.NumberFormat(locale, { style: 'currency', currency }));
  const wholeMoneyFormat = lazy(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 }),
  );
  const minorUnitsPerMajor = lazy(() => 10 ** (moneyFormat().resolvedOptions().maximumFractionDigits ?? 2));
  const andListFormat = lazy(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const orListFormat = lazy(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  // Some locales put a narrow no-break space before AM, but people search for and type an ordinary space.
  const withPlainSpaces = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');
  const formatClock = (time: string | Date) => withPlainSpaces(clockFormat().format(new Date(time)));
  const text = (english: string, values: MessageValues = {}) => {
    const translated = translate(english, values, language, locale);
    // A value such as "7:30 p.m." at the end of a sentence must not leave two periods.
    return language === 'en' ? translated : translated.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');
  };
  return {
    language,
    text,
    time: (startsAt) =>
      text('{day} at {clock}', { day: dayFormat().format(new Date(startsAt)), clock: formatClock(startsAt) }),
    day: (startsAt) => dayFormat().format(new Date(startsAt)),
    shortDay: (startsAt) => shortDayFormat().format(new Date(startsAt)),
    clock: formatClock,
    duration: (minutes) => {
      const formatUnit = (unit: string, count: number) =>
        count ? [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)] : [];
      const parts = [...formatUnit('hour', Math.floor(minutes / 60)), ...formatUnit('minute', minutes % 60)];
      return withPlainSpaces(new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts));
    },
    money: (amount) =>
      withPlainSpaces(
        (amount % minorUnitsPerMajor() === 0 ? wholeMoneyFormat : moneyFormat)().format(amount / minorUnitsPerMajor()),
      ),
    list: (items) => andListFormat().format(items),
    choices: (items) => orListFormat().format(items),
  };
}

/** Intl objects are expensive, and most formatters use only a few of them. */
function lazy<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
