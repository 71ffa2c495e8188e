import { useMemo } from 'react';
import { useGet } from './queries.ts';

type Named = { id: string; name: string };
export type Hours = Record<string, [string, string][]>;

/** What of the business's document these pages need; it holds more. */
export type BusinessDocument = {
  name: string;
  industry: string | null;
  industries: string[];
  timezone: string;
  locale: string;
  currency: string;
  hours: Hours;
  faqs: { question: string; answer: string }[];
  booking: { slotMinutes: number };
  restaurant?: { tables: (Named & { seats: number })[] };
  salon?: { stylists: Named[]; services: Named[] };
  medical?: { providers: Named[]; visitTypes: Named[] };
  fitness?: { trainers: Named[]; classes: Named[] };
};

export const CONFIG = '/api/v1/config';
export const useDocument = () => useGet<BusinessDocument>(CONFIG);

export type Format = ReturnType<typeof formatFor>;

/** Times as the business's clock shows them, wherever the screen is. */
export function useFormat(): Format {
  const { data } = useDocument();
  const { locale = 'en-US', timezone = 'UTC', currency = 'USD' } = data ?? {};
  return useMemo(() => formatFor(locale, timezone, currency), [locale, timezone, currency]);
}

function formatFor(locale: string, timeZone: string, currency: string) {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (time: string | Date) => format.format(typeof time === 'string' ? new Date(time) : time);
  };
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
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
    weekday: by({ weekday: 'short', day: 'numeric' }),
    longDay: by({ weekday: 'long', month: 'long', day: 'numeric' }),
    full: by({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** The clock today, the day before that. */
    recent: (at: string) => (isoDay.format(new Date(at)) === today() ? time(at) : day(at)),
    today,
    money: (minor: number) => money.format(minor / 10 ** digits),
    number: (value: number) => number.format(value),
    percent: (value: number | null) => (value === null ? '–' : percent.format(value)),
  };
}

/** Calendar arithmetic on days as `2026-11-20`, which have no zone. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
/** The Monday of its week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
/** For formatting such a day in the business's zone: noon is on that day in every zone that a business is in. */
export const minutesOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
export const localTime = (day: string, minutes: number): string =>
  `${addDays(day, Math.floor(minutes / 1440))}T${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;
const two = (value: number) => String(value).padStart(2, '0');
