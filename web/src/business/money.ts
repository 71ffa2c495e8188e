const getFractionDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** 1450 in USD becomes "14.50". */
export const moneyToText = (minorUnits: number, currency: string): string => {
  const fractionDigits = getFractionDigits(currency);
  return (minorUnits / 10 ** fractionDigits).toFixed(fractionDigits);
};

/** Parses "14.5", "14,50", "$ 1,450.00" or "1.450,00 €" to minor units; undefined if it is not an amount. */
export function textToMoney(text: string, currency: string): number | undefined {
  const fractionDigits = getFractionDigits(currency);
  const numberText = text.replace(/[^\d.,-]/g, '');
  if (!/\d/.test(numberText) || numberText.includes('-')) return undefined;
  // The last separator is the decimal one unless three digits follow it, as in 1,450.
  const separatorIndex = Math.max(numberText.lastIndexOf('.'), numberText.lastIndexOf(','));
  const isDecimal = separatorIndex >= 0 && (numberText.length - separatorIndex - 1 !== 3 || fractionDigits === 3);
  const integerPart = (isDecimal ? numberText.slice(0, separatorIndex) : numberText).replace(/[.,]/g, '');
  const fractionPart = isDecimal ? numberText.slice(separatorIndex + 1) : '';
  const value = Math.round(Number(`${integerPart || '0'}.${fractionPart || '0'}`) * 10 ** fractionDigits);
  return Number.isSafeInteger(value) ? value : undefined;
}
