// The composition root: the only list of features.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { App, AppOptions } from './app-options.ts';
import { startBackground } from './background.ts';
import { createIndustryRoutes } from './capability/rest.ts';
import { authRoutes } from './features/accounts/auth-routes.ts';
import { invitationRoutes } from './features/accounts/invitation-routes.ts';
import { memberRoutes } from './features/accounts/member-routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { providerRoutes } from './features/assistant/llm/provider-routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { publicBookingPages } from './features/booking-page/pages.ts';
import { bookingPageRoutes } from './features/booking-page/routes.ts';
import { bookingRoutes } from './features/bookings/routes.ts';
import { brandRoutes } from './features/brand/routes.ts';
import { serveBrandStylesheet } from './features/brand/stylesheet.ts';
import { addCustomerPages, type CustomerPage } from './features/business/customer-pages.ts';
import { readingRoutes } from './features/business/reading-routes.ts';
import { businessRoutes } from './features/business/routes.ts';
import { samplesRoute } from './features/business/samples-route.ts';
import { sandboxRoute } from './features/business/sandbox-route.ts';
import { calendarRoutes } from './features/calendars/routes.ts';
import { calendarConnectionRoutes } from './features/calendars/sync/routes.ts';
import { startMailListener } from './features/channels/email/listener.ts';
import { addChannelHooks } from './features/channels/hooks.ts';
import { channelRoutes } from './features/channels/routes.ts';
import { checkupRoutes } from './features/checkup/routes.ts';
import { warmUp } from './features/checkup/warm-up.ts';
import { chatRoutes } from './features/conversations/chat-routes.ts';
import { liveRoute } from './features/conversations/live-route.ts';
import { conversationRoutes } from './features/conversations/routes.ts';
import { transcriptRoute } from './features/conversations/transcript.ts';
import { transcriptPages } from './features/conversations/transcript-page.ts';
import { turnStreamRoute } from './features/conversations/turn-stream.ts';
import { customerRoutes } from './features/customers/routes.ts';
import { inboxCustomerRoute } from './features/inbox/customer-route.ts';
import { teamLiveRoute } from './features/inbox/live.ts';
import { readyReplyRoutes } from './features/inbox/ready-replies.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { knowledgeRoutes } from './features/knowledge/routes.ts';
import { mcpRoute } from './features/mcp/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { addPaymentHooks } from './features/payments/hooks.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { operatorRoutes } from './features/plans/operator-routes.ts';
import { planRoutes } from './features/plans/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { bookingPages } from './features/reminders/pages.ts';
import { noticeRoute } from './features/reminders/routes.ts';
import { requestRoutes } from './features/requests/routes.ts';
import { createApiTags } from './features/service/api-tags.ts';
import { type Heartbeat, startHeartbeat } from './features/service/availability/heartbeat.ts';
import { serveStatusPages } from './features/service/availability/pages.ts';
import { statusRoutes } from './features/service/availability/routes.ts';
import { openDashboard } from './features/service/dashboard.ts';
import { healthRoutes } from './features/service/health.ts';
import { metricsRoute } from './features/service/metrics-route.ts';
import { servePages } from './features/service/pages.ts';
import { serviceLevelRoutes } from './features/service-levels/routes.ts';
import { siteImportRoutes } from './features/site-import/routes.ts';
import { describeEvents } from './features/webhooks/catalogue.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { serveDemo } from './features/widget/demo.ts';
import { serveWidgetFiles } from './features/widget/files.ts';
import { identityRoutes } from './features/widget/identity.ts';
import { servePictures } from './features/widget/pictures/files.ts';
import { pictureRoutes } from './features/widget/pictures/routes.ts';
import { widgetRoutes } from './features/widget/routes.ts';
import { registerOpenApi } from './kernel/http/openapi.ts';
import type { Route } from './kernel/http/route.ts';
import { addRoutes, createServer } from './kernel/http/server.ts';
import { isInstance } from './kernel/instances.ts';
import { VERSION } from './kernel/version.ts';
import { createServices, type Services } from './services.ts';

const ROOT = join(import.meta.dirname, '..');

