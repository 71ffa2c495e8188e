import { useMemo } from 'react';
import { type Format, formatFor } from './figures.ts';
import { useGet } from './queries.ts';

export type { Format };

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

/** Times as the business's clock shows them, wherever the screen is. */
export function useFormat(): Format {
  const { data } = useDocument();
  const { locale = 'en-US', timezone = 'UTC', currency = 'USD' } = data ?? {};
  return useMemo(() => formatFor(locale, timezone, currency), [locale, timezone, currency]);
}
