import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { startBackground } from './background.ts';
import { restRoute } from './capability/rest.ts';
import { createMisses } from './features/access/identify.ts';
import { createKeyGates } from './features/access/key-gate.ts';
import { createSessionGates } from './features/access/session-gate.ts';
import { WIDGET_LIMITS, type WidgetLimits } from './features/access/widget-limits.ts';
import { createAttempts, createCounter } from './features/accounts/attempts.ts';
import { createAuth, createPasswordCheck, type Passwords } from './features/accounts/auth.ts';
import { authRoutes } from './features/accounts/auth-routes.ts';
import { memberRoutes } from './features/accounts/member-routes.ts';
import { createRequestLog } from './features/analytics/request-log.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { createAssistant } from './features/assistant/assistant.ts';
import { createModels } from './features/assistant/llm/models.ts';
import { providerRoutes } from './features/assistant/llm/provider-routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { addCustomerPages } from './features/business/customer-pages.ts';
import { createEnter } from './features/business/enter.ts';
import { createInside } from './features/business/inside.ts';
import { readingRoutes } from './features/business/reading-routes.ts';
import { businessRoutes } from './features/business/routes.ts';
import { sandboxRoute } from './features/business/sandbox-route.ts';
import { createDocuments, readDocument } from './features/business/store.ts';
import { rehearse } from './features/checkup/rehearse.ts';
import { checkupRoutes } from './features/checkup/routes.ts';
import { createDesk } from './features/conversations/desk.ts';
import { createLive } from './features/conversations/live.ts';
import { liveRoute } from './features/conversations/live-route.ts';
import { conversationRoutes } from './features/conversations/routes.ts';
import { transcriptRoute } from './features/conversations/transcript.ts';
import { transcriptPages } from './features/conversations/transcript-page.ts';
import { turnStreamRoute } from './features/conversations/turn-stream.ts';
import { createTurns } from './features/conversations/turns.ts';
import { createTeamLive, teamLiveRoute } from './features/inbox/live.ts';
import { createNotes } from './features/inbox/notes.ts';
import { readyReplyRoutes } from './features/inbox/replies.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { createKeyring } from './features/keys/keyring.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { knowledgeRoutes } from './features/knowledge/routes.ts';
import { createShelves } from './features/knowledge/shelves.ts';
import { mcpRoute } from './features/mcp/routes.ts';
import { hashesOf, openBookings, sealNotes } from './features/patients/bookings.ts';
import { prescriptionRoutes } from './features/patients/routes.ts';
import type { PlanChange } from './features/plans/change.ts';
import { createLimiter } from './features/plans/limiter.ts';
import { operatorRoutes } from './features/plans/operator-routes.ts';
import { createQuotaWatch } from './features/plans/quota-watch.ts';
import { planRoutes } from './features/plans/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { bookingPages } from './features/reminders/pages.ts';
import { requestRoutes } from './features/requests/routes.ts';
import { createCalendarLinks } from './features/scheduling/calendar-link.ts';
import { bookingRoutes } from './features/scheduling/routes.ts';
import { openDashboard } from './features/service/dashboard.ts';
import { healthRoutes, PATIENCE_MS } from './features/service/health.ts';
import { unlock } from './features/service/master-key.ts';
import { metricsRoute } from './features/service/metrics-route.ts';
import { addPages } from './features/service/pages.ts';
import { createTools } from './features/tools/tools.ts';
import { describeEvents, eventCatalogue } from './features/webhooks/catalogue.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import type { Timing } from './features/webhooks/schedule.ts';
import { addDemo } from './features/widget/demo.ts';
import { addWidgetFiles } from './features/widget/files.ts';
import { identityRoutes } from './features/widget/identity.ts';
import { widgetRoutes } from './features/widget/routes.ts';
import { createVisitors } from './features/widget/visitors.ts';
import { loadIndustries } from './industries/load.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { listenForChanges } from './kernel/database/changes.ts';
import { type ConnectionOptions, type Database, type Db, openDatabase } from './kernel/database/database.ts';
import { slowStatements, watchAll } from './kernel/database/watch.ts';
import { createIdempotency } from './kernel/http/idempotency.ts';
import { registerOpenApi } from './kernel/http/openapi.ts';
import type { Workspace } from './kernel/http/route.ts';
import { addRoutes, createServer, REQUEST_TIMEOUT_MS } from './kernel/http/server.ts';
import type { Log } from './kernel/log.ts';
import { createMetrics } from './kernel/metrics.ts';
import { createSafeFetch, type Resolve } from './kernel/safe-fetch.ts';
import { createTracer } from './kernel/tracing.ts';
import { VERSION } from './kernel/version.ts';
import { missed } from './messages/catalogue.ts';
import { type Encoder, openEncoder } from './understanding/encoder/encoder.ts';

