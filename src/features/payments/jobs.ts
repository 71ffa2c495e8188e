import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { lockForChange } from '../../scheduling/booking-changes.ts';
import { applySignal, lapseHold, type PaymentSignal } from '../../scheduling/deposits.ts';
import type { PaymentFacts, PaymentStatus } from '../../scheduling/payment-state.ts';
import {
  HOLD_TASK,
  type HoldJob,
  lockPaymentOf,
  PAYMENT_TASK,
  type Payment,
  type PaymentAction,
  type PaymentJob,
} from '../../scheduling/payments.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { CHECK_TASK, type CheckJob } from './check-job.ts';
import { decryptSecrets, readConnection } from './connections.ts';
import { EVENT_TASK, type EventJob } from './hooks.ts';
import { parseIntent, parseSession, type StoredSignal } from './signals.ts';
import { type PaymentProvider, PaymentRefused } from './stripe.ts';
import { emailTeam } from './team-email.ts';

type Dependencies = {
  runAsSystem: RunAsSystem;
  paymentProvider: PaymentProvider;
  keyring: Keyring;
  config: Pick<Config, 'publicUrl'>;
};
/** A payment, and the key to its account if that is still connected. */
type PaymentAccess = { payment: Payment; secretKey: string | undefined };

/** If Stripe cannot be reached, a hold is given up after this many tries. A later payment is booked or refunded. */
const MAX_LAPSE_ATTEMPTS = 4;

/** Stripe repeats an event for days, and an owner can send it again for a month. */
const EVENT_RETENTION_MS = 40 * 86_400_000;

const NOT_CONNECTED = 'The Stripe account that took this payment isn’t connected. Do it in your Stripe dashboard.';

export function paymentJobs(deps: Dependencies): Jobs {
  return {
    tasks: {
      [EVENT_TASK]: (payload) => handleEvent(deps, payload as EventJob),
      [PAYMENT_TASK]: (payload) => performPaymentAction(deps, payload as PaymentJob),
      [HOLD_TASK]: (payload, { job }) => cancelUnpaidBooking(deps, payload as HoldJob, job.attempts),
      [CHECK_TASK]: (payload) => checkPayment(deps, payload as CheckJob),
    },
  };
}

async function handleEvent(deps: Dependencies, { workspaceId, eventId }: EventJob): Promise<void> {
  const loadedEvent = await deps.runAsSystem(workspaceId, EVENT_TASK, async ({ db }) => {
    const event = await db.selectFrom('payment_events').selectAll().where('id', '=', eventId).executeTakeFirst();
    if (!event || event.done_at) return undefined;
    const signal = event.signal as StoredSignal;
    const access = await readPaymentAccess(deps, db, await findPayment(db, signal));
    const connection = await readConnection(db);
    return { signal, access, secretKey: connection && decryptSecrets(deps.keyring, connection).secretKey };
  });
  if (!loadedEvent) return;
  const { signal, access, secretKey } = loadedEvent;
  const paymentId = access?.payment.id ?? (await findPaymentAtStripe(deps, signal, secretKey));
  if (paymentId) await applySignalToPayment(deps, workspaceId, paymentId, signal);
  await deps.runAsSystem(workspaceId, EVENT_TASK, async ({ db, now }) => {
    await db.updateTable('payment_events').set({ done_at: now }).where('id', '=', eventId).execute();
    const expiredBefore = new Date(now.getTime() - EVENT_RETENTION_MS);
    await db.deleteFrom('payment_events').where('received_at', '<', expiredBefore).execute();
  });
}

/** A dispute may come before we know the payment's id at Stripe. */
async function findPaymentAtStripe(
  { paymentProvider }: Dependencies,
  { intentId }: StoredSignal,
  secretKey: string | undefined,
): Promise<string | undefined> {
  if (!intentId || !secretKey) return undefined;
  const intent = await paymentProvider.readIntent(secretKey, intentId).catch((error: unknown) => {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  });
  return intent && parseIntent(intent).paymentId;
}

function findPayment(db: Db, { paymentId, intentId }: StoredSignal): Promise<Payment | undefined> {
  const payments = db.selectFrom('payments').selectAll();
  return (
    paymentId ? payments.where('id', '=', paymentId) : payments.where('intent_id', '=', intentId ?? '')
  ).executeTakeFirst();
}

async function readPaymentAccess(
  { keyring }: Dependencies,
  db: Db,
  payment: Payment | undefined,
): Promise<PaymentAccess | undefined> {
  if (!payment) return undefined;
  const connection = await readConnection(db);
  const isSameAccount = connection && connection.account === payment.account;
  return { payment, secretKey: isSameAccount ? decryptSecrets(keyring, connection).secretKey : undefined };
}

/** A test workspace has its own clock: there the payment was changed just now. */
const withSandboxClock = (ctx: BookingContext, now: Date): BookingContext =>
  ctx.workspace.mode === 'test' ? { ...ctx, now } : ctx;

async function applySignalToPayment(
  { runAsSystem, config }: Dependencies,
  workspaceId: string,
  paymentId: string,
  signal: PaymentSignal,
): Promise<void> {
  await runAsSystem(workspaceId, EVENT_TASK, async (context) => {
    const payment = await findPayment(context.db, { facts: {}, paymentId });
    if (!payment) return;
    const ctx = withSandboxClock(context, payment.updated_at);
    const booking = await lockForChange(ctx, payment.booking_id);
    const changedPayment = booking && (await applySignal(ctx, booking, signal));
    if (changedPayment) await emailTeam(ctx, payment.facts, changedPayment, config.publicUrl);
  });
}

