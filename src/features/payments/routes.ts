import { Type } from 'typebox';
import { audit } from '../../kernel/audit/log.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import {
  type Context,
  DeferredResponse,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, Nullable, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { lockForChange } from '../../scheduling/booking-changes.ts';
import { waiveDeposit } from '../../scheduling/deposits.ts';
import { lockPaymentOf, returnDeposit, withDeposit } from '../../scheduling/payments.ts';
import { decryptPersonalDetails } from '../../scheduling/person-encryption.ts';
import { presentBooking } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { BookingShape } from '../../scheduling/shapes.ts';
import type { Booking } from '../../scheduling/store.ts';
import type { Role } from '../accounts/roles.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import { decryptSecrets, encryptSecrets, type PaymentConnection, readConnection } from './connections.ts';
import { buildHookUrl } from './hooks.ts';
import { type PaymentProvider, toProblem } from './stripe.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = {
  sessionInMode(role: Role): Gate<WorkspacePrincipal>;
  resolveBusinessContext: ResolveBusinessContext;
  paymentProvider: PaymentProvider;
  keyring: Keyring;
  config: Pick<Config, 'publicUrl'>;
};

const tag = 'Payments';
const BookingId = Strict({ id: Id('bkg') });
const ConnectionShape = Titled('Payment connection', {
  account: Type.String({ description: 'The account at Stripe' }),
  accountName: Nullable(Type.String()),
  lastEventAt: Nullable(Time({ description: 'When Stripe last reported something' })),
  lastError: Nullable(Type.String({ description: 'Why the latest checkout could not be opened' })),
  createdAt: Time(),
});
const ConnectionResponse = Type.Object({ connection: Nullable(ConnectionShape) });

/** The sandbox never moves money, and live customers never pay with test cards. */
const KEY_PATTERNS = { live: /^[sr]k_live_\w{10,}$/, test: /^[sr]k_test_\w{10,}$/ };

export function paymentRoutes({
  sessionInMode: session,
  resolveBusinessContext,
  paymentProvider,
  keyring,
  config,
}: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/payments/connection',
      gate: session('agent'),
      tag,
      summary: 'The Stripe account that deposits go to',
      responses: { 200: ConnectionResponse },
      handle: async (ctx) => ok({ connection: presentConnection(await readConnection(ctx.db), ctx) }),
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'dashboard',
      path: '/payments/connection',
      gate: session('admin'),
      tag,
      summary: 'Connect a Stripe account',
      description:
        'Checks the key and registers a webhook endpoint at Stripe. The key is stored encrypted and never shown again. The sandbox takes test keys only, a live workspace live keys only.',
      body: Strict({ secretKey: Type.String({ minLength: 16, maxLength: 300 }) }),
      responses: { 200: ConnectionResponse },
      async handle(ctx, { body: { secretKey } }) {
        const { mode } = ctx.workspace;
        if (!KEY_PATTERNS[mode].test(secretKey)) {
          const detail = `must be a secret or restricted ${mode} key: sk_${mode}_… or rk_${mode}_…`;
          throw new Problem('validation_failed', `/secretKey ${detail}`, {
            errors: [{ pointer: '/secretKey', detail }],
          });
        }
        const id = newId('pcn');
        return new DeferredResponse(async () => {
          const stripeConnection = await paymentProvider
            .connect(secretKey, buildHookUrl(config.publicUrl, id))
            .catch((error: unknown) => {
              throw toProblem(error);
            });
          return async (ctx: Ctx) => {
            await removeConnection(ctx);
            const { endpointId, signingSecret, account, accountName } = stripeConnection;
            const rowKey = { workspace_id: ctx.workspace.id, id };
            await ctx.db
              .insertInto('payment_connections')
              .values({
                ...rowKey,
                account,
                account_name: accountName,
                endpoint_id: endpointId,
                created_at: ctx.now,
                secrets: encryptSecrets(keyring, rowKey, { secretKey, signingSecret }),
              })
              .execute();
            await audit(ctx, 'payments.connect', id, account);
            return ok({ connection: presentConnection(await readConnection(ctx.db), ctx) });
          };
        });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/payments/connection',
      gate: session('admin'),
      tag,
      summary: 'Disconnect the Stripe account',
      description:
        'Removes the webhook endpoint at Stripe. Payments stay there, but can no longer be refunded from here. Bookings that need a deposit can’t be paid online until an account is connected.',
      responses: { 204: null },
      async handle(ctx) {
        if (!(await removeConnection(ctx))) throw notFound('connection');
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/bookings/:id/deposit/waive',
      gate: session('agent'),
      tag,
      summary: 'Confirm a booking without its deposit',
      params: BookingId,
      body: Strict({}),
      responses: { 200: BookingShape },
      async handle(context, { params: { id } }) {
        const { ctx, booking } = await lockBooking(context, id);
        if (booking.status !== 'awaiting_payment')
          throw new Problem('conflict', 'This booking isn’t waiting for a deposit.');
        await audit(ctx, 'payments.waive', id, 'deposit');
        return ok(await presentWithPeople(ctx, await waiveDeposit(ctx, booking)));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/bookings/:id/deposit/refund',
      gate: session('agent'),
      tag,
      summary: 'Return a deposit',
      description:
        'Pays back what was paid, or releases what is held, whatever the rules say. The booking stays as it is.',
      params: BookingId,
      body: Strict({}),
      responses: { 200: BookingShape },
      async handle(context, { params: { id } }) {
        const { ctx, booking } = await lockBooking(context, id);
        const payment = await lockPaymentOf(ctx.db, id);
        if (!payment || !(await returnDeposit(ctx, payment)))
          throw new Problem('conflict', 'There is no paid or held deposit to return.');
        await audit(ctx, 'payments.refund', id, 'deposit');
        return ok(await presentWithPeople(ctx, await withDeposit(ctx.db, booking)));
      },
    }),
  ];

  async function lockBooking(routeCtx: Ctx, id: string): Promise<{ ctx: BookingContext; booking: Booking }> {
    const ctx = await resolveBusinessContext(routeCtx, 'payments');
    const booking = await lockForChange(ctx, id);
    if (!booking) throw notFound('booking');
    return { ctx, booking };
  }

  /** The endpoint at Stripe is removed after the commit, and only tried: the key may be revoked already. */
  async function removeConnection(ctx: Ctx): Promise<boolean> {
    const row = await readConnection(ctx.db);
    if (!row) return false;
    await ctx.db.deleteFrom('payment_connections').execute();
    await audit(ctx, 'payments.disconnect', row.id, row.account);
    const { secretKey } = decryptSecrets(keyring, row);
    ctx.afterCommit(() => void paymentProvider.disconnect(secretKey, row.endpoint_id).catch(() => undefined));
    return true;
  }
}

async function presentWithPeople(ctx: BookingContext, booking: Booking) {
  const people = await decryptPersonalDetails(ctx, [booking]);
  return presentBooking(booking, ctx.business.timezone, people.get(booking.id));
}

const presentConnection = (row: PaymentConnection | undefined, { workspace: { timezone } }: Ctx) =>
  row
    ? {
        account: row.account,
        accountName: row.account_name,
        lastError: row.last_error,
        lastEventAt: row.last_event_at && rfc3339(row.last_event_at, timezone),
        createdAt: rfc3339(row.created_at, timezone),
      }
    : null;
