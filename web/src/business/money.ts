const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** 1450 of USD is "14.50". */
export const moneyToText = (minor: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
};

/** "14.5", "14,50", "$ 1,450.00" or "1.450,00 €" in minor units; undefined where it is no amount. */
export function textToMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const bare = text.replace(/[^\d.,-]/g, '');
  if (!/\d/.test(bare) || bare.includes('-')) return undefined;
  // The last separator is the decimal one unless three digits follow it, as in 1,450.
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const isDecimal = at >= 0 && (bare.length - at - 1 !== 3 || digits === 3);
  const whole = (isDecimal ? bare.slice(0, at) : bare).replace(/[.,]/g, '');
  const part = isDecimal ? bare.slice(at + 1) : '';
  const value = Math.round(Number(`${whole || '0'}.${part || '0'}`) * 10 ** digits);
  return Number.isSafeInteger(value) ? value : undefined;
}