/** In the order of the API reference. */
const ROUTES: ((services: Services) => Route | Route[])[] = [
  chatRoutes,
  conversationRoutes,
  liveRoute,
  turnStreamRoute,
  providerRoutes,
  transcriptRoute,
  inboxRoutes,
  inboxCustomerRoute,
  readyReplyRoutes,
  serviceLevelRoutes,
  teamLiveRoute,
  notificationRoutes,
  requestRoutes,
  widgetRoutes,
  identityRoutes,
  pictureRoutes,
  businessRoutes,
  readingRoutes,
  sandboxRoute,
  samplesRoute,
  siteImportRoutes,
  checkupRoutes,
  knowledgeRoutes,
  createIndustryRoutes,
  bookingRoutes,
  customerRoutes,
  calendarRoutes,
  calendarConnectionRoutes,
  noticeRoute,
  paymentRoutes,
  bookingPageRoutes,
  mcpRoute,
  webhookRoutes,
  channelRoutes,
  analyticsRoutes,
  auditRoutes,
  keyRoutes,
  privacyRoutes,
  brandRoutes,
  planRoutes,
  operatorRoutes,
  authRoutes,
  memberRoutes,
  invitationRoutes,
  healthRoutes,
  statusRoutes,
  metricsRoute,
];

const CUSTOMER_PAGES: ((services: Services) => CustomerPage[])[] = [bookingPages, transcriptPages, publicBookingPages];

export async function createApp(options: AppOptions): Promise<App> {
  const { widget = {}, dashboardFolder = join(ROOT, 'dist/web') } = options;
  const { folder: widgetFolder = join(ROOT, 'dist/widget'), demoFolder = join(ROOT, 'widget/demo') } = widget;
  const services = await createServices(options);
  const { config, log, clock, database, keyring, idempotency, metrics, tracer, requestLog } = services;

  const dashboard = openDashboard(dashboardFolder, services);
  const serverOptions = {
    ...{ config, log, clock, database, keyring, idempotency, metrics, tracer },
    onResponse(request: FastifyRequest, status: number, ms: number) {
      heartbeat?.countResponse(status);
      requestLog.logRequest(request, status, ms);
    },
    isKnownHost: services.isKnownHost,
    fallbackPage: dashboard?.sendPage,
  };
  let heartbeat: Heartbeat | undefined;
  const server = createServer(serverOptions);
  await registerOpenApi(server, config, {
    version: VERSION,
    webhooks: describeEvents(services.events),
    tags: createApiTags(services.industries),
  });
  servePages(server, services, dashboard);
  serveWidgetFiles(server, widgetFolder);
  servePictures(server, database);
  serveDemo(server, { ...services, folder: demoFolder });
  addCustomerPages(
    server,
    CUSTOMER_PAGES.flatMap((createPages) => createPages(services)),
    services.findBrandByHost,
  );
  serveBrandStylesheet(server);
  serveStatusPages(server, services);
  addChannelHooks(server, services);
  addPaymentHooks(server, services);
  addRoutes(
    server,
    ROUTES.flatMap((createRoutes) => createRoutes(services)),
    serverOptions,
  );
  server.addHook('preClose', async () => {
    services.live.close();
    services.teamLive.close();
  });
  // Nobody can reach the service before, so it does not count as up.
  server.addHook('onListen', async () => {
    heartbeat = startHeartbeat({ ...services, server });
  });
  await server.ready();
  const background = config.jobs === 'on' ? await startBackground(services) : undefined;
  const mailListener = await startMailListener(services);

  async function stop() {
    // If other instances still serve the port, load balancers should keep sending requests to it.
    if (!isInstance) services.beginStop();
    await heartbeat?.stop();
    await Promise.all([server.close(), mailListener?.close()]);
    await background?.stop();
    await services.close();
  }
  let stopPromise: Promise<void> | undefined;
  return {
    server,
    database,
    hasWebFiles: dashboard !== undefined && existsSync(join(widgetFolder, 'widget.js')),
    async warmUp() {
      await services.assistant.warmUp(services.industries);
      await warmUp(services);
    },
    stop() {
      stopPromise ??= stop();
      return stopPromise;
    },
  };
}
