// Which deposit a booking needs by the business's rules, and how customers hear of it. The dashboard shows the same sentences,
// so this imports only types.
import type { FieldError } from '../kernel/problem.ts';
import type { DepositOptions, DepositRule } from './deposit-options.ts';
import type { Business } from './document.ts';
import type { Formatter } from './formatter.ts';

export const DEFAULT_PAY_MINUTES = 30;
/** Most cards release a hold after seven days. A day is left for marking a no-show. */
export const MAX_HOLD_MS = 6 * 86_400_000;

/** What the rules look at. */
export type DepositSubject = {
  serviceId?: string | undefined;
  partySize: number | null;
  minutes: number;
  /** In minor units; null if unknown. */
  price: number | null;
};
export type RequiredDeposit = Pick<DepositRule, 'mode' | 'refundUntilHours'> & { amount: number };

const BASES = ['fixed', 'perPerson', 'percent'] as const;

/** What a schema cannot check. */
export function checkDeposits({ rules }: DepositOptions): FieldError[] {
  return rules.flatMap((rule, index) =>
    BASES.filter((basis) => rule[basis] !== undefined).length === 1
      ? []
      : [{ pointer: `/rules/${index}`, detail: 'must have one of fixed, perPerson and percent' }],
  );
}

/** The deposit for a booking. The largest one of the rules that apply, whatever their order. */
export function depositFor(
  { deposits }: Pick<Business, 'deposits'>,
  subject: DepositSubject,
): RequiredDeposit | undefined {
  let largest: RequiredDeposit | undefined;
  for (const rule of deposits?.rules ?? []) {
    const amount = applies(rule, subject) ? amountOf(rule, subject) : 0;
    if (amount > (largest?.amount ?? 0))
      largest = { amount, mode: rule.mode, refundUntilHours: rule.refundUntilHours };
  }
  return largest;
}

const applies = (
  { services, minPartySize = 0, minMinutes = 0 }: DepositRule,
  { serviceId, partySize, minutes }: DepositSubject,
): boolean =>
  (!services || (serviceId !== undefined && services.includes(serviceId))) &&
  (partySize ?? 1) >= minPartySize &&
  minutes >= minMinutes;

const amountOf = ({ fixed, perPerson, percent }: DepositRule, { partySize, price }: DepositSubject): number =>
  fixed ?? (perPerson === undefined ? Math.ceil(((price ?? 0) * (percent ?? 0)) / 100) : perPerson * (partySize ?? 1));

/** The policies as customers hear them. Deposit rules speak for themselves, so that no other text contradicts them. */
export function policiesOf(business: Business, say: Formatter): Business['policies'] {
  const { policies, deposits } = business;
  return deposits?.rules.length ? { ...policies, deposit: describeDeposits(business, say) } : policies;
}

export const describeDeposits = (business: Business, say: Formatter): string =>
  (business.deposits?.rules ?? []).map((rule) => describeRule(rule, namesOf(business, rule), say)).join(' ');

/** "For parties of 8 or more, we take a deposit of $10 per person when you book. Refunded if canceled at least 24 hours before." */
export function describeRule(
  rule: DepositRule,
  serviceNames: string[],
  say: Pick<Formatter, 'text' | 'money' | 'list' | 'duration'>,
): string {
  const { minPartySize = 1, minMinutes, fixed, perPerson, percent = 0, mode } = rule;
  const amount =
    fixed !== undefined
      ? say.money(fixed)
      : perPerson !== undefined
        ? say.text('{amount} per person', { amount: say.money(perPerson) })
        : say.text('{percent}% of the price', { percent });
  const which = [
    ...(serviceNames.length ? [say.list(serviceNames)] : []),
    ...(minPartySize > 1 ? [say.text('parties of {count} or more', { count: minPartySize })] : []),
    ...(minMinutes ? [say.text('bookings of {duration} or longer', { duration: durationOf(minMinutes, say) })] : []),
  ];
  const values = { amount, which: which.length ? which.join(', ') : say.text('every booking') };
  const text =
    mode === 'hold'
      ? say.text('For {which}, we hold {amount} on your card when you book, and charge it only for a no-show.', values)
      : say.text('For {which}, we take a deposit of {amount} when you book.', values);
  return `${text} ${describeRefund(rule, say)}`;
}

/** When a customer who cancels gets the money back, or is not charged. */
export function describeRefund(
  { mode, refundUntilHours }: Pick<DepositRule, 'mode' | 'refundUntilHours'>,
  say: Pick<Formatter, 'text' | 'duration'>,
): string {
  const duration = refundUntilHours ? say.duration('hour', refundUntilHours) : '';
  if (mode === 'hold')
    return duration
      ? say.text('No charge if canceled at least {duration} before.', { duration })
      : say.text('No charge if canceled before it starts.');
  return duration
    ? say.text('Refunded if canceled at least {duration} before.', { duration })
    : say.text('Refunded if canceled before it starts.');
}

const durationOf = (minutes: number, say: Pick<Formatter, 'duration'>): string =>
  minutes % 60 === 0 ? say.duration('hour', minutes / 60) : say.duration('minute', minutes);

/** The names of a rule's services, wherever in the document they are listed. */
function namesOf(business: Business, { services = [] }: DepositRule): string[] {
  const entries = business.industries
    .flatMap((industry) => Object.values((business[industry] ?? {}) as Record<string, unknown>))
    .flatMap((list) => (Array.isArray(list) ? (list as { id?: unknown; name?: unknown }[]) : []));
  return services.map((id) => String(entries.find((entry) => entry?.id === id)?.name ?? id));
}
