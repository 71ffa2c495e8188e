import { createLruCache } from '../kernel/memoize.ts';
import { translate, type Values } from '../messages/catalogue.ts';
import { isLanguage } from '../messages/languages.ts';
import { type Business, countryOf } from './document.ts';

/** Formats values and messages in a business's locale, time zone and currency, and in the customer's language. */
export type Formatter = {
  language: string;
  /** An English message of the code with its values (ICU MessageFormat), in the language. */
  text(english: string, values?: Values): string;
  /** "Thursday, November 19 at 7:30 PM" */
  time(startsAt: string | Date): string;
  /** "Thursday, November 19" */
  day(startsAt: string | Date): string;
  /** "7:30 PM" */
  clock(startsAt: string | Date): string;
  /** Minor units: 1450 → "$14.50", without cents where there are none */
  money(amount: number): string;
  /** "a, b and c" */
  list(items: string[]): string;
  /** "a, b or c" */
  choices(items: string[]): string;
};

export type FormatterOptions = {
  locale: string;
  timezone: string;
  currency: string;
  country?: string;
  language?: string;
};

const voices = createLruCache<string, Formatter>(1_000);

/** Formatters are expensive to construct, so they are cached by their options. */
export function formatterFor({ locale, timezone, currency, country, language = 'en' }: FormatterOptions): Formatter {
  const name = `${language} ${locale} ${country} ${timezone} ${currency}`;
  let say = voices.get(name);
  if (!say) {
    const local = language === 'en' ? locale : localeOf(language, countryOf({ country, locale }));
    say = makeSay({ locale: local, timezone, currency, language });
    voices.set(name, say);
  }
  return say;
}

/** For what has no business at hand, and is English then. */
export const ENGLISH = formatterFor({ locale: 'en-US', timezone: 'UTC', currency: 'USD' });

/**
 * Their language as it is written where the business is, with the digits and the calendar of clocks and forms. The
 * catalogue has one script of each language, also where a region writes another.
 */
function localeOf(language: string, region: string): string {
  const own = new Intl.Locale(language).maximize().script;
  const script = new Intl.Locale(language, { region }).maximize().script === own ? undefined : own;
  return new Intl.Locale(language, { region, script, numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

/**
 * The business as it speaks in a turn: its document, and the language of the customer. Caches hang on the document, so
 * each language of it is made once. What is no language of the catalogue is English.
 */
export function inLanguage<Spoken extends Business>(business: Spoken, language: string | null | undefined): Spoken {
  if (!language || language === 'en' || language === business.language || !isLanguage(language)) return business;
  const known = spoken.get(business) ?? new Map<string, Business>();
  const made = known.get(language) ?? { ...business, language };
  spoken.set(business, known.set(language, made));
  return made as Spoken;
}

const spoken = new WeakMap<Business, Map<string, Business>>();

function makeSay({
  locale,
  timezone: timeZone,
  currency,
  language,
}: FormatterOptions & { language: string }): Formatter {
  const day = once(() => new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', month: 'long', day: 'numeric' }));
  const clock = once(() => new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }));
  const money = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency }));
  const whole = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 }));
  const minor = once(() => 10 ** (money().resolvedOptions().maximumFractionDigits ?? 2));
  const and = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const or = once(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  // Some locales put a narrow no-break space before AM; people search and type a plain one.
  const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');
  const onClock = (at: string | Date) => plain(clock().format(new Date(at)));
  const text = (english: string, values: Values = {}) => {
    const said = translate(english, values, language, locale);
    // "7:30 p.m." may end a sentence, but not twice.
    return language === 'en' ? said : said.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');
  };
  return {
    language,
    text,
    time: (at) => text('{day} at {clock}', { day: day().format(new Date(at)), clock: onClock(at) }),
    day: (at) => day().format(new Date(at)),
    clock: onClock,
    money: (amount) => plain((amount % minor() === 0 ? whole : money)().format(amount / minor())),
    list: (items) => and().format(items),
    choices: (items) => or().format(items),
  };
}

/** Most voices only speak: what they format with is made when it is needed. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
