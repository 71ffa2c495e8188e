// Formats times, money and numbers for display.

export type Format = ReturnType<typeof createFormat>;

/** Creates a formatter when it is first used, because that takes milliseconds on a phone, and a page uses few of them. */
function createOnFirstUse<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const formatCache = new Map<string, Format>();

/** Formats are cached, so that all parts of a page share one. */
export function getFormat(locale: string, timeZone: string, currency: string): Format {
  const key = `${locale} ${timeZone} ${currency}`;
  const format = formatCache.get(key) ?? createFormat(locale, timeZone, currency);
  formatCache.set(key, format);
  return format;
}

export function createFormat(locale: string, timeZone: string, currency: string) {
  const createLocalFormatter = (options: Intl.DateTimeFormatOptions) => {
    const getFormatter = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
    return (time: string | Date) => getFormatter().format(typeof time === 'string' ? new Date(time) : time);
  };
  const createUtcFormatter = (options: Intl.DateTimeFormatOptions) => {
    const getFormatter = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
    return (time: Date) => getFormatter().format(time);
  };
  const createDateFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatUtc = createUtcFormatter(options);
    return (isoDate: string) => formatUtc(new Date(`${isoDate}T12:00Z`));
  };
  const createMinuteFormatter = (options: Intl.DateTimeFormatOptions) => {
    const formatUtc = createUtcFormatter(options);
    return (minutes: number) => formatUtc(new Date(minutes * 60_000));
  };
  // Swedish dates and times are those of ISO 8601. UTC, which pages use until they know the business, needs no formatter.
  const getIsoFormatter = createOnFirstUse(
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  );
  const formatLocalDateTime = (timestamp: string | Date) => {
    const time = new Date(timestamp);
    return timeZone === 'UTC' ? time.toISOString().slice(0, 16) : getIsoFormatter().format(time).replace(' ', 'T');
  };
  const formatLocalDate = (timestamp: string | Date) => formatLocalDateTime(timestamp).slice(0, 10);
  const getToday = () => formatLocalDate(new Date());
  const formatDay = createLocalFormatter({ month: 'short', day: 'numeric' });
  const formatTime = createLocalFormatter({ hour: 'numeric', minute: '2-digit' });
  const getMoneyFormatter = createOnFirstUse(() => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const minorPerMajor = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
    return (minorAmount: number) => format.format(minorAmount / minorPerMajor);
  });
  const getNumberFormatter = createOnFirstUse(() => new Intl.NumberFormat(locale));
  const getPercentFormatter = createOnFirstUse(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  );
  return {
    timeZone,
    day: formatDay,
    date: createLocalFormatter({ month: 'short', day: 'numeric', year: 'numeric' }),
    time: formatTime,
    /** For dates such as `2026-11-20` and minutes of a day, which are already in the business's time zone. */
    longDay: createDateFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    shortDay: createDateFormatter({ weekday: 'short', day: 'numeric', month: 'short' }),
    calendarDate: createDateFormatter({ dateStyle: 'medium' }),
    clock: createMinuteFormatter({ hour: 'numeric', minute: '2-digit' }),
    hour: createMinuteFormatter({ hour: 'numeric' }),
    dateTime: createLocalFormatter({
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
    /** The time if it is today, otherwise the date. */
    timeOrDay: (timestamp: string) =>
      formatLocalDate(timestamp) === getToday() ? formatTime(timestamp) : formatDay(timestamp),
    today: getToday,
    /** The local time as the API writes it, without offset: `2026-11-20T19:30`. */
    local: formatLocalDateTime,
    money: (minorAmount: number) => getMoneyFormatter()(minorAmount),
    number: (value: number) => getNumberFormatter().format(value),
    percent: (value: number | null) => (value === null ? '–' : getPercentFormatter().format(value)),
  };
}

const createDollarFormatter = (fractionDigits: number) =>
  createOnFirstUse(
    () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: fractionDigits }),
  );
const [getCentsFormatter, getCentFractionsFormatter] = [createDollarFormatter(2), createDollarFormatter(4)];
const MILLIONTHS_PER_CENT = 10_000;
/** Model costs are in millionths of a US dollar; amounts below a cent get more digits. */
export const formatUsDollars = (millionths: number): string =>
  (millionths > 0 && millionths < MILLIONTHS_PER_CENT ? getCentFractionsFormatter : getCentsFormatter)().format(
    millionths / 1_000_000,
  );

const getSecondsFormatter = createOnFirstUse(
  () => new Intl.NumberFormat('en-US', { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
);
export const formatSeconds = (ms: number): string => getSecondsFormatter().format(ms / 1000);
