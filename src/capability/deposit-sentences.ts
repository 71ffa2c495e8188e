// The sentences that explain deposits to customers. The dashboard bundles this file to show owners the same sentences, so it
// imports nothing from the service.

export type DepositTerms = {
  minPartySize?: number;
  minMinutes?: number;
  fixed?: number;
  perPerson?: number;
  percent?: number;
  mode: 'charge' | 'hold';
  refundUntilHours: number;
};
type SentenceFormatter = {
  text(english: string, values?: Record<string, string | number>): string;
  money(amount: number): string;
  list(items: string[]): string;
  duration(minutes: number): string;
};

/** "For parties of 8 or more, we take a deposit of $10 per person when you book. Refunded if canceled at least 24 hours before." */
export function describeRule(rule: DepositTerms, serviceNames: string[], format: SentenceFormatter): string {
  const { minPartySize = 1, minMinutes, fixed, perPerson, percent = 0, mode } = rule;
  const amount =
    fixed !== undefined
      ? format.money(fixed)
      : perPerson !== undefined
        ? format.text('{amount} per person', { amount: format.money(perPerson) })
        : format.text('{percent}% of the price', { percent });
  const conditions = [
    ...(serviceNames.length ? [format.list(serviceNames)] : []),
    ...(minPartySize > 1 ? [format.text('parties of {count} or more', { count: minPartySize })] : []),
    ...(minMinutes ? [format.text('bookings of {duration} or longer', { duration: format.duration(minMinutes) })] : []),
  ];
  const values = { amount, which: conditions.length ? conditions.join(', ') : format.text('every booking') };
  const depositSentence =
    mode === 'hold'
      ? format.text(
          'For {which}, we hold {amount} on your card when you book, and charge it only for a no-show or a late cancellation.',
          values,
        )
      : format.text('For {which}, we take a deposit of {amount} when you book.', values);
  return `${depositSentence} ${describeRefund(rule, format)}`;
}

/** When a customer who cancels gets the money back, or is not charged. */
export function describeRefund(
  { mode, refundUntilHours }: Pick<DepositTerms, 'mode' | 'refundUntilHours'>,
  format: Pick<SentenceFormatter, 'text' | 'duration'>,
): string {
  const duration = refundUntilHours ? format.duration(refundUntilHours * 60) : '';
  if (mode === 'hold')
    return duration
      ? format.text('No charge if canceled at least {duration} before.', { duration })
      : format.text('No charge if canceled before it starts.');
  return duration
    ? format.text('Refunded if canceled at least {duration} before.', { duration })
    : format.text('Refunded if canceled before it starts.');
}
