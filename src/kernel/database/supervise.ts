// Restarts the embedded database if it stops while this process uses it.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { type EmbeddedSession, openEmbedded } from './connect.ts';

const MAX_FAILURES = 8;
const RECOVERED_AFTER_MS = 60_000;

type SuperviseOptions = {
  dataDir: string;
  log: Log;
  /** Acquires the locks that each new session needs, such as the service lock. */
  lockSession?(session: pg.Client): Promise<void>;
  /** Called with the last error after too many failed restarts. */
  onGiveUp(error: unknown): void;
};

/** The first restart is immediate, then the delay doubles. */
export const restartDelayMs = (failures: number): number => (failures === 0 ? 0 : 100 * 2 ** (failures - 1));

/**
 * Restarts the database when its session ends. Requests get 503 until then. The failure count is reset once the database
 * has stayed up for a minute.
 */
export function supervise(
  embedded: EmbeddedSession,
  { dataDir, log, lockSession, onGiveUp }: SuperviseOptions,
): { stop(): Promise<void> } {
  let failures = 0;
  let upSince = performance.now();
  let isStopped = false;
  let restarting: Promise<void> | undefined;

  const onSessionEnd = () => {
    if (isStopped) return;
    if (performance.now() - upSince > RECOVERED_AFTER_MS) failures = 0;
    log.error('the embedded database has gone; starting it again');
    restarting = restart();
  };
  const watchSession = () => void embedded.session.once('end', onSessionEnd);

  async function restart(): Promise<void> {
    let reason: unknown = new Error('The embedded database stopped again and again.');
    for (; failures < MAX_FAILURES; failures++) {
      await sleep(restartDelayMs(failures));
      if (isStopped) return;
      const restarted = await openEmbedded(dataDir).catch((error: unknown) => {
        reason = error;
        return undefined;
      });
      try {
        if (!restarted) continue;
        await lockSession?.(restarted.session);
        Object.assign(embedded, restarted);
        failures++;
        upSince = performance.now();
        watchSession();
        log.info('the embedded database is running again');
        return;
      } catch (error) {
        reason = error;
        await restarted?.session.end().catch(() => undefined);
      }
    }
    if (!isStopped) onGiveUp(reason);
  }

  watchSession();
  return {
    async stop() {
      isStopped = true;
      await restarting;
    },
  };
}
