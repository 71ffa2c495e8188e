import { useMemo } from 'react';
import { useGet } from './queries.ts';

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
  /** The part of each industry, by its name. */
  [part: string]: unknown;
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

/** Calendar arithmetic on days as `2026-11-20`, which have no zone. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
/** The Monday of its week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
/** After midnight, of a time as the API writes it: with the business's own offset. */
export const minutesOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
export const localTime = (day: string, minutes: number): string =>
  `${addDays(day, Math.floor(minutes / 1440))}T${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;
const two = (value: number) => String(value).padStart(2, '0');
