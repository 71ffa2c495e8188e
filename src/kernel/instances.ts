// Runs several instances of the service on one machine behind one port. This process only holds the port and hands its
// connections out in turn, so that a restart of the instances, one after the other, drops none.
import cluster, { type Address, type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { restartDelayMs } from './database/supervise.ts';
import type { Log } from './log.ts';
import { OperatorError } from './operator-error.ts';

export const isInstance = cluster.isWorker;

const MAX_FAILURES = 8;
const RECOVERED_AFTER_MS = 60_000;
const METRICS_REQUEST = 'frontdesk:metrics';
const METRICS_TIMEOUT_MS = 6_000;

export type Instances = {
  readonly listensOn: Pick<Address, 'address' | 'port'>;
  /** Replaces the instances one by one with new ones, which load the current code. Joins a restart that is in progress. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Resolves when all instances listen. `onGiveUp` is called with the last error after too many failed restarts. */
export async function startInstances(
  count: number,
  { log, onGiveUp }: { log: Log; onGiveUp(error: unknown): void },
): Promise<Instances> {
  const running = new Set<Worker>();
  let listensOn: Instances['listensOn'] = { address: '', port: 0 };
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  /** Resolves when the instance listens, which it does when it is warm. */
  async function launch(): Promise<Worker> {
    const instance = cluster.fork();
    const ended = new AbortController();
    instance.once('exit', () => ended.abort());
    [listensOn] = await once(instance, 'listening', ended).catch(() => {
      throw new OperatorError('An instance did not start. Its own message is above.');
    });
    running.add(instance);
    instance.once('exit', (code, signal) => {
      if (!running.delete(instance) || isStopping) return;
      log.error({ instance: instance.id, code, signal }, 'an instance has gone; starting another');
      void replace();
    });
    return instance;
  }

  let failures = 0;
  let failedAt = 0;
  /** The first replacement is immediate, then the delay doubles. */
  async function replace(): Promise<void> {
    if (performance.now() - failedAt > RECOVERED_AFTER_MS) failures = 0;
    for (; failures < MAX_FAILURES; ) {
      await sleep(restartDelayMs(failures));
      failures += 1;
      failedAt = performance.now();
      if (isStopping) return;
      const launched = await launch().catch((error: unknown) => log.error({ err: error }, 'an instance did not start'));
      if (launched) return;
    }
    if (!isStopping) onGiveUp(new OperatorError('The instances stopped again and again.'));
  }

  async function retire(instance: Worker): Promise<void> {
    running.delete(instance);
    if (instance.isDead()) return;
    const gone = once(instance, 'exit');
    instance.kill('SIGTERM');
    await gone;
  }

  async function restartEach(): Promise<void> {
    for (const instance of [...running]) {
      if (isStopping) return;
      await launch();
      await retire(instance);
    }
    log.info({ instances: running.size }, 'the instances were replaced');
  }

  answerMetricsRequests(log);
  try {
    await Promise.all(Array.from({ length: count }, launch));
  } catch (error) {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((instance) => instance && retire(instance)));
    throw error;
  }
  return {
    listensOn,
    restart() {
      restarting ??= restartEach().finally(() => {
        restarting = undefined;
      });
      return restarting;
    },
    async stop() {
      isStopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((instance) => instance && retire(instance)));
    },
  };
}

/** In the process that holds the port: adds up the metrics of all instances for the one that was asked for them. */
function answerMetricsRequests(log: Log): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', async (instance, message: unknown) => {
    if (message !== METRICS_REQUEST) return;
    const metrics = await aggregator.clusterMetrics().catch((error: unknown) => {
      log.warn({ err: error }, 'an instance did not tell its metrics');
      return '';
    });
    if (instance.isConnected()) instance.send({ type: METRICS_REQUEST, metrics });
  });
}

/** In an instance: lets the others ask for its metrics. */
export function shareMetrics(registry: Registry): void {
  if (!isInstance) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** The metrics of all instances on this machine, or of this process if it is alone. */
export async function readMetrics(registry: Registry): Promise<string> {
  if (!isInstance) return registry.metrics();
  const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS);
  process.send?.(METRICS_REQUEST);
  for (;;) {
    const [message] = await once(process, 'message', { signal });
    if (message?.type === METRICS_REQUEST) return message.metrics;
  }
}
