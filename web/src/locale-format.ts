// Formats times, money and numbers for display.

export type Format = ReturnType<typeof createFormat>;

/** Creates a formatter when it is first used, because that takes milliseconds on a phone, and a page uses few of them. */
function lazy<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const formatCache = new Map<string, Format>();

/** Formats are cached, so that all parts of a page share one. */
export function formatFor(locale: string, timeZone: string, currency: string): Format {
  const key = `${locale} ${timeZone} ${currency}`;
  const format = formatCache.get(key) ?? createFormat(locale, timeZone, currency);
  formatCache.set(key, format);
  return format;
}

export function createFormat(locale: string, timeZone: string, currency: string) {
  const localFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatter = lazy(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
    return (time: string | Date) => formatter().format(typeof time === 'string' ? new Date(time) : time);
  };
  const utcFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatter = lazy(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
    return (time: Date) => formatter().format(time);
  };
  const dateFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatUtc = utcFormatter(options);
    return (isoDate: string) => formatUtc(new Date(`${isoDate}T12:00Z`));
  };
  const minuteFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatUtc = utcFormatter(options);
    return (minutes: number) => formatUtc(new Date(minutes * 60_000));
  };
  // Swedish dates and times are those of ISO 8601. UTC, which pages use until they know the business, needs no formatter.
  const isoFormatter = lazy(
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  );
  const localDateTime = (timestamp: string | Date) => {
    const time = new Date(timestamp);
    return timeZone === 'UTC' ? time.toISOString().slice(0, 16) : isoFormatter().format(time).replace(' ', 'T');
  };
  const localDate = (timestamp: string | Date) => localDateTime(timestamp).slice(0, 10);
  const today = () => localDate(new Date());
  const day = localFormatter({ month: 'short', day: 'numeric' });
  const time = localFormatter({ hour: 'numeric', minute: '2-digit' });
  const moneyFormatter = lazy(() => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const minorPerMajor = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
    return (minorAmount: number) => format.format(minorAmount / minorPerMajor);
  });
  const numberFormatter = lazy(() => new Intl.NumberFormat(locale));
  const percentFormatter = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  return {
    timeZone,
    day,
    date: localFormatter({ month: 'short', day: 'numeric', year: 'numeric' }),
    time,
    /** For dates such as `2026-11-20` and minutes of a day, which are already in the business's time zone. */
    longDay: dateFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    shortDay: dateFormatter({ weekday: 'short', day: 'numeric', month: 'short' }),
    calendarDate: dateFormatter({ dateStyle: 'medium' }),
    clock: minuteFormatter({ hour: 'numeric', minute: '2-digit' }),
    hour: minuteFormatter({ hour: 'numeric' }),
    dateTime: localFormatter({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** The time if it is today, otherwise the date. */
    timeOrDay: (timestamp: string) => (localDate(timestamp) === today() ? time(timestamp) : day(timestamp)),
    today,
    /** The local time as the API writes it, without offset: `2026-11-20T19:30`. */
    local: localDateTime,
    money: (minorAmount: number) => moneyFormatter()(minorAmount),
    number: (value: number) => numberFormatter().format(value),
    percent: (value: number | null) => (value === null ? '–' : percentFormatter().format(value)),
  };
}

const dollarFormatter = (fractionDigits: number) =>
  lazy(
    () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: fractionDigits }),
  );
const [centsFormat, fractionsFormat] = [dollarFormatter(2), dollarFormatter(4)];
const MILLIONTHS_PER_CENT = 10_000;
/** Model costs are in millionths of a US dollar; amounts below a cent get more digits. */
export const formatUsDollars = (millionths: number): string =>
  (millionths > 0 && millionths < MILLIONTHS_PER_CENT ? fractionsFormat : centsFormat)().format(millionths / 1_000_000);

const secondsFormat = lazy(
  () => new Intl.NumberFormat('en-US', { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
);
export const formatSeconds = (ms: number): string => secondsFormat().format(ms / 1000);
