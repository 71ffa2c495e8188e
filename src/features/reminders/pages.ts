import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import { type Html, html } from '../../kernel/html.ts';
import { message } from '../../messages/catalogue.ts';
import { lockForChange } from '../../scheduling/booking-changes.ts';
import { renderCalendarFile } from '../../scheduling/calendar-file.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import {
  brokenLinkResponse,
  type CustomerPage,
  createPagePolicy,
  createPageResponse,
  type FormFields,
  getRollbackResponse,
  type PageContext,
  type PageRequest,
  type PageResponse,
  RollbackWithPage,
} from '../business/customer-pages.ts';
import { loadEmailLinkSigner, parseToken } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { listWidgetOrigins } from '../keys/widget-origins.ts';
import { enqueueCheck } from '../payments/check-job.ts';
import type { StartCheckout } from '../payments/checkout.ts';
import type { PaymentProvider } from '../payments/stripe.ts';
import { performAction, renderRefusal } from './actions.ts';
import { findMoveTimes } from './move-times.ts';
import { hasUnsubscribed, setUnsubscribed } from './store.ts';
import {
  createBookingPage,
  findNoticeAfterAction,
  renderBooking,
  renderCancel,
  renderExpiredLink,
  renderLeave,
  renderMove,
  renderUnpayable,
  renderUnsubscribe,
} from './views.ts';

type Dependencies = { runAsSystem: RunAsSystem; startCheckout: StartCheckout; paymentProvider: PaymentProvider };

export function bookingPages(deps: Dependencies): CustomerPage[] {
  const customerPage = (
    method: CustomerPage['method'],
    url: string,
    handler: (deps: Dependencies, request: PageRequest) => Promise<PageResponse>,
  ): CustomerPage => ({ method, url, handle: (request) => handler(deps, request) });
  return [
    customerPage('GET', '/booking/:token', showBooking),
    customerPage('GET', '/booking/:token/cancel', showCancel),
    customerPage('GET', '/booking/:token/move', showMove),
    customerPage('GET', '/booking/:token/calendar.ics', showCalendar),
    customerPage('POST', '/booking/:token', changeBooking),
    customerPage('GET', '/unsubscribe/:token', (dependencies, request) => unsubscribe(dependencies, request)),
    customerPage('POST', '/unsubscribe/:token', (dependencies, request) =>
      unsubscribe(dependencies, request, (request.body ?? {}) as FormFields),
    ),
  ];
}

/** Runs `work` with the booking behind the link; the link expires when the booking starts. */
async function withBooking(
  { runAsSystem }: Dependencies,
  { params }: PageRequest,
  find: (ctx: BookingContext, id: string) => Promise<Booking | undefined>,
  work: (ctx: BookingContext, booking: Booking, path: string) => Promise<PageResponse & { formTargets?: string[] }>,
): Promise<PageResponse> {
  const token = parseToken(params.token);
  if (!token) return brokenLinkResponse;
  const response = await runAsSystem(
    token.workspaceId,
    'customer.link',
    async (ctx) => {
      const isValid = (await loadEmailLinkSigner(ctx)).isValidLink('booking', token);
      const booking = isValid ? await find(ctx, token.subject) : undefined;
      if (!booking) return brokenLinkResponse;
      const localizedCtx = { ...ctx, business: inLanguage(ctx.business, booking.language) };
      const format = formatterFor(localizedCtx.business);
      if (booking.starts_at <= ctx.now)
        return createPageResponse(localizedCtx, format.text('Expired'), renderExpiredLink(format), 410);
      // The booking page leads here, also where a website shows it in a frame.
      const { formTargets, ...page } = await work(localizedCtx, booking, `/booking/${params.token}`);
      return { ...page, policy: createPagePolicy({ websites: await listWidgetOrigins(ctx), formTargets }) };
    },
    { actorId: 'customer' },
  ).catch(getRollbackResponse);
  return response ?? brokenLinkResponse;
}

/** A page with a title from the message catalogue. */
const createTitledPage = (ctx: PageContext, title: string, view: Html, status?: number) =>
  createPageResponse(ctx, formatterFor(ctx.business).text(title), view, status);

const findBookingById = (ctx: BookingContext, id: string) => findBooking(ctx.db, id);

