import { describeRule } from '../../../src/capability/deposit-sentences.ts';
import type { DepositRule } from './rule.ts';

/** The rule as a sentence for customers. Its messages have no plurals, so their values are simply filled in. */
export function previewRule(
  rule: DepositRule,
  getServiceName: (id: string) => string,
  { locale, currency }: { locale: string; currency: string },
): string {
  const moneyFormat = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const fractionDigits = moneyFormat.resolvedOptions().maximumFractionDigits ?? 2;
  const formatUnit = (unit: string, count: number) =>
    count ? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count) : '';
  return describeRule(rule, (rule.services ?? []).map(getServiceName), {
    text: (message, values = {}) => message.replace(/\{(\w+)\}/g, (_, name) => String(values[name])),
    money: (amount) => moneyFormat.format(amount / 10 ** fractionDigits),
    list: (items) => new Intl.ListFormat(locale).format(items),
    duration: (minutes) =>
      [formatUnit('hour', Math.floor(minutes / 60)), formatUnit('minute', minutes % 60)].join(' ').trim(),
  });
}
