// Formats times, money and numbers for display.

export type Format = ReturnType<typeof createFormat>;

export function createFormat(locale: string, timeZone: string, currency: string) {
  const localFormatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (time: string | Date) => format.format(typeof time === 'string' ? new Date(time) : time);
  };
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dateFormatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (isoDate: string) => format.format(new Date(`${isoDate}T12:00Z`));
  };
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
  const hour = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric' });
  const day = localFormatter({ month: 'short', day: 'numeric' });
  const time = localFormatter({ hour: 'numeric', minute: '2-digit' });
  const today = () => isoDay.format(new Date());
  // Swedish dates and times are those of ISO 8601.
  const isoMinute = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    timeZone,
    day,
    date: localFormatter({ month: 'short', day: 'numeric', year: 'numeric' }),
    time,
    /** For dates such as `2026-11-20` and minutes of a day, which are already in the business's time zone. */
    longDay: dateFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    shortDay: dateFormatter({ weekday: 'short', day: 'numeric', month: 'short' }),
    calendarDate: dateFormatter({ dateStyle: 'medium' }),
    clock: (minutes: number) => clock.format(new Date(minutes * 60_000)),
    hour: (minutes: number) => hour.format(new Date(minutes * 60_000)),
    dateTime: localFormatter({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** The time if it is today, otherwise the date. */
    recent: (timestamp: string) => (isoDay.format(new Date(timestamp)) === today() ? time(timestamp) : day(timestamp)),
    today,
    /** The local time as the API writes it, without offset: `2026-11-20T19:30`. */
    local: (timestamp: string | Date) => isoMinute.format(new Date(timestamp)).replace(' ', 'T'),
    money: (minor: number) => money.format(minor / 10 ** digits),
    number: (value: number) => number.format(value),
    percent: (value: number | null) => (value === null ? '–' : percent.format(value)),
  };
}

const dollars = (fractionDigits: number) =>
  new Intl.NumberFormat('en-US', {
    ...{ style: 'currency', currency: 'USD', maximumFractionDigits: fractionDigits },
  });
const [centsFormat, fractionsFormat] = [dollars(2), dollars(4)];
const MILLIONTHS_PER_CENT = 10_000;
/** Model costs are in millionths of a US dollar; amounts below a cent get more digits. */
export const formatUsDollars = (millionths: number): string =>
  (millionths > 0 && millionths < MILLIONTHS_PER_CENT ? fractionsFormat : centsFormat).format(millionths / 1_000_000);

const secondsFormat = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
export const formatSeconds = (ms: number): string => secondsFormat.format(ms / 1000);