const ROOT = join(import.meta.dirname, '..');

export type App = {
  server: FastifyInstance;
  database: Database;
  /** The dashboard and the widget are there. Without them it is the API alone. */
  isBuilt: boolean;
  /** Gets ready what the first customer would otherwise wait for. */
  warm(): Promise<void>;
  /** Answers what is under way, finishes the jobs that run, and lets go of the database. */
  stop(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  log: Log;
  connection: ConnectionOptions;
  clock?: Clock;
  /** Where a payment provider plugs in. */
  onPlanChange?: PlanChange;
  /** Where industries are looked for: `src/industries` alone, unless told otherwise. */
  industryFolders?: string[];
  /** Other limits, and where the built script and the demo pages are. */
  widget?: { limits?: WidgetLimits; files?: string; demo?: string };
  /** Where the built dashboard is. */
  web?: string;
  /** For tests, in which days take seconds. */
  webhookTiming?: Timing;
  /** Other than what a member may call in a minute. */
  memberBurst?: number;
  /** How long a language model may take for an answer. */
  /** Who knows the addresses of names that strangers give: the machine's own, unless told otherwise. */
  resolve?: Resolve;
  /** One that other services use too. It stays open. */
  encoder?: Encoder;
  /** How passwords are hashed, if not as better-auth does. */
  passwords?: Passwords;
};

/** The composition root: everything there is, put together in one place. */
export async function createApp({
  config,
  log,
  connection,
  clock = systemClock,
  onPlanChange,
  industryFolders,
  widget = {},
  web = join(ROOT, 'dist/web'),
  webhookTiming,
  memberBurst,
  resolve,
  encoder: sharedEncoder,
  passwords,
}: AppOptions): Promise<App> {
  const unlocked = await unlock(config, connection);
  const { vault } = unlocked;
  const tracer = config.otlpEndpoint ? createTracer(config.otlpEndpoint, log) : undefined;
  const watches = [
    ...(config.slowQueryMs ? [slowStatements(log, config.slowQueryMs)] : []),
    ...(tracer ? [tracer.statement] : []),
  ];
  const database = openDatabase(connection, config.databasePoolSize, {
    log,
    watch: watches.length ? watchAll(...watches) : undefined,
  });
  // How the service is must be told in time when requests use every connection.
  const aside = openDatabase({ ...connection, query_timeout: PATIENCE_MS }, 1, { log });
  const changes = await listenForChanges(connection, log);
  const keyring = createKeyring(database, changes);
  const limiter = createLimiter(database, changes);
  const quotaWatch = createQuotaWatch(database, log);
  const metrics = createMetrics(database);
  metrics.untranslated(missed);
  const auth = createAuth(config, database, vault, passwords);
  const countAttempt = createAttempts(database, vault, config.authAttemptsPerMinute);
  const isPassword = createPasswordCheck(auth, database, countAttempt);
  const countTranscripts = {
    hour: createCounter(database, vault, 'transcripts', 3_600).count,
    day: createCounter(database, vault, 'transcripts of a day', 86_400).count,
  };
  const idempotency = createIdempotency(database, vault, REQUEST_TIMEOUT_MS + config.llm.timeoutMs + 5_000);

  const industries = await loadIndustries(industryFolders);
  const events = eventCatalogue(industries);
  const safeFetch = createSafeFetch({ allowPrivate: config.webhooksAllowPrivate, resolve });
  const { refuses: refusesSite } = createSafeFetch({ allowPrivate: config.knowledgeAllowPrivate, resolve });
  const shelves = createShelves(changes);
  const documents = createDocuments(changes, keyring);
  // A request that holds a connection for its transaction would wait for a second one, and many at once for each other.
  const counting = openDatabase(connection, 1);
  const enter = createEnter(documents, industries, createMisses(counting, vault));

  const encoder = timed(sharedEncoder ?? openEncoder(), metrics.encoded);
  const assistant = createAssistant({ encoder });

  const visitors = createVisitors(vault);
  const { limits: widgetLimits = WIDGET_LIMITS } = widget;
  const { session, signedIn, operator, member } = createSessionGates({ auth, database, vault, config, memberBurst });
  const key = createKeyGates({ keyring, limiter, quotaWatch, widgetLimits, readVisitor: visitors.read, member });
  const notes = createNotes(vault);
  const desk = createDesk(vault, industries, notes.seal);
  const tools = createTools(industries);
  const models = createModels({ config: config.llm, vault, tools, assistant, safeFetch });
  const turns = createTurns({ database, desk, enter, models });
  const live = createLive({ database, changes, store: desk.store, limits: widgetLimits.streams });
  const teamLive = createTeamLive(changes);
  const links = createCalendarLinks(vault, config.publicUrl);
  let stopping = false;

  const requestLog = createRequestLog(database, log);
  const dashboard = openDashboard(web, config);
  const shared = { config, log, database, vault, idempotency, metrics, clock };
  const options = { ...shared, tracer, answered: requestLog.answered, page: dashboard?.page };
  const server = createServer(options);
  await registerOpenApi(server, config, VERSION, describeEvents(events));
  addPages(server, config, dashboard);
  const { files: widgetFiles = join(ROOT, 'dist/widget') } = widget;
  addWidgetFiles(server, widgetFiles);
  addDemo(server, { config, folder: widget.demo ?? join(ROOT, 'widget/demo'), industries, database, vault, documents });
  server.addHook('preClose', async () => {
    live.close();
    teamLive.close();
  });
  const inside = createInside({ database, vault, enter, clock, log });
  addCustomerPages(server, [...bookingPages({ inside }), ...transcriptPages({ inside, desk })]);
  addRoutes(
    server,
    [
      ...conversationRoutes({ key, documents, industries, desk, assistant, enter, links, turns, shelves }),
      liveRoute({ key, desk, live }),
      turnStreamRoute({ key, desk, turns, database }),
      ...providerRoutes({ key, vault, models, refuses: safeFetch.refuses }),
      transcriptRoute({
        key,
        desk,
        documents,
        vault,
        publicUrl: config.publicUrl,
        limits: widgetLimits,
        counts: countTranscripts,
      }),
      ...inboxRoutes({ key, desk, notes }),
      ...readyReplyRoutes({ key }),
      teamLiveRoute({ key, live: teamLive }),
      ...requestRoutes({ key }),
      ...widgetRoutes({ key, documents, industries, desk, vault, visitors }),
      ...identityRoutes({ vault, session }),
      ...businessRoutes({ config, industries, documents, key }),
      ...readingRoutes({ industries, key }),
      sandboxRoute({ documents, key }),
      ...checkupRoutes({ key, enter, assistant, industries }),
      ...knowledgeRoutes({ key, refuses: refusesSite, shelves }),
      ...industries.flatMap(({ capabilities }) =>
        capabilities.map((capability) => restRoute(capability, { key, enter })),
      ),
      ...bookingRoutes({ industries, key, enter, sealing: { openBookings, sealNotes, hashesOf }, links }),
      ...industries
        .filter(({ traits }) => traits?.isHealthCare)
        .flatMap(({ name }) => prescriptionRoutes({ industry: name, key, enter })),
      mcpRoute({ config, version: VERSION, industries, tools, key, enter }),
      ...webhookRoutes({ key, vault, refuses: safeFetch.refuses, types: events.map(({ type }) => type) }),
      ...analyticsRoutes({ key, database, industries, documents, encoder, limiter, requestLog }),
      ...auditRoutes({ admin: session('admin') }),
      ...keyRoutes({ session, keyring }),
      ...privacyRoutes({ config, database, idempotency, session, enter, desk, notes, keyring, isPassword }),
      ...planRoutes({ config, session, limiter, keyring, countIndustries, onPlanChange }),
      ...operatorRoutes({ config, database, vault, operator, keyring, countIndustries, onPlanChange }),
      ...authRoutes({ auth, config, database, vault, countAttempt }),
      ...memberRoutes({ config, database, vault, session, signedIn }),
      ...healthRoutes({ database: aside, version: VERSION, isStopping: () => stopping }),
      metricsRoute(config, metrics),
    ],
    options,
  );
  await server.ready();
  const work = {
    config,
    log,
    connection,
    database,
    vault,
    clock,
    industries,
    encoder,
    assistant,
    metrics,
    webhookTiming,
    resolve,
  };
  const background = config.jobs === 'on' ? await startBackground(work) : undefined;

  async function stop() {
    stopping = true;
    await server.close();
    await background?.stop();
    await keyring.close();
    await requestLog.close().catch(() => undefined);
    await limiter.close().catch(() => undefined);
    await changes.close();
    if (!sharedEncoder) await encoder.close();
    await database.close();
    await counting.close();
    await aside.close();
    await unlocked.close();
    await tracer?.close();
    await safeFetch.close();
  }
  let stopped: Promise<void> | undefined;
  return {
    server,
    database,
    isBuilt: dashboard !== undefined && existsSync(join(widgetFiles, 'widget.js')),
    async warm() {
      await assistant.warm(industries);
      await rehearse({ assistant, industries }, { database, vault, enter, log });
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** How long texts wait for their vectors. */
const timed = (encoder: Encoder, observe: (seconds: number) => void): Encoder => ({
  ...encoder,
  async encode(...asked) {
    const start = performance.now();
    const vectors = await encoder.encode(...asked);
    observe((performance.now() - start) / 1000);
    return vectors;
  },
});

async function countIndustries(db: Db, workspace: Workspace): Promise<number> {
  return (await readDocument(db, workspace)).document.industries.length;
}
