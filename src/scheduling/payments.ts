// The payments of deposits: which booking waits for one, and what becomes of the money when the booking changes.
import type { ColumnType, Selectable } from 'kysely';
import type { DepositMode } from '../capability/deposit-options.ts';
import {
  DEFAULT_PAY_MINUTES,
  type DepositSubject,
  findLargestDeposit,
  MAX_HOLD_MS,
  type RequiredDeposit,
} from '../capability/deposits.ts';
import type { Business } from '../capability/document.ts';
import type { Db } from '../kernel/database/database.ts';
import { recordEvents } from '../kernel/events.ts';
import { newId } from '../kernel/ids.ts';
import { enqueue } from '../kernel/jobs.ts';
import { must } from '../kernel/must.ts';
import {
  decideCancellationOutcome,
  derivePaymentEvents,
  derivePaymentStatus,
  mergeFacts,
  type PaymentFacts,
  type PaymentStatus,
} from './payment-state.ts';
import type { BookingContext } from './schedules.ts';
import type { Booking, Deposit } from './store.ts';
import { MINUTE_MS } from './zone.ts';

type PaymentTable = {
  workspace_id: string;
  id: string;
  booking_id: string;
  amount: number;
  currency: string;
  mode: DepositMode;
  refund_until_hours: number;
  facts: ColumnType<PaymentFacts, string, string>;
  status: PaymentStatus;
  pay_by: Date;
  url: string | null;
  attempt: ColumnType<number, number | undefined, number>;
  checkout_ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  account: ColumnType<string | null, string | null | undefined, string | null>;
  session_id: ColumnType<string | null, string | null | undefined, string | null>;
  session_url: ColumnType<string | null, string | null | undefined, string | null>;
  intent_id: ColumnType<string | null, string | null | undefined, string | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  updated_at: Date;
};

declare module '../kernel/database/database.ts' {
  interface Tables {
    payments: PaymentTable;
  }
}

export type Payment = Selectable<PaymentTable>;

/** What the job asks of the payment provider. */
export type PaymentAction = 'refund' | 'release' | 'capture' | 'end';
export const PAYMENT_TASK = 'payments.act';
export type PaymentJob = {
  workspaceId: string;
  paymentId: string;
  action: PaymentAction;
  /** The provider's id of a payment that was made besides the booking's own. */
  intentId?: string | undefined;
};

/** The job that cancels a booking whose deposit was not paid in time. */
export const HOLD_TASK = 'payments.lapse';
/** `at`: when the time to pay ends, in RFC 3339. */
export type HoldJob = { workspaceId: string; bookingId: string; at: string };

type DepositSubjectRow = Pick<Booking, 'service' | 'party_size' | 'starts_at' | 'ends_at' | 'price'>;

const toDepositSubject = ({ service, party_size, starts_at, ends_at, price }: DepositSubjectRow): DepositSubject => ({
  serviceId: service?.id,
  partySize: party_size,
  durationMinutes: (ends_at.getTime() - starts_at.getTime()) / MINUTE_MS,
  price,
});

/** The deposit that the business's rules ask for this booking. */
export const findRequiredDeposit = (business: Business, booking: DepositSubjectRow): RequiredDeposit | undefined =>
  findLargestDeposit(business, toDepositSubject(booking));

