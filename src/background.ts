// What is done later, and not while somebody waits: the only list of jobs.
import type { AnyIndustry } from './capability/industry.ts';
import { createMisses } from './features/access/identify.ts';
import { createCounter } from './features/accounts/attempts.ts';
import { analyticsJobs } from './features/analytics/jobs.ts';
import type { Assistant } from './features/assistant/assistant.ts';
import { createEnter } from './features/business/enter.ts';
import { createInside } from './features/business/inside.ts';
import { readDocument } from './features/business/store.ts';
import { checkupJobs } from './features/checkup/jobs.ts';
import { handoffJobs } from './features/inbox/jobs.ts';
import { knowledgeJobs } from './features/knowledge/jobs.ts';
import { openBookings } from './features/patients/bookings.ts';
import { privacyJobs } from './features/privacy/jobs.ts';
import { reminderJobs } from './features/reminders/jobs.ts';
import { schedulingJobs } from './features/scheduling/jobs.ts';
import { maintenanceJobs } from './features/service/maintenance.ts';
import { startDispatcher } from './features/webhooks/dispatcher.ts';
import { webhookJobs } from './features/webhooks/jobs.ts';
import { TIMING, type Timing } from './features/webhooks/schedule.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Vault } from './kernel/crypto.ts';
import type { ConnectionOptions, Database, Db } from './kernel/database/database.ts';
import type { Workspace } from './kernel/http/route.ts';
import { type Jobs, runJobs } from './kernel/jobs.ts';
import type { Log } from './kernel/log.ts';
import { createMailer, mailJobs } from './kernel/mail.ts';
import type { Metrics } from './kernel/metrics.ts';
import { createSafeFetch, type Resolve } from './kernel/safe-fetch.ts';
import { VERSION } from './kernel/version.ts';
import type { Encoder } from './understanding/encoder/encoder.ts';

type Background = {
  config: Config;
  log: Log;
  connection: ConnectionOptions;
  clock?: Clock;
  /** For tests, in which days take seconds. */
  webhookTiming?: Timing | undefined;
  resolve?: Resolve | undefined;
  database: Database;
  vault: Vault;
  industries: AnyIndustry[];
  encoder: Encoder;
  assistant: Assistant;
  /** Where there is somebody to ask for them. */
  metrics?: Metrics;
};

/** All that is done later: jobs, and webhooks. */
export async function startBackground(work: Background): Promise<{ stop(): Promise<void> }> {
  const { config, log, connection, database, vault, resolve, webhookTiming: timing = TIMING } = work;
  const runner = await runJobs(connection, database, allJobs(work), log);
  const safeFetch = createSafeFetch({ allowPrivate: config.webhooksAllowPrivate, resolve });
  const delivered = (seconds: number) => work.metrics?.delivered('webhook', seconds);
  const dispatcher = startDispatcher({ database, log, vault, safeFetch, timing, version: VERSION, delivered });
  return {
    async stop() {
      await Promise.all([runner.stop(), dispatcher.stop()]);
      await safeFetch.close();
    },
  };
}

/** Every task that any part of the service leaves for later. Jobs are few: they read the document anew. */
export function allJobs({
  config,
  database,
  log,
  vault,
  clock = systemClock,
  industries,
  encoder,
  assistant,
  resolve,
}: Omit<Background, 'connection'>): Jobs[] {
  const documents = { of: ({ db, workspace }: { db: Db; workspace: Workspace }) => readDocument(db, workspace) };
  const enter = createEnter(documents, industries, createMisses(database, vault));
  const inside = createInside({ database, vault, enter, clock, log });
  const send = createMailer(config, log);
  const { count } = createCounter(database, vault, 'booking mails', 3_600);
  const { publicUrl, requestLogDays } = config;
  return [
    mailJobs(send),
    maintenanceJobs(database),
    schedulingJobs(inside),
    reminderJobs({ database, inside, send, count, publicUrl, clock, log, sealing: { openBookings } }),
    webhookJobs(database),
    analyticsJobs({ database, encoder, publicUrl, requestLogDays }),
    handoffJobs({ inside, send, publicUrl }),
    checkupJobs({ inside, assistant, industries }),
    privacyJobs({ database, vault, dataDir: config.dataDir, clock, log }),
    knowledgeJobs({
      database,
      encoder,
      fetch: createSafeFetch({ allowPrivate: config.knowledgeAllowPrivate, resolve }),
    }),
  ];
}
