// Creates every shared service once. Each feature destructures the ones it needs.
import type { AppOptions } from './app-options.ts';
import { createFailedLookups } from './capability/identify.ts';
import { createKeyGates } from './features/access/key-gate.ts';
import { createSessionGates } from './features/access/session-gate.ts';
import { WIDGET_LIMITS } from './features/access/widget-limits.ts';
import { createAttemptCounter } from './features/accounts/attempt-counter.ts';
import { createAuth, createPasswordVerifier } from './features/accounts/auth.ts';
import { createRequestLog } from './features/analytics/request-log.ts';
import { createAssistant } from './features/assistant/assistant.ts';
import { createModels } from './features/assistant/llm/models.ts';
import { createCalendarLinks } from './features/bookings/calendar-link.ts';
import { createExpandableBookings } from './features/bookings/expandable.ts';
import { createHostBrandLookup, createKnownHostCheck } from './features/brand/domains.ts';
import { createBusinessContextResolver } from './features/business/resolve-business.ts';
import { createRunAsSystem } from './features/business/run-as-system.ts';
import { countIndustries, createDocuments } from './features/business/store.ts';
import { createTeamSender } from './features/business/team-sender.ts';
import { loadChannels } from './features/channels/load.ts';
import { createConversationService } from './features/conversations/conversation-service.ts';
import { expandableConversations } from './features/conversations/expandable.ts';
import { createLiveStreams } from './features/conversations/live.ts';
import { createTurns } from './features/conversations/turns.ts';
import { expandableCustomers } from './features/customers/expandable.ts';
import { createTeamLiveStreams } from './features/inbox/live.ts';
import { createNotes } from './features/inbox/notes.ts';
import { createApiKeyCache } from './features/keys/api-key-cache.ts';
import { createKnowledgeCache } from './features/knowledge/knowledge-cache.ts';
import { createPushKeys } from './features/notifications/push-keys.ts';
import { createPushSender } from './features/notifications/push-sender.ts';
import { createStartCheckout } from './features/payments/checkout.ts';
import { createPaymentProvider } from './features/payments/stripe.ts';
import { createLimiter } from './features/plans/limiter.ts';
import { createQuotaWatch } from './features/plans/quota-watch.ts';
import { createAvailability } from './features/service/availability/read.ts';
import { HEALTH_QUERY_TIMEOUT_MS } from './features/service/health.ts';
import { unlockKeyring } from './features/service/master-key.ts';
import { createTools } from './features/tools/tools.ts';
import { createEventCatalogue } from './features/webhooks/catalogue.ts';
import { createVisitors } from './features/widget/visitors.ts';
import { loadIndustries } from './industries/load.ts';
import { systemClock } from './kernel/clock.ts';
import { listenForInvalidations } from './kernel/database/cache-invalidation.ts';
import { openDatabase } from './kernel/database/database.ts';
import { combineObservers, logSlowStatements } from './kernel/database/statement-observer.ts';
import { createIdempotency } from './kernel/http/idempotency.ts';
import { REQUEST_TIMEOUT_MS } from './kernel/http/server.ts';
import { createMetrics } from './kernel/metrics.ts';
import { createCounter } from './kernel/rate-limit.ts';
import { createSafeFetch } from './kernel/safe-fetch.ts';
import { countMissingTranslations } from './messages/catalogue.ts';
import { type Encoder, openEncoder } from './nlu/encoder/encoder.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(options: AppOptions) {
  const platform = await openPlatform(options);
  const { config, log, clock, keyring, database, changes, industries, assistant, safeFetch } = platform;

  const apiKeyCache = createApiKeyCache(database, changes);
  const limiter = createLimiter(database, changes);
  const quotaWatch = createQuotaWatch(database, log);
  const findBrandByHost = createHostBrandLookup(database, config.publicUrl);
  const auth = createAuth(config, database, keyring, findBrandByHost, options.passwordHasher);
  const countAttemptOrThrow = createAttemptCounter(database, keyring, config.authAttemptsPerMinute);
  const { maxMemberCallsPerMinute, widget: { limits: widgetLimits = WIDGET_LIMITS } = {} } = options;
  const sessionGates = createSessionGates({ auth, database, keyring, config, maxMemberCallsPerMinute });
  const visitors = createVisitors(keyring);
  const { authorizeMember } = sessionGates;
  const keyGate = createKeyGates({
    apiKeyCache,
    limiter,
    quotaWatch,
    widgetLimits,
    readVisitor: visitors.read,
    authorizeMember,
  });

  const documents = createDocuments(changes, apiKeyCache);
  const resolveBusinessContext = createBusinessContextResolver(
    documents,
    industries,
    createFailedLookups(platform.counterDatabase, keyring),
    config.publicUrl,
  );
  const runAsSystem = createRunAsSystem({ database, keyring, resolveBusinessContext, clock, log });
  const paymentProvider = createPaymentProvider(config);
  const notes = createNotes(keyring);
  const conversationService = createConversationService(keyring, industries, notes.encryptExisting);
  const tools = createTools(industries);
  const models = createModels({ config: config.llm, keyring, tools, assistant, safeFetch });
  const requestLog = createRequestLog(database, log);
  const pushKeys = createPushKeys(database, keyring);
  let isStopping = false;

  return {
    ...platform,
    ...sessionGates,
    onPlanChange: options.onPlanChange,
    webhookTiming: options.webhookTiming,
    skippedTasks: options.skippedTasks,
    liveTiming: options.liveTiming,
    widgetLimits,
    apiKeyCache,
    limiter,
    quotaWatch,
    auth,
    countAttemptOrThrow,
    isCorrectPassword: createPasswordVerifier(auth, database, countAttemptOrThrow),
    countTranscripts: {
      hour: createCounter(database, keyring, 'transcripts', 3_600),
      day: createCounter(database, keyring, 'transcripts of a day', 86_400),
    },
    countPageBookings: createCounter(database, keyring, 'booking page', 3_600),
    countIndustries,
    findBrandByHost,
    isKnownHost: createKnownHostCheck(database, config.publicUrl, config.hostNames),
    teamSender: createTeamSender(documents, config.publicUrl),
    visitors,
    keyGate,
    documents,
    resolveBusinessContext,
    runAsSystem,
    runAsSystemForBusiness: createRunAsSystem({ database, keyring, resolveBusinessContext, clock, log }, 'business'),
    paymentProvider,
    startCheckout: createStartCheckout({ runAsSystem, paymentProvider, config }),
    knowledgeCache: createKnowledgeCache(changes),
    notes,
    conversationService,
    tools,
    models,
    turns: createTurns({ database, conversationService, resolveBusinessContext, models }),
    live: createLiveStreams({
      database,
      changes,
      store: conversationService.store,
      limits: widgetLimits.concurrentStreams,
    }),
    teamLive: createTeamLiveStreams(changes),
    links: createCalendarLinks(keyring, config.publicUrl),
    channels: await loadChannels(),
    expandable: {
      booking: createExpandableBookings(resolveBusinessContext),
      conversation: expandableConversations(conversationService),
      customer: expandableCustomers(resolveBusinessContext),
    },
    events: createEventCatalogue(industries),
    requestLog,
    pushKeys,
    availability: createAvailability(platform.healthDatabase),
    sendPush: createPushSender({ safeFetch, pushKeys, config }),
    isStopping: () => isStopping,
    beginStop() {
      isStopping = true;
    },
    async close() {
      await apiKeyCache.close();
      await requestLog.close().catch(() => undefined);
      await limiter.close().catch(() => undefined);
      await platform.close();
    },
  };
}