/** Opens the payment of a booking that has just been held for it. */
export async function openPayment(ctx: BookingContext, booking: Booking, required: RequiredDeposit): Promise<Booking> {
  const { db, workspace, business, now } = ctx;
  const { payWithinMinutes = DEFAULT_PAY_MINUTES } = business.deposits ?? {};
  const payBy = new Date(Math.min(now.getTime() + payWithinMinutes * MINUTE_MS, booking.starts_at.getTime()));
  const isHoldable = booking.ends_at.getTime() - now.getTime() <= MAX_HOLD_MS;
  await db
    .insertInto('payments')
    .values({
      workspace_id: workspace.id,
      id: newId('pay'),
      booking_id: booking.id,
      amount: required.amount,
      currency: business.currency,
      mode: isHoldable ? required.mode : 'charge',
      refund_until_hours: required.refundUntilHours,
      facts: '{}',
      status: 'open',
      pay_by: payBy,
      url: (await ctx.bookingUrl?.(booking.id)) ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await scheduleLapse(ctx, booking.id, payBy);
  return withDeposit(db, booking);
}

/** The delay uses `now` of the context, because test workspaces have their own clock. */
export async function scheduleLapse(
  { db, workspace, now }: BookingContext,
  bookingId: string,
  at: Date,
): Promise<void> {
  const job: HoldJob = { workspaceId: workspace.id, bookingId, at: at.toISOString() };
  await enqueue(db, HOLD_TASK, job, { key: `deposit ${bookingId}`, delayMs: at.getTime() - now.getTime() });
}

/** The booking with what the database says about its deposit now. */
export async function withDeposit(db: Db, booking: Booking): Promise<Booking> {
  const row = await db.selectFrom('bookings').select('deposit').where('id', '=', booking.id).executeTakeFirst();
  return { ...booking, deposit: row?.deposit ?? null };
}

/** The caller has locked the booking, so that nobody else changes its payment. */
export const lockPaymentOf = (db: Db, bookingId: string): Promise<Payment | undefined> =>
  db.selectFrom('payments').selectAll().where('booking_id', '=', bookingId).forUpdate().executeTakeFirst();

/** Adds facts, stores the state that follows from them, and records its events. */
export async function addFacts(
  { db, workspace, now }: Pick<BookingContext, 'db' | 'workspace' | 'now'>,
  payment: Payment,
  added: PaymentFacts,
  otherColumns: Partial<Pick<Payment, 'session_id' | 'intent_id' | 'error'>> = {},
): Promise<Payment> {
  const facts = mergeFacts(payment.facts, added);
  const status = derivePaymentStatus(facts, payment);
  const isPayable = status === 'open' || status === 'failed';
  const update = {
    ...otherColumns,
    status,
    updated_at: now,
    // Links are no longer needed once it is paid or given up.
    ...(isPayable ? {} : { url: null, session_url: null }),
  };
  await db
    .updateTable('payments')
    .set({ ...update, facts: JSON.stringify(facts) })
    .where('id', '=', payment.id)
    .execute();
  const changedPayment: Payment = { ...payment, ...update, facts };
  const eventTypes = derivePaymentEvents(payment.facts, facts);
  if (eventTypes.length) {
    const data = await buildEventData(db, changedPayment);
    recordEvents(
      db,
      eventTypes.map((type) => ({ workspaceId: workspace.id, type, data, at: now })),
    );
  }
  return changedPayment;
}

/** For an encrypted booking only ids and the status, because the amount may reveal the service. */
async function buildEventData(db: Db, payment: Payment): Promise<Record<string, unknown>> {
  const { id, booking_id: bookingId, status } = payment;
  const booking = await db.selectFrom('bookings').select('sealed').where('id', '=', bookingId).executeTakeFirst();
  return booking?.sealed ? { id, bookingId, status } : presentPayment(payment);
}

const presentPayment = ({ id, booking_id, amount, currency, mode, status, facts }: Payment) => ({
  id,
  bookingId: booking_id,
  amount,
  currency,
  mode,
  status,
  refundedAmount: facts.refunded ?? 0,
  ...(facts.dispute ? { dispute: facts.dispute } : {}),
});

export const enqueuePaymentAction = (
  { db, workspace }: Pick<BookingContext, 'db' | 'workspace'>,
  paymentId: string,
  action: PaymentAction,
  intentId?: string,
) => enqueue(db, PAYMENT_TASK, { workspaceId: workspace.id, paymentId, action, intentId } satisfies PaymentJob);

/** Pays back what was paid, or releases what is held. Undefined if there is nothing to return. */
export async function returnDeposit(ctx: BookingContext, payment: Payment): Promise<Payment | undefined> {
  if (payment.status === 'held') {
    await enqueuePaymentAction(ctx, payment.id, 'release');
    return payment;
  }
  if (payment.status !== 'paid' && payment.status !== 'captured') return undefined;
  const changedPayment = await addFacts(ctx, payment, { refundWanted: true });
  await enqueuePaymentAction(ctx, payment.id, 'refund');
  return changedPayment;
}

/** Called with the booking as it was before, in the transaction of the change. */
export async function settleDeposit(
  ctx: BookingContext,
  booking: Booking,
  status: 'cancelled' | 'completed' | 'no_show',
): Promise<void> {
  if (!booking.deposit) return;
  const payment = must(await lockPaymentOf(ctx.db, booking.id), 'the payment of a deposit');
  if (payment.status === 'open' || payment.status === 'failed') {
    await addFacts(ctx, payment, { ended: true });
    if (payment.attempt > 0) await enqueuePaymentAction(ctx, payment.id, 'end');
    return;
  }
  if (status === 'completed' && payment.status === 'held') await enqueuePaymentAction(ctx, payment.id, 'release');
  if (status === 'no_show' && payment.status === 'held') await enqueuePaymentAction(ctx, payment.id, 'capture');
  if (status !== 'cancelled') return;
  const outcome = decideCancellationOutcome(booking.deposit, booking.starts_at, ctx);
  if (outcome === 'refund' || outcome === 'release') await returnDeposit(ctx, payment);
  if (outcome === 'charge') await enqueuePaymentAction(ctx, payment.id, 'capture');
}

/** A card holds money for a week only: what is held for a booking that moves further away is charged. */
export async function settleMove(ctx: BookingContext, { id, deposit, ends_at }: Booking): Promise<void> {
  if (deposit?.status !== 'held') return;
  const payment = must(await lockPaymentOf(ctx.db, id), 'the payment of a deposit');
  if (ends_at.getTime() - payment.created_at.getTime() > MAX_HOLD_MS)
    await enqueuePaymentAction(ctx, payment.id, 'capture');
}

/** The statuses in which the money was taken or reserved, or the team has waived the deposit. */
const SETTLED_STATUSES: readonly PaymentStatus[] = ['paid', 'captured', 'held', 'waived', 'disputed'];

/** The required amount that this deposit covers: any, if the team has waived it. */
export const getCoveredAmount = (deposit: Deposit | null): number =>
  deposit && SETTLED_STATUSES.includes(deposit.status)
    ? deposit.status === 'waived'
      ? Number.POSITIVE_INFINITY
      : deposit.amount
    : 0;
