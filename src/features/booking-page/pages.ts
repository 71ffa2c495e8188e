// The public booking page. Each step is a GET with its state in the URL; booking is a POST that runs the same
// capability as the API.
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Html, html } from '../../kernel/html.ts';
import { type Counter, createThrottle, networkOf } from '../../kernel/rate-limit.ts';
import { message } from '../../messages/catalogue.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { WidgetLimits } from '../access/widget-limits.ts';
import { chooseCustomerFacingBrand } from '../brand/brand.ts';
import { type FindBrandByHost, findLinkBase } from '../brand/domains.ts';
import {
  brokenLinkResponse,
  type CustomerPage,
  createPagePolicy,
  createPageResponse,
  getRollbackResponse,
  type PageRequest,
  type PageResponse,
} from '../business/customer-pages.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { listWidgetOrigins } from '../keys/widget-origins.ts';
import type { Limiter } from '../plans/limiter.ts';
import { limitsOf } from '../plans/plans.ts';
import type { QuotaWatch } from '../plans/quota-watch.ts';
import { submitBookingForm } from './book.ts';
import { createFormTokens, type FormTokens } from './form-tokens.ts';
import { chooseVisitorLanguage } from './languages.ts';
import { listOffers } from './offers.ts';
import type { CountedBooking, PageSession } from './session.ts';
import { showStep } from './show.ts';
import type { Query } from './steps.ts';
import { type FoundPage, findPage, readSettings } from './store.ts';
import { renderHead } from './structured-data.ts';
import { renderClosed } from './views.ts';

export type PageServices = {
  config: Config;
  database: Database;
  keyring: Keyring;
  industries: AnyIndustry[];
  findBrandByHost: FindBrandByHost;
  runAsSystem: RunAsSystem;
  limiter: Limiter;
  quotaWatch: QuotaWatch;
  countPageBookings: Counter;
  widgetLimits: WidgetLimits;
};

const MAX_FORM_BYTES = 64 * 1024;

export function publicBookingPages(services: PageServices): CustomerPage[] {
  const tokens = createFormTokens(services.keyring);
  const throttle = createThrottle();
  const showPage = async (request: PageRequest): Promise<PageResponse> => {
    const location = await resolvePage(services, request);
    if (!location) return brokenLinkResponse;
    if ('to' in location) return location;
    const refusal = throttle(networkOf(request.ip), services.widgetLimits.bookingPage.viewsPerMinute);
    if (refusal) throw refusal;
    const query = toTextFields(request.query);
    return openPage(services, tokens, location, request, Object.keys(query).length === 0, (session) =>
      showStep(session, query),
    );
  };
  const submitForm = async (request: PageRequest): Promise<PageResponse> => {
    const location = await resolvePage(services, request);
    if (!location) return brokenLinkResponse;
    const { page, path } = 'to' in location ? { page: location.page, path: location.to } : location;
    const form = toTextFields((request.body ?? {}) as Record<string, unknown>);
    const countedBooking = await countBooking(services, page, networkOf(request.ip));
    return openPage(services, tokens, { page, path }, request, false, (session) =>
      submitBookingForm(session, form, countedBooking),
    ).catch(async (error) => {
      await countedBooking.giveBack();
      throw error;
    });
  };
  return ['/book', '/book/:name'].flatMap((url): CustomerPage[] => [
    { method: 'GET', url, handle: showPage },
    { method: 'POST', url, maxFormBytes: MAX_FORM_BYTES, handle: submitForm },
  ]);
}

type PageLocation = { page: FoundPage; path: string };

/** On a business's own domain, its page is at `/book`. An old name leads to the current one. */
async function resolvePage(
  { database, findBrandByHost }: PageServices,
  { hostname, params: { name } }: PageRequest,
): Promise<PageLocation | { to: string; status: 301; page: FoundPage } | undefined> {
  const hostBrand = await findBrandByHost(hostname);
  const page = name === undefined ? undefined : await findPage(database, { name: name.toLowerCase() });
  if (!hostBrand) {
    if (!page) return undefined;
    const path = `/book/${page.name}`;
    return page.name === name ? { page, path } : { to: path, status: 301, page };
  }
  const ownPage = await findPage(database, { workspaceId: hostBrand.workspaceId });
  if (!ownPage || name === undefined) return ownPage && { page: ownPage, path: '/book' };
  return page?.workspace_id === ownPage.workspace_id ? { to: '/book', status: 301, page: ownPage } : undefined;
}