const showBooking = (deps: Dependencies, request: PageRequest) =>
  withBooking(deps, request, findBookingById, async (ctx, booking, path) => {
    const isHeld = booking.status === 'awaiting_payment';
    const isPaying = isHeld && request.query.done === 'pay';
    if (isPaying) await enqueueCheck(ctx, booking.id);
    const page = { ...createBookingPage(ctx, booking, path), isPaying };
    const view = renderBooking(page, findNoticeAfterAction(request.query.done, page));
    const head = isPaying ? html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : html``;
    const title = formatterFor(ctx.business).text('Your booking');
    const formTargets = isHeld ? deps.paymentProvider.pageSources : [];
    return { ...createPageResponse(ctx, title, view, 200, { head }), formTargets };
  });

const REFRESH_SECONDS = 2;

const showCancel = (deps: Dependencies, request: PageRequest) =>
  withBooking(deps, request, findBookingById, async (ctx, booking, path) => {
    const page = createBookingPage(ctx, booking, path);
    const canLeave = booking.status === 'offered' || booking.status === 'waitlisted';
    if (canLeave) return createTitledPage(ctx, message('Leave the waitlist'), renderLeave(page));
    if (booking.status === 'awaiting_payment') return createTitledPage(ctx, message('Cancel'), renderLeave(page));
    return booking.status === 'confirmed' ? createTitledPage(ctx, message('Cancel'), renderCancel(page)) : { to: path };
  });

const showMove = (deps: Dependencies, request: PageRequest) =>
  withBooking(deps, request, findBookingById, async (ctx, booking, path) => {
    if (booking.status !== 'confirmed' || booking.kind === 'class') return { to: path };
    const choice = await findMoveTimes(ctx, booking, request.query.day);
    return createTitledPage(
      ctx,
      message('Choose another time'),
      renderMove(createBookingPage(ctx, booking, path), choice),
    );
  });

const showCalendar = (deps: Dependencies, request: PageRequest) =>
  withBooking(deps, request, findBookingById, async (ctx, booking, path) => {
    if (booking.status !== 'confirmed') return { to: path };
    return { status: 200, body: renderCalendarFile(booking, ctx.business), type: 'text/calendar; charset=utf-8' };
  });

/** Redirects after a change, so that the next page shows only committed data. */
function changeBooking(deps: Dependencies, request: PageRequest): Promise<PageResponse> {
  const form = (request.body ?? {}) as FormFields;
  if (form.action === 'pay') return payDeposit(deps, request);
  const lockById = (ctx: BookingContext, id: string) => lockForChange(ctx, id, form.startsAt);
  return withBooking(deps, request, lockById, async (ctx, booking, path) => {
    const outcome = await performAction(ctx, booking, form);
    if (outcome.ok) return { to: `${path}?done=${form.action}` };
    const view = await renderRefusal(ctx, booking, path, outcome);
    throw new RollbackWithPage(createTitledPage(ctx, message('Sorry'), view, 409));
  });
}

/** The signature was checked in the first transaction; the payment provider is asked outside of any. */
async function payDeposit(deps: Dependencies, request: PageRequest): Promise<PageResponse> {
  let target: { workspaceId: string; bookingId: string; path: string } | undefined;
  const response = await withBooking(deps, request, findBookingById, async (ctx, booking, path) => {
    if (booking.status !== 'awaiting_payment') return { to: path };
    target = { workspaceId: ctx.workspace.id, bookingId: booking.id, path };
    return createTitledPage(ctx, message('Sorry'), renderUnpayable(createBookingPage(ctx, booking, path)), 409);
  });
  const checkoutUrl = target && (await deps.startCheckout(target.workspaceId, target.bookingId, target.path));
  return checkoutUrl ? { to: checkoutUrl } : response;
}

async function unsubscribe(
  { runAsSystem }: Dependencies,
  { params, query }: PageRequest,
  form?: FormFields,
): Promise<PageResponse> {
  const token = parseToken(params.token);
  if (!token) return brokenLinkResponse;
  const response = await runAsSystem(token.workspaceId, 'customer.unsubscribe', async (ctx) => {
    if (!(await loadEmailLinkSigner(ctx)).isValidLink('unsubscribe', token)) return brokenLinkResponse;
    const addressHash = Buffer.from(token.subject, 'base64url');
    if (form) await setUnsubscribed(ctx, addressHash, form.again === undefined);
    const business = inLanguage(ctx.business, query.language);
    const path = `/unsubscribe/${params.token}${business.language ? `?language=${business.language}` : ''}`;
    return createTitledPage(
      { ...ctx, business },
      message('Reminders'),
      renderUnsubscribe(formatterFor(business), path, await hasUnsubscribed(ctx.db, addressHash)),
    );
  });
  return response ?? brokenLinkResponse;
}
