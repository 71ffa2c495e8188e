import type { Booking, Card, Settings } from '../api-types.ts';
import type { Translate } from '../texts.ts';

/** The locale as browsers write it, or English if it is malformed. */
export function getLocale({ locale }: Settings): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const createDateFormatter = (settings: Settings, options: Intl.DateTimeFormatOptions, timeZone = settings.timezone) =>
  new Intl.DateTimeFormat(getLocale(settings), { ...options, timeZone });

const LONG_DAY_FORMAT = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const TIME_FORMAT = { hour: 'numeric', minute: '2-digit' } as const;
const MS_PER_DAY = 86_400_000;

/** A message's time in the customer's time zone. */
export const formatTime = (iso: string, settings: Settings): string =>
  new Intl.DateTimeFormat(getLocale(settings), TIME_FORMAT).format(new Date(iso));

/** When the business opens again, in its own time zone. From a week on, the weekday alone would name an earlier day. */
export function formatOpeningTime(iso: string, settings: Settings, t: Translate): string {
  const opening = new Date(iso);
  const daysUntilOpening = (Date.parse(formatIsoDate(opening, settings)) - Date.parse(getToday(settings))) / MS_PER_DAY;
  const format = (options: Intl.DateTimeFormatOptions) => createDateFormatter(settings, options).format(opening);
  if (daysUntilOpening < 2)
    return t(daysUntilOpening < 1 ? 'opensToday' : 'opensTomorrow', { time: format(TIME_FORMAT) });
  return format({
    weekday: 'short',
    ...(daysUntilOpening < 7 ? {} : { month: 'short', day: 'numeric' }),
    ...TIME_FORMAT,
  });
}

/** A booking's time in the business's time zone. */
export function formatBookingTime({ startsAt, endsAt, timezone }: Booking, settings: Settings) {
  const startTime = new Date(startsAt);
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    createDateFormatter(settings, options, timezone).format(startTime);
  const timeFormat = createDateFormatter(settings, TIME_FORMAT, timezone);
  return {
    day: formatPart(LONG_DAY_FORMAT),
    time: endsAt ? timeFormat.formatRange(startTime, new Date(endsAt)) : timeFormat.format(startTime),
    month: formatPart({ month: 'short' }),
    // Only the number, because some languages add a word for "day".
    date: createDateFormatter(settings, { day: 'numeric' }, timezone)
      .formatToParts(startTime)
      .find(({ type }) => type === 'day')!.value,
  };
}

export function formatPrice({ price = 0, currency }: Card, settings: Settings): string {
  const format = new Intl.NumberFormat(getLocale(settings), {
    style: 'currency',
    currency: currency ?? settings.currency,
  });
  return format.format(price / 10 ** format.resolvedOptions().maximumFractionDigits!);
}

/** The day in the business's time zone, as 2026-11-20. */
const formatIsoDate = (date: Date, settings: Settings): string =>
  createDateFormatter({ ...settings, locale: 'sv' }, {}).format(date);

export const getToday = (settings: Settings): string => formatIsoDate(new Date(), settings);

/** Formats a UTC day, or a part of it such as the month. */
export const formatUtcDay = (
  settings: Settings,
  dayMs: number,
  options: Intl.DateTimeFormatOptions = LONG_DAY_FORMAT,
): string => createDateFormatter(settings, options, 'UTC').format(dayMs);
