// Sends a customer to Stripe's page. Nothing is created there before the customer wants to pay.
import type { DepositMode } from '../../capability/deposit-options.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { Config } from '../../kernel/config.ts';
import { must } from '../../kernel/must.ts';
import { lockForChange } from '../../scheduling/booking-changes.ts';
import { lockPaymentOf, type Payment, scheduleLapse } from '../../scheduling/payments.ts';
import { describeWithoutPrivateDetails } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { Booking } from '../../scheduling/store.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { decryptSecrets, readConnection, recordError } from './connections.ts';
import { type CheckoutInput, type PaymentProvider, PaymentRefused } from './stripe.ts';

const MINUTE_MS = 60_000;
/** Stripe takes an end from 30 minutes to a day ahead. The rest is for repeating a call whose response was lost. */
const MIN_SESSION_MS = 35 * MINUTE_MS;
const MIN_REPLAY_MS = 31 * MINUTE_MS;
const MAX_SESSION_MS = 23 * 60 * MINUTE_MS;
/** Whoever begins to pay just before the hold ends gets this long. */
const MIN_PAYING_MS = 15 * MINUTE_MS;

export type StartCheckout = ReturnType<typeof createStartCheckout>;
type StartedCheckout = { url: string } | { checkout: CheckoutInput; secretKey: string };

/** Returns the URL of the page to pay on, or undefined if the booking cannot be paid for online (any more). */
export function createStartCheckout(deps: {
  runAsSystem: RunAsSystem;
  paymentProvider: PaymentProvider;
  config: Pick<Config, 'publicUrl'>;
}) {
  const { runAsSystem, paymentProvider, config } = deps;
  return async (workspaceId: string, bookingId: string, pagePath: string): Promise<string | undefined> => {
    const startedCheckout = await runAsSystem(
      workspaceId,
      'payments.checkout',
      (ctx) => beginCheckout(ctx, bookingId, pagePath, config.publicUrl),
      { actorId: 'customer' },
    );
    if (!startedCheckout || 'url' in startedCheckout) return startedCheckout?.url;
    const { checkout, secretKey } = startedCheckout;
    const session = await paymentProvider.createCheckout(secretKey, checkout).catch(async (error: unknown) => {
      if (!(error instanceof PaymentRefused)) throw error;
      await runAsSystem(workspaceId, 'payments.checkout', ({ db }) => recordError(db, error.message));
      return undefined;
    });
    if (!session) return undefined;
    const url = must(session.url, 'the address of a new checkout');
    await runAsSystem(workspaceId, 'payments.checkout', async ({ db }) => {
      await recordError(db, null);
      await db
        .updateTable('payments')
        .set({ session_id: session.id, session_url: url })
        .where('id', '=', checkout.paymentId)
        .execute();
    });
    return url;
  };
}

/** Two clicks lead to one checkout: the second repeats the first one's call. */
async function beginCheckout(
  context: BookingContext,
  bookingId: string,
  pagePath: string,
  publicUrl: string,
): Promise<StartedCheckout | undefined> {
  const booking = await lockForChange(context, bookingId);
  const connection = await readConnection(context.db);
  if (booking?.status !== 'awaiting_payment' || !connection) return undefined;
  const payment = must(await lockPaymentOf(context.db, bookingId), 'the payment of a held booking');
  // The clock of a test workspace differs from the one that set the payment's times, so there the booking counts as just made.
  const isTest = context.workspace.mode === 'test';
  const ctx = isTest ? { ...context, now: payment.updated_at } : context;
  if (ctx.now >= payment.pay_by) return undefined;
  const hasTimeLeft = (ms: number) =>
    payment.account === connection.account &&
    payment.checkout_ends_at !== null &&
    payment.checkout_ends_at.getTime() - context.now.getTime() > ms;
  if (payment.session_url && hasTimeLeft(MINUTE_MS)) return { url: payment.session_url };
  const attempt =
    !payment.session_id && hasTimeLeft(MIN_REPLAY_MS)
      ? payment
      : await createAttempt(ctx, payment, connection.account, context.now, booking);
  return {
    secretKey: decryptSecrets(ctx.keyring, connection).secretKey,
    checkout: await buildCheckout(ctx, booking, attempt, (await findLinkBase(ctx, publicUrl)) + pagePath),
  };
}

async function createAttempt(
  ctx: BookingContext,
  payment: Payment,
  account: string,
  realNow: Date,
  { starts_at }: Booking,
): Promise<Payment> {
  const sessionMs = Math.min(Math.max(payment.pay_by.getTime() - ctx.now.getTime(), MIN_SESSION_MS), MAX_SESSION_MS);
  const payBy =
    payment.attempt > 0
      ? payment.pay_by
      : new Date(Math.max(payment.pay_by.getTime(), Math.min(ctx.now.getTime() + MIN_PAYING_MS, starts_at.getTime())));
  const update = {
    attempt: payment.attempt + 1,
    checkout_ends_at: new Date(realNow.getTime() + sessionMs),
    pay_by: payBy,
    account,
    session_id: null,
    session_url: null,
  };
  await ctx.db.updateTable('payments').set(update).where('id', '=', payment.id).execute();
  if (payBy > payment.pay_by) await scheduleLapse(ctx, payment.booking_id, payBy);
  return { ...payment, ...update };
}

async function buildCheckout(
  ctx: BookingContext,
  booking: Booking,
  payment: Payment,
  pageUrl: string,
): Promise<CheckoutInput> {
  const business = inLanguage(ctx.business, booking.language);
  const format = formatterFor(business);
  const values = {
    what: describeWithoutPrivateDetails({ ...ctx, business }, booking),
    when: format.time(booking.starts_at),
  };
  return {
    paymentId: payment.id,
    bookingId: booking.id,
    amount: payment.amount,
    currency: payment.currency,
    mode: payment.mode satisfies DepositMode,
    name: format.text('Deposit: {what} on {when}', values),
    endsAt: must(payment.checkout_ends_at, 'the end of an attempt'),
    successUrl: `${pageUrl}?done=pay`,
    cancelUrl: pageUrl,
    idempotencyKey: `${payment.id}-${payment.attempt}`,
  };
}
