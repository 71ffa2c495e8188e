import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database/database.ts';
import { shareMetrics } from './instances.ts';

export type Metrics = {
  registry: Registry;
  /** Called once per request. `route` is the pattern, not the caller's URL, so that the number of labels stays small. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** `count` is called on every scrape. */
  registerRequestCounts(count: () => { in_progress: number; waiting: number }): void;
  /** How often a missing translation was replaced by English, by language. `count` is called on every scrape. */
  registerUntranslatedCounts(count: () => Record<string, number>): void;
  /** How long a message waited for the encoder. */
  observeEncoding(seconds: number): void;
  /** The delay between an event and its delivery. */
  observeDelivery(kind: 'webhook' | 'mail', seconds: number): void;
};

export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestDuration = new Histogram({
    name: 'frontdesk_http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'frontdesk_database_connections',
    help: 'Connections of the database pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, database.pool.totalCount);
      this.set({ state: 'idle' }, database.pool.idleCount);
      this.set({ state: 'waited_for' }, database.pool.waitingCount);
    },
  });
  const encodingDuration = new Histogram({
    name: 'frontdesk_encoder_duration_seconds',
    help: 'How long texts waited for the encoder',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const deliveryDelay = new Histogram({
    name: 'frontdesk_delivery_delay_seconds',
    help: 'How long after it happened something was delivered',
    labelNames: ['kind'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 43_200],
    registers: [registry],
  });
  addQueueMetrics(registry, database);
  shareMetrics(registry);
  return {
    registry,
    registerRequestCounts: (count) => addRequestMetrics(registry, count),
    registerUntranslatedCounts: (count) => addUntranslatedMetrics(registry, count),
    observeEncoding: (seconds) => encodingDuration.observe(seconds),
    observeDelivery: (kind, seconds) => deliveryDelay.observe({ kind }, seconds),
    observeRequest: (method, route, status, seconds) => requestDuration.observe({ method, route, status }, seconds),
  };
}

function addRequestMetrics(registry: Registry, count: () => { in_progress: number; waiting: number }): void {
  new Gauge({
    name: 'frontdesk_requests',
    help: 'Requests in workspaces by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(count())) this.set({ state }, value);
    },
  });
}

function addUntranslatedMetrics(registry: Registry, count: () => Record<string, number>): void {
  new Counter({
    name: 'frontdesk_untranslated_messages_total',
    help: 'How often English was said for want of a translation',
    labelNames: ['language'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [language, occurrences] of Object.entries(count())) this.inc({ language }, occurrences);
    },
  });
}

type JobQueueStats = { waiting: number; running: number; failed: number; oldest_seconds: number };

/** Queries the database on every scrape. Omits the values while the database is unreachable. */
function addQueueMetrics(registry: Registry, database: Database): void {
  const readQueue = async () =>
    (await database.statement<JobQueueStats>('select * from job_queue()', []).catch(() => []))[0];
  new Gauge({
    name: 'frontdesk_jobs',
    help: 'Jobs by state: due and waiting, running, failed for good',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const queue = await readQueue();
      this.reset();
      for (const state of ['waiting', 'running', 'failed'] as const) if (queue) this.set({ state }, queue[state]);
    },
  });
  new Gauge({
    name: 'frontdesk_oldest_job_age_seconds',
    help: 'How long the job that is due longest has been waiting',
    registers: [registry],
    async collect() {
      this.set((await readQueue())?.oldest_seconds ?? Number.NaN);
    },
  });
}
