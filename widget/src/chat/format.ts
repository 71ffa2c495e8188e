import type { Booking, Card, Settings } from '../shapes.ts';

/** The customer's language, or English where the browser does not know it. */
export function localeOf({ locale }: Settings): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const formatter = (settings: Settings, options: Intl.DateTimeFormatOptions, timeZone = settings.timezone) =>
  new Intl.DateTimeFormat(localeOf(settings), { ...options, timeZone });

const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** When something was said, by the customer's own clock. */
export const clock = (iso: string, settings: Settings): string =>
  new Intl.DateTimeFormat(localeOf(settings), TIME).format(new Date(iso));

/** When a booking is, by the business's. */
export function bookingTime({ startsAt, endsAt, timezone }: Booking, settings: Settings) {
  const from = new Date(startsAt);
  const part = (options: Intl.DateTimeFormatOptions) => formatter(settings, options, timezone).format(from);
  const time = formatter(settings, TIME, timezone);
  return {
    day: part(LONG_DAY),
    time: endsAt ? time.formatRange(from, new Date(endsAt)) : time.format(from),
    month: part({ month: 'short' }),
    // The figure alone: some languages say "day" with it.
    date: formatter(settings, { day: 'numeric' }, timezone)
      .formatToParts(from)
      .find(({ type }) => type === 'day')!.value,
  };
}

export function money({ price = 0, currency }: Card, settings: Settings): string {
  const format = new Intl.NumberFormat(localeOf(settings), {
    style: 'currency',
    currency: currency ?? settings.currency,
  });
  return format.format(price / 10 ** format.resolvedOptions().maximumFractionDigits!);
}

/** Today where the business is, as 2026-11-20. */
export const today = (settings: Settings): string => formatter({ ...settings, locale: 'sv' }, {}).format(new Date());

/** A day, or a part of it, of a calendar that knows no zones. */
export const dayPart = (settings: Settings, day: number, options: Intl.DateTimeFormatOptions = LONG_DAY): string =>
  formatter(settings, options, 'UTC').format(day);