/** Repeated parameters count once. */
const toTextFields = (values: Record<string, unknown>): Query =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
  );

async function openPage(
  services: PageServices,
  tokens: FormTokens,
  { page, path }: PageLocation,
  request: PageRequest,
  isFirstStep: boolean,
  work: (session: PageSession) => Promise<PageResponse>,
): Promise<PageResponse> {
  const response = await services
    .runAsSystem(
      page.workspace_id,
      'booking.page',
      async (ctx) => {
        const language = chooseVisitorLanguage(request.headers['accept-language'], ctx.business.locale);
        const business = inLanguage(ctx.business, language);
        const localizedCtx = { ...ctx, business, network: networkOf(request.ip) };
        const offers = listOffers(business, services.industries, (await readSettings(ctx.db)).hidden);
        const renderPage = await createPageRenderer(services, localizedCtx, path, isFirstStep && offers.length > 0);
        const session = { ctx: localizedCtx, business, path, offers, tokens, renderPage };
        return offers.length > 0 ? work(session) : renderPage(renderClosed(business), 404);
      },
      { actorId: 'customer' },
    )
    .catch(getRollbackResponse);
  return response ?? brokenLinkResponse;
}

/** Puts a step into the page, with what search engines and the websites that show it need. */
async function createPageRenderer(
  { config, industries }: PageServices,
  ctx: BookingContext,
  path: string,
  isFirstStep: boolean,
) {
  const { business, workspace } = ctx;
  const format = formatterFor(business);
  const title = format.text('Book online');
  const linkBase = await findLinkBase(ctx, config.publicUrl);
  const { logoUrl } = chooseCustomerFacingBrand(workspace, business);
  const head = renderHead({
    business,
    industry: industries.find(({ name }) => name === business.industry),
    url: `${linkBase}${path}`,
    title: `${title} – ${business.name}`,
    ...(logoUrl ? { logoUrl: new URL(logoUrl, linkBase).href } : {}),
  });
  const script = html`<script src="/pages/book.js" defer></script>`;
  const isTest = workspace.mode === 'test';
  const policy = createPagePolicy({ hasScript: true, websites: await listWidgetOrigins(ctx) });
  return (view: Html, status = 200): PageResponse => ({
    ...createPageResponse(
      ctx,
      title,
      html`${isTest && html`<p class="message">${format.text('Test mode. Nothing booked here is real.')}</p>`}${view}`,
      status,
      { head: html`${head}${script}`, isListed: isFirstStep && !isTest && status === 200 },
    ),
    policy,
    headers: { Vary: 'Accept-Language' },
  });
}

/** A booking counts like a message of the widget. The limits per network and business slow down programs. */
async function countBooking(
  { limiter, quotaWatch, countPageBookings, widgetLimits: { bookingPage } }: PageServices,
  { workspace_id: id, plan, mode }: FoundPage,
  network: string,
): Promise<CountedBooking> {
  const refused = { notice: message('We’re getting too many requests right now. Please try again later or call us.') };
  const noQuotaToReturn = async () => undefined;
  const networkCount = await countPageBookings.count(`${id} ${network}`);
  const workspaceCount = await countPageBookings.count(id);
  if (
    networkCount.used > bookingPage.bookingsPerHourOfAddress ||
    workspaceCount.used > bookingPage.bookingsPerHourOfWorkspace
  )
    return { ...refused, giveBack: noQuotaToReturn };
  const limits = limitsOf({ plan, mode });
  const status = await limiter.take(id, limits);
  if (status.isGranted) {
    quotaWatch.onCallCounted({ id }, limits, status);
    return { giveBack: () => limiter.giveBack(id, limits) };
  }
  if (limits.callsPerMonth !== null && status.monthUsed >= limits.callsPerMonth)
    quotaWatch.onQuotaExceeded({ id }, limits, status);
  return { ...refused, giveBack: noQuotaToReturn };
}
