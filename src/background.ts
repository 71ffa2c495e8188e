// Background work: the only list of jobs.

import type { AnyIndustry } from './capability/industry.ts';
import { analyticsJobs } from './features/analytics/jobs.ts';
import type { Assistant } from './features/assistant/assistant.ts';
import { bookingJobs } from './features/bookings/jobs.ts';
import { brandJobs } from './features/brand/jobs.ts';
import type { RunAsSystem } from './features/business/run-as-system.ts';
import { calendarJobs } from './features/calendars/sync/jobs.ts';
import { channelJobs } from './features/channels/jobs.ts';
import type { AnswerServices } from './features/channels/turn.ts';
import { checkupJobs } from './features/checkup/jobs.ts';
import { customerJobs } from './features/customers/jobs.ts';
import { knowledgeJobs } from './features/knowledge/jobs.ts';
import { notificationJobs } from './features/notifications/jobs.ts';
import { createPushKeys } from './features/notifications/push-keys.ts';
import { createPushSender } from './features/notifications/push-sender.ts';
import { paymentJobs } from './features/payments/jobs.ts';
import type { PaymentProvider } from './features/payments/stripe.ts';
import { privacyJobs } from './features/privacy/jobs.ts';
import { reminderJobs } from './features/reminders/jobs.ts';
import { maintenanceJobs } from './features/service/maintenance.ts';
import { serviceLevelJobs } from './features/service-levels/jobs.ts';
import { siteImportJobs } from './features/site-import/jobs.ts';
import { startDispatcher } from './features/webhooks/dispatcher.ts';
import { webhookJobs } from './features/webhooks/jobs.ts';
import { DELIVERY_TIMING, type DeliveryTiming } from './features/webhooks/schedule.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Keyring } from './kernel/crypto.ts';
import type { ConnectionOptions, Database } from './kernel/database/database.ts';
import { type Jobs, runJobs } from './kernel/jobs.ts';
import type { Log } from './kernel/log.ts';
import { createMailer, emailJobs } from './kernel/mail.ts';
import type { Metrics } from './kernel/metrics.ts';
import { createCounter } from './kernel/rate-limit.ts';
import { createSafeFetch, type ResolveHost } from './kernel/safe-fetch.ts';
import { VERSION } from './kernel/version.ts';
import type { Encoder } from './nlu/encoder/encoder.ts';

type BackgroundOptions = {
  config: Config;
  log: Log;
  connection: ConnectionOptions;
  clock: Clock;
  skippedTasks?: readonly string[] | undefined;
  /** Lets tests shorten retry delays from days to seconds. */
  webhookTiming?: DeliveryTiming | undefined;
  resolveHost?: ResolveHost | undefined;
  database: Database;
  keyring: Keyring;
  industries: AnyIndustry[];
  encoder: Encoder;
  assistant: Assistant;
  metrics: Metrics;
  runAsSystem: RunAsSystem;
  runAsSystemForBusiness: RunAsSystem;
  paymentProvider: PaymentProvider;
} & AnswerServices;

/** Starts the job runner and the webhook dispatcher. */
export async function startBackground(options: BackgroundOptions): Promise<{ stop(): Promise<void> }> {
  const { config, log, connection, database, keyring, resolveHost, webhookTiming: timing = DELIVERY_TIMING } = options;
  const runner = await runJobs(connection, database, removeTasks(createAllJobs(options), options.skippedTasks), log);
  const safeFetch = createSafeFetch({ allowPrivate: config.webhooksAllowPrivate, resolve: resolveHost });
  const onDelivered = (seconds: number) => options.metrics.observeDelivery('webhook', seconds);
  const dispatcher = startDispatcher({
    database,
    log,
    keyring,
    safeFetch,
    timing,
    version: VERSION,
    publicUrl: config.publicUrl,
    onDelivered,
  });
  return {
    async stop() {
      await Promise.all([runner.stop(), dispatcher.stop()]);
      await safeFetch.close();
    },
  };
}

const removeTasks = (jobs: Jobs[], skippedTasks: readonly string[] = []): Jobs[] =>
  jobs.map(({ tasks, ...otherFields }) => ({
    tasks: Object.fromEntries(Object.entries(tasks).filter(([task]) => !skippedTasks.includes(task))),
    ...otherFields,
  }));

const JOB_FACTORIES: ((services: JobServices) => Jobs)[] = [
  emailJobs,
  maintenanceJobs,
  brandJobs,
  bookingJobs,
  customerJobs,
  reminderJobs,
  serviceLevelJobs,
  webhookJobs,
  analyticsJobs,
  notificationJobs,
  checkupJobs,
  privacyJobs,
  knowledgeJobs,
  siteImportJobs,
  channelJobs,
  calendarJobs,
  paymentJobs,
];

/** The jobs of all features. */
export function createAllJobs(options: Omit<BackgroundOptions, 'connection'>): Jobs[] {
  const services = createJobServices(options);
  return JOB_FACTORIES.map((createJobs) => createJobs(services));
}

type JobServices = ReturnType<typeof createJobServices>;

function createJobServices(options: Omit<BackgroundOptions, 'connection'>) {
  const { config, database, log, keyring, resolveHost } = options;
  const safeFetch = createSafeFetch({ allowPrivate: config.webhooksAllowPrivate, resolve: resolveHost });
  return {
    ...options,
    safeFetch,
    sendPush: createPushSender({ safeFetch, pushKeys: createPushKeys(database, keyring), config }),
    send: createMailer(config, log),
    countEmailTo: createCounter(database, keyring, 'booking mails', 3_600).count,
    siteFetch: createSafeFetch({ allowPrivate: config.knowledgeAllowPrivate, resolve: resolveHost }),
  };
}
