// The options of createApp, and the running app it returns.
import type { FastifyInstance } from 'fastify';
import type { WidgetLimits } from './features/access/widget-limits.ts';
import type { PasswordHasher } from './features/accounts/auth.ts';
import type { LiveTiming } from './features/channels/channel.ts';
import type { PlanChangeHook } from './features/plans/change.ts';
import type { DeliveryTiming } from './features/webhooks/schedule.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { ConnectionOptions, Database } from './kernel/database/database.ts';
import type { Log } from './kernel/log.ts';
import type { ResolveHost } from './kernel/safe-fetch.ts';
import type { Encoder } from './nlu/encoder/encoder.ts';

export type App = {
  server: FastifyInstance;
  database: Database;
  /** False when the dashboard or the widget has not been built, so only the API is served. */
  hasWebFiles: boolean;
  /** Loads models and caches, so that the first customer does not wait for them. */
  warmUp(): Promise<void>;
  /** Finishes open requests and running jobs, then closes the database. */
  stop(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  log: Log;
  connection: ConnectionOptions;
  clock?: Clock;
  /** Where a payment provider plugs in. */
  onPlanChange?: PlanChangeHook;
  /** Folders to load industries from. Default: `src/industries`. */
  industryFolders?: string[];
  /** Overrides the limits, the folder of the built widget and the folder of the demo pages. */
  widget?: { limits?: WidgetLimits; folder?: string; demoFolder?: string };
  /** The folder of the built dashboard. */
  dashboardFolder?: string;
  /** Jobs that this instance leaves to others. Tests leave out costly ones that they are not about. */
  skippedTasks?: readonly string[];
  /** Lets tests shorten retry delays from days to seconds. */
  webhookTiming?: DeliveryTiming;
  /** Lets tests shorten the pauses of a call. */
  liveTiming?: LiveTiming;
  /** Overrides how many API calls a team member can make in a minute. */
  maxMemberCallsPerMinute?: number;
  /** Resolves host names from untrusted URLs. Default: the machine's DNS servers. */
  resolveHost?: ResolveHost;
  /** A shared encoder. The app does not close it. */
  encoder?: Encoder;
  /** Replaces better-auth's password hashing. */
  passwordHasher?: PasswordHasher;
};