/** Makes Stripe refund, capture, release or end a payment. A refusal because that has happened already counts as done. */
async function performPaymentAction(deps: Dependencies, job: PaymentJob): Promise<void> {
  const { workspaceId, paymentId, action } = job;
  const access = await deps.runAsSystem(workspaceId, PAYMENT_TASK, async ({ db }) =>
    readPaymentAccess(deps, db, await findPayment(db, { facts: {}, paymentId })),
  );
  if (!access) return;
  const { payment, secretKey } = access;
  const intentId = job.intentId ?? payment.intent_id;
  if (!secretKey) return recordFailureAndRetry(deps, workspaceId, payment, NOT_CONNECTED);
  if (action === 'end') {
    if (payment.session_id)
      await applySignalToPayment(deps, workspaceId, paymentId, await endSession(deps, secretKey, payment.session_id));
    return;
  }
  const refusal = await deps.paymentProvider[action](
    secretKey,
    must(intentId, 'Stripe’s id of a payment that was made'),
    job.intentId ? `${job.intentId}-${action}` : `${paymentId}-${action}`,
  ).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PaymentRefused) return error;
      throw error;
    },
  );
  if (job.intentId) return;
  const signal = parseIntent(
    await deps.paymentProvider.readIntent(secretKey, must(intentId, 'Stripe’s id of a payment that was made')),
  );
  await applySignalToPayment(deps, workspaceId, paymentId, signal);
  if (refusal && !isActionDone(action, signal.facts))
    return recordFailureAndRetry(deps, workspaceId, payment, refusal.message);
}

const isActionDone = (action: PaymentAction, { refunded, paid, canceled }: PaymentFacts): boolean =>
  Boolean({ refund: refunded, capture: paid, release: canceled, end: true }[action]);

/** Shows the team what went wrong. The job is tried again later: an account may be short of money for a while. */
async function recordFailureAndRetry(
  { runAsSystem }: Dependencies,
  workspaceId: string,
  { id }: Payment,
  error: string,
) {
  await runAsSystem(workspaceId, PAYMENT_TASK, ({ db }) =>
    db.updateTable('payments').set({ error }).where('id', '=', id).execute(),
  );
  throw new Error('Stripe did not do what was asked. The payment says why.');
}

/** Ends a checkout, so that it cannot be paid any more, unless it has been. */
async function endSession({ paymentProvider }: Dependencies, secretKey: string, id: string): Promise<StoredSignal> {
  const session = await paymentProvider.endSession(secretKey, id).catch((error: unknown) => {
    if (error instanceof PaymentRefused) return paymentProvider.readSession(secretKey, id);
    throw error;
  });
  return parseSession(session);
}

/** `expired` too: Stripe may say that its checkout ended before we give up the booking. */
const UNPAID_STATUSES: readonly PaymentStatus[] = ['open', 'failed', 'expired'];

/** Gives up a booking that nobody paid for, after asking Stripe whether somebody did. */
async function cancelUnpaidBooking(
  deps: Dependencies,
  { workspaceId, bookingId, at }: HoldJob,
  attempts: number,
): Promise<void> {
  const dueAt = new Date(at);
  const findUnpaidAccess = async (ctx: BookingContext, payment: Payment | undefined) =>
    payment?.pay_by.getTime() === dueAt.getTime() && UNPAID_STATUSES.includes(payment.status)
      ? readPaymentAccess(deps, ctx.db, payment)
      : undefined;
  const access = await deps.runAsSystem(workspaceId, HOLD_TASK, async (ctx) =>
    findUnpaidAccess(ctx, await lockPaymentOf(ctx.db, bookingId)),
  );
  if (!access) return;
  const { payment, secretKey } = access;
  if (payment.session_id && secretKey) {
    const signal = await endSession(deps, secretKey, payment.session_id).catch((error: unknown) => {
      if (error instanceof PaymentRefused || attempts >= MAX_LAPSE_ATTEMPTS) return undefined;
      throw error;
    });
    const isPaid = signal?.facts.paid || signal?.facts.authorized;
    if (signal && isPaid) return applySignalToPayment(deps, workspaceId, payment.id, signal);
  }
  await deps.runAsSystem(workspaceId, HOLD_TASK, async (context) => {
    const ctx = withSandboxClock(context, dueAt);
    const booking = await lockForChange(ctx, bookingId);
    const unpaidAccess = await findUnpaidAccess(ctx, await lockPaymentOf(ctx.db, bookingId));
    if (booking?.status === 'awaiting_payment' && unpaidAccess) await lapseHold(ctx, booking);
  });
}

/** The customer came back from Stripe's page: asks Stripe, in case its event is late. */
async function checkPayment(deps: Dependencies, { workspaceId, bookingId }: CheckJob): Promise<void> {
  const access = await deps.runAsSystem(workspaceId, CHECK_TASK, async ({ db }) =>
    readPaymentAccess(
      deps,
      db,
      await db.selectFrom('payments').selectAll().where('booking_id', '=', bookingId).executeTakeFirst(),
    ),
  );
  if (!access?.secretKey || !access.payment.session_id) return;
  const session = await deps.paymentProvider.readSession(access.secretKey, access.payment.session_id);
  await applySignalToPayment(deps, workspaceId, access.payment.id, parseSession(session));
}
