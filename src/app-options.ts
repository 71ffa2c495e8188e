// What a service is made with, and what it is once it runs.
import type { FastifyInstance } from 'fastify';
import type { WidgetLimits } from './features/access/widget-limits.ts';
import type { Passwords } from './features/accounts/auth.ts';
import type { PlanChange } from './features/plans/change.ts';
import type { Timing } from './features/webhooks/schedule.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { ConnectionOptions, Database } from './kernel/database/database.ts';
import type { Log } from './kernel/log.ts';
import type { Resolve } from './kernel/safe-fetch.ts';
import type { Encoder } from './nlu/encoder/encoder.ts';

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
  /** Who knows the addresses of names that strangers give: the machine's own, unless told otherwise. */
  resolve?: Resolve;
  /** One that other services use too. It stays open. */
  encoder?: Encoder;
  /** How passwords are hashed, if not as better-auth does. */
  passwords?: Passwords;
};
