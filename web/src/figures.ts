// Times, money and numbers as people read them.

export type Format = ReturnType<typeof formatFor>;

export function formatFor(locale: string, timeZone: string, currency: string) {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (time: string | Date) => format.format(typeof time === 'string' ? new Date(time) : time);
  };
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const plain = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (isoDate: string) => format.format(new Date(`${isoDate}T12:00Z`));
  };
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
  const day = by({ month: 'short', day: 'numeric' });
  const time = by({ hour: 'numeric', minute: '2-digit' });
  const today = () => isoDay.format(new Date());
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    timeZone,
    day,
    time,
    /** Days such as `2026-11-20` and minutes of a day are on the business's clock already. */
    longDay: plain({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    shortDay: plain({ weekday: 'short', day: 'numeric', month: 'short' }),
    clock: (minutes: number) => clock.format(new Date(minutes * 60_000)),
    full: by({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** The clock today, the day before that. */
    recent: (at: string) => (isoDay.format(new Date(at)) === today() ? time(at) : day(at)),
    today,
    money: (minor: number) => money.format(minor / 10 ** digits),
    number: (value: number) => number.format(value),
    percent: (value: number | null) => (value === null ? '–' : percent.format(value)),
  };
}

const dollars = (fractionDigits: number) =>
  new Intl.NumberFormat('en-US', {
    ...{ style: 'currency', currency: 'USD', maximumFractionDigits: fractionDigits },
  });
const [inCents, inFractions] = [dollars(2), dollars(4)];
const CENT = 10_000;
/** Language models are priced in US dollars, and counted in millionths. Less than a cent is not nothing. */
export const usDollars = (millionths: number): string =>
  (millionths > 0 && millionths < CENT ? inFractions : inCents).format(millionths / 1_000_000);

const inSeconds = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
export const seconds = (ms: number): string => inSeconds.format(ms / 1000);
