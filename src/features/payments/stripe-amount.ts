/** Currencies that Stripe takes in whole units: https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL_CURRENCIES = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
/** Their last digit must be 0. */
const THREE_DECIMAL_CURRENCIES = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

const countStripeDecimals = (currency: string): number =>
  ZERO_DECIMAL_CURRENCIES.has(currency) ? 0 : THREE_DECIMAL_CURRENCIES.has(currency) ? 3 : 2;

const countMinorUnitDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** From the currency's minor unit to Stripe's, which differ for a few currencies, such as ISK. */
export function toStripeAmount(amount: number, currency: string): number {
  const converted = Math.round(amount * 10 ** (countStripeDecimals(currency) - countMinorUnitDecimals(currency)));
  return THREE_DECIMAL_CURRENCIES.has(currency) ? Math.round(converted / 10) * 10 : converted;
}

export const fromStripeAmount = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (countMinorUnitDecimals(currency) - countStripeDecimals(currency)));
