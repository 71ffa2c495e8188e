import { Temporal } from 'temporal-polyfill';
import type { Membership } from './schema.ts';

export type Quote = {
  /** Price per interval. */
  amount: number;
  currency: string;
  interval: Membership['interval'];
  dueNow: number;
  /** The local day on which it begins. */
  from: string;
  /** When the full amount is next due. */
  nextPaymentOn: string | null;
};

type QuoteInput = {
  type: 'inquiry' | 'join' | 'upgrade' | 'freeze' | 'cancel';
  membership?: Membership;
  currentMembership?: Membership;
  now: Date;
  timezone: string;
  currency: string;
};

/** The cost of joining or changing; undefined if it cannot be calculated exactly. */
export function calculateQuote({
  type,
  membership,
  currentMembership,
  now,
  timezone,
  currency,
}: QuoteInput): Quote | undefined {
  if (!membership || (type !== 'join' && type !== 'upgrade')) return undefined;
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const { price: amount, interval } = membership;
  const base = { amount, currency, interval };
  if (type === 'join') {
    return { ...base, dueNow: amount, from: today.toString(), nextPaymentOn: findNextPaymentDate(today, interval) };
  }
  if (currentMembership?.interval !== 'month' || interval !== 'month') return undefined;
  const nextMonth = today.with({ day: 1 }).add({ months: 1 }).toString();
  // There are no refunds, so a cheaper plan starts next month.
  if (amount <= currentMembership.price) return { ...base, dueNow: 0, from: nextMonth, nextPaymentOn: nextMonth };
  const daysLeft = today.daysInMonth - today.day + 1;
  const dueNow = Math.round(((amount - currentMembership.price) * daysLeft) / today.daysInMonth);
  return { ...base, dueNow, from: today.toString(), nextPaymentOn: nextMonth };
}

function findNextPaymentDate(today: Temporal.PlainDate, interval: Membership['interval']): string | null {
  if (interval === 'once') return null;
  return today.add({ [`${interval}s`]: 1 }).toString();
}
