// Runs several instances of the service on one machine behind one port. This process only holds the port and hands its
// connections out in turn, so that a restart of the instances, one after the other, drops none.
import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { FixableError } from './fixable-error.ts';
import type { Log } from './log.ts';
import { Problem } from './problem.ts';
import { trackRestarts } from './restarts.ts';

export const isInstance = cluster.isWorker;

const READY_MESSAGE = 'frontdesk:ready';
const METRICS_MESSAGE = 'frontdesk:metrics';
const METRICS_TIMEOUT_MS = 6_000;

export type Instances = {
  /** The address at which the instances answer requests. */
  readonly address: string;
  /** Replaces the instances one by one with new ones, which load the current code. Joins a restart that is in progress. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  log: Log;
  /** Called when no instance runs and one was started too often in vain. */
  onGiveUp(error: unknown): void;
  firstDelayMs?: number;
};

/** Resolves when all instances are ready. */
export async function startInstances(count: number, { log, onGiveUp, firstDelayMs }: Options): Promise<Instances> {
  const runningInstances = new Set<Worker>();
  let isStopping = false;
  let restartPromise: Promise<void> | undefined;

  /** Resolves with the address of the instance once it is ready. Each has its own count of restarts, which its successor gets. */
  async function launch(restarts = trackRestarts(firstDelayMs)): Promise<string> {
    const instance = cluster.fork();
    const address = await waitForReadyAddress(instance);
    restarts.recordStart();
    runningInstances.add(instance);
    instance.once('exit', (code, signal) => {
      restarts.recordEnd();
      if (!runningInstances.delete(instance) || isStopping) return;
      log.error({ instance: instance.id, code, signal }, 'an instance has gone; starting another');
      void replace(restarts);
    });
    return address;
  }

  /** Tries for as long as another instance runs, because giving up ends that too. */
  async function replace(restarts = trackRestarts(firstDelayMs)): Promise<void> {
    while (runningInstances.size > 0 || !restarts.shouldGiveUp()) {
      await sleep(restarts.nextDelayMs());
      if (isStopping) return;
      const newAddress = await launch(restarts).catch((error: unknown) => {
        if (!isStopping) log.error({ err: error }, 'an instance did not start');
      });
      if (newAddress) return;
    }
    if (!isStopping) onGiveUp(new FixableError('The instances kept stopping.'));
  }

  async function retire(instance: Worker): Promise<void> {
    if (instance.isDead()) return;
    const exitEvent = once(instance, 'exit');
    instance.kill('SIGTERM');
    await exitEvent;
  }

  async function retireAll(): Promise<void> {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((instance) => instance && retire(instance)));
  }

  async function restartAll(): Promise<void> {
    for (const instance of [...runningInstances]) {
      if (isStopping) return;
      // One that died has a successor already. From here on, this one needs none if it dies.
      if (!runningInstances.delete(instance)) continue;
      try {
        await launch();
      } catch (error) {
        if (instance.isDead()) void replace();
        else runningInstances.add(instance);
        throw error;
      }
      await retire(instance);
    }
    log.info({ instances: runningInstances.size }, 'the instances were replaced');
  }

  handleMetricsRequests(log);
  try {
    const [address = ''] = await Promise.all(Array.from({ length: count }, () => launch()));
    return {
      address,
      restart() {
        restartPromise ??= restartAll().finally(() => {
          restartPromise = undefined;
        });
        return restartPromise;
      },
      stop: retireAll,
    };
  } catch (error) {
    await retireAll();
    throw error;
  }
}

/** Waits for the instance's own message, because it opens other ports, such as the one for emails, before it is warmed up. */
function waitForReadyAddress(instance: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    instance.on('message', (message: { type?: string; address: string }) => {
      if (message.type === READY_MESSAGE) resolve(message.address);
    });
    instance.once('exit', () => reject(new FixableError('An instance did not start. Its own message is above.')));
  });
}

/** In an instance: reports that it serves requests. */
export const reportReady = (address: string): void => void process.send?.({ type: READY_MESSAGE, address });

/** In the process that holds the port: collects the metrics of all instances for the one that was asked. */
function handleMetricsRequests(log: Log): void {
  const aggregator = new AggregatorRegistry();
  const sendMetrics = async (instance: Worker) => {
    const metrics = await aggregator.clusterMetrics().catch((error: unknown) => {
      log.warn({ err: error }, 'an instance did not report its metrics');
      return '';
    });
    if (instance.isConnected()) instance.send({ type: METRICS_MESSAGE, metrics });
  };
  cluster.on('message', (instance, message: unknown) => {
    // Cannot reject: an error is logged, and answered without metrics.
    if (message === METRICS_MESSAGE) void sendMetrics(instance);
  });
}

/**
 * In an instance: lets the others ask for its metrics. Each instance has its own series, because a sum of counters would
 * fall when an instance is replaced.
 */
export function shareMetrics(registry: Registry): void {
  if (!isInstance) return;
  registry.setDefaultLabels({ process: String(cluster.worker?.id) });
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** The metrics of all instances on this machine, or of this process if it is alone. */
export async function readMetrics(registry: Registry): Promise<string> {
  if (!isInstance) return registry.metrics();
  process.send?.(METRICS_MESSAGE);
  const metrics = await waitForMetricsMessage().catch(() => '');
  if (!metrics) throw new Problem('unavailable', 'The instances did not report their metrics. Try again in a moment.');
  return metrics;
}

async function waitForMetricsMessage(): Promise<string> {
  for await (const [message] of on(process, 'message', { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) }))
    if (message?.type === METRICS_MESSAGE) return message.metrics;
  return '';
}
