import { type Format, getFormat } from './locale-format.ts';
import { useGet } from './queries.ts';

export type { Format };

export type Hours = Record<string, [string, string][]>;

/** The fields of the business's document that the dashboard uses. */
export type BusinessDocument = {
  name: string;
  /** The main one of `industries`. */
  industry: string | null;
  industries: string[];
  timezone: string;
  locale: string;
  currency: string;
  hours: Hours;
  closures: { from: string; to: string; reason?: string }[];
  faqs: { question: string; answer: string }[];
  booking: { slotMinutes: number };
  /** Each industry's section, by industry name. */
  [section: string]: unknown;
};

export const CONFIG_PATH = '/api/v1/config';
export const useBusinessDocument = () => useGet<BusinessDocument>(CONFIG_PATH);

/** Formats in the business's time zone, locale and currency. */
export function useFormat(): Format {
  const { data } = useBusinessDocument();
  const { locale = 'en-US', timezone = 'UTC', currency = 'USD' } = data ?? {};
  return getFormat(locale, timezone, currency);
}
