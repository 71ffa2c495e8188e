import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { restRoute } from './capability/rest.ts';
import { createKeyGates } from './features/access/key-gate.ts';
import { createSessionGates } from './features/access/session-gate.ts';
import { createAttempts } from './features/accounts/attempts.ts';
import { createAuth } from './features/accounts/auth.ts';
import { authRoutes } from './features/accounts/auth-routes.ts';
import { memberRoutes } from './features/accounts/member-routes.ts';
import { analyticsJobs } from './features/analytics/jobs.ts';
import { createRequestLog } from './features/analytics/request-log.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { createAssistant } from './features/assistant/assistant.ts';
import { createEnter } from './features/business/enter.ts';
import { businessRoutes } from './features/business/routes.ts';
import { createDocuments, readDocument } from './features/business/store.ts';
import { conversationRoutes } from './features/conversations/routes.ts';
import { createKeyring } from './features/keys/keyring.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { hashesOf, openBookings, sealNotes } from './features/patients/bookings.ts';
import { prescriptionRoutes } from './features/patients/routes.ts';
import { createLimiter } from './features/plans/limiter.ts';
import { createQuotaWatch } from './features/plans/quota-watch.ts';
import { type PlanChange, planRoutes } from './features/plans/routes.ts';
import { schedulingJobs } from './features/scheduling/jobs.ts';
import { bookingRoutes } from './features/scheduling/routes.ts';
import { healthRoutes } from './features/service/health.ts';
import { maintenanceJobs } from './features/service/maintenance.ts';
import { metricsRoute } from './features/service/metrics-route.ts';
import { addPages } from './features/service/pages.ts';
import { loadIndustries } from './industries/load.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { loadMasterKey, openVault } from './kernel/crypto.ts';
import { listenForChanges } from './kernel/database/changes.ts';
import { type ConnectionOptions, type Database, type Db, openDatabase } from './kernel/database/database.ts';
import { slowStatements, watchAll } from './kernel/database/watch.ts';
import { createIdempotency } from './kernel/http/idempotency.ts';
import { registerOpenApi } from './kernel/http/openapi.ts';
import type { Workspace } from './kernel/http/route.ts';
import { addRoutes, createServer, REQUEST_TIMEOUT_MS } from './kernel/http/server.ts';
import { type Jobs, runJobs } from './kernel/jobs.ts';
import type { Log } from './kernel/log.ts';
import { mailJobs } from './kernel/mail.ts';
import { createMetrics } from './kernel/metrics.ts';
import { createTracer } from './kernel/tracing.ts';
import { type Encoder, openEncoder } from './understanding/encoder/encoder.ts';

const VERSION: string = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version;

export type App = {
  server: FastifyInstance;
  database: Database;
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
};

/** The composition root: everything there is, put together in one place. */
export async function createApp({
  config,
  log,
  connection,
  clock = systemClock,
  onPlanChange,
  industryFolders,
}: AppOptions): Promise<App> {
  const vault = openVault(loadMasterKey(config.masterKey, config.dataDir));
  const tracer = config.otlpEndpoint ? createTracer(config.otlpEndpoint, log) : undefined;
  const watches = [
    ...(config.slowQueryMs ? [slowStatements(log, config.slowQueryMs)] : []),
    ...(tracer ? [tracer.statement] : []),
  ];
  const database = openDatabase(connection, config.databasePoolSize, watches.length ? watchAll(...watches) : undefined);
  const changes = await listenForChanges(connection, log);
  const keyring = createKeyring(database, changes);
  const limiter = createLimiter(database, changes);
  const quotaWatch = createQuotaWatch(database, log);
  const metrics = createMetrics(database);
  const auth = createAuth(config, database, vault);
  const countAttempt = createAttempts(database, vault, config.authAttemptsPerMinute);
  const idempotency = createIdempotency(database, vault, REQUEST_TIMEOUT_MS + 5_000);

  const industries = await loadIndustries(industryFolders);
  const documents = createDocuments(changes, keyring);
  const enter = createEnter(documents, industries, vault);

  const encoder = timed(openEncoder(), metrics.encoded);
  const assistant = createAssistant({ encoder });

  const key = createKeyGates({ keyring, limiter, quotaWatch });
  const { session, signedIn } = createSessionGates({ auth, database, config });
  let stopping = false;

  const requestLog = createRequestLog(database, log);
  const options = { config, log, database, idempotency, metrics, clock, tracer, answered: requestLog.answered };
  const server = createServer(options);
  await registerOpenApi(server, config, VERSION);
  addPages(server, config);
  addRoutes(
    server,
    [
      ...conversationRoutes({ key, documents, industries, vault, assistant, enter }),
      ...businessRoutes({ config, industries, documents, key }),
      ...industries.flatMap(({ capabilities }) =>
        capabilities.map((capability) => restRoute(capability, { key, enter })),
      ),
      ...bookingRoutes({ industries, key, enter, sealing: { openBookings, sealNotes, hashesOf } }),
      ...prescriptionRoutes({ key, enter }),
      ...analyticsRoutes({ key, database, industries, encoder, limiter, requestLog }),
      ...keyRoutes({ session, keyring }),
      ...planRoutes({ session, limiter, keyring, countIndustries, onPlanChange }),
      ...authRoutes({ auth, config, database, countAttempt }),
      ...memberRoutes({ config, database, session, signedIn }),
      ...healthRoutes({ database, version: VERSION, isStopping: () => stopping }),
      metricsRoute(config, metrics),
    ],
    options,
  );
  await server.ready();
  const runner =
    config.jobs === 'on'
      ? await runJobs(connection, database, allJobs({ config, database, log, encoder }), log)
      : undefined;

  async function stop() {
    stopping = true;
    await server.close();
    await runner?.stop();
    await keyring.close();
    await requestLog.close().catch(() => undefined);
    await limiter.close().catch(() => undefined);
    await changes.close();
    await encoder.close();
    await database.close();
    await tracer?.close();
  }
  let stopped: Promise<void> | undefined;
  return {
    server,
    database,
    warm: () => assistant.warm(industries),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

type JobsOptions = { config: Config; database: Database; log: Log; encoder: Encoder };

/** Every task that any part of the service leaves for later. */
export function allJobs({ config, database, log, encoder }: JobsOptions): Jobs[] {
  const { publicUrl, requestLogDays } = config;
  return [
    mailJobs(config, log),
    maintenanceJobs(database),
    schedulingJobs(database, readDocument),
    analyticsJobs({ database, encoder, publicUrl, requestLogDays }),
  ];
}

/** How long texts wait for their vectors. */
const timed = (encoder: Encoder, observe: (seconds: number) => void): Encoder => ({
  ...encoder,
  async encode(texts) {
    const start = performance.now();
    const vectors = await encoder.encode(texts);
    observe((performance.now() - start) / 1000);
    return vectors;
  },
});

async function countIndustries(db: Db, workspace: Workspace): Promise<number> {
  return (await readDocument(db, workspace)).document.industries.length;
}
