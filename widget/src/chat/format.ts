import type { Booking, Card, Settings } from '../api-types.ts';
import type { Say } from '../texts.ts';

/** The locale, or English if the browser does not support it. */
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
const DAY_MS = 86_400_000;

/** A message's time in the customer's time zone. */
export const formatTime = (iso: string, settings: Settings): string =>
  new Intl.DateTimeFormat(localeOf(settings), TIME).format(new Date(iso));

/** When the business opens again, in its own time zone. From a week on, the weekday alone would name an earlier day. */
export function openingTime(iso: string, settings: Settings, say: Say): string {
  const opening = new Date(iso);
  const days = (Date.parse(dateOf(opening, settings)) - Date.parse(today(settings))) / DAY_MS;
  const format = (options: Intl.DateTimeFormatOptions) => formatter(settings, options).format(opening);
  if (days < 2) return say(days < 1 ? 'opensToday' : 'opensTomorrow', { time: format(TIME) });
  return format({ weekday: 'short', ...(days < 7 ? {} : { month: 'short', day: 'numeric' }), ...TIME });
}

/** A booking's time in the business's time zone. */
export function bookingTime({ startsAt, endsAt, timezone }: Booking, settings: Settings) {
  const from = new Date(startsAt);
  const formatPart = (options: Intl.DateTimeFormatOptions) => formatter(settings, options, timezone).format(from);
  const timeFormat = formatter(settings, TIME, timezone);
  return {
    day: formatPart(LONG_DAY),
    time: endsAt ? timeFormat.formatRange(from, new Date(endsAt)) : timeFormat.format(from),
    month: formatPart({ month: 'short' }),
    // Only the number, because some languages add a word for "day".
    date: formatter(settings, { day: 'numeric' }, timezone)
      .formatToParts(from)
      .find(({ type }) => type === 'day')!.value,
  };
}

export function formatPrice({ price = 0, currency }: Card, settings: Settings): string {
  const format = new Intl.NumberFormat(localeOf(settings), {
    style: 'currency',
    currency: currency ?? settings.currency,
  });
  return format.format(price / 10 ** format.resolvedOptions().maximumFractionDigits!);
}

/** The day in the business's time zone, as 2026-11-20. */
const dateOf = (date: Date, settings: Settings): string => formatter({ ...settings, locale: 'sv' }, {}).format(date);

export const today = (settings: Settings): string => dateOf(new Date(), settings);

/** Formats a UTC day, or a part of it such as the month. */
export const dayPart = (settings: Settings, day: number, options: Intl.DateTimeFormatOptions = LONG_DAY): string =>
  formatter(settings, options, 'UTC').format(day);
