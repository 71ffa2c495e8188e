// Which deposit a booking needs by the business's rules.
import type { FieldError } from '../kernel/problem.ts';
import type { DepositOptions, DepositRule } from './deposit-options.ts';
import { describeRule } from './deposit-sentences.ts';
import type { Business } from './document.ts';
import type { Formatter } from './formatter.ts';

export const DEFAULT_PAY_MINUTES = 30;
/** Most cards release a hold after seven days. A day is left for marking a no-show. */
export const MAX_HOLD_MS = 6 * 86_400_000;

/** The properties of a booking that the rules look at. */
export type DepositSubject = {
  serviceId?: string | undefined;
  partySize: number | null;
  durationMinutes: number;
  /** In minor units; null if unknown. */
  price: number | null;
};
export type RequiredDeposit = Pick<DepositRule, 'mode' | 'refundUntilHours'> & { amount: number };

const AMOUNT_FIELDS = ['fixed', 'perPerson', 'percent'] as const;

/** Errors in the deposit rules that the schema cannot find. */
export function findDepositErrors({ rules }: DepositOptions): FieldError[] {
  return rules.flatMap((rule, index) =>
    AMOUNT_FIELDS.filter((field) => rule[field] !== undefined).length === 1
      ? []
      : [{ pointer: `/rules/${index}`, detail: 'must have one of fixed, perPerson and percent' }],
  );
}

/** The deposit for a booking. The largest one of the rules that apply, whatever their order. */
export function findLargestDeposit(
  { deposits }: Pick<Business, 'deposits'>,
  subject: DepositSubject,
): RequiredDeposit | undefined {
  let largest: RequiredDeposit | undefined;
  for (const rule of deposits?.rules ?? []) {
    const amount = appliesTo(rule, subject) ? computeDepositAmount(rule, subject) : 0;
    if (amount > (largest?.amount ?? 0)) largest = { amount, mode: rule.mode, refundUntilHours: rule.refundUntilHours };
  }
  return largest;
}

const appliesTo = (
  { services, minPartySize = 0, minMinutes = 0 }: DepositRule,
  { serviceId, partySize, durationMinutes }: DepositSubject,
): boolean =>
  (!services || (serviceId !== undefined && services.includes(serviceId))) &&
  (partySize ?? 1) >= minPartySize &&
  durationMinutes >= minMinutes;

const computeDepositAmount = (
  { fixed, perPerson, percent }: DepositRule,
  { partySize, price }: DepositSubject,
): number =>
  fixed ?? (perPerson === undefined ? Math.ceil(((price ?? 0) * (percent ?? 0)) / 100) : perPerson * (partySize ?? 1));

/**
 * The policies as customers see them. With deposit rules, the deposit policy is generated from them, so that no text contradicts
 * them.
 */
export function getCustomerPolicies(business: Business, format: Formatter): Business['policies'] {
  const { policies, deposits } = business;
  return deposits?.rules.length ? { ...policies, deposit: describeDeposits(business, format) } : policies;
}

export const describeDeposits = (business: Business, format: Formatter): string =>
  (business.deposits?.rules ?? [])
    .map((rule) => describeRule(rule, findServiceNames(business, rule), format))
    .join(' ');

/** The names of a rule's services, wherever in the document they are listed. */
function findServiceNames(business: Business, { services = [] }: DepositRule): string[] {
  const entries = business.industries
    .flatMap((industry) => Object.values((business[industry] ?? {}) as Record<string, unknown>))
    .flatMap((list) => (Array.isArray(list) ? (list as { id?: unknown; name?: unknown }[]) : []));
  return services.map((id) => String(entries.find((entry) => entry?.id === id)?.name ?? id));
}
