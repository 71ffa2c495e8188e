import type { Booking, Card, Settings } from '../shapes.ts';

/** The customer's language, or English where the browser does not know it. */
export function localeOf({ locale }: Settings): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const zoned = (settings: Settings, zone = settings.timezone) => (zone ? { timeZone: zone } : {});

export const clock = (iso: string, settings: Settings): string =>
  new Intl.DateTimeFormat(localeOf(settings), { hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

export function bookingTime({ startsAt, endsAt, timezone }: Booking, settings: Settings) {
  const locale = localeOf(settings);
  const zone = zoned(settings, timezone);
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', ...zone });
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...zone });
  const from = new Date(startsAt);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone }).format(from);
  return {
    day: day.format(from),
    time: endsAt ? time.formatRange(from, new Date(endsAt)) : time.format(from),
    month: part({ month: 'short' }),
    date: part({ day: 'numeric' }),
  };
}

export function money({ price, currency }: Card, settings: Settings): string {
  if (price === undefined) return '';
  const format = new Intl.NumberFormat(localeOf(settings), {
    style: 'currency',
    currency: currency ?? settings.currency,
  });
  return format.format(price / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Today where the business is. */
export const today = (settings: Settings): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...zoned(settings) }).format(
    new Date(),
  );

/** A day as it is said. The assistant reads English, so in other languages it is given as figures. */
export const spokenDay = (day: string, settings: Settings): string => {
  const locale = localeOf(settings);
  if (!/^en\b/.test(locale)) return day;
  return new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  );
};