/** The infrastructure that features depend on. */
async function openPlatform({ config, log, connection, clock = systemClock, ...options }: AppOptions) {
  const unlockedKeyring = await unlockKeyring(config, connection);
  const { keyring } = unlockedKeyring;
  const tracer = config.otlpEndpoint
    ? (await import('./kernel/tracing.ts')).createTracer(config.otlpEndpoint, log)
    : undefined;
  const observers = [
    ...(config.slowQueryMs ? [logSlowStatements(log, config.slowQueryMs)] : []),
    ...(tracer ? [tracer.startStatement] : []),
  ];
  const database = openDatabase(connection, config.databasePoolSize, {
    log,
    observer: observers.length ? combineObservers(...observers) : undefined,
  });
  // Keeps health checks working when requests hold every connection.
  const healthDatabase = openDatabase({ ...connection, responseTimeoutMs: HEALTH_QUERY_TIMEOUT_MS }, 1, { log });
  // A separate connection: a request that already holds one could deadlock waiting for a second from the same pool.
  const counterDatabase = openDatabase(connection, 1);
  const changes = await listenForInvalidations(connection, log);
  const metrics = createMetrics(database);
  metrics.registerUntranslatedCounts(countMissingTranslations);
  const industries = await loadIndustries(options.industryFolders);
  const encoder = withTiming(options.encoder ?? openEncoder(), metrics.observeEncoding);
  const { resolveHost } = options;
  const safeFetch = createSafeFetch({ allowPrivate: config.webhooksAllowPrivate, resolve: resolveHost });
  return {
    config,
    log,
    connection,
    clock,
    resolveHost,
    keyring,
    tracer,
    database,
    healthDatabase,
    counterDatabase,
    changes,
    metrics,
    idempotency: createIdempotency(database, keyring, REQUEST_TIMEOUT_MS + config.llm.timeoutMs + 5_000),
    industries,
    encoder,
    assistant: createAssistant({ encoder, log }),
    safeFetch,
    siteFetch: createSafeFetch({ allowPrivate: config.knowledgeAllowPrivate, resolve: resolveHost }),
    async close() {
      await changes.close();
      if (!options.encoder) await encoder.close();
      await database.close();
      await counterDatabase.close();
      await healthDatabase.close();
      await unlockedKeyring.close();
      await tracer?.close();
      await safeFetch.close();
    },
  };
}

/** Measures how long each encode call takes. */
const withTiming = (encoder: Encoder, observe: (seconds: number) => void): Encoder => ({
  ...encoder,
  async encode(...args) {
    const startedAt = performance.now();
    const vectors = await encoder.encode(...args);
    observe((performance.now() - startedAt) / 1000);
    return vectors;
  },
});
