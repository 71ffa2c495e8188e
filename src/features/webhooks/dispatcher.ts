import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../kernel/database/database.ts';
import type { Log } from '../../kernel/log.ts';
import { type AttemptResult, attemptDelivery, type ClaimedDelivery, type SendOptions } from './deliver.ts';
import { disableEndpoint } from './disable.ts';
import type { DisabledReason } from './store.ts';

/** Concurrent attempts of this instance. A hanging receiver takes its share until the timeout, then counts as failing. */
const MAX_CONCURRENT = 300;
const MAX_PER_ENDPOINT = 10;
const MAX_PER_FAILING_ENDPOINT = 2;
const RETRY_AFTER_ERROR_MS = 1_000;

type DispatcherOptions = SendOptions & {
  database: Database;
  log: Log;
  /** For the link in emails to owners. */
  publicUrl: string;
  /** Called after each delivery with the seconds since its event. */
  onDelivered?: (seconds: number) => void;
};

export type Dispatcher = {
  /** Starts no new attempts and waits for those in progress. */
  stop(): Promise<void>;
};

/**
 * Sends due deliveries until stopped. One loop records finished attempts and leases the next due deliveries, with one
 * statement each per round, while attempts run concurrently. Any number of instances can share one database.
 */
export function startDispatcher({
  database,
  log,
  publicUrl,
  onDelivered,
  ...sendOptions
}: DispatcherOptions): Dispatcher {
  const { timing } = sendOptions;
  const attemptCountByEndpoint = new Map<string, number>();
  let finishedAttempts: { delivery: ClaimedDelivery; result: AttemptResult }[] = [];
  let attemptsInProgress = 0;
  let isStopping = false;

  const adjustCount = (endpointId: string, change: number) => {
    const attemptCount = (attemptCountByEndpoint.get(endpointId) ?? 0) + change;
    if (attemptCount) attemptCountByEndpoint.set(endpointId, attemptCount);
    else attemptCountByEndpoint.delete(endpointId);
  };

  async function send(delivery: ClaimedDelivery): Promise<void> {
    attemptsInProgress++;
    adjustCount(delivery.endpoint_id, 1);
    const result = await attemptDelivery(sendOptions, delivery);
    attemptsInProgress--;
    if (result.outcome === 'delivered') onDelivered?.((Date.now() - delivery.created_at.getTime()) / 1000);
    finishedAttempts.push({ delivery, result });
  }

  async function claimDeliveries(): Promise<number> {
    const capacity = MAX_CONCURRENT - attemptsInProgress - finishedAttempts.length;
    if (capacity <= 0) return 0;
    const claimedDeliveries = await database.statement<ClaimedDelivery>(
      `select * from claim_deliveries($1, $2, $3, $4, $5, $6 * interval '1 millisecond')`,
      [
        capacity,
        MAX_PER_ENDPOINT,
        MAX_PER_FAILING_ENDPOINT,
        [...attemptCountByEndpoint.keys()],
        [...attemptCountByEndpoint.values()],
        timing.leaseMs,
      ],
    );
    for (const delivery of claimedDeliveries) void send(delivery);
    return claimedDeliveries.length;
  }

  async function recordAttempts(): Promise<number> {
    const batch = [...finishedAttempts];
    if (!batch.length) return 0;
    const endpointsToDisable = await database.statement<{
      workspace_id: string;
      endpoint_id: string;
      because: DisabledReason;
    }>(`select * from record_attempts($1, $2 * interval '1 millisecond')`, [
      JSON.stringify(batch.map(({ result }) => result)),
      timing.disableAfterMs,
    ]);
    finishedAttempts = finishedAttempts.slice(batch.length);
    for (const { delivery } of batch) adjustCount(delivery.endpoint_id, -1);
    for (const { workspace_id, endpoint_id, because } of endpointsToDisable) {
      await disableEndpoint(database, workspace_id, endpoint_id, because, publicUrl);
      log.info({ workspace: workspace_id, endpoint: endpoint_id, because }, 'a webhook endpoint was disabled');
    }
    return batch.length;
  }

  async function run(): Promise<void> {
    while (!isStopping || attemptsInProgress || finishedAttempts.length) {
      try {
        const recordedCount = await recordAttempts();
        const claimedCount = isStopping ? 0 : await claimDeliveries();
        await sleep(recordedCount || claimedCount ? timing.busyPauseMs : timing.idlePauseMs);
      } catch (error) {
        log.warn({ err: error }, 'webhooks could not be leased or written down; trying again');
        // If the database is unreachable, the leases expire and another instance takes over.
        if (isStopping && !attemptsInProgress) return;
        await sleep(RETRY_AFTER_ERROR_MS);
      }
    }
  }

  const loopEnded = run();
  return {
    async stop() {
      isStopping = true;
      await loopEnded;
    },
  };
}
